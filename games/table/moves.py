"""Tables in play: services that write the log and selectors that read it.

Every write names the entry it saw and the form it came from: a form made from an older state is
refused, a form sent twice acts once, and of two people acting at once one is told why not.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from copy import copy
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from threading import RLock

from django.db import OperationalError, connection, transaction
from django.db.models import Max, Min
from django.utils import timezone

from games import metrics
from games.lru import Memory
from games.maps import library
from games.models import Entry as EntryRow
from games.models import Seat, Table
from games.refusals import Refused, Stale
from games.rules import codec, engine, log, public_log
from games.rules.actions import Action, CorrectRoute, Player, StartGame, TicketSource
from games.rules.board import Board
from games.rules.bonuses import drawn_setup
from games.rules.bonuses.base import SetUp
from games.rules.events import Event
from games.rules.log import Entry, EntryCorrected, EntryUndone, Fact, Noted
from games.rules.reveal import reveal_view
from games.rules.state import Phase, State
from games.rules.text import Text, _
from games.rules.violations import RuleViolation
from games.table import codes, index, series
from games.table.notify import announce

LUCK = random.SystemRandom()


# -- Reading --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Written:
    """When an entry was written, and from which seat's phone."""

    at: datetime
    by: int | None


@dataclass(frozen=True)
class Game:
    """A table's log and the state folded from it; `written` has one item per entry.

    `number` is the latest entry that matters to the game: forms name it as what they saw.
    """

    entries: tuple[Entry, ...]
    state: State
    written: tuple[Written, ...]

    @property
    def number(self) -> int:
        return next(e.number for e in reversed(self.entries) if not isinstance(e.fact, Noted))

    @property
    def last(self) -> int:
        return self.entries[-1].number

    # Both are handed on from entry to entry (see `extended`): a log of a thousand lines must not
    # cost more than one of ten.

    @cached_property
    def in_force(self) -> tuple[int, Event] | None:
        """The latest event that counts, with the number of the entry it stands for."""
        events = log.in_force(self.entries)
        return events[-1] if events else None

    @cached_property
    def withdrawn(self) -> frozenset[int]:
        return public_log.withdrawn(self.entries)


@dataclass(frozen=True, slots=True)
class Moment:
    """A table, its seats and its game (None before the start), all of one revision."""

    table: Table
    seats: tuple[Seat, ...]
    game: Game | None


moments: Memory[str, Moment] = Memory(most=500)


def _place(table: Table) -> str:
    """Where a table is remembered; elsewhere once its log was rewritten (`player_names.py`)."""
    return f"{table.key}.{table.rewritten}"


def moment(table: Table) -> Moment:
    """The table as committed, at least as new as this row: whoever asks has just read it."""
    known = remembered(table)
    while known is None or known.table.revision < table.revision:
        table = fresh(table)
        seats = tuple(table.seats.order_by("position"))
        game = (
            None
            if table.stage == Table.Stage.LOBBY
            else _read(table, known.game if known else None)
        )
        now = Moment(table, seats, game)
        # All of it was read at one revision, or it is read again.
        if Table.objects.filter(pk=table.pk, revision=table.revision).exists():
            moments.put(_place(table), now)
            return now
    return known


def at(code: str) -> Moment | None:
    """The open table with this code. What this process remembers is read again only if it has
    changed: most requests ask the database for four numbers."""
    rows = Table.objects.exclude(stage=Table.Stage.CLOSED).filter(code=codes.tidy(code))
    found = list(rows.values_list("pk", "key", "rewritten", "revision")[:1])
    if not found:
        return None
    pk, key, rewritten, revision = found[0]
    known = moments.get(f"{key}.{rewritten}")
    if known is not None and known.table.revision >= revision:
        return known
    return moment(Table(pk=pk, key=key, rewritten=rewritten, revision=revision))


def remembered(table: Table) -> Moment | None:
    """What this process knows of a table without asking the database."""
    return moments.get(_place(table))


def fresh(table: Table) -> Table:
    """The table as it is now."""
    return Table.objects.select_related("sheet", "claimant").get(pk=table.pk)


def game_of(table: Table) -> Game:
    """The game as committed. Raises LookupError at a table that has not started."""
    return _started(moment(fresh(table)).game)


def _started(game: Game | None) -> Game:
    if game is None:
        raise LookupError("the game has not started")
    return game


def _current(row: Table) -> Game:
    """The game of a row that is locked: what this process knows, and what others added."""
    known = remembered(row)
    if known is not None and known.game is not None and known.table.revision == row.revision:
        return known.game
    return _started(_read(row, known.game if known else None))


def _read(table: Table, known: Game | None) -> Game | None:
    rows = table.entries.filter(number__gt=known.last if known else 0).order_by("number")
    news, written = [], []
    for row in rows:
        news.append(Entry(row.number, codec.unpack(row.wire, row.payload)))
        written.append(Written(row.at, row.by_id))
    if known is not None:
        return extended(known, news, written)
    if not news:
        return None
    state = log.fold(library.board_of(table.sheet), news)
    return Game(tuple(news), state, tuple(written))


def extended(game: Game, news: Sequence[Entry], written: Sequence[Written]) -> Game:
    """The game with further entries; folded anew only if one of them withdraws an earlier one."""
    if not news:
        return game
    entries, times = (*game.entries, *news), (*game.written, *written)
    if any(isinstance(entry.fact, EntryUndone | EntryCorrected) for entry in news):
        return Game(entries, log.fold(game.state.sheet, entries), times)
    events = [(e.number, e.fact) for e in news if isinstance(e.fact, Event)]
    state = engine.evolve_all(game.state, (event for _number, event in events))
    after = Game(entries, state, times)
    after.__dict__["withdrawn"] = game.withdrawn
    after.__dict__["in_force"] = events[-1] if events else game.in_force
    return after


def until(game: Game, number: int) -> Game:
    """The game as it was after an entry of its log."""
    entries = game.entries[:number]
    return Game(entries, log.fold(game.state.sheet, entries), game.written[:number])


# -- Writing --------------------------------------------------------------------------------------


@contextmanager
def changing(table: Table, *, closed_too: bool = False) -> Iterator[Table]:
    """One change at a time per table; whoever listens is told once it is committed."""
    with _turn_to_write(), transaction.atomic():
        rows = Table.objects.select_for_update(of=("self",))
        row = rows.select_related("sheet", "claimant").get(pk=table.pk)
        if row.stage == Table.Stage.CLOSED and not closed_too:
            raise Refused("closed", _("This table is closed."))
        yield row
        row.revision += 1
        row.save(force_update=True)
        announce(row)


# SQLite lets one write at a time and has the others ask again and again, sleeping in between;
# within this process they stand in a queue instead, where the next one is woken at once.
_queue = RLock()


@contextmanager
def _turn_to_write() -> Iterator[None]:
    if connection.vendor != "sqlite":
        yield
        return
    # If whoever is first waits for another program in vain, so would all who stand behind.
    if not _queue.acquire(timeout=connection.settings_dict["OPTIONS"].get("timeout", 5)):
        raise OperationalError("database is locked")
    try:
        yield
    finally:
        _queue.release()


def append(
    *, table: Table, facts: Sequence[Fact], after: int, by: Seat | None = None, request: str = ""
) -> tuple[list[Entry], list[Written]]:
    """Add entries behind entry number `after`. The database refuses a number given twice."""
    entries = [Entry(number, fact) for number, fact in enumerate(facts, start=after + 1)]
    rows = []
    for entry in entries:
        name, payload = codec.pack(entry.fact)
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
    metrics.ENTRIES.inc(len(rows))
    return entries, [Written(row.at, row.by_id) for row in rows]


def _write(table: Table, game: Game, facts: Sequence[Fact], by: Seat | None, request: str) -> Game:
    added = append(table=table, facts=facts, after=game.last, by=by, request=request)
    return extended(game, *added)


def _check_seen(game: Game, seen: int | None) -> None:
    if seen is not None and seen != game.number:
        last = public_log.lines(game.state.board, game.entries, since=game.last - 1)[-1]
        raise Stale("stale", _("Meanwhile: {line} Please look again."), line=last.text)


def act(
    *, table: Table, action: Action, by: Seat | None, request: str = "", seen: int | None = None
) -> None:
    """Do what somebody asks, if the rules allow it. Raises RuleViolation or Refused.

    `seen` is None where others' entries cannot matter, such as the opening choice of tickets.
    """

    def decide(_row: Table, game: Game) -> Sequence[Fact]:
        return engine.decide(game.state, action)

    if not _act_on_what_is_known(table, action, by, request, seen):
        _log(table, decide, by, request, seen)


def _act_on_what_is_known(
    table: Table, action: Action, by: Seat | None, request: str, seen: int | None
) -> bool:
    """The short way of most entries: decide on the game in memory, and write if nobody else has.

    Says whether it was written. If not, whatever the reason, the long way finds out and tells.
    """
    known = remembered(table)
    if known is None or known.game is None or known.table.stage != Table.Stage.PLAYING:
        return False
    if seen is None or seen != known.game.number:
        return False
    try:
        facts = engine.decide(known.game.state, action)
    except RuleViolation:
        return False
    row = copy(known.table)
    row.revision, row.changed_at = row.revision + 1, timezone.now()
    with _turn_to_write(), transaction.atomic():
        unchanged = Table.objects.filter(
            pk=row.pk, revision=known.table.revision, rewritten=row.rewritten
        )
        if not unchanged.update(revision=row.revision, changed_at=row.changed_at):
            return False
        after = _write(row, known.game, facts, by, request)
        transaction.on_commit(lambda: _remember(row, after))
        announce(row)
    return True


def _log(
    table: Table,
    decide: Callable[[Table, Game], Sequence[Fact]],
    by: Seat | None,
    request: str,
    seen: int | None,
) -> None:
    """Write what is decided on the state as it is: once per form, and only on what was seen."""
    with suppress(_DoneBefore), changing(table) as row:
        game = _playing(row)
        # A form that was done before made an entry: what it saw cannot be the latest any more.
        if seen is None or seen != game.number:
            if request and row.entries.filter(request=request).exists():
                raise _DoneBefore
            _check_seen(game, seen)
        after = _write(row, game, decide(row, game), by, request)
        transaction.on_commit(lambda: _remember(row, after))


class _DoneBefore(Exception):
    """The same form once more: nothing is written, and nobody needs to be told."""


def _remember(row: Table, game: Game) -> None:
    """Spare every reader here the reading, if nothing but the log has changed."""
    known = remembered(row)
    if known is not None and known.table.revision == row.revision - 1:
        moments.put(_place(row), Moment(row, known.seats, game))


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
        refusal = undo_refusal(game, by, host)
        if refusal:
            raise Refused("not_allowed", refusal.template, **refusal.params)
        _back_before_the_reveal(row)
        return [undone]

    _log(table, decide, by, request, seen)


def undo_refusal(game: Game, by: Seat | None, host: bool) -> Text | None:
    """Why this seat or host cannot withdraw the latest entry; None if they can."""
    if game.in_force is None:
        return log.undo_refusal(None, author=False, host=host)
    number, event = game.in_force
    author = by is not None and game.written[number - 1].by == by.pk
    return log.undo_refusal(event, author=author, host=host)


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
        _back_before_the_reveal(row)
        return [corrected]

    _log(table, decide, by, request, seen)


def state_before(game: Game, number: int) -> State:
    """The state on which an earlier entry was decided."""
    return log.fold(game.state.sheet, game.entries, before=number)


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
    board = library.board_of(table.sheet)
    found = board.route.get(route)
    if found is not None and library.is_verified(board, found):
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


def open_tickets(*, table: Table, seat: Seat, by: Seat | None) -> None:
    """The tickets of a player without a phone, opened on a host's phone: the log tells everybody.

    Nothing is written where there is nothing to see.
    """
    game = moment(table).game
    assert seat.number is not None
    hand = _started(game).state.hands[seat.number]
    if hand.tickets or hand.offer:
        with changing(table) as row:
            note(table=row, note="tickets_opened", about=seat, by=by)


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
        if reveal_view(game.state, row.reveal_step).done:
            keep_in_history(row, game)


def keep_in_history(table: Table, game: Game) -> None:
    """A game that was revealed to the end belongs to the finished ones."""
    times = table.entries.aggregate(first=Min("at"), last=Max("at"))
    index.keep(table=table, state=game.state, started_at=times["first"], finished_at=times["last"])
    series.tell(table)


def _back_before_the_reveal(row: Table) -> None:
    """What was revealed may come out differently: it is counted and shown again."""
    if row.reveal_step:
        series.tell(row)
    row.reveal_step = 0
    index.forget(row)


# -- The start ------------------------------------------------------------------------------------


def start(*, table: Table, by: Seat | None, request: str = "") -> None:
    """Begin the game with the seats as they are. The luck of it is drawn here and recorded."""
    with changing(table) as row:
        if row.stage != Table.Stage.LOBBY:
            return
        board = library.board_of(row.sheet)
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
        setup=_setup(table, board),
    )


def _setup(table: Table, board: Board) -> dict[str, SetUp]:
    """What bonuses have on the board at the start, by field: what was typed in, or drawn by lot."""
    fields = [bonus.sets_up for bonus in board.bonuses if bonus.sets_up]
    match table.setup:
        case Table.SetUp.UNTRACKED:
            return {}
        case Table.SetUp.TYPED:
            typed = {place: tuple(colors) for place, colors in table.placed.items()}
            return dict.fromkeys(fields[:1], typed)  # see `views.host.set_up`
    return drawn_setup(board, LUCK.shuffle)


def luck(tickets: int) -> tuple[float, ...]:
    """Numbers from 0 to below 1, for tickets that are shuffled back into a deck."""
    return tuple(LUCK.random() for _ticket in range(tickets))
