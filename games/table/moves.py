"""Moves: what people do to a game in play. Each writes entries and returns the table after them.

Every move names the entry its form was made from and carries the form's own id. A form made from an
older state is refused, a form sent twice acts once, and if two people act at once, one of them is
told why nothing happened.
"""

from collections.abc import Sequence

from django.db.models import Max, Min

from games.models import Play, Seat, Table
from games.refusals import Refused
from games.rules import engine, log, missed_turns
from games.rules.actions import Action, CorrectRoute, TicketSource
from games.rules.events import CardsDrawn, Event, TicketsOffered
from games.rules.log import Fact, Noted
from games.rules.missed_turns import OwnTurn
from games.rules.other_player import decide_other_player
from games.rules.reveal import reveal_view
from games.rules.state import Phase, State
from games.rules.text import Text, _
from games.table import index, learning, series
from games.table.snapshot import Game, TableSnapshot, load_locked, load_table
from games.table.writing import append, changing, playing, write


def act(
    *, table: Table, action: Action, by: Seat | None, request: str = "", seen: int | None = None
) -> TableSnapshot:
    """Carry out an action if the rules allow it. Raises RuleViolation or Refused.

    `seen` is None where entries of others cannot matter, such as the opening choice of tickets.
    """

    def decide(game: Game) -> Sequence[Fact]:
        return engine.decide(game.state, action)

    return write(table=table, decide=decide, by=by, request=request, seen=seen)


def act_on_own_turn(
    *,
    table: Table,
    action: OwnTurn,
    by: Seat | None,
    learnt: Sequence[Action] = (),
    request: str = "",
    seen: int | None = None,
) -> TableSnapshot:
    """Log a turn of a seat, no matter whose turn it is: turns missing before it become card draws.

    People who log for themselves may do so from a page that lacks turns of others. `learnt` is what
    the claim says about the printed board; it is written before the claim, or not at all.
    """

    def decide(game: Game) -> Sequence[Fact]:
        lessons = learning.decide_all(game.state, learnt)
        state = engine.evolve_all(game.state, lessons)
        return [*lessons, *missed_turns.decide(state, action)]

    learning.check_allowed(table, learnt)

    own = action.seat if by is not None and by.number == action.seat else None
    return write(table=table, decide=decide, by=by, request=request, seen=seen, own=own)


def finish_last_round(
    *, table: Table, by: Seat | None, host: bool, request: str = "", seen: int | None = None
) -> TableSnapshot:
    """Say that all last turns are played: those that nobody logged are filled in."""

    def decide(game: Game) -> Sequence[Fact]:
        seat = None if by is None else by.number
        refusal = missed_turns.last_turns_refusal(game.state, seat, host=host)
        if refusal:
            raise Refused("not_allowed", refusal)
        return missed_turns.decide_last_turns(game.state)

    return write(table=table, decide=decide, by=by, request=request, seen=seen)


def undo(
    *, table: Table, by: Seat | None, host: bool, request: str = "", seen: int | None = None
) -> TableSnapshot:
    """Withdraw the latest entry. Its author may, and a host; seen tickets only a host."""

    def decide(game: Game) -> Sequence[Fact]:
        undone = log.decide_undo(game.entries)
        refusal = undo_refusal(game, by, host)
        if refusal:
            raise Refused("not_allowed", refusal)
        return [undone]

    return write(table=table, decide=decide, by=by, request=request, seen=seen)


def undo_refusal(game: Game, by: Seat | None, host: bool) -> Text | None:
    """Why this seat or host cannot withdraw the latest entry; None if they can."""
    if game.in_force is None:
        return log.undo_refusal(None, author=False, host=host)
    number, event = game.in_force
    author = by is not None and game.written[number - 1].by == by.pk
    paper = game.state.source is TicketSource.PAPER
    return log.undo_refusal(event, author=author, host=host, paper=paper)


def correct(
    *,
    table: Table,
    number: int,
    replacement: Event,
    by: Seat | None,
    request: str = "",
    seen: int | None = None,
) -> TableSnapshot:
    """Replace an earlier entry; the rest of the game is decided again on top of it."""

    def decide(game: Game) -> Sequence[Fact]:
        return [log.decide_correction(game.state.sheet, game.entries, number, replacement)]

    return write(table=table, decide=decide, by=by, request=request, seen=seen)


def give_claim(
    *,
    table: Table,
    number: int,
    seat: int,
    by: Seat | None,
    request: str = "",
    seen: int | None = None,
) -> TableSnapshot:
    """Give a claim that was logged for the wrong player to another one."""

    def decide(game: Game) -> Sequence[Fact]:
        return decide_other_player(game.state.sheet, game.entries, number, seat)

    return write(table=table, decide=decide, by=by, request=request, seen=seen)


def state_before(game: Game, number: int) -> State:
    """The state on which an earlier entry was decided."""
    return log.fold(game.state.sheet, game.entries, before=number)


def decided_at(game: Game, number: int, action: Action) -> Event:
    """The event that an action would have become in place of an earlier entry. Raises
    RuleViolation."""
    return engine.decide(state_before(game, number), action)[0]


def correct_route(
    *,
    table: Table,
    route: str,
    color: str,
    length: int,
    by: Seat | None,
    recount: bool = True,
    request: str = "",
    seen: int | None = None,
) -> TableSnapshot:
    """Play on with what the printed board says of a route, at this table only."""
    action = CorrectRoute(route, color, length, recount)
    return learning.learn(table=table, actions=[action], by=by, request=request, seen=seen)


def open_secrets(*, table: Table) -> Game:
    """Show an administrator everything about an unfinished game. The table's log says that it
    happened."""
    with changing(table, closed_too=True) as row:
        game = load_locked(row).game
        if game is None:
            raise Refused("not_started", _("The game hasn’t started yet."))
        noted = append(table=row, facts=[Noted("secrets_opened")], after=game.last)
        return game.extended(*noted)


def open_tickets(*, table: Table, seat: Seat, by: Seat | None) -> None:
    """Open the tickets of a player without a phone on a host's phone. The log tells everybody.

    Nothing is written if there are no tickets to see, nor again after tickets were drawn there.
    """
    assert seat.number is not None
    game = load_table(table).started_game
    hand = game.state.hands[seat.number]
    if (hand.tickets or hand.offer) and not _drew_where_opened(game, seat.number):
        with changing(table) as row:
            note(table=row, note="tickets_opened", about=seat, by=by)


def _drew_where_opened(game: Game, seat: int) -> bool:
    """Whether the last that happened is a draw by a seat whose tickets had just been opened for it.

    Turns before its own may have been filled in with the draw.
    """
    facts = [entry.fact for entry in reversed(game.entries)]
    if not facts or not (isinstance(facts[0], TicketsOffered) and facts[0].seat == seat):
        return False
    before = next((fact for fact in facts[1:] if not isinstance(fact, CardsDrawn)), None)
    return before == Noted("tickets_opened", seat)


def note(*, table: Table, note: str, about: Seat, by: Seat | None) -> None:
    """Add a note to the log, which changes nothing in the game. Called within `changing`."""
    if table.stage == Table.Stage.PLAYING:
        last = load_locked(table).started_game.last
        append(table=table, facts=[Noted(note, about.number)], after=last, by=by)


def step_reveal(*, table: Table, step: int, auto: bool = False) -> None:
    """Show this many steps of the reveal. As the step is named, a second tap does no harm.

    With `auto` the reveal plays automatically: every open page of a host may ask for the next step
    at the same time. A step by hand stops it.
    """
    with changing(table) as row:
        game = _revealed(row)
        if auto and not (row.reveal_auto and step == row.reveal_step + 1):
            return
        row.reveal_step = max(0, min(step, 10_000))
        view = reveal_view(game.state, row.reveal_step)
        row.reveal_auto = auto and view.step < view.steps
        if view.done:
            keep_in_history(row, game)


def pace_reveal(*, table: Table, auto: bool) -> None:
    """Switch autoplay of the reveal on or off."""
    with changing(table) as row:
        _revealed(row)
        row.reveal_auto = auto


def _revealed(row: Table) -> Game:
    game = playing(load_locked(row))
    if game.state.phase is not Phase.OVER:
        raise Refused("not_over", _("Some tickets still have to be entered."))
    return game


def keep_in_history(table: Table, game: Game) -> None:
    """Index a game whose reveal has been watched to the end."""
    if not Play.objects.filter(table=table).exists():  # else it was kept with the step before
        times = table.entries.aggregate(first=Min("at"), last=Max("at"))
        index.add_game(
            table=table, state=game.state, started_at=times["first"], finished_at=times["last"]
        )
    series.announce_standing(table)
