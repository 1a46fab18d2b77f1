"""How a game starts: what is wrong with a start, and the state it begins with."""

from __future__ import annotations

from dataclasses import replace

from games.rules import bonuses
from games.rules.actions import (
    StartGame,
    TicketSource,
)
from games.rules.board import Board
from games.rules.bonuses.base import Bonus
from games.rules.events import (
    GameStarted,
)
from games.rules.reading import shown
from games.rules.state import Hand, Phase, State
from games.rules.text import COLORS, Text, _, color_word, either, plural, sheet_name, text


def start_problem(board: Board, action: StartGame) -> tuple[str, Text] | None:
    """What is wrong with a start: the place in a game record, and why; None if all is well."""
    if action.variant and action.variant not in [variant.id for variant in board.variants]:
        return "options.tickets", text(
            _("“{variant}” isn’t a variant of this map."), variant=shown(action.variant)
        )
    board = board.with_variant(action.variant)
    players = action.players
    least, most = board.players
    if not least <= len(players) <= most:
        return "players", plural(
            "{map} is for {least} to {count} player.",
            "{map} is for {least} to {count} players.",
            most,
            map=sheet_name(board.name, board.names),
            least=least,
        )
    for i, player in enumerate(players):
        if any(other.name == player.name for other in players[:i]):
            return f"players[{i}].name", text(_("Two players are called {name}."), name=player.name)
        # A record may come from a time when the sheet offered other colours; they are on file.
        offered = COLORS if action.tickets is TicketSource.RECORD else board.player_colors
        if player.color not in offered:
            return f"players[{i}].color", text(
                _("“{color}” isn’t a player colour on this map. Choose one of: {choices}."),
                color=color_word(player.color),
                choices=either(map(color_word, board.player_colors)),
            )
        if any(other.color == player.color for other in players[:i]):
            return f"players[{i}].color", text(
                _("Two players are {color}."), color=color_word(player.color)
            )
        if player.at_reveal and action.tickets is TicketSource.DEALT:
            return f"players[{i}].tickets", text(_("Dealt tickets can’t wait for the reveal."))
    if not 0 <= action.final_round_at < board.vehicles_each:
        return "options.final_round_at", text(
            _("Expected a number from 0 to {most} here."), most=board.vehicles_each - 1
        )
    if action.tickets is TicketSource.DEALT and not _decks_complete(board, action.decks):
        return "decks", text(_("The decks don’t hold every ticket exactly once."))
    return _setup_problem(board, action)


def _decks_complete(board: Board, decks: tuple[tuple[str, ...], ...]) -> bool:
    return [sorted(cards) for cards in decks] == [
        sorted(board.deck_tickets[deck.id]) for deck in board.decks
    ]


def _setup_problem(board: Board, action: StartGame) -> tuple[str, Text] | None:
    present = {bonus.sets_up: bonus for bonus in board.bonuses if bonus.sets_up}
    setting_up = bonuses.setting_up()
    for field, setup in action.setup.items():
        if field not in present:
            return f"setup.{field}", setting_up.get(field, Bonus).elsewhere().text
        problem = present[field].setup_problem(board, setup)
        if problem:
            return f"setup.{field}.{problem[0]}", problem[1]
    return None


def start(board: Board, started: GameStarted) -> State:
    """The state a game begins with, on the board of its variant."""
    board = board.with_variant(started.variant)
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
        paper_check=started.paper_check,
        memories=tuple(bonus.start(board, started) for bonus in board.bonuses),
    )
    return after_opening(state)


def after_opening(state: State) -> State:
    """Turns begin once everybody has chosen; decks that no turn draws from leave the game."""
    if not all(hand.chosen for hand in state.hands):
        return state
    drawn = state.board.drawn_on_turns
    decks = tuple(
        cards if deck.id in drawn else ()
        for deck, cards in zip(state.board.decks, state.decks, strict=False)
    )
    return replace(state, phase=Phase.TURNS, decks=decks)
