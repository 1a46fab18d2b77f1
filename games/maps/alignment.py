"""Gives the same thing found at several tables the same id.

A table names what it adds itself: a route after its places in the order they were tapped, a ticket
after its value, a place after its name. Another table may find the same route from its other end,
the other track of a double route first, or the ticket with another value. Before findings are
counted, their ids are changed to those of the sheet, or of the table that named the thing first.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from games.rules.board import Board
from games.rules.corrections.lessons import pair
from games.rules.names import plain

Key = tuple[str, str]  # (kind, id)
Facts = dict[str, Any] | None

NUMBERED = re.compile(r"--(\d{1,2})$")


@dataclass
class _Names:
    """The names in use so far: those of the sheet, and of the tables read already."""

    places: dict[str, str]  # plain name → id
    routes: dict[str, dict[int, tuple[str, str]]] = field(default_factory=dict)
    """By pair of places and number: the id of a route and its colour."""
    tickets: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    """By pair of places and deck: ids."""


def align(
    board: Board, tables: Iterable[tuple[str, Mapping[Key, Facts]]]
) -> dict[str, dict[Key, Facts]]:
    """The findings of all tables (the earliest first), with the same id for the same thing."""
    names = _Names({plain(own): p.id for p in board.places for own in (*p.aliases, p.name)})
    for route in board.routes:
        slots = names.routes.setdefault(pair(route.a, route.b), {})
        slots[_number(route.id)] = (route.id, route.color)
    for ticket in board.tickets:
        by_pair = names.tickets.setdefault((pair(ticket.a, ticket.b), ticket.deck), [])
        by_pair.append(ticket.id)
    return {source: _aligned(names, board, findings) for source, findings in tables}


def _aligned(names: _Names, board: Board, findings: Mapping[Key, Facts]) -> dict[Key, Facts]:
    places = _place_ids(names, board, findings)
    aligned: dict[Key, Facts] = {}
    later: list[tuple[Key, dict[str, Any]]] = []
    for (kind, id), facts in findings.items():
        if facts is not None and "a" in facts:
            ends = {end: places.get(facts[end], facts[end]) for end in ("a", "b")}
            facts = {**facts, **ends}
        if kind in ("places", "spots"):
            aligned[(kind, places.get(id, id))] = facts
        elif facts is None or not facts.get("new"):
            aligned[(kind, id)] = facts
        else:
            later.append(((kind, id), facts))
    # What a table added is told apart from what it found on its sheet, whose ids are everybody's.
    _add_routes(names, aligned, [(id, facts) for (kind, id), facts in later if kind == "routes"])
    for (kind, id), facts in later:
        if kind == "tickets":
            _add_ticket(names, aligned, id, facts)
    return aligned


def _place_ids(names: _Names, board: Board, findings: Mapping[Key, Facts]) -> dict[str, str]:
    """The ids in use for places that a table added, by the id it gave them."""
    ids: dict[str, str] = {}
    for (kind, id), facts in findings.items():
        if kind == "places" and facts is not None:
            name = plain(facts["name"])
            if facts.get("new") and id not in board.place:
                ids[id] = names.places.setdefault(name, id)
            else:
                names.places.setdefault(name, id)
    return ids


def _number(route: str) -> int:
    """Which of several parallel routes an id names."""
    numbered = NUMBERED.search(route)
    return int(numbered.group(1)) if numbered else 1


def _add_routes(
    names: _Names, aligned: dict[Key, Facts], added: list[tuple[str, dict[str, Any]]]
) -> None:
    by_pair: dict[str, list[tuple[str, dict[str, Any]]]] = {}
    for id, facts in added:
        by_pair.setdefault(pair(facts["a"], facts["b"]), []).append((id, facts))
    for key, routes in by_pair.items():
        slots = names.routes.setdefault(key, {})
        own = {_number(id) for id, _facts in routes}
        # A table that adds the second of a double route has the first one on its sheet.
        taken = {n for n in range(1, max(own)) if n not in own}
        taken |= {n for n, (id, _color) in slots.items() if ("routes", id) in aligned}
        alike: list[tuple[str, dict[str, Any]]] = []
        others = []
        for id, facts in routes:
            free = (n for n, (_id, color) in slots.items() if n not in taken)
            same = next((n for n in sorted(free) if slots[n][1] == facts["color"]), None)
            if same is None:
                others.append((id, facts))
            else:
                taken.add(same)
                alike.append((slots[same][0], facts))
        for id, facts in others:
            number = next(n for n in (_number(id), *range(1, 100)) if n not in taken)
            taken.add(number)
            if number not in slots:
                slots[number] = (_route_id(slots, id, number), facts["color"])
            alike.append((slots[number][0], facts))
        for id, facts in alike:
            aligned[("routes", id)] = _in_direction(id, facts)


def _route_id(slots: Mapping[int, tuple[str, str]], id: str, number: int) -> str:
    """The id of a route in the direction of those parallel to it."""
    beside = next((NUMBERED.sub("", other) for other, _color in slots.values()), None)
    if beside is None:
        beside = NUMBERED.sub("", id)
    return beside if number == 1 else f"{beside}--{number}"


def _in_direction(id: str, facts: dict[str, Any]) -> dict[str, Any]:
    """From the end that its id names first."""
    if id.startswith(f"{facts['b']}--{facts['a']}"):
        return {**facts, "a": facts["b"], "b": facts["a"]}
    return facts


def _add_ticket(names: _Names, aligned: dict[Key, Facts], id: str, facts: dict[str, Any]) -> None:
    """Two places have one ticket of a deck, unless the same table has two: another value of it is
    another version. The one that was struck out for it is the same one."""
    alike = names.tickets.setdefault((pair(facts["a"], facts["b"]), facts["deck"]), [])
    for other in alike:
        if aligned.get(("tickets", other)) is None:
            aligned[("tickets", other)] = facts
            return
    alike.append(id)
    aligned[("tickets", id)] = facts
