"""Settings that any sheet could have, in place of those that cannot be read: the rest of a sheet is
looked at all the same. They allow as much as a sheet may say."""

from typing import Any, Final

from games.rules.sheet_writing import FORMAT, VERSION

_DRAW: Final = {"draw": 1, "keep": 1, "rejected": "bottom"}

STAND_INS: Final[dict[str, Any]] = {
    "format": FORMAT,
    "version": VERSION,
    "slug": "map",
    "name": "Map",
    "year": 2000,
    "verified": False,
    "notes": "",
    "canvas": [10_000, 10_000],
    "theme": "plain",
    "duration": [1, 1],
    "players": [2, 2],
    "player_colors": ["red", "blue"],
    "first_player": "random",
    "vehicles": {"kind": "wagon", "each": 99},
    "cards": {"wild": 99},
    "opening_hand": 1,
    "points": {str(length): 1 for length in range(1, 100)},
    "parallel_routes": {"closed_up_to": 2},
    "final_round": [{"id": "standard", "name": "Standard", "at": 0, "languages": []}],
    "ticket_decks": [{"id": "tickets", "name": "Tickets", "size": 1}],
    "ticket_draws": {"opening": _DRAW, "turn": _DRAW},
    "bonuses": [],
    "tie_breaks": [],
}
