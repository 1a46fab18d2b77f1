"""Empty boards: a name, pieces and bonuses. The table that plays on one draws its places, routes
and tickets.

The sheet is offered to nobody else until what was learnt is kept (`findings.publish`).
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction

from games.folding import folded
from games.maps import drafts, library
from games.models import MapSheet
from games.refusals import Refused
from games.rules import checks, sheet
from games.rules.board import WILD, Board
from games.rules.bonuses import KINDS
from games.rules.bonuses.base import Bonus
from games.rules.names import new_id
from games.rules.reading import Malformed
from games.rules.text import _

COLORS = ("black", "blue", "green", "orange", "pink", "purple", "red", "white", "yellow")
POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 7: 18, 8: 21, 9: 27}
TICKETS = 60  # in the box: nobody has counted them
LAST_ROUND_AT = 2


@dataclass(frozen=True, slots=True)
class Draws:
    """How many tickets are drawn and kept at the start and on a turn. Default: as in most boxes."""

    opening: tuple[int, int] = (3, 2)
    turn: tuple[int, int] = (3, 1)


USUAL = Draws()


def offered_bonuses() -> list[type[Bonus]]:
    """The bonuses that an empty board can have: those that need nothing of its places."""
    return [
        bonus
        for bonus in KINDS.values()
        if bonus.place_field is None
        and bonus.editable
        and all(parameter.shape in ("number", "colors") for parameter in bonus.editable)
    ]


def fresh(kind: type[Bonus]) -> Bonus:
    """A bonus with the numbers its form fields begin with."""
    numbers = {
        parameter.name: COLORS[: parameter.fresh]
        if parameter.shape == "colors"
        else parameter.fresh
        for parameter in kind.editable
    }
    return kind(**numbers)


def make(
    *,
    name: str,
    vehicle: str,
    vehicles: int,
    stations: int = 0,
    draws: Draws = USUAL,
    last_round_at: int = LAST_ROUND_AT,
    bonuses: Sequence[Mapping[str, Any]] = (),
) -> MapSheet:
    """The sheet of an empty board, for the table that opens on it. Refused where something does
    not fit; the code says which field of a form it is about."""
    name = " ".join(name.split())
    if any(folded(row.name) == folded(name) for row in library.published()):
        raise Refused("name", _("There’s already a map called {name}."), name=name)
    for _attempt in range(5):
        taken = set(MapSheet.objects.values_list("slug", flat=True))
        slug = new_id(name, taken | set(library.bundled_slugs()))
        board, problems = checks.read_and_check(
            _data(slug, name, vehicle, vehicles, stations, draws, last_round_at, bonuses)
        )
        if board is None:
            field = "bonuses" if problems[0].where.startswith("bonuses") else "name"
            raise Refused(field, problems[0].text)
        stored = MapSheet(slug=slug, version=1, state=MapSheet.State.RETIRED)
        library.fill(stored, board)
        try:
            with transaction.atomic():
                stored.save()
        except IntegrityError:  # somebody else has just made one of this name
            continue
        return stored
    raise Refused("name", _("There’s already a map called {name}."), name=name)


def carried(stored: MapSheet) -> dict[str, Any]:
    """What a file says of the sheet: all of it if it was drawn here, because nobody elsewhere has
    it, else nothing."""
    if not json.loads(stored.settings or "{}").get("learnt"):
        return {}
    return {"sheet": sheet.write(library.board_of(stored))}


def carried_in(data: object, slug: str) -> Board | None:
    """The drawn sheet that a file brings along. Raises Malformed if it can't be used."""
    given = data.get("sheet") if isinstance(data, dict) else None
    if not isinstance(given, dict) or given.get("slug") != slug or given.get("learnt") is not True:
        return None
    board, problems = checks.read_and_check(given)
    if board is None:
        raise Malformed(f"sheet.{problems[0].where}".rstrip("."), problems[0].text)
    return board


def unsaved(board: Board) -> MapSheet:
    """The first version of a sheet that came in a file; it is offered to nobody."""
    stored = MapSheet(slug=board.slug, version=1, state=MapSheet.State.RETIRED)
    library.fill(stored, board)
    return stored


def keep(stored: MapSheet, board: Board) -> MapSheet:
    """Save such a sheet with its game, unless another game has just brought the same."""
    there = library.versions(stored.slug).filter(checksum=stored.checksum).first()
    if there is not None:
        return there
    stored.version = library.next_version(stored.slug)
    stored.save()
    library.write_rows(stored, board)
    return stored


def _data(
    slug: str,
    name: str,
    vehicle: str,
    vehicles: int,
    stations: int,
    draws: Draws,
    last_round_at: int,
    bonuses: Sequence[Mapping[str, Any]],
) -> dict[str, Any]:
    data = {
        **drafts.blank(slug, name),
        "learnt": True,
        "canvas": [1200, 800],
        "duration": [30, 60],
        "players": [2, 5],
        "vehicles": {"kind": vehicle, "each": vehicles},
        "cards": {WILD: 14, **dict.fromkeys(COLORS, 12)},
        "opening_hand": 4,
        "points": {str(length): points for length, points in POINTS.items() if length <= vehicles},
        "ticket_decks": [{"id": "tickets", "name": "Tickets", "size": TICKETS}],
        "ticket_draws": {
            when: {"draw": draw, "keep": keep, "rejected": "bottom"}
            for when, (draw, keep) in (("opening", draws.opening), ("turn", draws.turn))
        },
        "bonuses": [dict(bonus) for bonus in bonuses],
    }
    (edition,) = data["final_round"]
    edition["at"] = min(last_round_at, vehicles - 1)
    if stations:
        data["stations"] = {"each": stations}
    return data
