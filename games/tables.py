"""Tables in play: services that write the log and selectors that read it.

Every write names the entry it saw and the form it came from: a form made from an older state is
refused, a form sent twice acts once, and of two people acting at once one is told why not.
"""

import random
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock

from django.db import transaction

from games import sheets
from games.announcing import announce
from games.models import Entry as EntryRow
from games.models import Seat, Table
from games.refusals import Refused, Stale
from games.rules import chronicle, engine, log, wire
from games.rules.actions import Action, CorrectRoute, Player, StartGame, TicketSource
from games.rules.board import Board
from games.rules.bonuses.passengers import Passengers
from games.rules.events import Event, TicketsDrawn, TicketsOffered
from games.rules.log import Entry, EntryCorrected, EntryUndone, Fact, Noted
from games.rules.state import Phase, State
from games.rules.words import _

LUCK = random.SystemRandom()


# -- Reading --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Game:
    """A table's log and the state folded from it.

    `number` is the latest entry that matters to the game: forms name it as what they saw.
    """

    entries: tuple[Entry, ...]
    state: State

    @property
    def number(self) -> int:
        return next(e.number for e in reversed(self.entries) if not isinstance(e.fact, Noted))

    @property
    def last(self) -> int:
        return self.entries[-1].number


class _Games:
    """Games folded lately in this process. Entries never change, so only the end can be missing."""

    def __init__(self, most: int = 500) -> None:
        self.most = most
        self._known: OrderedDict[str, Game] = OrderedDict()
        self._lock = Lock()

    def get(self, table_key: str) -> Game | None:
        with self._lock:
            return self._known.get(table_key)

    def put(self, table_key: str, game: Game) -> None:
        with self._lock:
            self._known[table_key] = game
            self._known.move_to_end(table_key)
            while len(self._known) > self.most:
                self._known.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._known.clear()


games = _Games()


def game_of(table: Table) -> Game:
    """The game as committed. Raises LookupError at a table that has not started."""
    game = _current(table)
    games.put(table.key, game)
    return game


def _current(table: Table) -> Game:
    known = games.get(table.key)
    after = known.last if known else 0
    rows = table.entries.filter(number__gt=after).order_by("number")
    news = tuple(Entry(row.number, wire.unpack(row.wire, row.payload)) for row in rows)
    if known is None:
        if not news:
            raise LookupError("the game has not started")
        return Game(news, log.fold(sheets.board_of(table.sheet), news))
    return extended(known, news)


def extended(game: Game, news: Sequence[Entry]) -> Game:
    """The game with further entries; folded anew only if one of them withdraws an earlier one."""
    if not news:
        return game
    entries = (*game.entries, *news)
    if any(isinstance(entry.fact, EntryUndone | EntryCorrected) for entry in news):
        return Game(entries, log.fold(game.state.sheet, entries))
    facts = (entry.fact for entry in news)
    events = (fact for fact in facts if isinstance(fact, Event))
    return Game(entries, engine.evolve_all(game.state, events))


# -- Writing --------------------------------------------------------------------------------------


@contextmanager
def changing(table: Table, *, closed_too: bool = False) -> Iterator[Table]:
    """One change at a time per table; whoever listens is told once it is committed."""
    with transaction.atomic():
        row = Table.objects.select_for_update().select_related("sheet").get(pk=table.pk)
        if row.stage == Table.Stage.CLOSED and not closed_too:
            raise Refused("closed", _("This table is closed."))
        yield row
        row.revision += 1
        row.save()
        announce(row)


def append(
    *, table: Table, facts: Sequence[Fact], after: int, by: Seat | None = None, request: str = ""
) -> list[Entry]:
    """Add entries behind entry number `after`. The database refuses a number given twice."""
    entries = [Entry(number, fact) for number, fact in enumerate(facts, start=after + 1)]
    rows = []
    for entry in entries:
        name, payload = wire.pack(entry.fact)
        first = entry is entries[0]
        rows.append(
            EntryRow(
                table=table,
                number=entry.number,
                wire=name,
                payload=payload,
                by=by,
                request=(request or None) if first else None,
            )
        )
    EntryRow.objects.bulk_create(rows)
    return entries


def _write(table: Table, game: Game, facts: Sequence[Fact], by: Seat | None, request: str) -> Game:
    entries = append(table=table, facts=facts, after=game.last, by=by, request=request)
    after = extended(game, entries)
    transaction.on_commit(lambda: games.put(table.key, after))
    return after


def _done_before(table: Table, request: str) -> bool:
    return bool(request) and table.entries.filter(request=request).exists()


def _check_seen(game: Game, seen: int | None) -> None:
    if seen is not None and seen != game.number:
        last = chronicle.lines(game.state.board, game.entries, since=game.last - 1)[-1]
        raise Stale("stale", _("Meanwhile: {line} Please look again."), line=last.text)


def act(
    *, table: Table, action: Action, by: Seat | None, request: str = "", seen: int | None = None
) -> None:
    """Do what somebody asks, if the rules allow it. Raises RuleViolation or Refused.

    `seen` is None where others' entries cannot matter, such as the opening choice of tickets.
    """

    def decide(_row: Table, game: Game) -> Sequence[Fact]:
        return engine.decide(game.state, action)

    _log(table, decide, by, request, seen)


def _log(
    table: Table,
    decide: Callable[[Table, Game], Sequence[Fact]],
    by: Seat | None,
    request: str,
    seen: int | None,
) -> None:
    """Write what is decided on the state as it is: once per form, and only on what was seen."""
    with changing(table) as row:
        if _done_before(row, request):
            return
        game = _playing(row)
        _check_seen(game, seen)
        _write(row, game, decide(row, game), by, request)


def _playing(row: Table) -> Game:
    if row.stage != Table.Stage.PLAYING:
        raise Refused("not_started", _("The game has not started yet."))
    return _current(row)


def undo(
    *, table: Table, by: Seat | None, host: bool, request: str = "", seen: int | None = None
) -> None:
    """Withdraw the latest entry: its author may, and a host; seen tickets only a host."""

    def decide(row: Table, game: Game) -> Sequence[Fact]:
        undone = log.decide_undo(game.entries)
        if not host:
            entry = row.entries.get(number=undone.entry)
            if by is None or entry.by_id != by.pk:
                raise Refused(
                    "not_allowed", _("Only who logged the last entry, or a host, can undo it.")
                )
            if isinstance(_fact(game, undone.entry), TicketsOffered | TicketsDrawn):
                raise Refused(
                    "not_allowed", _("Tickets that were looked at can be undone by a host only.")
                )
        row.reveal_step = 0
        return [undone]

    _log(table, decide, by, request, seen)


def _fact(game: Game, number: int) -> Fact:
    return game.entries[number - 1].fact


def correct(
    *,
    table: Table,
    number: int,
    replacement: Event,
    by: Seat | None,
    request: str = "",
    seen: int | None = None,
) -> None:
    """Replace an earlier entry; the rest of the game is decided again on top of it."""

    def decide(row: Table, game: Game) -> Sequence[Fact]:
        corrected = log.decide_correction(game.state.sheet, game.entries, number, replacement)
        row.reveal_step = 0
        return [corrected]

    _log(table, decide, by, request, seen)


def state_before(game: Game, number: int) -> State:
    """The state on which an earlier entry was decided."""
    state = engine.start(game.state.sheet, log.started(game.entries))
    earlier = (event for found, event in log.in_force(game.entries) if found < number)
    return engine.evolve_all(state, earlier)


def decided_at(game: Game, number: int, action: Action) -> Event:
    """What an action would have become in the place of an earlier entry. Raises RuleViolation."""
    return engine.decide(state_before(game, number), action)[0]


def correct_route(
    *,
    table: Table,
    route: str,
    color: str,
    length: int,
    by: Seat | None,
    request: str = "",
    seen: int | None = None,
) -> None:
    """Play on with what the printed board says of a route, at this table only."""
    board = sheets.board_of(table.sheet)
    found = board.route.get(route)
    if found is not None and sheets.is_verified(board, found):
        raise Refused(
            "verified",
            _("This route was compared with the printed board, so it is not changed here."),
        )
    action = CorrectRoute(route, color, length)
    act(table=table, action=action, by=by, request=request, seen=seen)


def open_secrets(*, table: Table) -> Game:
    """Everything about a game that is not over, for an administrator: the table's log tells it."""
    with changing(table, closed_too=True) as row:
        try:
            game = _current(row)
        except LookupError:
            raise Refused("not_started", _("The game has not started yet.")) from None
        return _write(row, game, [Noted("secrets_opened")], None, "")


def note(*, table: Table, note: str, about: Seat, by: Seat | None) -> None:
    """Tell everybody something that changes nothing in the game. Within `changing`."""
    if table.stage == Table.Stage.PLAYING:
        _write(table, _current(table), [Noted(note, about.number)], by, "")


def step_reveal(*, table: Table, step: int) -> None:
    """Show so many steps of the reveal. Naming the step makes a second tap harmless."""
    with changing(table) as row:
        game = _playing(row)
        if game.state.phase is not Phase.OVER:
            raise Refused("not_over", _("Not all tickets are known yet."))
        row.reveal_step = max(0, min(step, 10_000))


# -- The start ------------------------------------------------------------------------------------


def start(*, table: Table, by: Seat | None, request: str = "") -> None:
    """Begin the game with the seats as they are. The luck of it is drawn here and recorded."""
    with changing(table) as row:
        if row.stage != Table.Stage.LOBBY:
            return
        board = sheets.board_of(row.sheet)
        seats = _in_turn_order(row, board)
        least, most = board.players
        if not least <= len(seats) <= most:
            raise Refused(
                "players",
                _("{map} is for {least} to {most} players."),
                map=board.name,
                least=least,
                most=most,
            )
        for number, seat in enumerate(seats):
            seat.number = number
            seat.save(update_fields=["number"])
        started, offers = engine.begin(board, _start_action(row, board, seats))
        row.stage = Table.Stage.PLAYING
        append(table=row, facts=(started, *offers), after=0, by=by, request=request)


def _in_turn_order(table: Table, board: Board) -> list[Seat]:
    """Clockwise from the first player: the one the table named, or one drawn by lot."""
    seats = list(table.seats.order_by("position"))
    if not seats:
        return seats
    first = next((i for i, seat in enumerate(seats) if seat.pk == table.first_seat_id), None)
    if first is None:
        first = LUCK.randrange(len(seats)) if board.first_player == "random" else 0
    return seats[first:] + seats[:first]


def _start_action(table: Table, board: Board, seats: Sequence[Seat]) -> StartGame:
    dealt = table.tickets == Table.Tickets.DEALT
    decks = tuple(
        tuple(LUCK.sample(board.deck_tickets[deck.id], len(board.deck_tickets[deck.id])))
        for deck in board.decks
    )
    return StartGame(
        players=tuple(
            Player(seat.name, seat.color, at_reveal=seat.phoneless and not dealt) for seat in seats
        ),
        final_round_at=table.final_round_at,
        tickets=TicketSource.DEALT if dealt else TicketSource.PAPER,
        decks=decks if dealt else (),
        passengers=_passengers(table, board),
    )


def _passengers(table: Table, board: Board) -> dict[str, tuple[str, ...]] | None:
    bonus = next((bonus for bonus in board.bonuses if isinstance(bonus, Passengers)), None)
    if bonus is None or table.passengers == Table.Passengers.UNTRACKED:
        return None
    if table.passengers == Table.Passengers.TYPED:
        return {place: tuple(colors) for place, colors in table.placed.items()}
    bag = [color for color, count in bonus.bag.items() for _passenger in range(count)]
    LUCK.shuffle(bag)
    return {
        place.id: tuple(bag.pop() for _passenger in range(place.passengers))
        for place in board.places
        if place.passengers
    }


def luck(tickets: int) -> tuple[float, ...]:
    """Numbers from 0 to below 1, for tickets that are shuffled back into a deck."""
    return tuple(LUCK.random() for _ticket in range(tickets))
