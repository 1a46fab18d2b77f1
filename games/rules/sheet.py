"""Map sheets: from JSON to a Board and back. `docs/map-sheets.md` describes the format."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from games.rules.board import GREY, WILD, Board, Deck, Draw, Edition, Place, Route, Spot, Ticket
from games.rules.bonuses import KINDS, place_fields
from games.rules.bonuses.base import Bonus
from games.rules.reading import Malformed, Node
from games.rules.scoring import tie_break_words
from games.rules.text import COLORS, _

FORMAT = "stationmaster-map"
VERSION = 1
# Three times the largest board of the family; finding room for more names takes too long.
MOST_PLACES, MOST_ROUTES, MOST_TICKETS = 120, 350, 500
TOP_FIELDS = [
    "format",
    "version",
    "slug",
    "name",
    "names",
    "year",
    "verified",
    "notes",
    "canvas",
    "theme",
    "duration",
    "players",
    "player_colors",
    "first_player",
    "vehicles",
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
]
LANGUAGE = re.compile(r"[a-z]{2}\Z")

T = TypeVar("T")


class Reader:
    """Reads as much of a sheet as it can and keeps every complaint, so that one look shows all."""

    def __init__(self) -> None:
        self.complaints: list[Malformed] = []

    def attempt(self, part: Callable[[Node], T], node: Node) -> T | None:
        try:
            return part(node)
        except Malformed as complaint:
            self.complaints.append(complaint)
            return None

    def each(self, part: Callable[[Node], T], node: Node, most: int) -> tuple[T, ...]:
        nodes = self.attempt(lambda n: n.items(most), node) or []
        found = (self.attempt(part, item) for item in nodes)
        return tuple(item for item in found if item is not None)


def read(data: object) -> tuple[Board | None, list[Malformed]]:
    """The board a sheet describes, or None and everything that is wrong with its shape.

    Whether the board makes sense as a whole is for `checks.check` to say.
    """
    reader = Reader()
    node = Node(data)
    fields = reader.attempt(_settings, node)
    if fields is None:
        return None, reader.complaints
    decks = fields["decks"]
    places = reader.each(_place, node["places"], MOST_PLACES)
    routes = reader.each(_route, node["routes"], MOST_ROUTES)
    tickets = reader.each(lambda n: _ticket(n, decks), node["tickets"], MOST_TICKETS)
    if reader.complaints:
        return None, reader.complaints
    return Board(**fields, places=places, routes=routes, tickets=tickets), []


def _settings(node: Node) -> dict[str, Any]:
    node.only(TOP_FIELDS)
    node["format"].one_of([FORMAT])
    if node["version"].whole(1) != VERSION:
        node["version"].fail(_("This reads version {known} of the format."), known=VERSION)
    node.require("places", "routes", "tickets")
    vehicles, parallel, draws = node["vehicles"], node["parallel_routes"], node["ticket_draws"]
    vehicles.only(("kind", "each"))
    parallel.only(("closed_up_to",))
    draws.only(("opening", "turn"))
    width, height = node["canvas"].pair()
    return {
        "slug": node["slug"].slug(),
        "name": node["name"].text(60),
        "names": _names(node),
        "year": node["year"].whole(1900, 2200),
        "verified": node["verified"].flag(),
        "notes": node["notes"].text(5000, empty=True),
        "canvas": (width.number(100, 10_000), height.number(100, 10_000)),
        "theme": node["theme"].slug(),
        "duration": node["duration"].span(1, 1000),
        "players": node["players"].span(1, 12),
        "player_colors": _colors(node["player_colors"]),
        "first_player": node["first_player"].one_of(("random", "youngest", "oldest")),
        "vehicle": vehicles["kind"].one_of(("bus", "wagon")),
        "vehicles_each": vehicles["each"].whole(1, 1000),
        "cards": _cards(node["cards"]),
        "opening_hand": node["opening_hand"].whole(0, 50),
        "points": _points(node["points"]),
        "parallels_closed_up_to": parallel["closed_up_to"].whole(0, 12),
        "editions": _editions(node["final_round"]),
        "decks": _decks(node["ticket_decks"]),
        "opening": _draw(draws["opening"]),
        "turn": _draw(draws["turn"]),
        "bonuses": _bonuses(node["bonuses"]),
        "tie_breaks": _tie_breaks(node["tie_breaks"]),
    }


def _names(node: Node) -> dict[str, str]:
    names = node.get("names")
    if names is None:
        return {}
    found = {}
    for language, name in names.entries():
        _check_language(name, language)
        found[language] = name.text(60)
    if not found:
        names.fail(_("This is empty: leave it out."))
    return found


def _check_language(node: Node, language: str) -> None:
    if not LANGUAGE.match(language):
        node.fail(_("A language is written with two small letters, such as “de”."))


def _each_once(node: Node, found: tuple[str, ...]) -> tuple[str, ...]:
    for i, item in enumerate(found):
        if item in found[:i]:
            node.fail(_("“{item}” stands here twice."), item=item)
    return found


def _colors(node: Node) -> tuple[str, ...]:
    return _each_once(node, tuple(item.one_of(sorted(COLORS)) for item in node.items(most=12)))


def _cards(node: Node) -> dict[str, int]:
    known = (COLORS - {GREY}) | {WILD}
    found = {}
    for color, count in node.entries():
        if color not in known:
            count.fail(_("“{color}” is not a colour."), color=color)
        found[color] = count.whole(1, 1000)
    node.require(WILD)
    return found


def _points(node: Node) -> dict[int, int]:
    found = {}
    for length, points in node.entries():
        if not re.fullmatch(r"[1-9][0-9]?", length):
            points.fail(_("The length of a route is a number from 1 to 99."))
        found[int(length)] = points.whole(0, 1000)
    return found


def _editions(node: Node) -> tuple[Edition, ...]:
    editions = []
    for item in node.items(most=20):
        item.only(("id", "name", "at", "languages"))
        editions.append(
            Edition(
                item["id"].slug(),
                item["name"].text(60),
                item["at"].whole(0, 100),
                _languages(item["languages"]),
            )
        )
    if not editions:
        node.fail(_("At least one edition is needed."))
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
        decks.append(Deck(item["id"].slug(), item["name"].text(60), item["size"].whole(1, 1000)))
    if not decks:
        node.fail(_("At least one deck of tickets is needed."))
    _refuse_twice(node, [deck.id for deck in decks])
    return tuple(decks)


def _refuse_twice(node: Node, ids: list[str]) -> None:
    for i, id in enumerate(ids):
        if id in ids[:i]:
            raise Malformed(f"{node.where}[{i}].id", _("The id “{id}” stands twice."), id=id)


def _draw(node: Node) -> Draw:
    node.only(("draw", "keep", "rejected"))
    draw = node["draw"].whole(1, 20)
    return Draw(draw, node["keep"].whole(1, draw), node["rejected"].one_of(("bottom", "shuffled")))


def _bonuses(node: Node) -> tuple[Bonus, ...]:
    found: list[Bonus] = []
    for item in node.items(most=20):
        kind = item["kind"].one_of(KINDS)
        if any(bonus.kind == kind for bonus in found):
            item["kind"].fail(_("The bonus “{kind}” stands twice."), kind=kind)
        item.only(("kind", *KINDS[kind].fields))
        found.append(KINDS[kind].read(item))
    return tuple(found)


def _tie_breaks(node: Node) -> tuple[str, ...]:
    return _each_once(node, tuple(item.one_of(tie_break_words()) for item in node.items(most=5)))


def _place(node: Node) -> Place:
    fields = place_fields()
    node.only(("id", "name", "names", "aliases", "kind", "x", "y", *fields, "verified"))
    aliases, kind = node.get("aliases"), node.get("kind")
    facts = {
        name: found.whole(field.least, field.most)
        for name, field in fields.items()
        if (found := node.get(name)) is not None
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
    )


def _verified(node: Node) -> bool | None:
    found = node.get("verified")
    return None if found is None else found.flag()


def _route(node: Node) -> Route:
    node.only(("id", "a", "b", "length", "color", "via", "country_end", "verified"))
    via, country_end = node.get("via"), node.get("country_end")
    return Route(
        id=node["id"].id(),
        a=node["a"].slug(),
        b=node["b"].slug(),
        length=node["length"].whole(1, 99),
        color=node["color"].text(30),
        via=via.spot() if via else None,
        country_end=country_end.spot() if country_end else None,
        verified=_verified(node),
    )


def _ticket(node: Node, decks: tuple[Deck, ...]) -> Ticket:
    node.only(("id", "a", "b", "points", "deck", "verified"))
    deck = node["deck"] if len(decks) > 1 else node.get("deck")
    return Ticket(
        id=node["id"].id(),
        a=node["a"].slug(),
        b=node["b"].slug(),
        points=node["points"].whole(1, 1000),
        deck=deck.slug() if deck else decks[0].id,
        verified=_verified(node),
    )


# -- Writing --------------------------------------------------------------------------------------


def dumps(board: Board) -> str:
    """The sheet as text: one place, route or ticket a line, so that changes read well in a diff."""
    parts = []
    for key, value in write(board).items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            items = ",\n".join("    " + json.dumps(item, ensure_ascii=False) for item in value)
            parts.append(f"  {json.dumps(key)}: [\n{items}\n  ]")
        else:
            parts.append(f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def write(board: Board) -> dict[str, Any]:
    """The sheet of a board, in the order people expect; what is default is left out."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "slug": board.slug,
        "name": board.name,
        **({"names": dict(sorted(board.names.items()))} if board.names else {}),
        "year": board.year,
        "verified": board.verified,
        "notes": board.notes,
        "canvas": _spot(board.canvas),
        "theme": board.theme,
        "duration": list(board.duration),
        "players": list(board.players),
        "player_colors": list(board.player_colors),
        "first_player": board.first_player,
        "vehicles": {"kind": board.vehicle, "each": board.vehicles_each},
        "cards": dict(board.cards),
        "opening_hand": board.opening_hand,
        "points": {str(length): points for length, points in board.points.items()},
        "parallel_routes": {"closed_up_to": board.parallels_closed_up_to},
        "final_round": [
            {"id": e.id, "name": e.name, "at": e.at, "languages": list(e.languages)}
            for e in board.editions
        ],
        "ticket_decks": [{"id": d.id, "name": d.name, "size": d.size} for d in board.decks],
        "ticket_draws": {"opening": write_draw(board.opening), "turn": write_draw(board.turn)},
        "bonuses": [{"kind": bonus.kind, **bonus.parameters()} for bonus in board.bonuses],
        "tie_breaks": list(board.tie_breaks),
        "places": [write_place(place) for place in board.places],
        "routes": [write_route(route) for route in board.routes],
        "tickets": [write_ticket(ticket, board.decks) for ticket in board.tickets],
    }


def _plain(value: float) -> float:
    """576 rather than 576.0: how people write a coordinate."""
    return int(value) if value == int(value) else value


def _spot(spot: Spot | None) -> list[float] | None:
    return None if spot is None else [_plain(spot[0]), _plain(spot[1])]


def _present(fields: Mapping[str, object]) -> dict[str, Any]:
    return {key: value for key, value in fields.items() if value not in (None, {}, [])}


def write_draw(draw: Draw) -> dict[str, Any]:
    return {"draw": draw.draw, "keep": draw.keep, "rejected": draw.rejected}


def write_place(place: Place) -> dict[str, Any]:
    return _present(
        {
            "id": place.id,
            "name": place.name,
            "names": dict(sorted(place.names.items())),
            "aliases": list(place.aliases),
            "kind": place.kind if place.dead_end else None,
            "x": _plain(place.x),
            "y": _plain(place.y),
            **place.facts,
            "verified": place.verified,
        }
    )


def write_route(route: Route) -> dict[str, Any]:
    return _present(
        {
            "id": route.id,
            "a": route.a,
            "b": route.b,
            "length": route.length,
            "color": route.color,
            "via": _spot(route.via),
            "country_end": _spot(route.country_end),
            "verified": route.verified,
        }
    )


def write_ticket(ticket: Ticket, decks: tuple[Deck, ...]) -> dict[str, Any]:
    return _present(
        {
            "id": ticket.id,
            "a": ticket.a,
            "b": ticket.b,
            "points": ticket.points,
            "deck": ticket.deck if len(decks) > 1 else None,
            "verified": ticket.verified,
        }
    )
