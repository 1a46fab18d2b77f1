"""Random legal games. Every choice comes from one random number generator, so a seed is a game.

Legal moves are worked out here from the board and the log, without the engine: if the two disagree,
a test fails.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from hypothesis import strategies as st

from games.rules.actions import (
    Action,
    AgreeOnTickets,
    AskForTickets,
    BuildStation,
    CheckPaper,
    ChooseOpening,
    ClaimRoute,
    CountTickets,
    DrawCards,
    DrawTickets,
    EndGame,
    GiveUpTunnel,
    MendTickets,
    RevealTickets,
    SettleTicket,
    SkipTurn,
    StartGame,
    TicketSource,
)
from games.rules.board import GREY, Board, Draw, Route
from games.rules.bonuses.passengers import Passengers
from games.rules.events import RouteClaimed, StationBuilt
from games.rules.state import Phase
from tests.support.boards import MAPS, board
from tests.support.play import DEALT, PAPER, RECORD, Table, people

SOURCES = (RECORD, PAPER, DEALT)


@st.composite
def games(draw: st.DrawFn, sources: tuple[TicketSource, ...] = SOURCES) -> Table:
    """A game on any map, at any number of players, stopped after any number of moves."""
    slug, source = draw(st.sampled_from(MAPS)), draw(st.sampled_from(sources))
    seats = draw(st.integers(*board(slug).players))
    moves = draw(st.integers(0, 60) | st.just(1000))
    rng = draw(st.randoms(use_true_random=True))
    t = new_game(rng, slug, source, seats)
    for _move in play(rng, t, moves):
        pass
    return t


def new_game(rng: Random, slug: str, source: TicketSource, seats: int) -> Table:
    variant = rng.choice(["", *(variant.id for variant in board(slug).variants)])
    on = board(slug).with_variant(variant)
    phoneless = () if source is DEALT else tuple(i for i in range(seats) if rng.random() < 0.15)
    decks: tuple[tuple[str, ...], ...] = ()
    if source is DEALT:
        decks = tuple(shuffled(rng, on.deck_tickets[deck.id]) for deck in on.decks)
    players = people(on, seats, phoneless)
    threshold = rng.choice([on.final_round_at, on.final_round_at, on.vehicles_each // 2])
    check = source is PAPER and rng.random() < 0.7
    setup = _bag(rng, on)
    start = StartGame(players, threshold, source, decks, setup, check, variant=variant)
    return Table(on, start)


def shuffled(rng: Random, items: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(rng.sample(items, len(items)))


def _bag(rng: Random, on: Board) -> dict[str, dict[str, tuple[str, ...]]]:
    """Passengers drawn on to the board, or not tracked."""
    for bonus in on.bonuses:
        if isinstance(bonus, Passengers) and rng.random() < 0.7:
            bag = shuffled(rng, tuple(Counter(bonus.bag).elements()))
            waiting, used = {}, 0
            for place in on.places:
                waiting[place.id] = bag[used : used + bonus.slots(place)]
                used += bonus.slots(place)
            return {bonus.sets_up: waiting}
    return {}


def play(rng: Random, t: Table, moves: int) -> Iterator[Action]:
    """Make this many moves, or until the game ends; yields each one."""
    for _move in range(moves):
        action = legal_action(rng, t)
        if action is None:
            return
        t.do(action)
        yield action


def legal_action(rng: Random, t: Table) -> Action | None:
    match t.state.phase:
        case Phase.OPENING:
            return _ticket_action(rng, t, rng.choice(t.state.waiting_for()), opening=True)
        case Phase.TURNS:
            return _turn(rng, t)
        case Phase.REVEAL:
            return _reveal(rng, t)
        case Phase.OVER:
            return None


def _turn(rng: Random, t: Table) -> Action:
    seat = t.state.to_move
    if t.state.hands[seat].offer:
        return _ticket_action(rng, t, seat, opening=False)
    luck = rng.random()
    if t.board.stations_each and rng.random() < 0.05:
        built = [e for e in t.events if isinstance(e, StationBuilt)]
        mine = sum(e.seat == seat for e in built)
        free = [p.id for p in t.board.places if p.id not in {e.place for e in built}]
        if mine < t.board.stations_each:
            return BuildStation(seat, rng.choice(free), rng.choice((None, {"wild": mine + 1})))
    if luck < 0.003:
        return EndGame()
    if luck < 0.15:
        action = _ticket_action(rng, t, seat, opening=False)
        if action is not None:
            return action
    if luck < 0.85:
        routes = claimable(t, seat)
        tunnels = [route.id for route in routes if route.tunnel]
        if tunnels and rng.random() < 0.1:
            return GiveUpTunnel(seat, rng.choice(tunnels))
        if routes:
            return claim(rng, t, seat, rng.choice(routes))
    return SkipTurn(seat) if luck > 0.98 else DrawCards(seat)


# -- Claims ---------------------------------------------------------------------------------------


def claimable(t: Table, seat: int) -> list[Route]:
    """Every route that a seat may claim, worked out from the claims in the log."""
    owners: dict[frozenset[str], list[int]] = {}
    taken, used = set(), 0
    for event in t.events:
        if isinstance(event, RouteClaimed):
            route = t.board.route[event.route]
            taken.add(route.id)
            owners.setdefault(frozenset(route.ends), []).append(event.seat)
            used += route.length if event.seat == seat else 0
    small = len(t.state.players) <= t.board.parallels_closed_up_to
    return [
        route
        for route in t.board.routes
        if route.id not in taken
        and route.length <= t.board.vehicles_each - used
        and seat not in owners.get(frozenset(route.ends), ())
        and not (small and owners.get(frozenset(route.ends)))
    ]


def claim(rng: Random, t: Table, seat: int, route: Route) -> ClaimRoute:
    tunnel = rng.choice((None, 0, 1, 2, 3)) if route.tunnel else None
    cards = payment(rng, t.board, route, tunnel or 0) if rng.random() < 0.8 else None
    keep = False
    flags = next((b for b in t.board.bonuses if b.kind == "flags"), None)
    if flags is not None and rng.random() < 0.9:
        wild_only = cards is not None and set(cards) == {"wild"}
        front = front_of(t, seat, flags.colors)  # type: ignore[attr-defined]
        keep = route.color in flags.colors and route.color not in front and not wild_only  # type: ignore[attr-defined]
    answers = {"keep_card": keep, "passengers": _boarding(rng, t, route)}
    return ClaimRoute(seat, route.id, cards, answers, tunnel)


def front_of(t: Table, seat: int, colors: tuple[str, ...]) -> set[str]:
    """The colours in front of a seat: each kept card stays there until the flag is complete."""
    front: set[str] = set()
    for event in t.events:
        if (
            isinstance(event, RouteClaimed)
            and event.seat == seat
            and event.answers.get("keep_card")
        ):
            front.add(t.board.route[event.route].color)
            if front == set(colors):
                front = set()
    return front


def payment(rng: Random, on: Board, route: Route, extra: int = 0) -> dict[str, int]:
    due = route.length + extra
    colors = [c for c in on.cards if c != "wild"] if route.color == GREY else [route.color]
    color = rng.choice(colors)
    least = max(route.ferry, due - on.cards[color])
    wild = rng.randint(least, min(due, on.cards["wild"]))
    paid = {color: due - wild, "wild": wild}
    return {color: count for color, count in paid.items() if count}


def _boarding(rng: Random, t: Table, route: Route) -> dict[str, str]:
    letters: dict[str, str] = {}
    for bonus, memory in zip(t.board.bonuses, t.state.memories, strict=True):
        if not isinstance(bonus, Passengers):
            continue
        for place in route.ends:
            choices = bonus.choices(memory, place)
            if choices and rng.random() < 0.9:
                letters[place] = rng.choice(choices)
        if not t.started.setup and len(set(letters.values())) < len(letters):
            letters.pop(route.a)  # not tracked: there might be only one left of that colour
    return letters


# -- Tickets --------------------------------------------------------------------------------------


def free_tickets(t: Table, seat: int) -> list[str]:
    """Tickets a seat may enter: nobody's, or with paper tickets any except its own."""
    held = {
        ticket
        for i, hand in enumerate(t.state.hands)
        if t.state.source is not PAPER or i == seat
        for ticket in hand.tickets
    }
    gone = {
        ticket
        for i, hand in enumerate(t.state.hands)
        if t.state.source is not PAPER or i == seat
        for ticket in hand.removed
    }
    return [ticket.id for ticket in t.board.tickets if ticket.id not in held | gone]


def _ticket_action(rng: Random, t: Table, seat: int, opening: bool) -> Action | None:
    draw = t.board.opening if opening else t.board.turn
    hand = t.state.hands[seat]
    make = ChooseOpening if opening else DrawTickets
    if t.state.source is DEALT:
        if not hand.offer:
            mix = _dealt_mix(t, draw) or _mix(rng, t, seat, draw.draw)
            luck = tuple(rng.random() for _ticket in t.board.tickets)
            return AskForTickets(seat, mix, luck) if mix else None
        keep = rng.randint(min(draw.keep, len(hand.offer)), len(hand.offer))
        luck = tuple(rng.random() for _ticket in hand.offer)
        return make(seat, tuple(rng.sample(hand.offer, keep)), None, luck)
    # Certainly left: no more than the opening draw is with anybody who shows tickets at the end.
    if t.board.opening.removed:
        return _from_decks(rng, t, seat, draw, opening=opening)
    hidden = [h for p, h in zip(t.state.players, t.state.hands, strict=True) if p.at_reveal]
    sure = len(t.board.tickets) - sum(len(h.tickets) + h.counted for h in t.state.hands)
    sure -= len(hidden) * t.board.opening.draw
    number = min(draw.draw, sure)
    if number < 1:
        return None
    keep = rng.randint(min(draw.keep, number), number)
    if t.state.players[seat].at_reveal:
        return CountTickets(seat, keep)
    drawn = tuple(rng.sample(free_tickets(t, seat), number))
    return make(seat, drawn[:keep], drawn[keep:] if rng.random() < 0.7 else None)


def _dealt_mix(t: Table, draw: Draw) -> dict[str, int]:
    """The mix that the rules prescribe, as far as the decks last; empty if players announce it."""
    left = dict(zip((deck.id for deck in t.board.decks), map(len, t.state.decks), strict=True))
    return {deck: min(count, left[deck]) for deck, count in (draw.mix or {}).items() if left[deck]}


def _from_decks(rng: Random, t: Table, seat: int, draw: Draw, *, opening: bool) -> Action | None:
    """Tickets from the decks that the rules prescribe, where rejected ones leave the game."""
    mix = t.board.fixed_mix(draw) or {}
    free = free_tickets(t, seat)
    drawn: list[str] = []
    for deck, count in mix.items():
        pool = [ticket for ticket in free if t.board.ticket[ticket].deck == deck]
        taken = count * len(t.state.players) + sum(
            len(hand.tickets) + hand.counted for hand in t.state.hands
        )
        if not opening and len(t.board.deck_tickets[deck]) - taken < count:
            return None  # nearly empty: how many exactly is for other tests
        drawn += rng.sample(pool, count)
    rng.shuffle(drawn)
    keep = rng.randint(draw.keep, len(drawn))
    if t.state.players[seat].at_reveal:
        return CountTickets(seat, keep)
    back = tuple(drawn[keep:]) if rng.random() < 0.7 else None
    return (ChooseOpening if opening else DrawTickets)(seat, tuple(drawn[:keep]), back)


def _mix(rng: Random, t: Table, seat: int, number: int) -> dict[str, int]:
    """Any mix; tickets this seat has seen in undone draws come first, in the same order."""
    pool = [ticket for cards in t.state.decks for ticket in cards]
    again = [ticket for ticket in t.state.hands[seat].aside if ticket in pool][:number]
    others = [ticket for ticket in pool if ticket not in again]
    more = rng.sample(others, min(number - len(again), len(others)))
    return dict(Counter(t.board.ticket[ticket].deck for ticket in (*again, *more)))


def _reveal(rng: Random, t: Table) -> Action | None:
    waiting = t.state.waiting_for()
    if waiting:
        return _before_the_reveal(rng, t, rng.choice(waiting))
    ticket = t.state.conflicts()[0]
    holders = [i for i, hand in enumerate(t.state.hands) if ticket in hand.tickets]
    return SettleTicket(ticket, rng.choice(holders))


def _before_the_reveal(rng: Random, t: Table, seat: int) -> Action:
    """The entries still missing about the tickets of a seat."""
    hand = t.state.hands[seat]
    due = len(hand.tickets) if hand.due is None else hand.due
    if t.state.paper_check and rng.random() < 0.1:
        return AgreeOnTickets(seat, rng.randint(0, 4))
    if t.state.players[seat].at_reveal and not hand.revealed:
        number = rng.randint(t.board.opening.keep, t.board.opening.draw) + hand.counted
        number = number if hand.due is None else hand.due
        return RevealTickets(seat, tuple(rng.sample(free_tickets(t, seat), number)))
    if len(hand.tickets) != due or rng.random() < 0.2:
        pool = [ticket.id for ticket in t.board.tickets]
        return MendTickets(seat, tuple(rng.sample(pool, due)))
    return CheckPaper(seat)
