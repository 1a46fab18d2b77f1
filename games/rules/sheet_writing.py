"""A Board back to its map sheet, as data and as text people can read and compare."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from games.rules.board import Board, Deck, Draw, Place, Route, Spot, Ticket, Variant
from games.rules.bonuses.base import Bonus

FORMAT = "stationmaster-map"
VERSION = 1


def dumps(board: Board) -> str:
    """The sheet as text: one place, route or ticket a line, so that changes read well in a diff."""
    return _dumped(write(board), "") + "\n"


def _dumped(fields: Mapping[str, object], indent: str) -> str:
    parts = []
    for key, value in fields.items():
        if key == "expansions" and isinstance(value, dict):
            written = _dumped(value, indent + "  ")
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            items = [indent + "    " + json.dumps(item, ensure_ascii=False) for item in value]
            written = "[\n" + ",\n".join(items) + f"\n{indent}  ]"
        else:
            written = json.dumps(value, ensure_ascii=False)
        parts.append(f"{indent}  {json.dumps(key)}: {written}")
    return "{\n" + ",\n".join(parts) + f"\n{indent}}}"


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
        **({"learnt": True} if board.learnt else {}),
        "canvas": _spot(board.canvas),
        "theme": board.theme,
        "duration": list(board.duration),
        "players": list(board.players),
        "player_colors": list(board.player_colors),
        "first_player": board.first_player,
        "vehicles": {"kind": board.vehicle, "each": board.vehicles_each},
        **({"stations": {"each": board.stations_each}} if board.stations_each else {}),
        "cards": dict(board.cards),
        "opening_hand": board.opening_hand,
        "points": {str(length): points for length, points in board.points.items()},
        "parallel_routes": {"closed_up_to": board.parallels_closed_up_to},
        "final_round": [
            {"id": e.id, "name": e.name, "at": e.at, "languages": list(e.languages)}
            for e in board.editions
        ],
        "ticket_decks": _write_decks(board.decks),
        "ticket_draws": {"opening": write_draw(board.opening), "turn": write_draw(board.turn)},
        "bonuses": _write_bonuses(board.bonuses),
        "tie_breaks": list(board.tie_breaks),
        "places": [write_place(place) for place in board.places],
        "routes": [write_route(route) for route in board.routes],
        "tickets": [write_ticket(ticket, board.decks) for ticket in board.tickets],
        **_write_expansions(board),
    }


def _write_decks(decks: tuple[Deck, ...]) -> list[dict[str, Any]]:
    return [{"id": deck.id, "name": deck.name, "size": deck.size} for deck in decks]


def _write_bonuses(bonuses: tuple[Bonus, ...]) -> list[dict[str, Any]]:
    return [{"kind": bonus.kind, **bonus.parameters()} for bonus in bonuses]


def _write_expansions(board: Board) -> dict[str, Any]:
    if not board.variants and not board.extra_tickets:
        return {}
    return {
        "expansions": {
            "tickets": [write_ticket(ticket, board.decks) for ticket in board.extra_tickets],
            "variants": [_write_variant(variant) for variant in board.variants],
        }
    }


def _write_variant(variant: Variant) -> dict[str, Any]:
    written = _present(
        {
            "id": variant.id,
            "name": variant.name,
            "names": dict(sorted(variant.names.items())),
            "tickets": list(variant.tickets),
            "points": dict(variant.points),
            "ticket_decks": _write_decks(variant.decks),
        }
    )
    if variant.opening and variant.turn:
        draws = {"opening": write_draw(variant.opening), "turn": write_draw(variant.turn)}
        written["ticket_draws"] = draws
    if variant.bonuses is not None:
        written["bonuses"] = _write_bonuses(variant.bonuses)
    return written if variant.verified is None else {**written, "verified": variant.verified}


def _plain(value: float) -> float:
    """576 rather than 576.0: how people write a coordinate."""
    return int(value) if value == int(value) else value


def _spot(spot: Spot | None) -> list[float] | None:
    return None if spot is None else [_plain(spot[0]), _plain(spot[1])]


def _present(fields: Mapping[str, object]) -> dict[str, Any]:
    return {key: value for key, value in fields.items() if value not in (None, {}, [])}


def write_draw(draw: Draw) -> dict[str, Any]:
    drawn = draw.draw if draw.mix is None else dict(draw.mix)
    return {"draw": drawn, "keep": draw.keep, "rejected": draw.rejected}


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
            "tables": place.tables or None,
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
            "tunnel": route.tunnel or None,
            "ferry": route.ferry or None,
            "verified": route.verified,
            "tables": route.tables or None,
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
            "tables": ticket.tables or None,
        }
    )
