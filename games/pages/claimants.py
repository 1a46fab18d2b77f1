"""The seats that a sheet can log a turn for: one's own at any time, or the player to move."""

from dataclasses import dataclass

from games.access.audience import Audience
from games.models import Seat, Table
from games.rules import missed_turns
from games.rules.state import Phase, State
from games.rules.text import Text


@dataclass(frozen=True, slots=True)
class Claimant:
    """A seat that a turn can be logged for; `missed` are those whose turns are filled in for it."""

    seat: int
    name: str
    color: str
    mine: bool
    missed: Text | None
    missed_count: int
    phoneless_mover: bool = False  # somebody has to log this turn for its player


def claimants(audience: Audience, state: State, asked: int | None = None) -> list[Claimant]:
    """The seats a turn can be logged for from here, the likeliest first.

    That's the requested seat, otherwise a player without a phone whose turn it is, because
    somebody has to log it for them; otherwise one's own, even if a turn before it hasn't been
    logged yet.
    """
    phoneless = {seat.number for seat in audience.snapshot.seats if seat.phoneless}
    me = audience.seat.number if audience.seat else None
    seats = [
        seat
        for seat in range(len(state.players))
        if audience.may_log_for(seat) and state.turns_left(seat) != 0
    ]

    def likely(seat: int) -> tuple[bool, bool, bool, int]:
        mover = seat == state.to_move
        return (
            seat != asked,
            not (mover and seat in phoneless),
            seat != me and not (me is None and mover),
            (seat - state.to_move) % len(state.players),
        )

    return [
        _claimant(state, seat, me, phoneless=seat in phoneless)
        for seat in sorted(seats, key=likely)
    ]


def own_turn(audience: Audience, state: State) -> Claimant | None:
    """One's own next turn; None on the screen, before the first turn and after one's last."""
    return next((one for one in _candidates(audience, state) if one.mine), None)


def without_phone(audience: Audience, state: State) -> list[tuple[Claimant, Seat]]:
    """The players without a phone whose tickets can be drawn from here.

    With paper tickets only the number is logged; dealt tickets are shown on a host's phone.
    """
    if audience.table.tickets == Table.Tickets.DEALT and not audience.host:
        return []
    seats = {seat.number: seat for seat in audience.snapshot.seats if seat.phoneless}
    return [(one, seats[one.seat]) for one in _candidates(audience, state) if one.seat in seats]


def _candidates(audience: Audience, state: State) -> list[Claimant]:
    return claimants(audience, state) if state.phase is Phase.TURNS else []


def _claimant(state: State, seat: int, me: int | None, *, phoneless: bool) -> Claimant:
    player = state.players[seat]
    return Claimant(
        seat,
        player.name,
        player.color,
        seat == me,
        missed_turns.missed_names(state, seat),
        len(missed_turns.missed(state, seat)),
        phoneless_mover=phoneless and seat == state.to_move,
    )
