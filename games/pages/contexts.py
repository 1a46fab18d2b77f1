"""From views of the rules to what templates show: names, colours and sentences, per audience.

Nothing here adds a secret: a screen's page is made from a ScreenView, a phone's from its own
SeatView, and what those do not hold cannot be shown.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from games.access.audience import Audience
from games.maps import library
from games.models import Seat, Table
from games.pages import cards as cards_of
from games.pages import results
from games.pages.cards import SeatCard
from games.rules import public_log
from games.rules.board import Board
from games.rules.log import EntryCorrected
from games.rules.public_log import Line
from games.rules.reveal import RevealView, TicketStep, reveal_view
from games.rules.scoring import ScoreRow
from games.rules.state import Phase, State
from games.rules.text import Text
from games.rules.tickets import drawn_first, left_in_decks
from games.rules.views import (
    ScreenView,
    SeatView,
    public_rows,
    screen_view,
    seat_view,
    unchanged_for,
)
from games.table import expiry, moves, series
from games.table import lobby as lobby_services
from games.table.hosts import needs_consent, time_to_object
from games.table.snapshot import Game, TableSnapshot


@dataclass(frozen=True, slots=True)
class LogLine:
    number: int
    wire: str
    text: Text
    at: datetime
    by: str
    for_another: bool  # somebody logged it for the seat whose turn it was
    withdrawn: bool
    correctable: bool
    color: str = ""  # of whom it is about; empty where it is the table's


RECENT = 16  # lines that pages show beside the game; the whole log is a page of its own


# -- Pages ----------------------------------------------------------------------------------------


class TableFacts:
    """What pages show of a table at one revision, worked out once for everybody who looks.

    `public` is alike for all; what belongs to one seat is only in `own`. `before` are the facts of
    an earlier revision, if whoever asks has them: ways through the network are searched again
    only where something about them changed.
    """

    def __init__(self, snapshot: TableSnapshot, before: "TableFacts | None" = None) -> None:
        self.snapshot = snapshot
        self.seat_views: dict[int, SeatView] = {}  # of the seats that were asked for
        self.known = (before.snapshot.game, before.seat_views) if before else (None, {})

    @cached_property
    def public(self) -> dict[str, Any]:
        table, seats, game = self.snapshot.table, self.snapshot.seats, self.snapshot.game
        if game is None:
            return _lobby(table, seats)
        return _public(table, seats, game, self._view) | _by_the_clock(table)

    @cached_property
    def _view(self) -> ScreenView:
        assert self.snapshot.game is not None
        return screen_view(self.snapshot.game.state)

    @cached_property
    def _rows(self) -> tuple[ScoreRow, ...]:
        assert self.snapshot.game is not None
        return public_rows(self.snapshot.game.state)

    def screen(self, audience: Audience) -> dict[str, Any]:
        """For the TV and for whoever watches: public facts only."""
        return {**self.public, "audience": audience, "host": audience.host}

    def phone(self, audience: Audience, seat: Seat) -> dict[str, Any]:
        """For a seat's phone: what the screen shows, and the seat's own tickets."""
        return {**self.screen(audience), **self.own(audience, seat)}

    def own(self, audience: Audience, seat: Seat) -> dict[str, Any]:
        """What only a seat's own phone shows, and what it may do."""
        game = self.snapshot.game
        if game is None:
            return {"me": seat, **NOT_STARTED}
        assert seat.number is not None
        view = self._seat_view(game.state, seat.number)
        return _own(self.snapshot.table, audience, seat, game, view, self.public["cards"])

    def _seat_view(self, state: State, seat: int) -> SeatView:
        earlier, views = self.known
        if earlier and seat in views and unchanged_for(seat, earlier.state, state):
            view = replace(views[seat], screen=self._view)
        else:
            view = seat_view(state, seat, self._view, self._rows)
        self.seat_views[seat] = view
        return view


def lobby(audience: Audience) -> dict[str, Any]:
    facts = _lobby(audience.table, audience.snapshot.seats)
    return {**facts, "audience": audience, "host": audience.host}


# A game that has not started: nothing on the map, nobody to move, no tickets.
NOTHING_YET: Mapping[str, Any] = {
    "number": 0,
    "cards": [],
    "mover": None,
    "lines": [],
    "latest": None,
    "undoing": None,
    "final": None,
    "reveal": None,
    "map_state": {},
    "map_wire": "",
    "corrected": "",
    "setup_requests": [],
    "film": False,
}
NOT_STARTED: Mapping[str, Any] = {
    "mine": False,
    "must_choose": False,
    "my_card": None,
    "tickets": [],
    "offer": (),
    "projected": None,
    "can_undo": False,
    "handed": False,
}


def _lobby(table: Table, seats: Sequence[Seat]) -> dict[str, Any]:
    board = library.board_of(table.sheet)
    return {
        **NOTHING_YET,
        "table": table,
        "board": board,
        "theme": board.theme,
        "stage": "lobby",
        "seats": list(seats),
        "colors": lobby_services.free_colors(table),
        "enough": board.players[0] <= len(seats),
        "full": len(seats) >= board.players[1],
        "places_left": range(max(0, board.players[1] - len(seats))),
        "setups": _setups(table, board),
        "share": library.verified_share(board),
        "series": series.standing(table),
        **_by_the_clock(table),
    }


def _setups(table: Table, board: Board) -> list[dict[str, Any]]:
    """What bonuses put on the board before the first turn, and how this table knows it."""
    return [
        {
            "bonus": bonus,
            "note": next((way.note for way in bonus.ways if way.value == table.setup), ""),
            "typed": table.setup == Table.SetUp.TYPED,
            "placed": sum(map(len, table.placed.values())),
            "all": sum(map(bonus.slots, board.places)),
            "places": [
                (place, _slots(table.placed.get(place.id, ()), bonus.slots(place)))
                for place in board.places
                if bonus.slots(place)
            ],
        }
        for bonus in board.bonuses
        if bonus.sets_up
    ]


def _slots(there: Sequence[str], slots: int) -> list[str]:
    """What lies in each slot of a place, empty ones as empty text."""
    return [*there, *[""] * (slots - len(there))]


def stage(table: Table, state: State) -> str:
    """Where the sitting is: opening, turns, entering (tickets at the end), reveal or result."""
    return _stage(state, _reveal(table, state))


def _reveal(table: Table, state: State) -> RevealView | None:
    return reveal_view(state, table.reveal_step) if state.phase is Phase.OVER else None


def _stage(state: State, reveal: RevealView | None) -> str:
    if reveal is not None:
        return "result" if reveal.done else "reveal"
    return "entering" if state.phase is Phase.REVEAL else state.phase.value


def screen(audience: Audience) -> dict[str, Any]:
    """For the TV and for whoever watches: public facts only."""
    return TableFacts(audience.snapshot).screen(audience)


def film(snapshot: TableSnapshot) -> dict[str, Any]:
    """The screen as it was at an earlier moment of a finished game."""
    return {**TableFacts(snapshot).screen(Audience(snapshot)), "film": True}


def phone(audience: Audience, seat: Seat | None = None) -> dict[str, Any]:
    """For a seat's phone: what the screen shows, and the seat's own tickets."""
    seat = seat or audience.seat
    assert seat is not None
    return TableFacts(audience.snapshot).phone(audience, seat)


def _by_the_clock(table: Table) -> dict[str, Any]:
    """What changes while nobody does anything."""
    return {
        "objection": time_to_object(table),
        "consent": needs_consent(table),
        "closing": expiry.notice(table),
    }


def _public(table: Table, seats: Sequence[Seat], game: Game, view: ScreenView) -> dict[str, Any]:
    state = game.state
    rows = {seat.number: seat for seat in seats}
    reveal = _reveal(table, state)
    hidden = table.score_hidden and reveal is None
    cards = _cards(view, rows, reveal, hidden)
    lines = log_lines(seats, game, RECENT)
    final = view.final_round
    moving = map_state(view, reveal, state.board)
    return {
        "table": table,
        "board": state.board,
        "theme": state.board.theme,
        "stage": _stage(state, reveal),
        "number": game.number,
        "cards": cards,
        "ordered": _ordered(cards, reveal),
        "mover": cards[view.to_move] if view.to_move is not None else None,
        "waiting": [cards[i] for i in view.waiting_for],
        "lines": lines,
        "latest": next((line for line in reversed(lines) if not line.withdrawn), None),
        "undoing": undoing(game, lines),
        "final": final,
        "final_by": cards[final.fired_by] if final else None,
        "last_turns": cards if final else [],
        "round": view.turns_played // len(cards) + 1,
        "map_state": moving,
        "map_wire": map_wire(moving, state.board),
        "setup_requests": _setup_requests(state),
        "corrected": corrected(state),
        "drawn_by_lot": state.board.first_player == "random" and table.first_seat_id is None,
        "reveal": results.present_reveal(state, reveal, cards) if reveal else None,
        "conflicts": results.conflicts(state) if state.phase is Phase.REVEAL else [],
        "claimant": table.claimant,
        "series": series.standing(table) if reveal and reveal.done else None,
        "film": False,
    }


def _setup_requests(state: State) -> list[str]:
    """What bonuses ask before the first turn: to put pieces where the map shows them."""
    if state.phase is not Phase.OPENING:
        return []
    return [
        bonus.setup_request
        for bonus, memory in zip(state.board.bonuses, state.memories, strict=True)
        if bonus.setup_request and bonus.lying(memory)
    ]


def corrected(state: State) -> str:
    """What this table changed of its sheet, in short: a page drawn before it must be drawn anew."""
    if state.board is state.sheet:
        return ""
    return " ".join(
        f"{now.id}:{now.color}:{now.length}"
        for was, now in zip(state.sheet.routes, state.board.routes, strict=True)
        if was != now
    )


def _ordered(cards: list[SeatCard], reveal: RevealView | None) -> list[SeatCard]:
    """In turn order while the game goes on, by points at the reveal, by rank once it is told."""
    if reveal is None:
        return cards
    rank = {row.seat: row.rank for row in reveal.sheet.rows} if reveal.sheet else {}
    return sorted(cards, key=lambda card: (rank.get(card.number, 0), -(card.points or 0)))


def _cards(
    view: ScreenView,
    rows: Mapping[int | None, Seat],
    reveal: RevealView | None,
    hidden: bool,
) -> list[SeatCard]:
    cards = []
    for number, seat in enumerate(view.seats):
        row = rows[number]
        points = reveal.totals[number] if reveal else seat.points
        cards.append(
            SeatCard(
                number=number,
                name=seat.name,
                color=seat.color,
                points=None if hidden else points,
                vehicles=seat.vehicles,
                tickets=seat.ticket_count,
                to_move=view.to_move == number,
                choosing=seat.choosing,
                turns_left=seat.turns_left if view.final_round else None,
                host=row.host,
                phoneless=row.phoneless,
                seat_id=row.pk,
                bonuses=tuple(seat.bonuses.items()),
            )
        )
    return cards


def _own(
    table: Table,
    audience: Audience,
    seat: Seat,
    game: Game,
    view: SeatView,
    cards: Sequence[SeatCard],
) -> dict[str, Any]:
    state, board = game.state, game.state.board
    assert seat.number is not None
    mover = view.screen.to_move
    return {
        "me": seat,
        "mine": seat.number == mover,
        "my_card": cards[seat.number],
        "tickets": [
            cards_of.ticket_card(board, ticket.id, ticket.standing if table.hints else "")
            for ticket in view.tickets
        ],
        "offer": tuple(cards_of.ticket_card(board, id) for id in view.offer),
        "must_keep": view.must_keep,
        "projected": view.projected_total if table.hints and not table.score_hidden else None,
        "must_choose": state.phase is Phase.OPENING and not state.hands[seat.number].chosen,
        **drawing(state, seat.number),
        "can_undo": moves.undo_refusal(game, audience.seat and seat, audience.host) is None,
        "handed": False,
    }


def drawing(state: State, seat: int) -> dict[str, Any]:
    """How a seat draws dealt tickets: how many, in which mixes, and whether it has seen them."""
    draw = state.board.opening if state.phase is Phase.OPENING else state.board.turn
    deals = min(draw.draw, left_in_decks(state)[1])
    again = drawn_first(state, seat, draw)
    return {"deals": deals, "mixes": mixes(state.board, deals, again), "again": bool(again)}


def mixes(board: Board, deals: int, again: Mapping[str, int]) -> list[list[tuple[str, str, int]]]:
    """The ways to draw so many tickets from several decks: (deck, its name, how many) for each.

    `again` is what a seat has to draw because it has seen it. How many lie in each deck is not
    told before somebody asks: it would give away which of two decks other players' tickets came
    from.
    """
    decks = board.decks
    if len(decks) < 2:
        return []
    found: list[list[int]] = [[]]
    for _deck in decks[:-1]:
        found = [[*mix, n] for mix in found for n in range(deals - sum(mix), -1, -1)]
    ways = [
        [(deck.id, deck.name, n) for deck, n in zip(decks, [*mix, deals - sum(mix)], strict=True)]
        for mix in found
    ]
    return [way for way in ways if all(n >= again.get(deck, 0) for deck, _name, n in way)]


def undoing(game: Game, lines: Sequence[LogLine]) -> LogLine | None:
    """What an undo would withdraw, on the line where it stands now.

    After an undo, or a correction of an earlier entry, that is not the latest line. An entry that
    was corrected stands where its correction is written.
    """
    if game.in_force is None:
        return None
    number, event = game.in_force
    corrections = (
        entry.number
        for entry in reversed(game.entries[-RECENT:])
        if isinstance(entry.fact, EntryCorrected) and entry.fact.entry == number
    )
    stands_at = next(corrections, number)
    line = next((line for line in lines if line.number == stands_at), None)
    if line is None or stands_at == number:
        return line
    names = [player.name for player in game.state.players]
    return replace(line, text=public_log.words(game.state.board, names, event))


# -- The map and the log -------------------------------------------------------------------


def map_state(view: ScreenView, reveal: RevealView | None, board: Board) -> dict[str, Any]:
    """What moves on the drawing; the drawing itself is sent once."""
    lit: Sequence[str] = ()
    if reveal and reveal.sheet:  # everything is told: the winner's lines
        lit = [route for route, seat in view.owners.items() if seat in reveal.sheet.winners]
    elif reveal and isinstance(reveal.current, TicketStep):
        lit = reveal.current.line.path or ()
    return {
        "owners": {route: view.seats[seat].color for route, seat in view.owners.items()},
        "closed": sorted(view.closed),
        "waiting": None
        if view.lying is None
        else {place: list(colors) for place, colors in view.lying.items()},
        "lit": list(lit),
    }


def map_wire(state: Mapping[str, Any], board: Board) -> str:
    """What moves on the map, short enough to be sent with every claim: routes and places by number.

    `readState` of static/js/board.js is the other end.
    """
    number = {route.id: i for i, route in enumerate(board.routes)}
    owned: dict[str, list[int]] = {}
    for route, color in state["owners"].items():
        owned.setdefault(color, []).append(number[route])
    waiting = state["waiting"]
    wire = {
        "owned": owned,
        "closed": [number[route] for route in state["closed"]],
        "lit": [number[route] for route in state["lit"]],
        # Nothing lying anywhere is not the same as a map on which nothing can lie.
        "waiting": None
        if waiting is None
        else [waiting.get(place.id, []) for place in board.places],
    }
    return json.dumps(wire, ensure_ascii=False, separators=(",", ":"))


def log_lines(seats: Sequence[Seat], game: Game, last: int | None = None) -> list[LogLine]:
    """The log, oldest first: all of it, or so many of the last lines."""
    since = 0 if last is None else max(0, game.last - last)
    some = game.entries[since:]
    lines = public_log.lines_of(game.state.board, game.entries, some, game.withdrawn)
    authors = {seat.pk: seat.name for seat in seats}
    return [
        _log_line(line, written.at, authors.get(written.by or 0, ""), game.state)
        for line, written in zip(lines, game.written[since:], strict=True)
    ]


def _log_line(line: Line, at: datetime, by: str, state: State) -> LogLine:
    whose = state.players[line.seat] if line.seat is not None else None
    return LogLine(
        line.number,
        line.wire,
        line.text,
        at,
        by,
        for_another=bool(by and whose and by != whose.name),
        withdrawn=line.withdrawn,
        correctable=not line.withdrawn
        and line.wire in ("cards.drawn", "route.claimed", "turn.skipped"),
        color=whose.color if whose else "",
    )
