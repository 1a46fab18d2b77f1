"""The state of the map on a page: owners of routes, pieces at places, and corrections."""

import json
import zlib
from collections.abc import Mapping
from typing import Any

from games.pages import results
from games.rules.board import Board
from games.rules.reveal import RevealView
from games.rules.state import State
from games.rules.views import ScreenView


def map_state(view: ScreenView, reveal: RevealView | None, state: State) -> dict[str, Any]:
    """The changing state of the drawing; the drawing itself is sent once."""
    story = results.on_the_map(view, reveal, state) if reveal else {}
    return {
        "owners": {route: view.seats[seat].color for route, seat in view.owners.items()},
        "stations": {place: view.seats[seat].color for place, seat in view.stations.items()},
        "closed": sorted(view.closed),
        "waiting": None
        if view.lying is None
        else {place: list(colors) for place, colors in view.lying.items()},
        "lit": story.get("lit", []),
        "gap": story.get("gap", []),
        "ends": story.get("ends", []),
    }


def map_wire(state: Mapping[str, Any], board: Board) -> str:
    """The map's state in a short form, sent with every claim: routes and places by number.

    `readState` in static/js/board/board.js reads it.
    """
    number = {route.id: i for i, route in enumerate(board.routes)}
    owned: dict[str, list[int]] = {}
    for route, color in state["owners"].items():
        owned.setdefault(color, []).append(number[route])
    waiting = state["waiting"]
    spot = {place.id: i for i, place in enumerate(board.places)}
    built: dict[str, list[int]] = {}
    for place, color in state["stations"].items():
        built.setdefault(color, []).append(spot[place])
    wire = {
        "owned": owned,
        **({"built": built} if built else {}),
        "closed": [number[route] for route in state["closed"]],
        "lit": [number[route] for route in state["lit"]],
        "gap": [number[route] for route in state["gap"]],
        "ends": state["ends"],
        # A map with no pieces left isn't the same as a map that never has any.
        "waiting": None
        if waiting is None
        else [waiting.get(place.id, []) for place in board.places],
    }
    return json.dumps(wire, ensure_ascii=False, separators=(",", ":"))


def corrected(state: State) -> str:
    """A short text that changes whenever this table corrects its sheet, so that open pages redraw
    the map."""
    if state.board is state.sheet:
        return ""
    old, new = _drawn(state.sheet), _drawn(state.board)
    gone = sorted(id for id in old if id not in new)
    changes = " ".join(
        [*(item for id, item in new.items() if old.get(id) != item), *(f"-{id}" for id in gone)]
    )
    # It's sent with every change, so a board drawn at the table gets just a number.
    return changes if len(changes) < 120 else f"{zlib.crc32(changes.encode()):08x}"


def _drawn(board: Board) -> dict[str, str]:
    """The drawn items of a board, by id; public."""
    return {
        **{route.id: f"{route.id}:{route.color}:{route.length}" for route in board.routes},
        **{p.id: f"{p.id}:{p.name}:{p.x:g}:{p.y:g}" for p in board.places},
    }
