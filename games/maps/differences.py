"""The differences between two versions of a map sheet: in words, by id, and as one board that holds
both what was added and what is gone.

Routes are matched by their places and colour, because the numbers of parallel routes depend only on
their order in the file.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from games.maps import library
from games.rules import sheet as sheet_format
from games.rules.adjectives import colored
from games.rules.board import Board, Place, Route, Ticket
from games.rules.bonuses import place_fields
from games.rules.reading import shown
from games.rules.text import COLOR_WORDS, Text, _, color_word, listed, plural, text

Item = Place | Route | Ticket
GONE = "--gone"  # behind the id of a route or place that only the old version has

SETTINGS = {
    "name": _("name"),
    "names": _("names in other languages"),
    "year": _("year"),
    "notes": _("notes"),
    "canvas": _("canvas"),
    "theme": _("theme"),
    "duration": _("minutes"),
    "players": _("players"),
    "player_colors": _("player colours"),
    "first_player": _("first player"),
    "vehicles": _("pieces"),
    "stations": _("stations"),
    "cards": _("cards"),
    "opening_hand": _("cards dealt to each player"),
    "points": _("points by length"),
    "parallel_routes": _("parallel routes"),
    "final_round": _("last round"),
    "ticket_decks": _("ticket decks"),
    "ticket_draws": _("drawing tickets"),
    "bonuses": _("bonuses"),
    "tie_breaks": _("tie-breaks"),
    "expansions": _("expansions"),
}
FIELDS = {
    "places": {
        "names": _("names in other languages"),
        "aliases": _("other spellings"),
        "kind": _("kind"),
    },
    "routes": {
        "length": _("length"),
        "color": _("colour"),
        "tunnel": _("tunnel"),
        "ferry": _("ferry wild cards"),
    },
    "tickets": {"a": _("from"), "b": _("to"), "points": _("points"), "deck": _("deck")},
}
DRAWN = {"places": ("x", "y"), "routes": ("via", "country_end"), "tickets": ()}


@dataclass(frozen=True, slots=True)
class Change:
    """`kind` is settings, places, routes or tickets; `how` is added, removed or changed. What only
    became verified, or no longer is, is counted in one line: its `how` is verified, without a key.
    """

    kind: str
    key: str
    how: str
    text: Text


def compare(old: Board, new: Board) -> list[Change]:
    """All differences, in the order of the file."""
    changes = list(_settings(old, new))
    for kind in FIELDS:
        changes.extend(_items(kind, old, new))
    changes.extend(_verifications(old, new))
    return changes


def counted(changes: Sequence[Change]) -> Text | None:
    """The changes in one line: “2 settings, 3 routes changed”; None if there are none."""
    numbers = Counter((change.how, change.kind) for change in changes)
    parts = [phrase(numbers[key]) for key, phrase in COUNTED.items() if numbers[key]]
    if numbers["verified", "settings"]:
        parts.append(text(_("verified marks")))
    return listed(parts) if parts else None


COUNTED: Mapping[tuple[str, str], Callable[[int], Text]] = {
    ("changed", "settings"): lambda n: plural("{count} setting", "{count} settings", n),
    ("added", "places"): lambda n: plural("{count} place added", "{count} places added", n),
    ("changed", "places"): lambda n: plural(
        "{count} change to places", "{count} changes to places", n
    ),
    ("removed", "places"): lambda n: plural("{count} place removed", "{count} places removed", n),
    ("added", "routes"): lambda n: plural("{count} route added", "{count} routes added", n),
    ("changed", "routes"): lambda n: plural(
        "{count} change to routes", "{count} changes to routes", n
    ),
    ("removed", "routes"): lambda n: plural("{count} route removed", "{count} routes removed", n),
    ("added", "tickets"): lambda n: plural("{count} ticket added", "{count} tickets added", n),
    ("changed", "tickets"): lambda n: plural(
        "{count} change to tickets", "{count} changes to tickets", n
    ),
    ("removed", "tickets"): lambda n: plural(
        "{count} ticket removed", "{count} tickets removed", n
    ),
}


def _settings(old: Board, new: Board) -> Iterator[Change]:
    before, after = sheet_format.write(old), sheet_format.write(new)
    for key, label in SETTINGS.items():
        was, now = before.get(key), after.get(key)
        if was != now:
            yield Change("settings", key, "changed", _change_text(label, _prose(was), _prose(now)))
    if old.verified != new.verified:
        whole = _("The sheet as a whole is now verified.")
        if not new.verified:
            whole = _("The sheet as a whole is no longer verified.")
        yield Change("settings", "verified", "changed", text(whole))


# -- Which is which -------------------------------------------------------------------------------

Pair = tuple[Item | None, Item | None]


def _pairs(kind: str, old: Board, new: Board) -> list[Pair]:
    """Matching items of both versions: (old, new), with None where only one has it."""
    before: list[Item] = list(getattr(old, kind))
    after: list[Item] = list(getattr(new, kind))
    if kind == "routes":
        return _matched_routes(old, new)
    old_items = {item.id: item for item in before}
    ids = {item.id for item in after}
    gone: list[Pair] = [(item, None) for item in before if item.id not in ids]
    return [*gone, *((old_items.get(item.id), item) for item in after)]


def _matched_routes(old: Board, new: Board) -> list[Pair]:
    """Between the same two places: those of one colour first, then the others in their order."""
    left: dict[frozenset[str], list[Route]] = {}
    for route in old.routes:
        left.setdefault(frozenset(route.ends), []).append(route)
    partner: dict[str, Route] = {}
    for same in (_alike, _same_color, _any):
        for route in new.routes:
            rest = left.get(frozenset(route.ends), [])
            twin = next((one for one in rest if same(one, route)), None)
            if route.id not in partner and twin is not None:
                partner[route.id] = twin
                rest.remove(twin)
    gone = {id(route) for rest in left.values() for route in rest}
    return [
        *((route, None) for route in old.routes if id(route) in gone),
        *((partner.get(route.id), route) for route in new.routes),
    ]


def _alike(one: Route, other: Route) -> bool:
    return (one.id, one.color) == (other.id, other.color)


def _same_color(one: Route, other: Route) -> bool:
    return one.color == other.color


def _any(one: Route, other: Route) -> bool:
    return True


def _items(kind: str, old: Board, new: Board) -> Iterator[Change]:
    for was, now in _pairs(kind, old, new):
        if now is None:
            assert was is not None
            gone = text(_("{name} was removed."), name=_full_name(old, was))
            yield Change(kind, was.id, "removed", gone)
        elif was is None:
            yield Change(
                kind, now.id, "added", text(_("{name} was added."), name=_full_name(new, now))
            )
        else:
            for sentence in _differences(kind, was, now, _short_name(new, now)):
                yield Change(kind, now.id, "changed", sentence)


def _verifications(old: Board, new: Board) -> Iterator[Change]:
    """One line for all items that were verified since, one for those that no longer are."""
    marked: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
    for kind in FIELDS:
        for was, now in _pairs(kind, old, new):
            if was is not None and now is not None:
                before, after = library.is_verified(old, was), library.is_verified(new, now)
                if before != after:
                    marked[after][kind] += 1
    for after, template in (
        (True, _("Now verified: {what}.")),
        (False, _("No longer verified: {what}.")),
    ):
        numbers = marked[after]
        if numbers:
            what = listed(NUMBERS[kind](numbers[kind]) for kind in FIELDS if numbers[kind])
            yield Change("settings", "", "verified", text(template, what=what))


NUMBERS: Mapping[str, Callable[[int], Text]] = {
    "places": lambda n: plural("{count} place", "{count} places", n),
    "routes": lambda n: plural("{count} route", "{count} routes", n),
    "tickets": lambda n: plural("{count} ticket", "{count} tickets", n),
}


# -- Both on one drawing --------------------------------------------------------------------------


def merged(old: Board, new: Board) -> tuple[Board, dict[str, str]]:
    """The new board together with what is gone, and how each place and route differs: added, gone
    or changed. What is gone has `GONE` behind its id."""
    marks: dict[str, str] = {}
    instead = {}  # a place that is gone: under which id it is drawn
    spots = {(place.x, place.y): place.id for place in new.places}
    places = list(new.places)
    for was, now in _pairs("places", old, new):
        if now is None and isinstance(was, Place):
            instead[was.id] = spots.get((was.x, was.y), was.id + GONE)
            if instead[was.id] == was.id + GONE:
                places.append(replace(was, id=was.id + GONE))
                marks[was.id + GONE] = "gone"
    routes = list(new.routes)
    for was, now in _pairs("routes", old, new):
        if now is None and isinstance(was, Route):
            a, b = instead.get(was.a, was.a), instead.get(was.b, was.b)
            routes.append(replace(was, id=was.id + GONE, a=a, b=b))
            marks[was.id + GONE] = "gone"
    for change in compare(old, new):
        if change.kind in ("places", "routes") and change.how in ("added", "changed"):
            marks[change.key] = change.how
    return replace(new, places=tuple(places), routes=tuple(routes)), marks


# -- Words ----------------------------------------------------------------------------------------


def _differences(kind: str, was: Item, now: Item, name: Text) -> Iterator[Text]:
    if isinstance(was, Place) and isinstance(now, Place) and was.name != now.name:
        yield text(_("{was} is now called {now}."), was=was.name, now=now.name)
    for label, before, after in _facts(kind, was, now):
        if before != after:
            change = _change_text(label, _prose(before), _prose(after))
            yield text(_("{name}: {change}"), name=name, change=change)
    if any(getattr(was, field) != getattr(now, field) for field in DRAWN[kind]):
        yield text(_("{name} was moved."), name=name)


def _facts(kind: str, was: Item, now: Item) -> Iterator[tuple[str, object, object]]:
    for field, label in FIELDS[kind].items():
        yield label, getattr(was, field), getattr(now, field)
    if isinstance(was, Place) and isinstance(now, Place):
        for name, fact in place_fields().items():
            yield fact.word, was.facts.get(name), now.facts.get(name)


def _change_text(label: str, was: object, now: object) -> Text:
    return text(_("{what}: {was} → {now}"), what=text(label), was=was, now=now)


def _prose(value: object) -> object:
    """A value of a sheet as part of a sentence."""
    if value is None or value == "":
        return "–"
    if isinstance(value, str):
        return color_word(value) if value in COLOR_WORDS else shown(value)
    if isinstance(value, dict):
        return listed(f"{key} {_inner(inner)}" for key, inner in value.items()) if value else "–"
    if isinstance(value, list | tuple):
        return listed(map(_inner, value)) if value else "–"
    return shown(value)


def _inner(value: object) -> str:
    if isinstance(value, dict):
        return " ".join(_inner(inner) for inner in value.values())
    if isinstance(value, list | tuple):
        return " ".join(map(_inner, value))
    return shown(value)


def _plain(name: str) -> Text:
    """A name with its braces escaped: they are no gaps to fill."""
    return Text("{name}", {"name": name})


def _short_name(board: Board, item: Item) -> Text:
    """“Route Berlin – Hamburg”; with its colour where others run beside it."""
    if isinstance(item, Place):
        return _plain(item.name)
    ends = _ends(board, item)
    if isinstance(item, Ticket):
        return text(_("Ticket {a} – {b}"), **ends)
    if board.parallels[item.id]:
        return text(_("Route {a} – {b} ({color})"), **ends, color=colored(item.color, "route is"))
    return text(_("Route {a} – {b}"), **ends)


def _full_name(board: Board, item: Item) -> Text:
    """The same with everything that counts: colour and length, or points."""
    if isinstance(item, Place):
        return text(_("Place {name}"), name=_plain(item.name))
    ends = _ends(board, item)
    if isinstance(item, Ticket):
        return plural(
            "Ticket {a} – {b}, {count} point",
            "Ticket {a} – {b}, {count} points",
            item.points,
            **ends,
        )
    return text(
        _("Route {a} – {b}, {color}, length {length}"),
        **ends,
        color=colored(item.color, "route is"),
        length=item.length,
    )


def _ends(board: Board, item: Route | Ticket) -> dict[str, object]:
    """The names of both ends; the id where there is no such place."""
    ids = {"a": item.a, "b": item.b}
    return {end: board.place[id].name if id in board.place else id for end, id in ids.items()}
