"""What a table found out about its board, in the game record: read, applied and written.

It is an extension of ours, `corrections` at the top of a record, described in docs/record.md.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from games.rules import engine
from games.rules.actions import Action, CorrectRoute, CorrectSheet
from games.rules.corrections.lessons import pair
from games.rules.events import Event, RouteCorrected, SheetCompared
from games.rules.limits import LONGEST_NAME
from games.rules.names import plain
from games.rules.reading import Malformed, Node
from games.rules.record_hands import end_hands
from games.rules.sheet_facts import (
    ItemConfirmed,
    NewTicket,
    PlaceAdded,
    PlaceMoved,
    PlaceRenamed,
    RouteAdded,
    RouteStruck,
    SheetFact,
    TicketAdded,
    TicketStruck,
)
from games.rules.state import State
from games.rules.violations import RuleViolation

BoardFact = SheetFact | RouteCorrected
Names = dict[str, PlaceAdded | PlaceRenamed]


@dataclass(frozen=True, slots=True)
class Correction:
    """Something about the printed board that was found out after so many moves."""

    after: int
    fact: BoardFact


# -- Reading --------------------------------------------------------------------------------------

MOST = 2000


def read_corrections(node: Node) -> tuple[Correction, ...]:
    corrections, latest = [], 0
    listed = node.get("corrections")
    for item in [] if listed is None else listed.items(most=MOST):
        latest = item["after"].integer(latest, 100_000)  # in the order in which they were made
        what = item.get("what")
        kind = "correct_route" if what is None else what.one_of(READERS)
        fields, reader = READERS[kind]
        item.only(("after", "what", *fields))
        corrections.append(Correction(latest, reader(item)))
    return tuple(corrections)


def _route(node: Node) -> RouteCorrected:
    return RouteCorrected(node["route"].text(), node["color"].text(), node["length"].integer(1, 99))


def _route_added(node: Node) -> RouteAdded:
    parallels = node.get("parallels")
    return RouteAdded(
        node["route"].id(),
        node["a"].slug(),
        node["b"].slug(),
        node["color"].text(),
        node["length"].integer(1, 99),
        1 if parallels is None else parallels.integer(1, 9),
    )


def _ticket_added(node: Node) -> TicketAdded:
    return TicketAdded(
        node["ticket"].id(),
        node["a"].slug(),
        node["b"].slug(),
        node["points"].integer(1, 1000),
        node["deck"].slug(),
    )


def _confirmed(node: Node) -> ItemConfirmed:
    kind = node["kind"].one_of(("places", "routes", "tickets"))
    so = node.get("so")
    return ItemConfirmed(kind, node["item"].text(), True if so is None else so.flag())


READERS: dict[str, tuple[tuple[str, ...], Callable[[Node], BoardFact]]] = {
    "correct_route": (("route", "color", "length"), _route),
    "add_place": (
        ("place", "name"),
        lambda n: PlaceAdded(n["place"].slug(), n["name"].text(LONGEST_NAME)),
    ),
    "rename_place": (
        ("place", "name"),
        lambda n: PlaceRenamed(n["place"].slug(), n["name"].text(LONGEST_NAME)),
    ),
    "move_place": (
        ("place", "x", "y"),
        lambda n: PlaceMoved(n["place"].slug(), n["x"].number(), n["y"].number()),
    ),
    "add_route": (("route", "a", "b", "color", "length", "parallels"), _route_added),
    "strike_route": (("route",), lambda n: RouteStruck(n["route"].text())),
    "add_ticket": (("ticket", "a", "b", "points", "deck"), _ticket_added),
    "strike_ticket": (("ticket",), lambda n: TicketStruck(n["ticket"].text())),
    "confirm": (("kind", "item", "so"), _confirmed),
}


# -- Playing --------------------------------------------------------------------------------------


def apply_correction(
    state: State, place: int, correction: Correction, played: list[Event]
) -> State:
    """The state with the board corrected; today's sheet may have it right already."""
    action = _to_do(state, correction.fact)
    if action is None:
        return state
    try:
        decided = engine.decide(state, action)
    except RuleViolation as violation:
        raise Malformed(f"corrections[{place}]", violation.text) from None
    played.extend(decided)
    return engine.evolve_all(state, decided)


def _to_do(state: State, fact: BoardFact) -> Action | None:
    """What has to be done to have the board like this; None if it is so already."""
    board = state.board
    match fact:
        case RouteCorrected(id, color, length):
            route = board.route.get(id)
            same = route is not None and (route.color, route.length) == (color, length)
            return None if same else CorrectRoute(id, color, length)
        case RouteAdded(id, a, b, color, length):
            route = board.route.get(id)
            if route is None or pair(route.a, route.b) != pair(a, b):
                return CorrectSheet(fact)
            return _to_do(state, RouteCorrected(id, color, length))
        case PlaceAdded(id, name) if id in board.place:
            return _to_do(state, PlaceRenamed(id, name))
        case PlaceRenamed(id, name) if id in board.place and board.place[id].name == name:
            return None
        case RouteStruck(id) if id not in board.route:
            return None
        case TicketStruck(id) if id not in board.ticket:
            return None
        case TicketAdded(id, a, b, points) if id in board.ticket:
            ticket = board.ticket[id]
            same = (pair(ticket.a, ticket.b), ticket.points) == (pair(a, b), points)
            return None if same else CorrectSheet(fact)
    return CorrectSheet(fact)


# -- Writing --------------------------------------------------------------------------------------


def written_corrections(
    events: Sequence[Event], moves: Sequence[dict[str, Any] | None]
) -> list[dict[str, object]]:
    """What was found out at the table, each with how many moves came before it. `moves` has what is
    written for each event, if anything, and then what is shown at the end.

    A ticket stands before the move that names it; one that was put right is in no move.
    """
    names, added = _names(events), _added(events)
    corrections: list[dict[str, object]] = []
    seen: set[str] = set()
    after = 0
    for event, move in zip_longest(events, moves):
        facts = _facts(event, seen)
        for id in (move or {}).get("kept", ()):
            facts.extend(_ticket_facts(added.get(id), names, seen))
        corrections.extend({"after": after, **_fields(fact)} for fact in facts)
        after += move is not None
    return corrections


def board_facts(events: Sequence[Event]) -> list[BoardFact]:
    """Everything a finished game says about its board, in the order it was found out."""
    names, seen = _names(events), set[str]()
    facts: list[BoardFact] = []
    seats = 1 + max((getattr(event, "seat", -1) for event in events), default=-1)
    held = {ticket for hand in end_hands(events, seats) for ticket in hand.tickets}
    for event in events:
        facts.extend(_facts(event, seen))
        for new in getattr(event, "added", ()):
            if new.id in held:
                facts.extend(_ticket_facts(new, names, seen))
    return facts


def _added(events: Sequence[Event]) -> dict[str, NewTicket]:
    """Paper tickets that the list does not have, as their owners read them."""
    return {new.id: new for event in events for new in getattr(event, "added", ())}


def _names(events: Sequence[Event]) -> Names:
    """Places by the names that the table gave them; a ticket may have been read before that."""
    names: Names = {}
    for event in events:
        for fact in event.facts if isinstance(event, SheetCompared) else (event,):
            if isinstance(fact, PlaceAdded | PlaceRenamed):
                names[plain(fact.name)] = fact
    return names


def _facts(event: Event | None, seen: set[str]) -> list[BoardFact]:
    if isinstance(event, SheetCompared):
        return list(event.facts)
    if isinstance(event, PlaceAdded) and event.place in seen:
        return []  # a ticket named it before
    return [event] if isinstance(event, SheetFact | RouteCorrected) else []


def _ticket_facts(new: NewTicket | None, names: Names, seen: set[str]) -> list[BoardFact]:
    """A ticket that only its owner knew, and its new places: on file everybody may read them."""
    if new is None or new.id in seen:  # two may have read the same ticket
        return []
    seen.add(new.id)
    places: list[BoardFact] = []
    ends = []
    for id in (new.a, new.b):
        if id not in new.names:
            ends.append(id)
            continue
        name = new.names[id]
        place = names.get(plain(name), PlaceAdded(id, name))
        if isinstance(place, PlaceAdded) and place.place not in seen:
            places.append(place)
            seen.add(place.place)
        ends.append(place.place)
    return [*places, TicketAdded(new.id, ends[0], ends[1], new.points, new.deck)]


def _fields(fact: BoardFact) -> dict[str, object]:
    match fact:
        case RouteCorrected(route, color, length):
            return {"route": route, "color": color, "length": length}
        case PlaceAdded(place, name):
            return {"what": "add_place", "place": place, "name": name}
        case PlaceRenamed(place, name):
            return {"what": "rename_place", "place": place, "name": name}
        case PlaceMoved(place, x, y):
            return {"what": "move_place", "place": place, "x": x, "y": y}
        case RouteAdded(route, a, b, color, length, parallels):
            fields: dict[str, object] = {"what": "add_route", "route": route, "a": a, "b": b}
            fields |= {"color": color, "length": length}
            return {**fields, "parallels": parallels} if parallels > 1 else fields
        case RouteStruck(route):
            return {"what": "strike_route", "route": route}
        case TicketAdded(ticket, a, b, points, deck):
            fields = {"what": "add_ticket", "ticket": ticket, "a": a, "b": b}
            return {**fields, "points": points, "deck": deck}
        case TicketStruck(ticket):
            return {"what": "strike_ticket", "ticket": ticket}
        case ItemConfirmed(kind, item, so):
            fields = {"what": "confirm", "kind": kind, "item": item}
            return fields if so else {**fields, "so": False}
