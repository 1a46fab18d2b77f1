"""Players made of a few habits, for demo games: they collect cards, join their tickets, take people
along. Believable, not clever; nothing of this is ever shown to real players as advice."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field

from games.rules.actions import (
    Action,
    AskForTickets,
    BuildStation,
    ChooseOpening,
    ClaimRoute,
    DrawCards,
    DrawTickets,
    EndGame,
    GiveUpTunnel,
)
from games.rules.board import GREY, WILD, Draw, Route
from games.rules.network import Network
from games.rules.state import Phase, State
from games.rules.stations import station_cost
from games.rules.tickets import drawn_first, due_mix, to_shuffle_in

MOST_CARDS = 14  # nobody hoards for ever


@dataclass
class Bots:
    """All players of a demo game; `cards` counts the cards of each, whatever their colour."""

    luck: random.Random
    cards: dict[int, int] = field(default_factory=dict)

    def next(self, state: State) -> Action:
        """The next action: an opening choice, or the turn of the seat to move."""
        if state.phase is Phase.OPENING:
            return self._opening(state, state.waiting_for()[0])
        if self._stuck(state):
            return EndGame()
        return self._turn(state, state.to_move)

    def _stuck(self, state: State) -> bool:
        """Nobody can claim anything now: a real table would end the game early, too."""
        return not any(
            self._usable(state, seat, route)
            for seat in range(len(state.hands))
            for route in state.board.routes
        )

    def _opening(self, state: State, seat: int) -> Action:
        hand, draw = state.hands[seat], state.board.opening
        if not hand.offer:
            return self._ask(state, seat, draw)
        tickets = self._best(state, hand.offer, max(draw.keep, self.luck.randint(2, 3)))
        return ChooseOpening(seat, tickets, shuffle=self._shuffle(draw.draw))

    def _turn(self, state: State, seat: int) -> Action:
        hand = state.hands[seat]
        if hand.offer:
            tickets = self._best(state, hand.offer, self.luck.choice((1, 1, 2)))
            return DrawTickets(seat, tickets, shuffle=self._shuffle(len(hand.offer)))
        held = self.cards.setdefault(seat, state.board.opening_hand)
        wanted = self._wanted(state, seat)
        place = self._station(state, seat, held) if wanted is None else None
        if place is not None:
            cost = station_cost(state, seat)
            self.cards[seat] = held - cost
            return BuildStation(seat, place, {WILD: cost})
        if wanted is None and self._may_draw_tickets(state, seat):
            return self._ask(state, seat, state.board.turn)
        route = wanted or self._longest(state, seat, held)
        if route is not None and (held >= route.length + 1 or held >= MOST_CARDS):
            self.cards[seat] = held - route.length
            return self._claim(state, seat, route)
        self.cards[seat] = min(MOST_CARDS, held + 2)
        return DrawCards(seat)

    def _may_draw_tickets(self, state: State, seat: int) -> bool:
        plenty = state.hands[seat].vehicles > state.board.vehicles_each // 3
        left = sum(map(len, state.decks))
        return plenty and left >= state.board.turn.draw and self.luck.random() < 0.6

    def _shuffle(self, tickets: int) -> tuple[float, ...]:
        return tuple(self.luck.random() for _ticket in range(tickets))

    def _ask(self, state: State, seat: int, draw: Draw) -> AskForTickets:
        """The mix of the rules, or any other, beginning with what this seat has to draw again."""
        due = due_mix(state, draw)
        if due is not None:
            return AskForTickets(seat, due, self._shuffle(len(to_shuffle_in(state, seat, due))))
        room = {d.id: len(c) for d, c in zip(state.board.decks, state.decks, strict=True)}
        mix = {**dict.fromkeys(room, 0), **drawn_first(state, seat, draw)}
        for _ticket in range(min(draw.draw, sum(room.values())) - sum(mix.values())):
            deck = self.luck.choice([id for id, left in room.items() if left > mix[id]])
            mix[deck] += 1
        return AskForTickets(seat, mix, self._shuffle(len(to_shuffle_in(state, seat, mix))))

    def _best(self, state: State, offer: tuple[str, ...], keep: int) -> tuple[str, ...]:
        tickets = sorted(offer, key=lambda id: state.board.ticket[id].points)
        return tuple(tickets[: max(1, min(keep, len(tickets)))])

    def _usable(self, state: State, seat: int, route: Route) -> bool:
        return state.why_not(seat, route.id) is None

    def _wanted(self, state: State, seat: int) -> Route | None:
        """A route that brings the cheapest open ticket nearer."""
        hand, board = state.hands[seat], state.board
        network = Network(board, hand.routes)
        best: tuple[int, tuple[str, ...]] | None = None
        for id in hand.tickets:
            ticket = board.ticket[id]
            if network.joins(ticket.a, ticket.b):
                continue
            rest = network.completion(
                ticket.a, ticket.b, lambda route: self._usable(state, seat, route)
            )
            if rest and rest[0] <= hand.vehicles and (best is None or rest < best):
                best = rest
        if best is None or not best[1]:
            return None
        return max((board.route[id] for id in best[1]), key=lambda route: route.length)

    def _station(self, state: State, seat: int, held: int) -> str | None:
        """A city where a route of somebody else helps with a ticket that is cut off."""
        hand, board = state.hands[seat], state.board
        if not state.stations_left(seat) or held < station_cost(state, seat):
            return None
        network = Network(board, hand.routes)
        for ticket in map(board.ticket.__getitem__, hand.tickets):
            if network.joins(ticket.a, ticket.b):
                continue
            for place in (ticket.a, ticket.b):
                taken = any(state.owners.get(r.id, seat) != seat for r in board.neighbours[place])
                if taken and state.station_owner(place) is None:
                    return place
        return None

    def _longest(self, state: State, seat: int, held: int) -> Route | None:
        routes = [
            route
            for route in state.board.routes
            if self._usable(state, seat, route) and route.length <= max(held, 3)
        ]
        if not routes:
            return None
        longest = max(route.length for route in routes)
        return self.luck.choice([route for route in routes if route.length >= longest - 1])

    def _claim(self, state: State, seat: int, route: Route) -> ClaimRoute | GiveUpTunnel:
        extra = self.luck.choice((0, 0, 0, 1, 1, 2, 3)) if route.tunnel else 0
        if extra > max(1, self.cards.get(seat, MOST_CARDS)):
            return GiveUpTunnel(seat, route.id)
        return ClaimRoute(
            seat,
            route.id,
            self._payment(state, route, extra),
            {
                bonus.asks: bonus.suggestion(state, memory, seat, route)
                for bonus, memory in zip(state.board.bonuses, state.memories, strict=True)
                if bonus.asks
            },
            extra if route.tunnel else None,
        )

    def _payment(self, state: State, route: Route, extra: int = 0) -> Mapping[str, int]:
        colors = [color for color in state.board.cards if color != WILD]
        color = self.luck.choice(colors) if route.color == GREY else route.color
        cost = route.length + extra
        need = cost - state.board.cards[color]
        spare = self.luck.choice((0, 0, 0, 1)) if route.length > 1 else 0
        wilds = max(need, spare, route.ferry)
        paid = {color: cost - wilds, WILD: wilds}
        return {name: count for name, count in paid.items() if count}
