"""Decide, then evolve. Only `decide` refuses; `evolve` trusts.

The engine never asks which map it is on: numbers come from the board, bonuses from their modules.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from games.rules import bonuses, corrections, tickets
from games.rules.actions import (
    Action,
    AskForTickets,
    ChooseOpening,
    ClaimRoute,
    CorrectRoute,
    CountTickets,
    DrawCards,
    DrawTickets,
    EndGame,
    RevealTickets,
    SettleTicket,
    SkipTurn,
    StartGame,
    TicketSource,
)
from games.rules.board import GREY, WILD, Board, Route
from games.rules.bonuses.base import Bonus
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
    TicketsOffered,
    TicketsRevealed,
    TurnSkipped,
)
from games.rules.state import FinalRound, Hand, Phase, State
from games.rules.text import COLORS, Text, _, color_word, text
from games.rules.violations import Code, RuleViolation

# -- The start ------------------------------------------------------------------------------------


def begin(board: Board, action: StartGame) -> tuple[GameStarted, tuple[Event, ...]]:
    """Open a game: the start, and the opening offers where there is nothing to announce.

    Raises RuleViolation (malformed) if the table cannot start like this.
    """
    problem = start_problem(board, action)
    if problem:
        where, why = problem
        raise RuleViolation(Code.MALFORMED, "{where}: {why}", where=where, why=why)
    started = GameStarted(
        board.slug,
        action.players,
        action.final_round_at,
        action.tickets,
        action.decks,
        action.setup,
    )
    state = start(board, started)
    offers: list[Event] = []
    if action.tickets is TicketSource.DEALT and len(board.decks) == 1:
        for seat in state.waiting_for():
            offered = decide(state, AskForTickets(seat, {board.decks[0].id: board.opening.draw}))
            offers.extend(offered)
            state = evolve_all(state, offered)
    return started, tuple(offers)


def start_problem(board: Board, action: StartGame) -> tuple[str, Text] | None:
    """What is wrong with a start: the place in a game record, and why; None if nothing is."""
    players = action.players
    least, most = board.players
    if not least <= len(players) <= most:
        return "players", text(
            _("{map} is for {least} to {most} players."), map=board.name, least=least, most=most
        )
    for i, player in enumerate(players):
        if any(other.name == player.name for other in players[:i]):
            return f"players[{i}].name", text(_("Two players are called {name}."), name=player.name)
        # A record may come from a time when the sheet offered other colours; they are on file.
        offered = COLORS if action.tickets is TicketSource.RECORD else board.player_colors
        if player.color not in offered:
            return f"players[{i}].color", text(
                _("“{color}” is not a player colour of this map; one of: {choices}."),
                color=color_word(player.color),
                choices=", ".join(board.player_colors),
            )
        if any(other.color == player.color for other in players[:i]):
            return f"players[{i}].color", text(
                _("Two players are {color}."), color=color_word(player.color)
            )
        if player.at_reveal and action.tickets is TicketSource.DEALT:
            return f"players[{i}].tickets", text(_("Dealt tickets cannot wait for the reveal."))
    if not 0 <= action.final_round_at < board.vehicles_each:
        return "options.final_round_at", text(
            _("A number from 0 to {most} is expected here."), most=board.vehicles_each - 1
        )
    if action.tickets is TicketSource.DEALT and not _whole_decks(board, action.decks):
        return "decks", text(_("The decks do not hold every ticket once."))
    return _setup_problem(board, action)


def _whole_decks(board: Board, decks: tuple[tuple[str, ...], ...]) -> bool:
    return [sorted(cards) for cards in decks] == [
        sorted(board.deck_tickets[deck.id]) for deck in board.decks
    ]


def _setup_problem(board: Board, action: StartGame) -> tuple[str, Text] | None:
    present = {bonus.sets_up: bonus for bonus in board.bonuses if bonus.sets_up}
    known = bonuses.setting_up()
    for field, setup in action.setup.items():
        if field not in present:
            return f"setup.{field}", known.get(field, Bonus).elsewhere().text
        problem = present[field].setup_problem(board, setup)
        if problem:
            return f"setup.{field}.{problem[0]}", problem[1]
    return None


def start(board: Board, started: GameStarted) -> State:
    state = State(
        sheet=board,
        board=board,
        players=started.players,
        final_round_at=started.final_round_at,
        source=started.tickets,
        hands=tuple(
            Hand(vehicles=board.vehicles_each, chosen=player.at_reveal)
            for player in started.players
        ),
        owners={},
        decks=started.decks,
        memories=tuple(bonus.start(board, started) for bonus in board.bonuses),
    )
    return _after_opening(state)


# -- Deciding -------------------------------------------------------------------------------------


def decide(state: State, action: Action) -> tuple[Event, ...]:
    """What happens if this is done now. Raises RuleViolation, and then nothing has happened."""
    match action:
        case EndGame():
            _require_game_on(state)
            return (GameEndedEarly(),)
        case SettleTicket(ticket, seat):
            return _decide_settle(state, ticket, seat)
        case CorrectRoute():
            return (corrections.decide(state, action),)
    _require_seat(state, action.seat)
    match action:
        case AskForTickets():
            return _decide_ask(state, action)
        case ChooseOpening():
            return _decide_opening(state, action)
        case RevealTickets():
            return _decide_reveal(state, action)
    _require_turn(state, action)
    match action:
        case DrawCards(seat):
            return (CardsDrawn(seat),)
        case SkipTurn(seat):
            return (TurnSkipped(seat),)
        case ClaimRoute():
            return _decide_claim(state, action)
        case DrawTickets():
            return _decide_draw(state, action)
        case CountTickets():
            return _decide_count(state, action)


def _require_seat(state: State, seat: int) -> None:
    if not 0 <= seat < len(state.players):
        raise RuleViolation(
            Code.UNKNOWN_PLAYER, _("There is no seat {seat} at this table."), seat=seat + 1
        )


def _require_game_on(state: State) -> None:
    if state.phase is Phase.OPENING:
        raise RuleViolation(
            Code.SETUP_INCOMPLETE,
            _("The first turn waits for the opening tickets of {players}."),
            players=", ".join(state.name(seat) for seat in state.waiting_for()),
        )
    if state.phase is not Phase.TURNS:
        raise RuleViolation(Code.GAME_OVER, _("The last turn has been played: the game is over."))


def _require_turn(
    state: State, action: DrawCards | SkipTurn | ClaimRoute | DrawTickets | CountTickets
) -> None:
    _require_game_on(state)
    if action.seat != state.to_move:
        raise RuleViolation(
            Code.NOT_YOUR_TURN,
            _("It is not {player}'s turn: {mover} is to move."),
            player=state.name(action.seat),
            mover=state.name(state.to_move),
        )
    if state.hands[action.seat].offer and not isinstance(action, DrawTickets):
        raise RuleViolation(
            Code.OFFER_OPEN,
            _("{player} has drawn tickets and must choose which to keep first."),
            player=state.name(action.seat),
        )


def _decide_ask(state: State, action: AskForTickets) -> tuple[Event, ...]:
    """A turn, or the opening on all phones at once."""
    seat = action.seat
    if state.source is not TicketSource.DEALT:
        raise RuleViolation(Code.NO_OFFER, _("This table draws its tickets from the box."))
    if state.hands[seat].offer:
        raise RuleViolation(
            Code.OFFER_OPEN,
            _("{player} has drawn tickets and must choose which to keep first."),
            player=state.name(seat),
        )
    if state.phase is Phase.OPENING:
        if state.hands[seat].chosen:
            raise _opening_done(state, seat)
        tickets.check_mix(state, seat, action.mix, state.board.opening)
    else:
        _require_turn(state, DrawTickets(seat, ()))
        tickets.check_mix(state, seat, action.mix, state.board.turn)
    shuffle = _luck(tickets.to_shuffle_in(state, seat, action.mix), action.shuffle)
    offered = tickets.offer(state, seat, action.mix, shuffle)
    return (TicketsOffered(seat, action.mix, offered, shuffle),)


def _opening_done(state: State, seat: int) -> RuleViolation:
    return RuleViolation(
        Code.NOT_YOUR_TURN,
        _("{player} has already made the opening choice of tickets."),
        player=state.name(seat),
    )


def _decide_opening(state: State, action: ChooseOpening) -> tuple[Event, ...]:
    if state.phase not in (Phase.OPENING, Phase.TURNS):
        _require_game_on(state)
    if state.players[action.seat].at_reveal:
        raise RuleViolation(
            Code.NOT_YOUR_TURN,
            _("The tickets of {player} are entered at the reveal, not at the start."),
            player=state.name(action.seat),
        )
    if state.hands[action.seat].chosen:
        raise _opening_done(state, action.seat)
    draw = state.board.opening
    returned = tickets.check_choice(state, action.seat, action.kept, action.returned, draw)
    shuffle = _back_into_decks(state, returned, action.shuffle) if draw.shuffled else ()
    return (OpeningChosen(action.seat, action.kept, returned, shuffle),)


def _decide_draw(state: State, action: DrawTickets) -> tuple[Event, ...]:
    if state.players[action.seat].at_reveal:
        raise RuleViolation(
            Code.UNKNOWN_TICKET,
            _("Only how many tickets {player} keeps is told: they are shown at the reveal."),
            player=state.name(action.seat),
        )
    draw = state.board.turn
    returned = tickets.check_choice(state, action.seat, action.kept, action.returned, draw)
    shuffle = _back_into_decks(state, returned, action.shuffle) if draw.shuffled else ()
    return (TicketsDrawn(action.seat, action.kept, returned, shuffle),)


def _back_into_decks(
    state: State, returned: tuple[str, ...] | None, shuffle: tuple[float, ...]
) -> tuple[float, ...]:
    return _luck(returned or (), shuffle) if state.source is TicketSource.DEALT else ()


def _luck(shuffled: tuple[str, ...], shuffle: tuple[float, ...]) -> tuple[float, ...]:
    """The part of the luck given that is used: one number per ticket shuffled into a deck."""
    used = shuffle[: len(shuffled)]
    if len(used) < len(shuffled) or not all(0 <= share < 1 for share in used):
        raise ValueError("a reshuffled deck needs a number from 0 to below 1 per returned ticket")
    return used


def _decide_count(state: State, action: CountTickets) -> tuple[Event, ...]:
    if not state.players[action.seat].at_reveal:
        raise RuleViolation(
            Code.UNKNOWN_TICKET,
            _("{player} must say which tickets are kept, not only how many."),
            player=state.name(action.seat),
        )
    tickets.check_count(state, action.seat, action.count)
    return (TicketsCounted(action.seat, action.count),)


def _decide_reveal(state: State, action: RevealTickets) -> tuple[Event, ...]:
    seat = action.seat
    if state.phase in (Phase.OPENING, Phase.TURNS):
        raise RuleViolation(
            Code.NOT_YOUR_TURN, _("Tickets are revealed after the last turn, not before.")
        )
    if not state.players[seat].at_reveal or state.hands[seat].revealed:
        raise RuleViolation(
            Code.GAME_OVER if state.phase is Phase.OVER else Code.NOT_YOUR_TURN,
            _("The tickets of {player} are already known."),
            player=state.name(seat),
        )
    tickets.check_reveal(state, seat, action.kept)
    return (TicketsRevealed(seat, action.kept),)


def _decide_settle(state: State, ticket: str, seat: int) -> tuple[Event, ...]:
    _require_seat(state, seat)
    if state.phase is not Phase.REVEAL or ticket not in state.conflicts():
        raise RuleViolation(Code.UNKNOWN_TICKET, _("There is nothing to settle about this ticket."))
    if ticket not in state.hands[seat].tickets:
        raise RuleViolation(
            Code.UNKNOWN_TICKET,
            _("{player} does not say to hold this ticket."),
            player=state.name(seat),
        )
    return (TicketSettled(ticket, seat),)


def _decide_claim(state: State, action: ClaimRoute) -> tuple[Event, ...]:
    """The route is looked at before the vehicles, the vehicles before the cards."""
    route = state.board.route.get(action.route)
    if route is None:
        raise RuleViolation(
            Code.UNKNOWN_ROUTE, _("There is no route “{route}” on this map."), route=action.route
        )
    refusal = claim_refusal(state, action.seat, route)
    if refusal:
        raise refusal
    if action.cards is not None:
        _check_cards(state, route, action.cards)
    answers = {field: answer for field, answer in action.answers.items() if answer}
    claim = RouteClaimed(action.seat, route.id, action.cards, answers)
    for bonus, memory in zip(state.board.bonuses, state.memories, strict=True):
        bonus.check(state, memory, route, claim)
    present, known = {bonus.asks for bonus in state.board.bonuses}, bonuses.asking()
    for field in answers:
        if field not in present:
            raise known.get(field, Bonus).elsewhere()
    return (claim,)


def claim_refusal(state: State, seat: int, route: Route) -> RuleViolation | None:
    """Why a seat cannot claim a route whatever it pays (docs/rules.md, “Claim a route”).

    A sentence for the code of `State.why_not`; None if the route can be had.
    """
    code, name, player = (
        state.why_not(seat, route.id),
        state.board.route_name(route),
        state.name(seat),
    )
    match code:
        case Code.PARALLEL_ROUTE_OWNED:
            return RuleViolation(
                code,
                _("{player} already owns a route between these places, so not {route}."),
                player=player,
                route=name,
            )
        case Code.ROUTE_TAKEN:
            return RuleViolation(
                code,
                _("{route} already belongs to {owner}."),
                route=name,
                owner=state.name(state.owners[route.id]),
            )
        case Code.ROUTE_CLOSED:
            return RuleViolation(
                code,
                _("{route} is closed: with {count} players only one of parallel routes is used."),
                route=name,
                count=len(state.players),
            )
        case Code.NOT_ENOUGH_VEHICLES:
            return RuleViolation(
                code,
                _("{route} needs {length} vehicles, {player} has {left} left."),
                route=name,
                length=route.length,
                player=player,
                left=state.hands[seat].vehicles,
            )
    return None


def _check_cards(state: State, route: Route, cards: Mapping[str, int]) -> None:
    paid = {color: count for color, count in cards.items() if count}
    name = state.board.route_name(route)
    for color, count in paid.items():
        if count > state.board.cards.get(color, 0):
            raise RuleViolation(
                Code.WRONG_CARDS,
                _("{count} {color} cards for {route}: the box has only {most}."),
                count=count,
                color=color_word(color),
                route=name,
                most=state.board.cards.get(color, 0),
            )
    if sum(paid.values()) != route.length:
        raise RuleViolation(
            Code.WRONG_CARDS,
            _("{route} costs {length} cards, {paid} were paid."),
            route=name,
            length=route.length,
            paid=sum(paid.values()),
        )
    colors = [color for color in paid if color != WILD]
    if len(colors) > 1:
        raise RuleViolation(
            Code.WRONG_CARDS,
            _("{route} is paid in one colour and wild cards, not in several colours."),
            route=name,
        )
    if colors and route.color != GREY and colors[0] != route.color:
        raise RuleViolation(
            Code.WRONG_CARDS,
            _("{route} is {color} and cannot be paid with {paid} cards."),
            route=name,
            color=color_word(route.color),
            paid=color_word(colors[0]),
        )


# -- Evolving -------------------------------------------------------------------------------------


def evolve(state: State, event: Event) -> State:
    match event:
        case CardsDrawn() | TurnSkipped():
            return _end_turn(state)
        case RouteClaimed():
            return _end_turn(_claimed(state, event))
        case TicketsOffered(seat, _mix, offered):
            state = tickets.after_offer(state, event)
            return _with_hand(state, seat, replace(state.hands[seat], offer=offered))
        case OpeningChosen(seat, kept, returned, shuffle):
            hand = replace(state.hands[seat], tickets=kept, offer=(), chosen=True)
            state = _with_hand(state, seat, hand)
            if state.decks:
                draw = state.board.opening
                decks = tickets.put_back(state.board, state.decks, returned or (), draw, shuffle)
                state = replace(state, decks=decks)
            return _after_opening(state)
        case TicketsDrawn(seat, kept, returned, shuffle):
            hand = state.hands[seat]
            hand = replace(hand, tickets=(*hand.tickets, *kept), offer=())
            state = _with_hand(state, seat, hand)
            if state.decks:
                draw = state.board.turn
                decks = tickets.put_back(state.board, state.decks, returned or (), draw, shuffle)
                state = replace(state, decks=decks)
            return _end_turn(state)
        case TicketsCounted(seat, count):
            hand = state.hands[seat]
            return _end_turn(_with_hand(state, seat, replace(hand, counted=hand.counted + count)))
        case GameEndedEarly():
            return _over(replace(state, ended_early=True))
        case TicketsRevealed(seat, kept):
            hand = replace(state.hands[seat], tickets=kept, counted=0, revealed=True)
            return _over(_with_hand(state, seat, hand))
        case TicketSettled(ticket, owner):
            hands = tuple(
                hand
                if seat == owner
                else replace(hand, tickets=tuple(t for t in hand.tickets if t != ticket))
                for seat, hand in enumerate(state.hands)
            )
            return _over(replace(state, hands=hands))
        case RouteCorrected():
            return corrections.evolve(state, event)


def evolve_all(state: State, events: Iterable[Event]) -> State:
    for event in events:
        state = evolve(state, event)
    return state


def _with_hand(state: State, seat: int, hand: Hand) -> State:
    return replace(state, hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]))


def _claimed(state: State, claim: RouteClaimed) -> State:
    board, hand = state.board, state.hands[claim.seat]
    route = board.route[claim.route]
    hand = replace(
        hand,
        vehicles=hand.vehicles - route.length,
        points=hand.points + board.points[route.length],
        routes=(*hand.routes, route.id),
    )
    memories = tuple(
        bonus.claimed(memory, route, claim)
        for bonus, memory in zip(board.bonuses, state.memories, strict=True)
    )
    owners = {**state.owners, route.id: claim.seat}
    return replace(_with_hand(state, claim.seat, hand), owners=owners, memories=memories)


def _after_opening(state: State) -> State:
    if all(hand.chosen for hand in state.hands):
        return replace(state, phase=Phase.TURNS)
    return state


def _end_turn(state: State) -> State:
    """Pass the turn on, and look whether the last round begins (docs/rules.md, “The last round”).

    Checked at the end of every turn, it fires once; then everybody, including the player who fired
    it, has exactly one more turn.
    """
    seat, seats = state.to_move, len(state.players)
    final = state.final_round
    if final is not None:
        final = FinalRound(final.fired_by, final.turns_left - 1)
    elif state.hands[seat].vehicles <= state.final_round_at:
        final = FinalRound(seat, seats)
    state = replace(
        state,
        to_move=(seat + 1) % seats,
        turns_played=state.turns_played + 1,
        final_round=final,
    )
    return _over(state) if final is not None and final.turns_left == 0 else state


def _over(state: State) -> State:
    """No more turns: the count can start once every ticket is known and belongs to one player."""
    hands = tuple(replace(hand, offer=()) if hand.offer else hand for hand in state.hands)
    state = replace(state, phase=Phase.REVEAL, hands=hands)
    if state.waiting_for() or state.conflicts():
        return state
    return replace(state, phase=Phase.OVER)
