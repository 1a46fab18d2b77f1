"""Every illegal move is refused with its code and leaves the state as it was."""

from collections.abc import Iterator
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from games.rules.actions import (
    Action,
    AskForTickets,
    BuildStation,
    ChooseOpening,
    ClaimRoute,
    CountTickets,
    DrawCards,
    DrawTickets,
    EndGame,
    GiveUpTunnel,
    RevealTickets,
    SettleTicket,
    SkipTurn,
)
from games.rules.board import Route
from games.rules.bonuses import KINDS
from games.rules.events import RouteClaimed
from games.rules.state import Phase
from games.rules.violations import Code
from tests.support.play import DEALT, RECORD, Table
from tests.support.random_play import games

# docs/record.md, “Codes”, and what only a live table knows.
CONTRACT = {
    *("malformed", "unknown_map", "unknown_player", "unknown_route", "unknown_ticket"),
    *("setup_incomplete", "not_your_turn", "route_taken", "route_closed"),
    *("parallel_route_owned", "not_enough_vehicles", "wrong_cards", "keep_not_allowed"),
    *("passenger_not_there", "too_few_tickets", "too_many_tickets", "ticket_already_held"),
    *("game_over", "not_a_tunnel", "station_taken", "no_station_left", "unknown_place"),
}
LIVE_ONLY = {"offer_open", "no_offer", "entry_no_longer_fits", "not_correctable"}

Expected = Iterator[tuple[Action, str]]


def test_the_codes_are_those_of_the_contract() -> None:
    of_bonuses = {bonus.code for bonus in KINDS.values()}
    assert {*Code, *of_bonuses} == CONTRACT | LIVE_ONLY


def any_turn(seat: int, t: Table) -> tuple[Action, ...]:
    return (
        DrawCards(seat),
        SkipTurn(seat),
        ClaimRoute(seat, t.board.routes[0].id),
        DrawTickets(seat, (t.board.tickets[0].id,)),
        CountTickets(seat, 1),
    )


def illegal(rng: Random, t: Table) -> Expected:
    """Moves that are wrong right now, each with the code the contract gives it."""
    seats = len(t.state.players)
    for action in any_turn(seats, t):
        yield action, "unknown_player"
    yield RevealTickets(-1, ()), "unknown_player"
    match t.state.phase:
        case Phase.OPENING:
            yield from ((action, "setup_incomplete") for action in any_turn(0, t))
            yield EndGame(), "setup_incomplete"
            yield RevealTickets(rng.randrange(seats), ()), "not_your_turn"
        case Phase.TURNS:
            yield from _out_of_turn(rng, t)
            if t.state.hands[t.mover].offer:
                yield from _before_choosing(t)
            else:
                yield from _claims(rng, t)
                yield from _tickets(rng, t)
        case Phase.REVEAL | Phase.OVER:
            seat = rng.randrange(seats)
            yield from ((action, "game_over") for action in any_turn(seat, t))
            yield EndGame(), "game_over"
            yield ChooseOpening(seat, (t.board.tickets[0].id,)), "game_over"


def _out_of_turn(rng: Random, t: Table) -> Expected:
    seats = len(t.state.players)
    other = (t.mover + rng.randrange(1, seats)) % seats
    yield from ((action, "not_your_turn") for action in any_turn(other, t))
    for seat in (t.mover, other):
        yield ChooseOpening(seat, (t.board.tickets[0].id,)), "not_your_turn"
        yield RevealTickets(seat, (t.board.tickets[0].id,)), "not_your_turn"
    yield SettleTicket(t.board.tickets[0].id, t.mover), "unknown_ticket"
    if t.state.source is DEALT:
        mix = {deck.id: 1 for deck in t.board.decks}
        yield AskForTickets(other, mix), "not_your_turn"


def _before_choosing(t: Table) -> Expected:
    for action in any_turn(t.mover, t):
        if not isinstance(action, DrawTickets):
            yield action, "offer_open"
    offer = t.state.hands[t.mover].offer
    strange = next(ticket.id for ticket in t.board.tickets if ticket.id not in offer)
    yield DrawTickets(t.mover, (strange,)), "unknown_ticket"
    yield DrawTickets(t.mover, (offer[0], offer[0])), "unknown_ticket"
    yield DrawTickets(t.mover, ()), "too_few_tickets"


def _claims(rng: Random, t: Table) -> Expected:
    seat = t.mover
    yield ClaimRoute(seat, "no--where", {"wild": 99}), "unknown_route"
    for route in rng.sample(t.board.routes, 8):
        code = route_code(t, seat, route)
        if code:
            yield (
                ClaimRoute(
                    seat,
                    route.id,
                    {"wild": 99},
                    {"keep_card": True, "passengers": {"nowhere": "red"}},
                ),
                code,
            )
            continue
        for cards in wrong_cards(t, route):
            yield (
                ClaimRoute(
                    seat, route.id, cards, {"keep_card": True, "passengers": {"nowhere": "red"}}
                ),
                "wrong_cards",
            )
        yield (
            ClaimRoute(seat, route.id, answers={"passengers": {"nowhere": "red"}}),
            "passenger_not_there",
        )
        elsewhere = next(place.id for place in t.board.places if place.id not in route.ends)
        yield (
            ClaimRoute(seat, route.id, answers={"passengers": {elsewhere: "red"}}),
            "passenger_not_there",
        )
        yield (
            ClaimRoute(seat, route.id, answers={"passengers": {route.a: "mauve"}}),
            "passenger_not_there",
        )
        flag = [b.colors for b in t.board.bonuses if b.kind == "flags"]  # type: ignore[attr-defined]
        if not flag or route.color not in flag[0]:
            yield ClaimRoute(seat, route.id, None, {"keep_card": True}), "keep_not_allowed"


def route_code(t: Table, seat: int, route: Route) -> str | None:
    """The order of docs/record.md, “Codes”, worked out from the claims in the log."""
    owners = {e.route: e.seat for e in t.events if isinstance(e, RouteClaimed)}
    twins = [r for r in t.board.routes if {r.a, r.b} == {route.a, route.b} and r.id != route.id]
    if owners.get(route.id) != seat and any(owners.get(twin.id) == seat for twin in twins):
        return "parallel_route_owned"
    if route.id in owners:
        return "route_taken"
    small = len(t.state.players) <= t.board.parallels_closed_up_to
    if small and any(twin.id in owners for twin in twins):
        return "route_closed"
    used = sum(t.board.route[id].length for id, owner in owners.items() if owner == seat)
    return "not_enough_vehicles" if route.length > t.board.vehicles_each - used else None


def wrong_cards(t: Table, route: Route) -> Iterator[dict[str, int]]:
    colors = [color for color in t.board.cards if color != "wild"]
    paid = colors[0] if route.color == "grey" else route.color
    yield {paid: route.length + 1}
    yield {paid: route.length, "wild": 1}
    yield {}
    yield {"mauve": route.length}
    if route.length > 1:
        yield {paid: route.length - 1}
        yield {paid: 1, next(c for c in colors if c != paid): route.length - 1}
    if route.color != "grey":
        yield {next(c for c in colors if c != route.color): route.length}


def _tickets(rng: Random, t: Table) -> Expected:
    seat, hand = t.mover, t.state.hands[t.mover]
    ids = [ticket.id for ticket in t.board.tickets if ticket.deck in t.board.drawn_on_turns]
    if t.board.opening.removed:
        yield from _tickets_of_decks(t, seat)
        return
    hidden = sum(player.at_reveal for player in t.state.players)
    gone = sum(len(other.tickets) + other.counted for other in t.state.hands)
    if t.state.source is not DEALT and gone + hidden * t.board.opening.keep >= len(ids):
        yield from _tickets_of_an_empty_deck(t, seat, ids)
        return
    if t.state.players[seat].at_reveal:
        yield DrawTickets(seat, (ids[0],)), "unknown_ticket"
        yield CountTickets(seat, 0), "too_few_tickets"
        yield CountTickets(seat, t.board.turn.draw + 1), "too_many_tickets"
        return
    yield CountTickets(seat, 1), "unknown_ticket"
    if t.state.source is DEALT:
        yield DrawTickets(seat, (ids[0],)), "no_offer"
        yield AskForTickets(seat, {t.board.decks[0].id: 99}), "too_many_tickets"
        yield AskForTickets(seat, {}), "too_few_tickets"
        return
    yield AskForTickets(seat, {t.board.decks[0].id: t.board.turn.draw}), "no_offer"
    yield DrawTickets(seat, ("no--where",)), "unknown_ticket"
    yield DrawTickets(seat, ()), "too_few_tickets"
    yield DrawTickets(seat, (rng.choice(hand.tickets),)), "ticket_already_held"
    free = [id for id in ids if not any(id in other.tickets for other in t.state.hands)]
    if len(free) > t.board.turn.draw:
        yield DrawTickets(seat, tuple(free[: t.board.turn.draw + 1])), "too_many_tickets"
        yield DrawTickets(seat, (free[0], free[0])), "ticket_already_held"


def _tickets_of_an_empty_deck(t: Table, seat: int, ids: list[str]) -> Expected:
    if t.state.players[seat].at_reveal:
        yield CountTickets(seat, 0), "too_few_tickets"
        yield CountTickets(seat, 1), "too_many_tickets"
        return
    yield DrawTickets(seat, ()), "too_few_tickets"
    own = t.state.hands[seat].tickets
    held = {id for hand in t.state.hands for id in hand.tickets}
    for id in ids:
        # Whether others hold it is told by a record, and kept secret where tickets are on paper.
        out_of_deck = held if t.state.source is RECORD else own
        code = "ticket_already_held" if id in out_of_deck else "too_many_tickets"
        yield DrawTickets(seat, (id,)), code


def _tickets_of_decks(t: Table, seat: int) -> Expected:
    """Where rejected tickets leave the game, and a deck may be dealt at the start only."""
    if t.state.players[seat].at_reveal or t.state.source is DEALT:
        return
    for ticket in t.board.tickets:
        if ticket.deck not in t.board.drawn_on_turns:
            yield DrawTickets(seat, (ticket.id,)), "unknown_ticket"
    yield DrawTickets(seat, ("no--where",)), "unknown_ticket"
    for ticket in t.state.hands[seat].removed:
        yield DrawTickets(seat, (ticket,)), "unknown_ticket"
    yield BuildStation(seat, "no-where"), "unknown_place"
    yield GiveUpTunnel(seat, "no--where"), "unknown_route"


@given(games(), st.randoms(use_true_random=True))
def test_every_illegal_move_is_refused_with_its_code_and_changes_nothing(
    t: Table, rng: Random
) -> None:
    for action, code in illegal(rng, t):
        refusal = t.refusal(action)  # asserts that the state is as it was
        assert refusal.code == code, action
        assert refusal.code in CONTRACT | LIVE_ONLY
        assert refusal.message.endswith("."), "a sentence"
