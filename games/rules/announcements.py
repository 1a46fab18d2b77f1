"""What is announced at once: a bonus that somebody completes, the last round and, on one phone
only, a ticket that has just been completed."""

from __future__ import annotations

from games.rules.bonuses.base import Announcement
from games.rules.network import Network
from games.rules.state import Phase, State
from games.rules.stations import best_use, borrowed
from games.rules.text import _, text


def announcements(before: State, after: State) -> tuple[Announcement, ...]:
    """What is new in `after` and worth announcing, from what everybody may see."""
    if after.phase is not Phase.TURNS or before.phase is not Phase.TURNS or before is after:
        return ()
    new = [
        announced
        for bonus, was, now in zip(
            after.board.bonuses, before.memories, after.memories, strict=True
        )
        for seat in range(len(after.players))
        if (announced := bonus.announced((before, was), (after, now), seat))
    ]
    if after.final_round and not before.final_round:
        seat = after.final_round.fired_by
        worth = text(
            _("Started by {player}. Everyone gets one more turn."), player=after.name(seat)
        )
        new.append(Announcement(text(_("Last round")), worth, seat))
    return tuple(new)


def just_completed(before: State, after: State, seat: int) -> int:
    """How many tickets of a seat have just been completed: for its own phone alone."""
    was, now = before.hands[seat], after.hands[seat]
    if was.routes is now.routes and not now.stations:
        return 0
    held = set(was.tickets) & set(now.tickets)
    return len((completed(after, seat) - completed(before, seat)) & held)


def completed(state: State, seat: int) -> set[str]:
    """The tickets of a seat that its routes join, with what its stations borrow."""
    hand, board = state.hands[seat], state.seen_by(seat)
    network = Network(state.board, (*hand.routes, *borrowed(best_use(state, seat))))
    tickets = (board.ticket[id] for id in hand.tickets)
    return {ticket.id for ticket in tickets if network.joins(ticket.a, ticket.b)}
