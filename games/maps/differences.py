"""What differs between two versions of a map sheet, in words and by id."""

from collections.abc import Iterator
from dataclasses import dataclass

from games.maps import library
from games.rules import sheet as sheet_format
from games.rules.board import Board, Place, Route, Ticket
from games.rules.bonuses import place_fields
from games.rules.reading import shown
from games.rules.text import COLOR_WORDS, Text, _, color_word, text

Item = Place | Route | Ticket

SETTINGS = {
    "name": _("name"),
    "names": _("names in other languages"),
    "year": _("year"),
    "notes": _("notes"),
    "canvas": _("canvas"),
    "theme": _("look"),
    "duration": _("minutes"),
    "players": _("players"),
    "player_colors": _("colours of the players"),
    "first_player": _("first player"),
    "vehicles": _("vehicles"),
    "cards": _("cards"),
    "opening_hand": _("cards at the start"),
    "points": _("points by length"),
    "parallel_routes": _("parallel routes"),
    "final_round": _("last round"),
    "ticket_decks": _("decks of tickets"),
    "ticket_draws": _("drawing tickets"),
    "bonuses": _("bonuses"),
    "tie_breaks": _("tie-breaks"),
}
FIELDS = {
    "places": {
        "name": _("name"),
        "names": _("names in other languages"),
        "aliases": _("other spellings"),
        "kind": _("kind"),
    },
    "routes": {"a": _("from"), "b": _("to"), "length": _("length"), "color": _("colour")},
    "tickets": {"a": _("from"), "b": _("to"), "points": _("points"), "deck": _("deck")},
}
DRAWN = {"places": ("x", "y"), "routes": ("via", "country_end"), "tickets": ()}


@dataclass(frozen=True, slots=True)
class Change:
    """`kind` is settings, places, routes or tickets; `how` is added, removed or changed."""

    kind: str
    key: str
    how: str
    text: Text


def compare(old: Board, new: Board) -> list[Change]:
    """Everything that differs, in the order of the file."""
    found = list(_settings(old, new))
    for kind in FIELDS:
        found.extend(_items(kind, old, new))
    return found


def _settings(old: Board, new: Board) -> Iterator[Change]:
    before, after = sheet_format.write(old), sheet_format.write(new)
    for key, label in SETTINGS.items():
        was, now = before.get(key), after.get(key)
        if was != now:
            yield Change("settings", key, "changed", _was_and_is(label, _said(was), _said(now)))
    if old.verified != new.verified:
        yield Change("settings", "verified", "changed", _verified(_plain(new.name), new.verified))


def _items(kind: str, old: Board, new: Board) -> Iterator[Change]:
    before: dict[str, Item] = {item.id: item for item in getattr(old, kind)}
    after: dict[str, Item] = {item.id: item for item in getattr(new, kind)}
    for key, item in before.items():
        if key not in after:
            yield Change(kind, key, "removed", text(_("{name} is gone."), name=_name(old, item)))
    for key, item in after.items():
        name = _name(new, item)
        if key not in before:
            yield Change(kind, key, "added", text(_("{name} is new."), name=name))
        else:
            for said in _differences(kind, before[key], item, (old, new), name):
                yield Change(kind, key, "changed", said)


def _differences(
    kind: str, was: Item, now: Item, boards: tuple[Board, Board], name: Text
) -> Iterator[Text]:
    for label, before, after in _facts(kind, was, now):
        if before != after:
            told = _was_and_is(label, _said(before), _said(after))
            yield text(_("{name}: {change}"), name=name, change=told)
    if any(getattr(was, field) != getattr(now, field) for field in DRAWN[kind]):
        yield text(_("{name} is drawn elsewhere."), name=name)
    verified = [
        library.is_verified(board, item) for board, item in zip(boards, (was, now), strict=True)
    ]
    if verified[0] != verified[1]:
        yield _verified(name, verified[1])


def _facts(kind: str, was: Item, now: Item) -> Iterator[tuple[str, object, object]]:
    for field, label in FIELDS[kind].items():
        yield label, getattr(was, field), getattr(now, field)
    if isinstance(was, Place) and isinstance(now, Place):
        for name, fact in place_fields().items():
            yield fact.word, was.facts.get(name), now.facts.get(name)


def _verified(name: Text, verified: bool) -> Text:
    if verified:
        return text(_("{name} is now verified."), name=name)
    return text(_("{name} is no longer verified."), name=name)


def _was_and_is(label: str, was: object, now: object) -> Text:
    return text(_("{what}: {was} → {now}"), what=text(label), was=was, now=now)


def _said(value: object) -> object:
    """A value of a sheet in a line of prose."""
    if value is None or value == "":
        return "–"
    if isinstance(value, str):
        return color_word(value) if value in COLOR_WORDS else shown(value)
    if isinstance(value, dict):
        return ", ".join(f"{key} {_inner(inner)}" for key, inner in value.items()) or "–"
    if isinstance(value, list | tuple):
        return ", ".join(map(_inner, value)) or "–"
    return shown(value)


def _inner(value: object) -> str:
    if isinstance(value, dict):
        return " ".join(_inner(inner) for inner in value.values())
    if isinstance(value, list | tuple):
        return " ".join(map(_inner, value))
    return shown(value)


def _plain(name: str) -> Text:
    """A name as it is: braces in it are no gaps to fill."""
    return Text("{name}", {"name": name})


def _name(board: Board, item: Item) -> Text:
    """“Berlin – Hamburg”, with its number where routes run in parallel; ids of unknown places."""
    if isinstance(item, Place):
        return _plain(item.name)

    def place(id: str) -> str:
        return board.place[id].name if id in board.place else id

    if isinstance(item, Route) and board.parallels[item.id]:
        return text(
            _("{a} – {b} ({number})"),
            a=place(item.a),
            b=place(item.b),
            number=item.id.rsplit("--", 1)[-1],
        )
    return text(_("{a} – {b}"), a=place(item.a), b=place(item.b))
