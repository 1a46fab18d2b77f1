"""The game record: one JSON file that holds a whole table, read, replayed and written.

Reading has two halves: `read` looks at the shape alone, `replay` plays the moves on a board.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.rules import bonuses, engine
from games.rules.actions import (
    Action,
    BuildStation,
    ChooseOpening,
    ClaimRoute,
    CountTickets,
    DrawCards,
    DrawTickets,
    EndGame,
    GiveUpTunnel,
    Player,
    RevealTickets,
    SkipTurn,
    StartGame,
    TicketSource,
)
from games.rules.board import Board
from games.rules.claims import MOST_EXTRA
from games.rules.events import (
    CardsDrawn,
    Event,
    GameEndedEarly,
    GameStarted,
    OpeningChosen,
    RouteClaimed,
    StationBuilt,
    TicketsCounted,
    TicketsDrawn,
    TicketsRevealed,
    TunnelGivenUp,
    TurnSkipped,
)
from games.rules.reading import Malformed, Node
from games.rules.record_corrections import (
    Correction,
    apply_correction,
    read_corrections,
    written_corrections,
)
from games.rules.record_hands import EndHand, end_hands
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
    "claim_route": (("route",), ("cards", "tunnel")),
    "give_up_tunnel": (("route",), ()),
    "build_station": (("place",), ("cards",)),
    "draw_tickets": ((), ("kept", "returned", "count")),
    "skip_turn": ((), ()),
    "end_game": ((), ()),
    "reveal_tickets": (("kept",), ("agreed",)),
}


@dataclass(frozen=True, slots=True)
class Move:
    """One move as written: names and ids, not yet looked up on a board."""

    player: str | None
    action: str
    kept: tuple[str, ...] | None = None
    returned: tuple[str, ...] | None = None
    count: int | None = None
    route: str = ""
    cards: Mapping[str, int] | None = None
    answers: Mapping[str, Any] = field(default_factory=dict)
    agreed: bool = False
    tunnel: int | None = None
    place: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    map: str
    players: tuple[Player, ...]
    final_round_at: int | None
    setup: Mapping[str, Mapping[str, tuple[str, ...]]]
    moves: tuple[Move, ...]
    corrections: tuple[Correction, ...] = ()
    variant: str = ""  # of the sheet's expansions; empty: the base box


@dataclass(frozen=True, slots=True)
class Game:
    """A record played out on a board."""

    started: GameStarted
    events: tuple[Event, ...]
    state: State


class IllegalMove(Exception):
    """A move that the rules refuse: which one (from 1), whose, and why."""

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
    if node["version"].integer(1) != VERSION:
        node["version"].fail(_("Only version {known} of the format is supported."), known=VERSION)
    players = tuple(_player(item) for item in node["players"].items(most=20))
    return Record(
        map=node["map"].text(),
        players=players,
        final_round_at=_final_round_at(node),
        variant=_variant(node),
        setup=_setup(node),
        moves=tuple(_move(item, players) for item in node["moves"].items()),
        corrections=read_corrections(node),
    )


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
    options.only(("final_round_at", "tickets"))
    at = options.get("final_round_at")
    return None if at is None else at.integer(0, 1000)


def _variant(node: Node) -> str:
    options = node.get("options")
    tickets = None if options is None else options.get("tickets")
    return "" if tickets is None else tickets.slug()


def _setup(node: Node) -> dict[str, Mapping[str, tuple[str, ...]]]:
    """What lies where before the first turn, by the field of the bonus it belongs to."""
    setup = node.get("setup")
    if setup is None:
        return {}
    fields = bonuses.setting_up()
    setup.only(tuple(fields))
    return {
        name: {place: colors.texts() for place, colors in places.entries()}
        for name in fields
        if (places := setup.get(name)) is not None
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
    route, cards, place = node.get("route"), node.get("cards"), node.get("place")
    tunnel, agreed = node.get("tunnel"), node.get("agreed")
    answers = {
        name: bonus.read_answer(field)
        for name, bonus in asking.items()
        if (field := node.get(name)) is not None
    }
    return Move(
        player,
        action,
        kept=None if kept is None else kept.texts(),
        returned=None if returned is None else returned.texts(),
        count=None if count is None else count.integer(0, 1000),
        route="" if route is None else route.text(),
        cards=None if cards is None else {c: n.integer(0, 1000) for c, n in cards.entries()},
        answers={name: answer for name, answer in answers.items() if answer},
        agreed=agreed is not None and agreed.flag(),
        tunnel=None if tunnel is None else tunnel.integer(0, MOST_EXTRA),
        place="" if place is None else place.text(),
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
        variant=record.variant,
    )
    problem = engine.start_problem(board, start)
    if problem:
        where, why = problem
        raise Malformed(where, why)
    started, events = engine.begin(board, start)
    state = engine.start(board, started)
    played: list[Event] = list(events)
    seats = {player.name: seat for seat, player in enumerate(record.players)}
    waiting = list(enumerate(record.corrections))
    for number, move in enumerate(record.moves, start=1):
        while waiting and waiting[0][1].after < number:
            state = apply_correction(state, *waiting.pop(0), played)
        try:
            decided = engine.decide(state, _action(move, seats))
        except RuleViolation as violation:
            raise IllegalMove(number, move.player, violation) from None
        played.extend(decided)
        state = engine.evolve_all(state, decided)
    for place, correction in waiting:
        state = apply_correction(state, place, correction, played)
    return Game(started, tuple(played), state)


def _action(move: Move, seats: Mapping[str, int]) -> Action:
    if move.player is not None and move.player not in seats:
        raise RuleViolation(
            Code.UNKNOWN_PLAYER,
            _("There’s no {player} at this table."),
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
            return ClaimRoute(seat, move.route, move.cards, move.answers, move.tunnel)
        case "give_up_tunnel":
            return GiveUpTunnel(seat, move.route)
        case "build_station":
            return BuildStation(seat, move.place, move.cards)
        case "draw_tickets":
            if move.count is not None:
                return CountTickets(seat, move.count)
            return DrawTickets(seat, kept, move.returned)
        case "skip_turn":
            return SkipTurn(seat)
        case "reveal_tickets":
            return RevealTickets(seat, kept, move.agreed)
    raise ValueError(move.action)


# -- Writing --------------------------------------------------------------------------------------


def write(
    started: GameStarted, events: Iterable[Event], board: Board | None = None
) -> dict[str, Any]:
    """The record of a game, from its start and the events in force; `board` is what it was played
    on, for tickets that were put right."""
    events = tuple(events)
    record: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "map": started.map,
        "options": {
            "final_round_at": started.final_round_at,
            **({"tickets": started.variant} if started.variant else {}),
        },
        "players": [_written_player(player) for player in started.players],
    }
    if started.setup:
        record["setup"] = {
            name: {place: list(colors) for place, colors in setup.items()}
            for name, setup in started.setup.items()
        }
    hands = end_hands(events, len(started.players), board)
    names = [player.name for player in started.players]
    moves = [_written_move(event, names, hands) for event in events]
    record["moves"] = [move for move in moves if move is not None]
    for seat, player in enumerate(started.players):
        if hands[seat].shown and not player.at_reveal:
            record["players"][seat]["tickets"] = "at_reveal"
            shown = _written_reveal(names[seat], hands[seat])
            record["moves"].append(shown)
            moves.append(shown)
    corrections = written_corrections(events, moves)
    if corrections:
        record["corrections"] = corrections
    if started.tickets is TicketSource.PAPER:
        # What was said to go back was never compared with what others hold; a record is.
        for move in record["moves"]:
            move.pop("returned", None)
    return record


def _written_player(player: Player) -> dict[str, str]:
    written = {"name": player.name, "color": player.color}
    if player.at_reveal:
        written["tickets"] = "at_reveal"
    return written


def _written_move(
    event: Event, names: list[str], hands: Sequence[EndHand]
) -> dict[str, Any] | None:
    """A move of the record; None for what a record does not say (offers, settled conflicts, and
    which tickets a player kept who shows them at the end)."""

    def move(seat: int, action: str, **fields: object) -> dict[str, Any]:
        return {"player": names[seat], "action": action, **fields}

    match event:
        case OpeningChosen(seat) if hands[seat].shown:
            return None
        case TicketsDrawn(seat, kept) if hands[seat].shown:
            return move(seat, "draw_tickets", count=len(kept))
        case OpeningChosen(seat, kept, returned):
            extra = {} if returned is None else {"returned": list(returned)}
            return move(seat, "keep_tickets", kept=hands[seat].kept(kept), **extra)
        case TicketsDrawn(seat, kept, returned):
            extra = {} if returned is None else {"returned": list(returned)}
            return move(seat, "draw_tickets", kept=hands[seat].kept(kept), **extra)
        case TicketsCounted(seat, count):
            return move(seat, "draw_tickets", count=count)
        case CardsDrawn(seat):
            return move(seat, "draw_cards")
        case RouteClaimed():
            return move(event.seat, "claim_route", **_written_claim(event))
        case TunnelGivenUp(seat, route):
            return move(seat, "give_up_tunnel", route=route)
        case StationBuilt(seat, place, cards):
            paid = {} if cards is None else {"cards": dict(cards)}
            return move(seat, "build_station", place=place, **paid)
        case TurnSkipped(seat):
            return move(seat, "skip_turn")
        case GameEndedEarly():
            return {"action": "end_game"}
        case TicketsRevealed(seat):
            return _written_reveal(names[seat], hands[seat])
    return None


def _written_reveal(player: str, hand: EndHand) -> dict[str, Any]:
    move: dict[str, Any] = {
        "player": player,
        "action": "reveal_tickets",
        "kept": list(hand.tickets),
    }
    return {**move, "agreed": True} if hand.agreed or hand.shown else move


def _written_claim(claim: RouteClaimed) -> dict[str, object]:
    fields: dict[str, object] = {"route": claim.route}
    if claim.cards is not None:
        fields["cards"] = dict(claim.cards)
    if claim.tunnel is not None:
        fields["tunnel"] = claim.tunnel
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
    summary: dict[str, Any] = {
        "name": state.name(row.seat),
        "rank": row.rank if state.finished else None,
        "total": row.total,
        "routes": row.route_points,
        "tickets": row.ticket_points,
        "bonuses": {
            **dict.fromkeys(state.board.left_out, 0),
            **{line.kind: line.points for line in row.bonuses},
        },
        "tickets_completed": row.tickets_completed,
        "tickets_failed": row.tickets_failed,
        "vehicles_left": row.vehicles_left,
    }
    for bonus, memory in zip(state.board.bonuses, state.memories, strict=True):
        summary |= bonus.summary(memory, row.seat)
    if state.board.stations_each:
        summary["stations"] = {line.place: line.route for line in row.stations}
        summary["stations_left"] = state.stations_left(row.seat)
    return summary
