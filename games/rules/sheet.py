"""Map sheets: from JSON to a Board. `docs/map-sheets.md` describes the format.

The way back, `sheet_writing`, can be had from here, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

from games.rules.board import (
    GREY,
    WILD,
    Board,
    Deck,
    Draw,
    Edition,
    Place,
    Route,
    Ticket,
    Variant,
)
from games.rules.bonuses import KINDS, place_fields
from games.rules.bonuses.base import Bonus
from games.rules.limits import MOST_PLACES, MOST_ROUTES, MOST_TICKETS
from games.rules.reading import Malformed, Node
from games.rules.scoring import tie_break_words
from games.rules.sheet_writing import (
    FORMAT,
    VERSION,
    dumps,
    write,
    write_draw,
    write_place,
    write_route,
    write_ticket,
)
from games.rules.text import COLORS, _

__all__ = [
    "FORMAT",
    "VERSION",
    "dumps",
    "read",
    "write",
    "write_draw",
    "write_place",
    "write_route",
    "write_ticket",
]
TOP_FIELDS = [
    "format",
    "version",
    "slug",
    "name",
    "names",
    "year",
    "verified",
    "notes",
    "learnt",
    "canvas",
    "theme",
    "duration",
    "players",
    "player_colors",
    "first_player",
    "vehicles",
    "stations",
    "cards",
    "opening_hand",
    "points",
    "parallel_routes",
    "final_round",
    "ticket_decks",
    "ticket_draws",
    "bonuses",
    "tie_breaks",
    "places",
    "routes",
    "tickets",
    "expansions",
]
ROUTE_FIELDS = ("id", "a", "b", "length", "color", "via", "country_end", "tunnel", "ferry")
FIXED_FIELDS = {
    "vehicles": ("kind", "each"),
    "parallel_routes": ("closed_up_to",),
    "ticket_draws": ("opening", "turn"),
}
VARIANT_FIELDS = ("id", "name", "names", "tickets", "points", "ticket_decks", "ticket_draws")
# How a table finds its first player.
FIRST_PLAYERS = ("random", "youngest", "oldest", "traveller", "countries")
VEHICLES = ("bus", "wagon", "taxi")
LANGUAGE = re.compile(r"[a-z]{2}\Z")

T = TypeVar("T")


def _each(part: Callable[[Node], T], node: Node, key: str, most: int) -> tuple[T, ...]:
    items = (item.attempt(part) for item in node[key].items(most))
    return tuple(item for item in items if item is not None)


def read(data: object) -> tuple[Board | None, list[Malformed]]:
    """The board a sheet describes, or None and everything that is wrong with its shape.

    Whether the board makes sense as a whole is for `checks.check` to say.
    """
    complaints: list[Malformed] = []  # all of them, so that one look shows everything
    node = Node(data, complaints=complaints)
    node.only(TOP_FIELDS)
    if not isinstance(data, dict):
        return None, complaints
    fields = _settings(node)
    decks = fields["decks"] or ()
    places = _each(_place, node, "places", MOST_PLACES)
    routes = _each(_route, node, "routes", MOST_ROUTES)
    tickets = _each(lambda n: _ticket(n, decks), node, "tickets", MOST_TICKETS)
    expansions = node.attempt(lambda n: _expansions(n, decks))
    if expansions is None or complaints:
        return None, _one_per_place(complaints)
    extra, variants = expansions
    return Board(
        **fields,
        places=places,
        routes=routes,
        tickets=tickets,
        extra_tickets=extra,
        variants=variants,
    ), []


def _one_per_place(complaints: list[Malformed]) -> list[Malformed]:
    """The first complaint about each place of the file: the others follow from it."""
    first: dict[str, Malformed] = {}
    for complaint in complaints:
        first.setdefault(complaint.where, complaint)
    return list(first.values())


def _settings(node: Node) -> dict[str, Any]:
    """Everything but places, routes and tickets; None for what cannot be read."""
    node["format"].one_of([FORMAT])
    _version(node)
    for name, fields in FIXED_FIELDS.items():
        fixed = node.get(name)
        if fixed is not None:
            fixed.only(fields)
    return {name: node.attempt(part) for name, part in SETTINGS.items()}


def _version(node: Node) -> None:
    if node["version"].integer(1) != VERSION:
        node["version"].complain(
            _("Only version {known} of the format is supported."), known=VERSION
        )


def _learnt(node: Node) -> bool:
    learnt = node.get("learnt")
    return learnt.flag() if learnt else False


def _canvas(node: Node) -> tuple[float, float]:
    width, height = node["canvas"].pair()
    return width.number(100, 10_000), height.number(100, 10_000)


def _stations(node: Node) -> int:
    stations = node.get("stations")
    if stations is None:
        return 0
    stations.only(("each",))
    return stations["each"].integer(1, 9)


def _names(node: Node) -> dict[str, str]:
    field = node.get("names")
    if field is None:
        return {}
    names = {}
    for language, name in field.entries():
        _check_language(name, language)
        names[language] = name.text(60)
    if not names:
        field.complain(_("This is empty. Leave it out."))
    return names


def _check_language(node: Node, language: str) -> None:
    if not LANGUAGE.match(language):
        node.complain(_("Write a language as two lower-case letters, such as “de”."))


def _each_once(node: Node, items: tuple[str, ...]) -> tuple[str, ...]:
    for i, item in enumerate(items):
        if item in items[:i]:
            node.complain(_("“{item}” appears here twice."), item=item)
    return items


def _colors(node: Node) -> tuple[str, ...]:
    return _each_once(node, tuple(item.one_of(sorted(COLORS)) for item in node.items(most=12)))


def _cards(node: Node) -> dict[str, int]:
    colors = (COLORS - {GREY}) | {WILD}
    cards = {}
    for color, count in node.entries():
        if color not in colors:
            count.complain(_("“{color}” isn’t a colour."), color=color)
        cards[color] = count.integer(1, 1000)
    node.require(WILD)
    return cards


def _points(node: Node) -> dict[int, int]:
    table = {}
    for length, points in node.entries():
        if not re.fullmatch(r"[1-9][0-9]?", length):
            points.complain(_("A route’s length has to be a number from 1 to 99."))
            continue
        table[int(length)] = points.integer(0, 1000)
    return table


def _editions(node: Node) -> tuple[Edition, ...]:
    editions = []
    for item in node.items(most=20):
        item.only(("id", "name", "at", "languages"))
        editions.append(
            Edition(
                item["id"].slug(),
                item["name"].text(60),
                item["at"].integer(0, 100),
                _languages(item["languages"]),
            )
        )
    if not editions:
        node.complain(_("At least one edition is needed."))
    _refuse_twice(node, [edition.id for edition in editions])
    return tuple(editions)


def _languages(node: Node) -> tuple[str, ...]:
    for item in node.items(most=20):
        _check_language(item, item.text())
    return _each_once(node, node.texts())


def _decks(node: Node) -> tuple[Deck, ...]:
    decks = []
    for item in node.items(most=6):
        item.only(("id", "name", "size"))
        decks.append(Deck(item["id"].slug(), item["name"].text(60), item["size"].integer(1, 1000)))
    if not decks:
        node.complain(_("At least one deck of tickets is needed."))
    _refuse_twice(node, [deck.id for deck in decks])
    return tuple(decks)


def _refuse_twice(node: Node, ids: list[str]) -> None:
    for i, id in enumerate(ids):
        if id in ids[:i]:
            twice = Node(id, f"{node.where}[{i}].id", node.complaints)
            twice.complain(_("The id “{id}” appears twice."), id=id)


def _draw(node: Node) -> Draw:
    node.only(("draw", "keep", "rejected"))
    mix = _mix(node["draw"])
    draw = node["draw"].integer(1, 20) if mix is None else sum(mix.values())
    rejected = node["rejected"].one_of(("bottom", "shuffled", "removed"))
    return Draw(draw, node["keep"].integer(1, draw), rejected, mix)


def _mix(node: Node) -> dict[str, int] | None:
    """How many tickets of each deck, where the rules say so; else a plain number stands here."""
    if not isinstance(node.value, dict):
        return None
    mix = {deck: count.integer(1, 20) for deck, count in node.entries()}
    if not mix:
        node.complain(_("At least one deck of tickets is needed."))
    return mix


def _expansions(
    node: Node, decks: tuple[Deck, ...]
) -> tuple[tuple[Ticket, ...], tuple[Variant, ...]]:
    """The tickets of expansions, and the variants in which they are played."""
    expansions = node.get("expansions")
    if expansions is None:
        return (), ()
    expansions.only(("tickets", "variants"))
    tickets = tuple(_ticket(item, decks) for item in expansions["tickets"].items(MOST_TICKETS))
    variants = tuple(_variant(item) for item in expansions["variants"].items(most=12))
    _refuse_twice(expansions["variants"], [variant.id for variant in variants])
    return tickets, variants


def _variant(node: Node) -> Variant:
    node.only((*VARIANT_FIELDS, "bonuses", "verified"))
    tickets, points, decks = node.get("tickets"), node.get("points"), node.get("ticket_decks")
    draws, bonuses = node.get("ticket_draws"), node.get("bonuses")
    if draws is not None:
        draws.only(("opening", "turn"))
    return Variant(
        id=node["id"].slug(),
        name=node["name"].text(60),
        names=_names(node),
        tickets=() if tickets is None else _each_once(tickets, tickets.texts(MOST_TICKETS)),
        points={} if points is None else {id: n.integer(1, 1000) for id, n in points.entries()},
        decks=() if decks is None else _decks(decks),
        opening=None if draws is None else _draw(draws["opening"]),
        turn=None if draws is None else _draw(draws["turn"]),
        bonuses=None if bonuses is None else _bonuses(bonuses),
        verified=_verified(node),
    )


def _bonuses(node: Node) -> tuple[Bonus, ...]:
    bonuses: list[Bonus] = []
    for item in node.items(most=20):
        kind = item["kind"].one_of(KINDS)
        if kind not in KINDS:
            continue
        if any(bonus.kind == kind for bonus in bonuses):
            item["kind"].complain(_("The bonus “{kind}” appears twice."), kind=kind)
        item.only(("kind", *KINDS[kind].fields))
        bonus = item.attempt(KINDS[kind].read)
        if bonus is not None:
            bonuses.append(bonus)
    return tuple(bonuses)


def _tie_breaks(node: Node) -> tuple[str, ...]:
    return _each_once(node, tuple(item.one_of(tie_break_words()) for item in node.items(most=5)))


SETTINGS: dict[str, Callable[[Node], Any]] = {
    "slug": lambda n: n["slug"].slug(),
    "name": lambda n: n["name"].text(60),
    "names": _names,
    "year": lambda n: n["year"].integer(1900, 2200),
    "verified": lambda n: n["verified"].flag(),
    "notes": lambda n: n["notes"].text(5000, empty=True),
    "learnt": _learnt,
    "canvas": _canvas,
    "theme": lambda n: n["theme"].slug(),
    "duration": lambda n: n["duration"].span(1, 1000),
    "players": lambda n: n["players"].span(1, 12),
    "player_colors": lambda n: _colors(n["player_colors"]),
    "first_player": lambda n: n["first_player"].one_of(FIRST_PLAYERS),
    "vehicle": lambda n: n["vehicles"]["kind"].one_of(VEHICLES),
    "vehicles_each": lambda n: n["vehicles"]["each"].integer(1, 1000),
    "stations_each": _stations,
    "cards": lambda n: _cards(n["cards"]),
    "opening_hand": lambda n: n["opening_hand"].integer(0, 50),
    "points": lambda n: _points(n["points"]),
    "parallels_closed_up_to": lambda n: n["parallel_routes"]["closed_up_to"].integer(0, 12),
    "editions": lambda n: _editions(n["final_round"]),
    "decks": lambda n: _decks(n["ticket_decks"]),
    "opening": lambda n: _draw(n["ticket_draws"]["opening"]),
    "turn": lambda n: _draw(n["ticket_draws"]["turn"]),
    "bonuses": lambda n: _bonuses(n["bonuses"]),
    "tie_breaks": lambda n: _tie_breaks(n["tie_breaks"]),
}


def _place(node: Node) -> Place:
    fields = place_fields()
    node.only(("id", "name", "names", "aliases", "kind", "x", "y", *fields, "verified", "tables"))
    aliases, kind = node.get("aliases"), node.get("kind")
    facts = {
        name: value.integer(field.least, field.most)
        for name, field in fields.items()
        if (value := node.get(name)) is not None
    }
    return Place(
        id=node["id"].slug(),
        name=node["name"].text(60),
        x=node["x"].number(),
        y=node["y"].number(),
        kind=kind.one_of(("city", "country")) if kind else "city",
        names=_names(node),
        aliases=_each_once(aliases, aliases.texts(30)) if aliases else (),
        facts={name: number for name, number in facts.items() if number},
        verified=_verified(node),
        tables=_tables(node),
    )


def _tables(node: Node) -> int:
    """How many tables found an item printed like this."""
    count = node.get("tables")
    return 0 if count is None else count.integer(1, 10_000)


def _verified(node: Node) -> bool | None:
    mark = node.get("verified")
    return None if mark is None else mark.flag()


def _route(node: Node) -> Route:
    node.only((*ROUTE_FIELDS, "verified", "tables"))
    via, country_end = node.get("via"), node.get("country_end")
    tunnel, ferry = node.get("tunnel"), node.get("ferry")
    return Route(
        id=node["id"].id(),
        a=node["a"].slug(),
        b=node["b"].slug(),
        length=node["length"].integer(1, 99),
        color=node["color"].text(30),
        via=via.spot() if via else None,
        country_end=country_end.spot() if country_end else None,
        tunnel=tunnel.flag() if tunnel else False,
        ferry=ferry.integer(0, 99) if ferry else 0,
        verified=_verified(node),
        tables=_tables(node),
    )


def _ticket(node: Node, decks: tuple[Deck, ...]) -> Ticket:
    node.only(("id", "a", "b", "points", "deck", "verified", "tables"))
    deck = node["deck"] if len(decks) > 1 else node.get("deck")
    default = decks[0].id if decks else ""
    return Ticket(
        id=node["id"].id(),
        a=node["a"].slug(),
        b=node["b"].slug(),
        points=node["points"].integer(1, 1000),
        deck=deck.slug() if deck else default,
        verified=_verified(node),
        tables=_tables(node),
    )
