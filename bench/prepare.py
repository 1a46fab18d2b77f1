"""Tables in the middle of a game, in the data folder of the environment; prints them as JSON.

Bots play a few different games, and every table gets a copy of one of them: the services make seats
and tables, and the log is written as in `games/archive/replays.py`. Each table also comes with the
next moves of its seats: mostly drawing cards, a claim now and then, all legal.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
from typing import Any

import django

NAMES = ("Ada", "Bruno", "Carla", "Dario", "Emil")
GAMES = 5  # different games that are copied
AHEAD = 400  # moves planned per table; afterwards everybody draws cards
CLAIMS = 0.3  # of the moves ahead, where the rules allow one


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--entries", type=int, default=150)
    parser.add_argument("--map", default="germany")
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
    django.setup()
    json.dump(prepare(options.tables, options.entries, options.map), sys.stdout)


def prepare(count: int, entries: int, slug: str) -> list[dict[str, Any]]:
    from games.maps import library

    sheet = next(row for row in library.published() if row.slug == slug)
    board = library.board_of(sheet)
    games = [played(board, entries, random.Random(seed)) for seed in range(min(GAMES, count))]
    return [seated(sheet, board, games[number % len(games)]) for number in range(count)]


def played(board: Any, entries: int, luck: random.Random) -> dict[str, Any]:
    """A game with this many entries, and possible next moves."""
    from games.rules import engine
    from games.rules.actions import DrawCards, Player, StartGame, TicketSource
    from games.rules.bonuses import drawn_setup
    from games.rules.state import Phase
    from games.upkeep.bots import Bots

    decks = tuple(
        tuple(luck.sample(board.deck_tickets[deck.id], len(board.deck_tickets[deck.id])))
        for deck in board.decks
    )
    players = tuple(
        Player(name, color) for name, color in zip(NAMES, board.player_colors, strict=False)
    )
    # The table says how many vehicles start the last round: 0, so that it never comes too soon.
    action = StartGame(players, 0, TicketSource.DEALT, decks, drawn_setup(board, luck.shuffle))
    started, offers = engine.begin(board, action)
    facts: list[Any] = [started, *offers]
    state = engine.evolve_all(engine.start(board, started), offers)
    bots = Bots(luck)
    while len(facts) < entries or state.phase is Phase.OPENING or state.hands[state.to_move].offer:
        action = bots.next(state)
        # Long games are long because people draw cards: nobody runs out of vehicles here.
        if state.phase is Phase.TURNS and not spare(state, action):
            action = DrawCards(state.to_move)
        events = engine.decide(state, action)
        facts.extend(events)
        state = engine.evolve_all(state, events)
    return {"started": started, "facts": facts, "to_move": state.to_move, "ahead": ahead(state)}


def spare(state: Any, action: Any) -> bool:
    """Whether an action leaves its seat enough vehicles not to start the last round."""
    from games.rules.actions import ClaimRoute, EndGame

    if isinstance(action, EndGame):
        return False
    if not isinstance(action, ClaimRoute):
        return True
    return state.hands[action.seat].vehicles - state.board.route[action.route].length > 8


def ahead(state: Any) -> list[dict[str, str]]:
    """Forms of the next moves, each of the seat to move."""
    from games.rules import engine
    from games.rules.actions import ClaimRoute, DrawCards
    from games.upkeep.bots import Bots

    luck = random.Random(len(state.hands))
    bots = Bots(luck)
    forms = []
    for _move in range(AHEAD):
        seat, action = state.to_move, DrawCards(state.to_move)
        form = {"do": "cards"}
        usable = [route for route in state.board.routes if bots._usable(state, seat, route)]
        if usable and luck.random() < CLAIMS:
            claim = bots._claim(state, seat, luck.choice(usable))
            if isinstance(claim, ClaimRoute) and spare(state, claim):
                action, form = claim, claim_form(state, claim)
        state = engine.evolve_all(state, engine.decide(state, action))
        forms.append(form)
    return forms


def claim_form(state: Any, claim: Any) -> dict[str, str]:
    """A claim as the confirm sheet of a phone sends it."""
    from games.rules.board import WILD

    route = state.board.route[claim.route]
    colors = [color for color in claim.cards if color != WILD]
    form = {
        "do": "claim",
        "route": route.id,
        "paid": "1",
        "color": colors[0] if colors else route.color,
        "wilds": str(claim.cards.get(WILD, 0)),
    }
    if claim.answers.get("keep_card"):
        form["keep_card"] = "1"
    boarding = claim.answers.get("passengers", {})
    for field, place in (("passenger_a", route.a), ("passenger_b", route.b)):
        if place in boarding:
            form[field] = boarding[place]
    return form


def seated(sheet: Any, board: Any, game: dict[str, Any]) -> dict[str, Any]:
    from games.models import Table
    from games.table import lobby
    from games.table.writing import append, changing

    table, screen = lobby.open_table(sheet=sheet, final_round_at=0)
    secrets = []
    for name, color in zip(NAMES, board.player_colors, strict=False):
        _seat, secret = lobby.join(
            table=table, name=name, color=color, request=f"bench-{name}-{table.key}"
        )
        secrets.append(secret)
    with changing(table) as row:
        for number, seat in enumerate(row.seats.order_by("position")):
            seat.number = number
            seat.save(update_fields=["number"])
        append(table=row, facts=game["facts"], after=0)
        row.stage = Table.Stage.PLAYING
    return {
        "pk": table.pk,
        "code": table.code,
        "screen": screen,
        "seats": secrets,
        "number": len(game["facts"]),
        "to_move": game["to_move"],
        "ahead": game["ahead"],
    }


if __name__ == "__main__":
    main()
