"""Contradictions between tables about an item of a board, in words, for the person who decides."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from games.maps.findings import Facts, Key, Merged, version_on_sheet
from games.rules.adjectives import colored
from games.rules.board import Board
from games.rules.text import Text, _, plural, text


@dataclass(frozen=True, slots=True)
class Contradiction:
    """An item with all versions that tables found, the preferred one first.

    `field` is the name of its question in a form, which is answered by the number of a version;
    `now` is the number of the one that the sheet has, if it has one of them.
    """

    field: str
    name: Text
    versions: tuple[tuple[Text, int], ...]  # and at how many tables
    now: int | None


def contradictions(merged: Merged, before: Board) -> list[Contradiction]:
    """All of them; `before` is the sheet that the findings were merged into."""
    rows = []
    for (kind, item), versions in merged.contradictions.items():
        facts = next((version.facts for version in versions if version.facts), None)
        rows.append(
            Contradiction(
                _field((kind, item)),
                _name(merged.names, item, facts),
                tuple((_words(kind, version.facts), version.tables) for version in versions),
                version_on_sheet(before, (kind, item), versions),
            )
        )
    return rows


def choices(posted: Mapping[str, str], keys: Iterable[Key]) -> dict[Key, int]:
    """The version that was chosen for each item."""
    chosen = {}
    for key in keys:
        asked = posted.get(_field(key), "")
        if asked.isascii() and asked.isdigit() and len(asked) < 3:
            chosen[key] = int(asked)
    return chosen


def _field(key: Key) -> str:
    return f"choice-{key[0]}-{key[1]}"


def _name(names: Mapping[str, str], item: str, facts: Facts) -> Text:
    if facts is None or "a" not in facts:
        return text("{name}", name=names.get(item, item))
    a, b = (names.get(facts[end], facts[end]) for end in ("a", "b"))
    return text(_("{a} – {b}"), a=a, b=b)


def _words(kind: str, facts: Facts) -> Text:
    if facts is None:
        return text(_("not printed"))
    if kind == "places":
        return text("{name}", name=facts["name"])
    if kind == "tickets":
        return plural("{count} point", "{count} points", facts["points"])
    color = colored(facts["color"], "route is")
    return plural("{color}, {count} space", "{color}, {count} spaces", facts["length"], color=color)
