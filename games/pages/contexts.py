"""Turns views of the rules into contexts for templates: names, colours and sentences, per audience.

Secrets stay secret: a screen's page is made from a ScreenView and a phone's from its own SeatView,
so nothing outside those can be shown.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from games.access.audience import Audience
from games.maps import findings
from games.models import Seat, Table
from games.pages import cards as cards_of
from games.pages import results, set_ups
from games.pages.cards import SeatCard, table_card
from games.pages.comparing import progress
from games.pages.log_lines import RECENT, LogLine, goes_on, log_lines, undoing
from games.pages.map_state import corrected, map_state, map_wire
from games.pages.minimap import MiniMap, minimap
from games.pages.news import News, news_of, ticket_news
from games.pages.paper import paper_of
from games.rules.board import Board, Route
from games.rules.missed_turns import last_turns_refusal
from games.rules.reveal import RevealView, reveal_view
from games.rules.scoring import ScoreRow
from games.rules.state import Phase, State
from games.rules.text import Text
from games.rules.tickets import drawn_first, left_in_decks
from games.rules.views import (
    ScreenView,
    SeatView,
    host_view,
    public_rows,
    screen_view,
    seat_view,
    unchanged_for,
)
from games.table import expiry, learning, moves, series, turn_times
from games.table import lobby as lobby_services
from games.table.favourite import favourite
from games.table.hosts import needs_consent, time_to_object
from games.table.snapshot import Game, TableSnapshot


class TableFacts:
    """The contexts for pages of a table at one revision, computed once for all viewers.

    `public` is the same for all; what belongs to one seat is only in `own`. `before` are the facts
    of an earlier revision, if there is one: paths through the network are only computed again if
    they may have changed, and lines of the log are worded once.
    """

    def __init__(self, snapshot: TableSnapshot, before: "TableFacts | None" = None) -> None:
        self.snapshot = snapshot
        self.seat_views: dict[int, SeatView] = {}  # by seat, as they're requested
        self.minis: dict[int, MiniMap] = {}  # of the same
        self.previous = _previous(before)

    @property
    def revision(self) -> int:
        return self.snapshot.table.revision

    @property
    def comparable(self) -> bool:
        """Whether equal facts also look the same. In the lobby and at the end some facts are model
        instances, which are equal if their keys are, whatever they contain."""
        return self.snapshot.game is not None and self.public["reveal"] is None

    @cached_property
    def public(self) -> dict[str, Any]:
        table, seats, game = self.snapshot.table, self.snapshot.seats, self.snapshot.game
        if game is None:
            return _lobby(table, seats)
        return {
            **_public(table, seats, game, self._view, self._lines(game)),
            **_by_the_clock(table),
            "reported": _reported(self.snapshot, game.state),
        }

    def _lines(self, game: Game) -> list[LogLine]:
        """The last lines of the log; those worded for `before` are reused."""
        seats, before = self.snapshot.seats, self.previous.game
        if before is None or seats is not self.previous.seats or not goes_on(before, game):
            return log_lines(seats, game, RECENT)
        still = [line for line in self.previous.lines if line.number > game.last - RECENT]
        return still + log_lines(seats, game, game.last - before.last)

    @cached_property
    def _view(self) -> ScreenView:
        assert self.snapshot.game is not None
        return screen_view(self.snapshot.game.state)

    @cached_property
    def _rows(self) -> tuple[ScoreRow, ...]:
        assert self.snapshot.game is not None
        return public_rows(self.snapshot.game.state)

    def screen(self, audience: Audience) -> dict[str, Any]:
        """For the TV and for people who watch: public facts only."""
        for_audience = {"table": audience.table, "audience": audience, "host": audience.host}
        return {**self.public, **for_audience}

    def phone(self, audience: Audience, seat: Seat) -> dict[str, Any]:
        """For a seat's phone: what the screen shows, and the seat's own tickets."""
        game, facts = self.snapshot.game, {**self.screen(audience), **self.own(audience, seat)}
        return facts if game is None else facts | drawing(game.state, seat.number or 0)

    def own(self, audience: Audience, seat: Seat) -> dict[str, Any]:
        """What only a seat's own phone shows, and what it may do."""
        game = self.snapshot.game
        if game is None:
            return {"me": seat, **NOT_STARTED}
        assert seat.number is not None
        view = self._seat_view(game.state, seat.number)
        mini = self._mini(game.state, seat.number)
        own = _own(self.snapshot.table, audience, seat, game, view, self.public["cards"], mini)
        return {**own, "setup_share": set_ups.setup_share(game.state, self.snapshot.seats, seat)}

    def _mini(self, state: State, seat: int) -> MiniMap:
        """The small map with a seat's own network; redrawn when the network has grown."""
        before = self.previous.game.state if self.previous.game else None
        same = (
            before
            and before.board is state.board
            and before.hands[seat].routes is state.hands[seat].routes
        )
        drawn = self.previous.minis.get(seat) if same else None
        self.minis[seat] = drawn or minimap(state.board, state.hands[seat].routes)
        return self.minis[seat]

    def _seat_view(self, state: State, seat: int) -> SeatView:
        before, views = self.previous.game, self.previous.seat_views
        if before and seat in views and unchanged_for(seat, before.state, state):
            view = replace(views[seat], screen=self._view)
        else:
            view = seat_view(state, seat, self._view, self._rows)
        self.seat_views[seat] = view
        return view


@dataclass(frozen=True, slots=True)
class Previous:
    """What later facts reuse of earlier ones. It doesn't hold the earlier facts themselves: they'd
    never be freed."""

    game: Game | None = None
    seats: Sequence[Seat] = ()
    seat_views: Mapping[int, SeatView] = field(default_factory=dict)
    lines: Sequence[LogLine] = ()
    minis: Mapping[int, MiniMap] = field(default_factory=dict)


def _previous(facts: TableFacts | None) -> Previous:
    if facts is None:
        return Previous()
    snapshot = facts.snapshot
    return Previous(
        snapshot.game, snapshot.seats, facts.seat_views, facts.public["lines"], facts.minis
    )


# A game that has not started: nothing on the map, nobody to move, no tickets.
NOTHING_YET: Mapping[str, Any] = {
    "number": 0,
    "cards": [],
    "mover": None,
    "lines": [],
    "lines_in_force": [],
    "latest": None,
    "undoing": None,
    "host_can_undo": False,
    "host_can_skip": False,
    "host_can_end": False,
    "final": None,
    "nudge": None,
    "can_claim": False,
    "ended_early": False,
    "begun": "",
    "reveal": None,
    "learnt": False,
    "map_state": {},
    "map_wire": "",
    "corrected": "",
    "setup_requests": [],
    "still_laid": False,
    "news": News(),
    "reported": [],
    "film": False,
}
NOT_STARTED: Mapping[str, Any] = {
    "mine": False,
    "must_choose": False,
    "setup_share": [],
    "my_card": None,
    "tickets": [],
    "offer": (),
    "projected": None,
    "can_undo": False,
    "can_finish": False,
    "paper": None,
    "ticket_news": None,
    "handed": False,
}


def _lobby(table: Table, seats: Sequence[Seat]) -> dict[str, Any]:
    state = learning.lobby_state(table)
    board, compared = state.board, progress(state)
    return {
        **NOTHING_YET,
        "table": table_card(table),
        "board": board,
        "sheet": state.sheet,
        "theme": board.theme,
        "stage": "lobby",
        "seats": list(seats),
        "starts": next((seat.name for seat in seats if seat.pk == table.first_seat_id), ""),
        "colors": lobby_services.free_colors(table),
        "enough": board.players[0] <= len(seats),
        "full": len(seats) >= board.players[1],
        "places_left": range(max(0, board.players[1] - len(seats))),
        "setups": set_ups.setups(table, board),
        "share": (compared["done"], compared["every"]),
        "kept": findings.kept_words(state.sheet, table.sheet.version),
        "series": series.standing(table),
        "favourite": favourite(table, seats),
        **_by_the_clock(table),
    }


def stage(table: Table, state: State) -> str:
    """The stage of the sitting: opening, turns, entering (tickets at the end), reveal or result."""
    return _stage(state, _reveal(table, state))


def _reveal(table: Table, state: State) -> RevealView | None:
    return reveal_view(state, table.reveal_step) if state.phase is Phase.OVER else None


def _stage(state: State, reveal: RevealView | None) -> str:
    if reveal is not None:
        return "result" if reveal.done else "reveal"
    return "entering" if state.phase is Phase.REVEAL else state.phase.value


def screen(audience: Audience) -> dict[str, Any]:
    """For the TV and for people who watch: public facts only."""
    return TableFacts(audience.snapshot).screen(audience)


def film(snapshot: TableSnapshot) -> dict[str, Any]:
    """The screen as it was at an earlier moment of a finished game."""
    return {**TableFacts(snapshot).screen(Audience(snapshot)), "film": True, "nudge": None}


def phone(audience: Audience, seat: Seat | None = None) -> dict[str, Any]:
    """For a seat's phone: what the screen shows, and the seat's own tickets."""
    seat = seat or audience.seat
    assert seat is not None
    return TableFacts(audience.snapshot).phone(audience, seat)


def _by_the_clock(table: Table) -> dict[str, Any]:
    """What changes with time alone, without a new entry."""
    return {
        "objection": time_to_object(table),
        "consent": needs_consent(table),
        "closing": expiry.closing_notice(table),
    }


def _public(
    table: Table, seats: Sequence[Seat], game: Game, view: ScreenView, lines: list[LogLine]
) -> dict[str, Any]:
    state = game.state
    rows = {seat.number: seat for seat in seats}
    reveal = _reveal(table, state)
    hidden = table.score_hidden and reveal is None
    cards = _cards(
        view,
        rows,
        reveal,
        hidden,
        stations=bool(state.board.stations_each),
        unseen=_unseen(table, state.board) if reveal is None else (),
    )
    final = view.final_round
    host = host_view(state, view)
    moving = map_state(view, reveal, state)
    return {
        "table": table_card(table),
        "board": state.board,
        "sheet": state.sheet,
        "theme": state.board.theme,
        "stage": _stage(state, reveal),
        "ended_early": view.ended_early,
        "begun": game.written[0].at.isoformat() if game.written else "",
        "number": game.number,
        "cards": cards,
        "ordered": _ordered(cards, reveal),
        "mover": cards[view.to_move] if view.to_move is not None else None,
        "waiting": [cards[i] for i in view.waiting_for],
        "lines": lines,
        "lines_in_force": [line for line in lines if not line.withdrawn],
        "latest": next((line for line in reversed(lines) if not line.withdrawn), None),
        "undoing": undoing(game, lines),
        "host_can_undo": moves.undo_refusal(game, None, host=True) is None,
        "host_can_skip": host.may_skip,
        "host_can_end": host.may_end,
        "final": final,
        "final_by": cards[final.fired_by] if final else None,
        "last_turns": [*cards[view.to_move or 0 :], *cards[: view.to_move or 0]] if final else [],
        "round": view.turns_played // len(cards) + 1,
        "nudge": _nudge(table, game) if view.to_move is not None else None,
        "can_claim": state.phase is Phase.TURNS and can_claim(state),
        "map_state": moving,
        "map_wire": map_wire(moving, state.board),
        "setup_requests": set_ups.setup_requests(state),
        "still_laid": set_ups.still_laid(state),
        "corrected": corrected(state),
        "drawn_by_lot": state.board.first_player == "random" and table.first_seat_id is None,
        "reveal": results.present_reveal(state, reveal, cards) if reveal else None,
        "honours": results.honours(table, game, reveal, cards),
        "conflicts": results.conflicts(state) if state.phase is Phase.REVEAL else [],
        "series": series.standing(table) if reveal and reveal.done else None,
        "learnt": bool(reveal and reveal.done and findings.has_news(state)),
        "news": news_of(game),
        "film": False,
    }


def _reported(snapshot: TableSnapshot, state: State) -> list[tuple[Route, Text, str]]:
    """The reported routes a host could correct for the table: each with its name, and who reported
    it."""
    board = state.board
    routes = ((board.route.get(report.route), report) for report in snapshot.reports)
    return [
        (route, board.route_name(route), report.by)
        for route, report in routes
        if route is not None
        and (route.color, route.length) != (report.color, report.length)
        and learning.may_mend(snapshot.table, state.sheet, route)
    ]


def _nudge(table: Table, game: Game) -> dict[str, Any] | None:
    """The seconds until the player to move is nudged, and since when nothing has happened."""
    if not table.nudge_minutes:
        return None
    return {"after": table.nudge_minutes * 60, "since": turn_times.quiet_since(game).isoformat()}


def can_claim(state: State) -> bool:
    """Whether any route is left for the player to move; on an empty map one can be entered."""
    routes = state.board.route
    return not routes or any(state.why_not(state.to_move, route) is None for route in routes)


def _ordered(cards: list[SeatCard], reveal: RevealView | None) -> list[SeatCard]:
    """In turn order during the game, by points during the reveal, by rank once that is shown."""
    if reveal is None:
        return cards
    rank = {row.seat: row.rank for row in reveal.sheet.rows} if reveal.sheet else {}
    return sorted(cards, key=lambda card: (rank.get(card.number, 0), -(card.points or 0)))


def _unseen(table: Table, board: Board) -> tuple[str, ...]:
    """The bonuses whose state the table hides until the reveal."""
    hides = table.lead_hidden or table.score_hidden
    return tuple(bonus.kind for bonus in board.bonuses if hides and bonus.lead_hides)


def _cards(
    view: ScreenView,
    rows: Mapping[int | None, Seat],
    reveal: RevealView | None,
    hidden: bool,
    *,
    stations: bool,
    unseen: Collection[str] = (),
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
                tickets_due=seat.tickets_due,
                to_move=view.to_move == number,
                choosing=seat.choosing,
                turns_left=seat.turns_left if view.final_round else None,
                host=row.host,
                phoneless=row.phoneless,
                seat_id=row.pk,
                stations=seat.stations_left if stations else None,
                bonuses=tuple((k, seen) for k, seen in seat.bonuses.items() if k not in unseen),
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
    mini: MiniMap,
) -> dict[str, Any]:
    state = game.state
    assert seat.number is not None
    board = state.seen_by(seat.number)
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
        "mini": mini,
        "must_keep": view.must_keep,
        "projected": view.projected_total if table.hints and not table.score_hidden else None,
        "must_choose": state.phase is Phase.OPENING and not state.hands[seat.number].chosen,
        **(drawing(state, seat.number) if state.phase is Phase.OPENING else {}),
        "can_undo": moves.undo_refusal(game, audience.seat and seat, audience.host) is None,
        "paper": paper_of(table, game, seat.number),
        "ticket_news": ticket_news(table, game, seat.number),
        "can_finish": last_turns_refusal(state, seat.number, host=audience.host) is None,
        "handed": False,
    }


def drawing(state: State, seat: int) -> dict[str, Any]:
    """How a seat draws dealt tickets: how many, in which mixes, and whether it has seen them."""
    draw = state.board.opening if state.phase is Phase.OPENING else state.board.turn
    deals = min(draw.draw, left_in_decks(state)[1])
    again = drawn_first(state, seat, draw)
    announced = state.board.fixed_mix(draw) is None
    ways = mixes(state.board, deals, again) if announced else []
    return {"deals": deals, "mixes": ways, "again": bool(again)}


def mixes(board: Board, deals: int, again: Mapping[str, int]) -> list[list[tuple[str, str, int]]]:
    """The ways to draw this many tickets from several decks: (deck, its name, how many) for
    each.

    `again` says how many of each deck a seat has to draw because it has already seen those tickets.
    The number left in each deck isn't shown before somebody draws: it would reveal which of two
    decks other players' tickets came from.
    """
    decks = board.decks
    counts: list[list[int]] = [[]]
    for _deck in decks[:-1]:
        counts = [[*mix, n] for mix in counts for n in range(deals - sum(mix), -1, -1)]
    ways = [
        [(deck.id, deck.name, n) for deck, n in zip(decks, [*mix, deals - sum(mix)], strict=True)]
        for mix in counts
    ]
    return [way for way in ways if all(n >= again.get(deck, 0) for deck, _name, n in way)]
