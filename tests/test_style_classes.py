"""A class of the style sheets means one thing.

A class styled by two groups of pages either means the same in both, and is listed here with its
meaning, or needs two names.
"""

import re
from collections.abc import Iterator
from pathlib import Path

CSS = Path(__file__).resolve().parents[1] / "static" / "css"

# What every page can use. A page may style these for itself, but gives them no other meaning.
COMMON = ("base", "board", "table")

# Classes of several groups, and the one thing each of them means.
SHARED = {
    "announcement": "what somebody has just completed",
    "axis": "the text along an axis of a chart",
    "axis-last": "the text at the right end of an axis",
    "bonus": "what a bonus of the map is about",
    "checked": "a map that was compared with the printed board",
    "colors": "the colours to choose from",
    "completed": "a ticket whose places are joined",
    "cue-word": "the word beside a sign of the reveal, which says enough where room is short",
    "demo-mark": "that a game is a demo",
    "doors": "a row of links that lead elsewhere",
    "field": "an input with its label",
    "free": "a seat that nobody has taken",
    "gaps": "the routes that a failed ticket lacked",
    "go": "the button that does what a sheet is for",
    "grid": "fields of a form side by side",
    "handset": "a phone as small as a picture",
    "heading": "the heading of a page about past games",
    "hint": "a sentence in small letters that helps",
    "htmx-request": "set by htmx while an answer is awaited",
    "impossible": "a ticket that can no longer be completed",
    "item-name": "the name of a place, route or ticket of a sheet",
    "kind": "which kind of rematch it is to be",
    "last-round": "that the last round has begun",
    "longest": "how long a player's path is",
    "nudge": "that the player to move has taken a while",
    "pages": "the way from page to page of a long list",
    "panel": "a box with a heading, on pages about past games",
    "pasted": "what was pasted, line by line",
    "points": "a number of points",
    "preview": "a board as players would see it",
    "problems": "what is wrong with a map sheet",
    "projected": "points that are not sure yet",
    "qr": "a QR code",
    "rank": "a place in the ranking",
    "result": "what is shown after the reveal",
    "rule": "a sentence that says a rule",
    "scroll": "a table that is scrolled sideways",
    "small": "a button smaller than others",
    "stopped": "that the server has been stopped",
    "tags": "short words about a seat",
    "tick": "a checkbox with its label",
    "ticket": "a ticket",
    "unchecked": "a map that nobody has compared with the printed board",
    "word": "the word beside an icon, left out where it is narrow",
    "worth": "the points of a ticket or a route",
    "yards": "places with the pieces that are put on them before the start",
}


def group(path: Path) -> str:
    """Which pages a style sheet belongs to."""
    room, *rest = path.relative_to(CSS).with_suffix("").parts
    if room == "archive":
        return "screen" if rest[0] == "film" else rest[0]  # a film shows the screen
    if room == "table":
        # At the desk of a screen, sheets are the phone's.
        if rest[-1].startswith("desk-"):
            return "phone"
        return rest[0] if rest[0] in ("phone", "screen") else "table"
    return {"rules": "home"}.get(room, room)


def styled(css: str) -> Iterator[str]:
    """The classes that rules are about: those of the last part of each selector."""
    for selectors in re.findall(r"([^{};]+)\{", re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)):
        if selectors.lstrip().startswith("@"):
            continue
        for selector in re.split(r",(?![^()]*\))", selectors):
            last = re.split(r"[\s>+~]+(?![^()]*\))", selector.strip())[-1]
            yield from re.findall(r"\.([a-z][\w-]*)", re.sub(r":(not|has)\([^)]*\)", "", last))


def groups_by_class() -> dict[str, set[str]]:
    groups: dict[str, set[str]] = {}
    for path in CSS.rglob("*.css"):
        for name in styled(path.read_text("utf-8")):
            groups.setdefault(name, set()).add(group(path))
    return groups


def test_a_class_is_read_off_the_end_of_a_selector() -> None:
    css = (
        ".row .name, .seat > b.name.long { &.won:not(.lost) { color: red; } } @media (x) { .y { } }"
    )
    assert list(styled(css)) == ["name", "name", "long", "won", "y"]


def test_no_class_means_two_things() -> None:
    groups = groups_by_class()
    assert len(groups) > 300
    several = {
        name: sorted(where)
        for name, where in groups.items()
        if len(where) > 1 and not where.intersection(COMMON) and name not in SHARED
    }
    assert several == {}


def test_every_shared_class_is_shared() -> None:
    groups = groups_by_class()
    assert [name for name in SHARED if len(groups.get(name, ())) < 2] == []


# Classes that end in a number or a word that templates fill in.
FILLED_IN = re.compile(r"(?:at|in|choice|deck|place|seats|winners)-\w+|n\d+")


def test_every_class_is_written_somewhere() -> None:
    root = CSS.parents[1]
    paths = [
        path
        for folder in ("games", "static/js", "static/vendor", "templates")
        for path in (root / folder).rglob("*")
        if path.suffix in (".html", ".jinja", ".js", ".py", ".svg")
    ]
    assert len(paths) > 400
    words = {word for path in paths for word in re.findall(r"[a-z][\w-]*", path.read_text("utf-8"))}
    unused = groups_by_class().keys() - words
    assert sorted(name for name in unused if not FILLED_IN.fullmatch(name)) == []
