"""The game record: one JSON file that holds a whole table, read, replayed and written.

Reading has two halves: `read` looks at the shape alone, `replay` plays the moves on a board.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from games.rules import bonuses, engine
from games.rules.actions import (
    Action,
    ChooseOpening,
    ClaimRoute,
    CorrectRoute,
    CountTickets,
    DrawCards,
    DrawTickets,
    EndGame,
    Player,
    RevealTickets,
    SkipTurn,
    StartGame,
    TicketSource,
)
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
    TicketsRevealed,
    TurnSkipped,
)
from games.rules.reading import Malformed, Node
from games.rules.scoring import ScoreRow, score
from games.rules.state import State
from games.rules.text import _
from games.rules.violations import Code, RuleViolation

FORMAT = "stationmaster-record"
VERSION = 1

# What each action needs and may have besides `player` and `action`; a claim, the fields in which
# bonuses are answered, too.
FIELDS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "keep_tickets": (("kept",), ("returned",)),
    "draw_cards": ((), ()),
    "claim_route": (("route",), ("cards",)),
    "draw_tickets": ((), ("kept", "returned", "count")),
    "skip_turn": ((), ()),
    "end_game": ((), ()),
    "reveal_tickets": (("kept",), ()),
}


@dataclass(frozen=True, slots=True)
class Move:
    """One move as written: names and ids, not yet looked up on any board."""

    player: str | None
    action: str
    kept: tuple[str, ...] | None = None
    returned: tuple[str, ...] | None = None
    count: int | None = None
    route: str = ""
    cards: Mapping[str, int] | None = None
    answers: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Correction:
    """A route as the printed board had it, from behind so many moves on; an extension of ours."""

    after: int
    route: str
    color: str
    length: int


@dataclass(frozen=True, slots=True)
class Record:
    map: str
    players: tuple[Player, ...]
    final_round_at: int | None
    setup: Mapping[str, Mapping[str, tuple[str, ...]]]
    moves: tuple[Move, ...]
    corrections: tuple[Correction, ...] = ()


@dataclass(frozen=True, slots=True)
class Game:
    """A record played out on a board."""

    started: GameStarted
    events: tuple[Event, ...]
    state: State


class IllegalMove(Exception):
    """A move the rules refuse: which one (from 1), whose, and why."""

    def __init__(self, move: int, player: str | None, violation: RuleViolation) -> None:
        self.move = move
        self.player = player
        self.violation = violation
        super().__init__(violation.message)


# -- Reading --------------------------------------------------------------------------------------


def read(data: object) -> Record:
    """The shape of a record. Raises Malformed with the place in the file.

    Further fields at the top are left alone, so that programs can add what they know (a date, a
    place); anywhere else an unknown field is more likely a misspelt one and is refused.
    """
    node = Node(data)
    node["format"].one_of([FORMAT])
    if node["version"].whole(1) != VERSION:
        node["version"].fail(_("This reads version {known} of the format."), known=VERSION)
    players = tuple(_player(item) for item in node["players"].items(most=20))
    return Record(
        map=node["map"].text(),
        players=players,
        final_round_at=_final_round_at(node),
        setup=_setup(node),
        moves=tuple(_move(item, players) for item in node["moves"].items()),
        corrections=_corrections(node),
    )


def _corrections(node: Node) -> tuple[Correction, ...]:
    found, latest = [], 0
    listed = node.get("corrections")
    for item in [] if listed is None else listed.items(most=1000):
        item.only(("after", "route", "color", "length"))
        latest = item["after"].whole(latest, 100_000)  # in the order in which they were made
        found.append(
            Correction(
                latest, item["route"].text(), item["color"].text(), item["length"].whole(1, 99)
            )
        )
    return tuple(found)


def _player(node: Node) -> Player:
    node.only(("name", "color", "tickets"))
    tickets = node.get("tickets")
    if tickets is not None:
        tickets.one_of(["at_reveal"])
    return Player(node["name"].text(), node["color"].text(), at_reveal=tickets is not None)


def _final_round_at(node: Node) -> int | None:
    options = node.get("options")
    if options is None:
        return None
    options.only(("final_round_at",))
    at = options.get("final_round_at")
    return None if at is None else at.whole(0, 1000)


def _setup(node: Node) -> dict[str, Mapping[str, tuple[str, ...]]]:
    """What lies where before the first turn, by the field of the bonus it belongs to."""
    setup = node.get("setup")
    if setup is None:
        return {}
    known = bonuses.setting_up()
    setup.only(tuple(known))
    return {
        name: {place: colors.texts() for place, colors in found.entries()}
        for name in known
        if (found := setup.get(name)) is not None
    }


def _move(node: Node, players: tuple[Player, ...]) -> Move:
    action = node["action"].one_of(FIELDS)
    needed, allowed = FIELDS[action]
    asking = bonuses.asking() if action == "claim_route" else {}
    allowed = (*allowed, *asking)
    node.only(("player", "action", *needed, *allowed))
    node.require(*needed)
    who = node.get("player") if action == "end_game" else node["player"]
    player = None if who is None else who.text()
    if action == "draw_tickets":
        _check_draw_shape(node, player, players)
    kept, returned, count = node.get("kept"), node.get("returned"), node.get("count")
    route, cards = node.get("route"), node.get("cards")
    answers = {
        name: bonus.read_answer(found)
        for name, bonus in asking.items()
        if (found := node.get(name)) is not None
    }
    return Move(
        player,
        action,
        kept=None if kept is None else kept.texts(),
        returned=None if returned is None else returned.texts(),
        count=None if count is None else count.whole(0, 1000),
        route="" if route is None else route.text(),
        cards=None if cards is None else {c: n.whole(0, 1000) for c, n in cards.entries()},
        answers={name: answer for name, answer in answers.items() if answer},
    )


def _check_draw_shape(node: Node, player: str | None, players: tuple[Player, ...]) -> None:
    """`count` alone for a player whose tickets come at the reveal, `kept` for all others."""
    if any(other.name == player and other.at_reveal for other in players):
        node.require("count")
        node.only(("player", "action", "count"))
    elif any(other.name == player for other in players):
        node.require("kept")
        node.only(("player", "action", "kept", "returned"))
    elif node.get("kept") is None:
        node.require("count")


# -- Playing --------------------------------------------------------------------------------------


def replay(record: Record, board: Board) -> Game:
    """Play the moves. Raises Malformed for a table that cannot start, IllegalMove for a move."""
    start = StartGame(
        players=record.players,
        final_round_at=(
            board.final_round_at if record.final_round_at is None else record.final_round_at
        ),
        tickets=TicketSource.RECORD,
        setup=record.setup,
    )
    problem = engine.start_problem(board, start)
    if problem:
        where, why = problem
        raise Malformed(where, why.template, **why.params)
    started, events = engine.begin(board, start)
    state = engine.start(board, started)
    played: list[Event] = list(events)
    seats = {player.name: seat for seat, player in enumerate(record.players)}
    waiting = list(enumerate(record.corrections))
    for number, move in enumerate(record.moves, start=1):
        while waiting and waiting[0][1].after < number:
            state = _corrected(state, *waiting.pop(0), played)
        try:
            decided = engine.decide(state, _action(move, seats))
        except RuleViolation as violation:
            raise IllegalMove(number, move.player, violation) from None
        played.extend(decided)
        state = engine.evolve_all(state, decided)
    for place, correction in waiting:
        state = _corrected(state, place, correction, played)
    return Game(started, tuple(played), state)


def _corrected(state: State, place: int, correction: Correction, played: list[Event]) -> State:
    """The state with a route corrected; the sheet of today may have it right already."""
    route = state.board.route.get(correction.route)
    if route and (route.color, route.length) == (correction.color, correction.length):
        return state
    action = CorrectRoute(correction.route, correction.color, correction.length)
    try:
        decided = engine.decide(state, action)
    except RuleViolation as violation:
        raise Malformed(
            f"corrections[{place}]", violation.text.template, **violation.text.params
        ) from None
    played.extend(decided)
    return engine.evolve_all(state, decided)


def _action(move: Move, seats: Mapping[str, int]) -> Action:
    if move.player is not None and move.player not in seats:
        raise RuleViolation(
            Code.UNKNOWN_PLAYER,
            _("Nobody called {player} sits at this table."),
            player=move.player,
        )
    if move.action == "end_game" or move.player is None:
        return EndGame()
    seat = seats[move.player]
    kept = move.kept or ()
    match move.action:
        case "keep_tickets":
            return ChooseOpening(seat, kept, move.returned)
        case "draw_cards":
            return DrawCards(seat)
        case "claim_route":
            return ClaimRoute(seat, move.route, move.cards, move.answers)
        case "draw_tickets":
            if move.count is not None:
                return CountTickets(seat, move.count)
            return DrawTickets(seat, kept, move.returned)
        case "skip_turn":
            return SkipTurn(seat)
        case "reveal_tickets":
            return RevealTickets(seat, kept)
    raise ValueError(move.action)


# -- Writing --------------------------------------------------------------------------------------


def write(started: GameStarted, events: Iterable[Event]) -> dict[str, Any]:
    """The record of a game, from its start and the events in force."""
    events = tuple(events)
    record: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "map": started.map,
        "options": {"final_round_at": started.final_round_at},
        "players": [_written_player(player) for player in started.players],
    }
    if started.setup:
        record["setup"] = {
            name: {place: list(colors) for place, colors in setup.items()}
            for name, setup in started.setup.items()
        }
    settled = {event.ticket: event.seat for event in events if isinstance(event, TicketSettled)}
    names = [player.name for player in started.players]
    moves = [_written_move(event, names, settled) for event in events]
    record["moves"] = [move for move in moves if move is not None]
    corrections = _written_corrections(events, moves)
    if corrections:
        record["corrections"] = corrections
    if started.tickets is TicketSource.PAPER:
        # What was said to go back was never compared with what others hold; a record is.
        for move in record["moves"]:
            move.pop("returned", None)
    return record


def _written_corrections(
    events: tuple[Event, ...], moves: list[dict[str, Any] | None]
) -> list[dict[str, Any]]:
    """Routes that were corrected at the table, each with how many moves came before it."""
    found, after = [], 0
    for event, move in zip(events, moves, strict=True):
        if isinstance(event, RouteCorrected):
            fields = {"route": event.route, "color": event.color, "length": event.length}
            found.append({"after": after, **fields})
        after += move is not None
    return found


def _written_player(player: Player) -> dict[str, str]:
    written = {"name": player.name, "color": player.color}
    if player.at_reveal:
        written["tickets"] = "at_reveal"
    return written


def _written_move(
    event: Event, names: list[str], settled: Mapping[str, int]
) -> dict[str, Any] | None:
    """A move of the record; None for what a record does not say (offers, settled conflicts)."""

    def move(seat: int, action: str, **fields: object) -> dict[str, Any]:
        return {"player": names[seat], "action": action, **fields}

    def held(seat: int, kept: tuple[str, ...]) -> list[str]:
        return [ticket for ticket in kept if settled.get(ticket, seat) == seat]

    match event:
        case OpeningChosen(seat, kept, returned):
            extra = {} if returned is None else {"returned": list(returned)}
            return move(seat, "keep_tickets", kept=held(seat, kept), **extra)
        case TicketsDrawn(seat, kept, returned):
            extra = {} if returned is None else {"returned": list(returned)}
            return move(seat, "draw_tickets", kept=held(seat, kept), **extra)
        case TicketsCounted(seat, count):
            return move(seat, "draw_tickets", count=count)
        case CardsDrawn(seat):
            return move(seat, "draw_cards")
        case RouteClaimed():
            return move(event.seat, "claim_route", **_written_claim(event))
        case TurnSkipped(seat):
            return move(seat, "skip_turn")
        case GameEndedEarly():
            return {"action": "end_game"}
        case TicketsRevealed(seat, kept):
            return move(seat, "reveal_tickets", kept=held(seat, kept))
    return None


def _written_claim(claim: RouteClaimed) -> dict[str, object]:
    fields: dict[str, object] = {"route": claim.route}
    if claim.cards is not None:
        fields["cards"] = dict(claim.cards)
    return {**fields, **claim.answers}


# -- What `manage.py replay --json` prints --------------------------------------------------------


def summary(state: State) -> dict[str, Any]:
    sheet = score(state)
    waiting = state.waiting_for()
    return {
        "map": state.board.slug,
        "finished": state.finished,
        "final_round": state.final_round is not None,
        "to_move": state.name(waiting[0]) if waiting else None,
        "players": [_summary_row(state, row) for row in sheet.rows],
        "winners": [state.name(seat) for seat in sheet.winners] if state.finished else [],
    }


def _summary_row(state: State, row: ScoreRow) -> dict[str, Any]:
    found: dict[str, Any] = {
        "name": state.name(row.seat),
        "rank": row.rank if state.finished else None,
        "total": row.total,
        "routes": row.route_points,
        "tickets": row.ticket_points,
        "bonuses": {line.kind: line.points for line in row.bonuses},
        "tickets_completed": row.tickets_completed,
        "tickets_failed": row.tickets_failed,
        "vehicles_left": row.vehicles_left,
    }
    for bonus, memory in zip(state.board.bonuses, state.memories, strict=True):
        found |= bonus.summary(memory, row.seat)
    return found
