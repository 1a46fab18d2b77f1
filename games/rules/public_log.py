"""The log in words everybody may read: each line says what happened and reveals no ticket."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass

from games.rules.adjectives import colored
from games.rules.board import Board
from games.rules.corrections.words import naming, sheet_words
from games.rules.events import (
    CardsDrawn,
    Event,
    GameEndedEarly,
    GameStarted,
    OpeningChosen,
    PaperChecked,
    RouteClaimed,
    RouteCorrected,
    SheetCompared,
    StationBuilt,
    TicketEvent,
    TicketsAgreed,
    TicketsCounted,
    TicketsDrawn,
    TicketSettled,
    TicketsMended,
    TicketsOffered,
    TicketsRevealed,
    TunnelGivenUp,
    TurnSkipped,
)
from games.rules.log import (
    Entry,
    EntryCorrected,
    EntryUndone,
    Noted,
    filled_with,
    in_force,
    started,
)
from games.rules.text import Text, _, listed, plural, text


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the public log. `seat` is whose entry it is; None if it is the table's.

    `wire` says what happened; for a correction, what really did.
    """

    number: int
    wire: str
    seat: int | None
    text: Text
    withdrawn: bool = False
    filled: tuple[tuple[int, int], ...] = ()  # turns filled in for it: their numbers and seats
    corrects: int | None = None  # the entry in whose place it stands


def lines(board: Board, entries: Sequence[Entry], since: int = 0) -> tuple[Line, ...]:
    """The public log behind entry `since`, oldest first; what was undone or corrected stays, marked
    as withdrawn, and so does a correction that another one followed. Turns that were filled in
    stand in the line of the entry they were filled in for."""
    board = naming(board, (entry.fact for entry in entries))
    return lines_of(board, entries, entries[since:], withdrawn(entries))


def lines_of(
    board: Board, entries: Sequence[Entry], some: Sequence[Entry], withdrawn: Container[int]
) -> tuple[Line, ...]:
    """The lines of some entries, where it is known already which ones are withdrawn, and on the
    board that names all that was there at some time (`naming`)."""
    names = tuple(player.name for player in started(entries).players)
    claims = any(isinstance(entry.fact, RouteClaimed | EntryCorrected) for entry in some)
    scored = _scored(board, entries) if claims else {}
    lines = []
    for entry in some:
        if _in_a_later_line(entries, entry):
            continue
        sentence = _words(board, names, entry, entries)
        filled = _filled_before(entries, entry)
        sentence = _with_filled(sentence, names, entry, [seat for _number, seat in filled])
        if entry.number in scored:
            sentence = text("{line} {scored}", line=sentence, scored=scored[entry.number])
        correction = entry.fact if isinstance(entry.fact, EntryCorrected) else None
        fact = correction.event if correction else entry.fact
        lines.append(
            Line(
                entry.number,
                fact.wire,
                getattr(fact, "seat", None),
                sentence,
                withdrawn=entry.number in withdrawn,
                filled=tuple(filled),
                corrects=correction.entry if correction else None,
            )
        )
    return tuple(lines)


def _in_a_later_line(entries: Sequence[Entry], entry: Entry) -> bool:
    """Whether this is a turn that was filled in, and has not been corrected since."""
    if not isinstance(entry.fact, CardsDrawn) or entry.fact.filled < 2:
        return False
    return not any(
        isinstance(later.fact, EntryCorrected) and later.fact.entry == entry.number
        for later in entries[entry.number :]
    )


def _filled_before(entries: Sequence[Entry], entry: Entry) -> list[tuple[int, int]]:
    """The turns that were filled in for this entry and are part of its line: number and seat."""
    turns: list[tuple[int, int]] = []
    for earlier in reversed(entries[: entry.number - 1]):
        fact = earlier.fact
        if not isinstance(fact, CardsDrawn) or not filled_with(earlier.number, fact, entry.number):
            break
        if _in_a_later_line(entries, earlier):
            turns.insert(0, (earlier.number, fact.seat))
    return turns


def _with_filled(sentence: Text, names: Sequence[str], entry: Entry, before: Sequence[int]) -> Text:
    last_turn = isinstance(entry.fact, CardsDrawn) and entry.fact.filled == 1
    seats = (*before, entry.fact.seat) if isinstance(entry.fact, CardsDrawn) else tuple(before)
    players = listed(names[seat] for seat in seats)
    if last_turn:
        return text(_("All last turns taken. Filled in: {players} drew cards."), players=players)
    if before:
        return text(_("{line} Filled in: {players} drew cards."), line=sentence, players=players)
    return sentence


def _scored(board: Board, entries: Sequence[Entry]) -> dict[int, Text]:
    """What claims in force put on the score track beside their own points, by the number of the
    line where each stands. It depends on the claims before them, so they are gone through."""
    bonuses = [bonus for bonus in board.bonuses if bonus.counted_at_once]
    if not bonuses:
        return {}
    stands_at = {e.fact.entry: e.number for e in entries if isinstance(e.fact, EntryCorrected)}
    memories = [bonus.start(board, started(entries)) for bonus in bonuses]
    by_entry: dict[int, Text] = {}
    for number, event in in_force(entries):
        if not isinstance(event, RouteClaimed):
            continue
        for i, bonus in enumerate(bonuses):
            before = memories[i]
            memories[i] = bonus.claimed(before, board.route[event.route], event)
            sentence = bonus.scored(before, memories[i], event.seat)
            if sentence is not None:
                by_entry[stands_at.get(number, number)] = sentence
    return by_entry


def withdrawn(entries: Iterable[Entry]) -> frozenset[int]:
    """The entries that were undone or corrected, and corrections that another one followed."""
    numbers: set[int] = set()
    stands_at: dict[int, int] = {}  # where the latest correction of an entry is written
    for entry in entries:
        match entry.fact:
            case EntryUndone() as undone:
                targets = undone.withdrawn
            case EntryCorrected(number):
                targets = range(number, number + 1)
            case _other:
                continue
        for target in targets:
            numbers.add(stands_at.get(target, target))
            stands_at[target] = entry.number
    return frozenset(numbers)


def _words(board: Board, names: Sequence[str], entry: Entry, entries: Sequence[Entry]) -> Text:
    match entry.fact:
        case GameStarted():
            return text(_("The game begins: {players}."), players=listed(names))
        case EntryUndone(number, set_aside, first):
            look = entries[number - 1].fact
            undone = _words(board, names, entries[number - 1], entries)
            if set_aside and isinstance(look, TicketsOffered):
                return plural(
                    "Undone: {line} {player} has seen it, so it stays set aside for {player}.",
                    "Undone: {line} {player} has seen them, so they stay set aside for {player}.",
                    len(look.tickets),
                    line=undone,
                    player=names[look.seat],
                )
            if first is not None:
                return text(_("Undone, with the missed turns before it: {line}"), line=undone)
            return text(_("Undone: {line}"), line=undone)
        case EntryCorrected(_number, event):
            return text(_("Corrected: {line}"), line=words(board, names, event))
        case Noted(note, seat):
            return text(NOTES[note], player="" if seat is None else names[seat])
        case event:
            return words(board, names, event)


NOTES = {
    "seat_reissued": _("A host gave {player} a new link. Older ones no longer work."),
    "host_made": _("{player} is now a host."),
    "host_taken": _("{player} took over as host."),
    "tickets_opened": _("A host opened the tickets of {player}, who has no phone."),
    "board_corrected": _(
        "There’s a corrected version of this board. A host can use it here, under “Table”."
    ),
    "secrets_opened": _("An administrator looked at this table’s secret tickets."),
}


def words(board: Board, names: Sequence[str], event: Event) -> Text:
    """The sentence for an event."""
    board = naming(board, (event,))
    if isinstance(event, TicketEvent):
        return _ticket_words(board, names, event)
    match event:
        case CardsDrawn(seat):
            return text(_("{player} draws cards."), player=names[seat])
        case TurnSkipped(seat):
            return text(_("{player}’s turn is skipped."), player=names[seat])
        case RouteClaimed():
            return _claim_words(board, names, event)
        case TunnelGivenUp(seat, route):
            return text(
                _("{player} gives up the tunnel {route}."),
                player=names[seat],
                route=board.route_name(board.route[route]),
            )
        case StationBuilt(seat, place):
            return text(
                _("{player} builds a station in {place}."),
                player=names[seat],
                place=board.place[place].name,
            )
        case GameEndedEarly():
            return text(_("The game was ended early."))
        case RouteCorrected(route, color, length):
            return plural(
                "Corrected for this table: {route} is {color}, {count} space long.",
                "Corrected for this table: {route} is {color}, {count} spaces long.",
                length,
                route=board.ends_name(board.route[route]),
                color=colored(color, "route is"),
            )
        case SheetCompared(_facts, version) if version:
            return text(
                _("The board was corrected: this table now uses version {version} of the sheet."),
                version=version,
            )
        case SheetCompared(facts):
            return plural(
                "The sheet was compared with the printed board: {count} thing noted.",
                "The sheet was compared with the printed board: {count} things noted.",
                len(facts),
            )
        case fact:
            return sheet_words(board, fact)


def _ticket_words(board: Board, names: Sequence[str], event: TicketEvent) -> Text:
    """Tickets are counted, never named, until they are revealed."""
    match event:
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
        case TicketsRevealed(seat, kept):
            return plural(
                "{player} shows {count} ticket.",
                "{player} shows {count} tickets.",
                len(kept),
                player=names[seat],
            )
        case PaperChecked(seat):
            return text(_("{player} has checked their paper tickets."), player=names[seat])
        case TicketsAgreed(seat, count):
            return plural(
                "A host set {player}’s hand to {count} ticket.",
                "A host set {player}’s hand to {count} tickets.",
                count,
                player=names[seat],
            )
        case TicketsMended(seat, held):
            return plural(
                "{player} fixes their paper tickets and holds {count} ticket.",
                "{player} fixes their paper tickets and holds {count} tickets.",
                len(held),
                player=names[seat],
            )
        case TicketSettled(ticket, seat, losers) if losers:
            return text(
                _("The ticket {ticket} belongs to {player}, not to {others}."),
                ticket=board.ticket_name(board.ticket[ticket]),
                player=names[seat],
                others=listed(names[loser] for loser in losers),
            )
        case TicketSettled(ticket, seat):
            return text(
                _("The ticket {ticket} belongs to {player}."),
                ticket=board.ticket_name(board.ticket[ticket]),
                player=names[seat],
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
    sentence = plural(
        "{player} claims {route}: {count} point.",
        "{player} claims {route}: {count} points.",
        board.points[route.length],
        player=names[claim.seat],
        route=board.route_name(route),
    )
    if claim.tunnel:
        extra = plural(
            "The tunnel costs {count} extra card.",
            "The tunnel costs {count} extra cards.",
            claim.tunnel,
        )
        sentence = text("{line} {extra}", line=sentence, extra=extra)
    for bonus in board.bonuses:
        sentence = bonus.describe_claim(sentence, route, claim)
    return sentence
