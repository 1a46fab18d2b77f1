"""The log in words everybody may read: each line says what happened and gives away no ticket."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass

from games.rules.board import Board
from games.rules.events import (
    CardsDrawn,
    Event,
    GameEndedEarly,
    GameStarted,
    OpeningChosen,
    RouteClaimed,
    RouteCorrected,
    TicketsCounted,
    TicketsDrawn,
    TicketSettled,
    TicketsOffered,
    TicketsRevealed,
    TurnSkipped,
)
from games.rules.log import Entry, EntryCorrected, EntryUndone, Noted, in_force, started
from games.rules.text import Text, _, color_word, plural, text


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the public log. `seat` is whose entry it is; None where it is the table's."""

    number: int
    wire: str
    seat: int | None
    text: Text
    withdrawn: bool = False


def lines(board: Board, entries: Sequence[Entry], since: int = 0) -> tuple[Line, ...]:
    """The public log behind entry `since`, oldest first; what was undone or corrected stays, marked
    as withdrawn, and so does a correction that another one followed."""
    return lines_of(board, entries, entries[since:], withdrawn(entries))


def lines_of(
    board: Board, entries: Sequence[Entry], some: Iterable[Entry], withdrawn: Container[int]
) -> tuple[Line, ...]:
    """The lines of some entries, where it is known already which ones are withdrawn."""
    names = tuple(player.name for player in started(entries).players)
    scored = _scored(board, entries)
    found = []
    for entry in some:
        said = _words(board, names, entry, entries)
        if entry.number in scored:
            said = text("{line} {scored}", line=said, scored=scored[entry.number])
        seat = getattr(entry.fact, "seat", None)
        found.append(Line(entry.number, entry.fact.wire, seat, said, entry.number in withdrawn))
    return tuple(found)


def _scored(board: Board, entries: Sequence[Entry]) -> dict[int, Text]:
    """What claims in force put on the score track beside their own points, by the number of the
    line where each stands. It depends on the claims before them, so they are gone through."""
    bonuses = [bonus for bonus in board.bonuses if bonus.counted_at_once]
    if not bonuses:
        return {}
    stands_at = {e.fact.entry: e.number for e in entries if isinstance(e.fact, EntryCorrected)}
    memories = [bonus.start(board, started(entries)) for bonus in bonuses]
    found: dict[int, Text] = {}
    for number, event in in_force(entries):
        if not isinstance(event, RouteClaimed):
            continue
        for i, bonus in enumerate(bonuses):
            before = memories[i]
            memories[i] = bonus.claimed(before, board.route[event.route], event)
            said = bonus.scored(before, memories[i], event.seat)
            if said is not None:
                found[stands_at.get(number, number)] = said
    return found


def withdrawn(entries: Iterable[Entry]) -> frozenset[int]:
    """The entries that were undone or corrected, and corrections that another one followed."""
    found: set[int] = set()
    stands_at: dict[int, int] = {}  # where the latest correction of an entry is written
    for entry in entries:
        if isinstance(entry.fact, EntryUndone | EntryCorrected):
            target = entry.fact.entry
            found.add(stands_at.get(target, target))
            stands_at[target] = entry.number
    return frozenset(found)


def _words(board: Board, names: Sequence[str], entry: Entry, entries: Sequence[Entry]) -> Text:
    match entry.fact:
        case GameStarted():
            return text(_("The game begins: {players}."), players=", ".join(names))
        case EntryUndone(number, set_aside):
            look = entries[number - 1].fact
            if set_aside and isinstance(look, TicketsOffered):
                return plural(
                    "Entry {number} was undone. {player} has seen {count} ticket:"
                    " it stays set aside for {player}.",
                    "Entry {number} was undone. {player} has seen {count} tickets:"
                    " they stay set aside for {player}.",
                    len(look.tickets),
                    number=number,
                    player=names[look.seat],
                )
            return text(_("Entry {number} was undone."), number=number)
        case EntryCorrected(number, event):
            return text(
                _("Entry {number} was corrected: {line}"),
                number=number,
                line=words(board, names, event),
            )
        case Noted(note, seat):
            return text(NOTES[note], player="" if seat is None else names[seat])
        case event:
            return words(board, names, event)


NOTES = {
    "seat_reissued": _("A host gave {player} a new link; older ones no longer work."),
    "host_made": _("{player} is now a host."),
    "host_taken": _("{player} took over as host."),
    "tickets_opened": _("A host opened the tickets of {player}, who has no phone."),
    "secrets_opened": _("An administrator opened the secret tickets of this table."),
}


def words(board: Board, names: Sequence[str], event: Event) -> Text:
    """What an event tells everybody. Tickets are counted, never named, until they are revealed."""
    match event:
        case CardsDrawn(seat):
            return text(_("{player} draws cards."), player=names[seat])
        case TurnSkipped(seat):
            return text(_("The turn of {player} is skipped."), player=names[seat])
        case RouteClaimed():
            return _claim_words(board, names, event)
        case TicketsOffered(seat, _mix, tickets):
            return plural(
                "{player} draws {count} ticket.",
                "{player} draws {count} tickets.",
                len(tickets),
                player=names[seat],
            )
        case OpeningChosen(seat, kept) | TicketsDrawn(seat, kept):
            return _kept_words(names[seat], len(kept))
        case TicketsCounted(seat, count):
            return _kept_words(names[seat], count)
        case GameEndedEarly():
            return text(_("The game is ended early."))
        case TicketsRevealed(seat, kept):
            return plural(
                "{player} shows {count} ticket.",
                "{player} shows {count} tickets.",
                len(kept),
                player=names[seat],
            )
        case TicketSettled(ticket, seat):
            return text(
                _("The ticket {ticket} belongs to {player}."),
                ticket=board.ticket_name(board.ticket[ticket]),
                player=names[seat],
            )
        case RouteCorrected(route, color, length):
            return plural(
                "The sheet is corrected for this table: {route} is {color}, {count} space long.",
                "The sheet is corrected for this table: {route} is {color}, {count} spaces long.",
                length,
                route=board.ends_name(board.route[route]),
                color=color_word(color),
            )


def _kept_words(player: str, count: int) -> Text:
    return plural(
        "{player} keeps {count} ticket.",
        "{player} keeps {count} tickets.",
        count,
        player=player,
    )


def _claim_words(board: Board, names: Sequence[str], claim: RouteClaimed) -> Text:
    route = board.route[claim.route]
    said = plural(
        "{player} claims {route}: {count} point.",
        "{player} claims {route}: {count} points.",
        board.points[route.length],
        player=names[claim.seat],
        route=board.route_name(route),
    )
    for bonus in board.bonuses:
        said = bonus.told(said, route, claim)
    return said
