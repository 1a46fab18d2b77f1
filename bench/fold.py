"""The time to fold and score a whole game, and the cost of one more move as a game grows."""

import json
import math
import statistics
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from bench.figures import Row
from games.rules import checks, engine, record
from games.rules.actions import DrawCards
from games.rules.board import Board
from games.rules.events import CardsDrawn
from games.rules.reading import load_json
from games.rules.scoring import score
from games.rules.state import State

ROOT = Path(__file__).resolve().parent.parent
RECORD = ROOT / "tests" / "golden" / "germany-five-players.json"


def median_ms(work: Callable[[], object], repeat: int = 50) -> float:
    work()  # the first run also fills the board's cached lookups
    times = []
    for _ in range(repeat):
        begun = time.perf_counter()
        work()
        times.append((time.perf_counter() - begun) * 1000)
    return statistics.median(times)


def germany() -> Board:
    board, problems = checks.read_and_check(
        load_json((ROOT / "fixtures" / "germany.json").read_bytes())
    )
    assert board is not None, problems
    return board


def fold_and_score(game: record.Game) -> object:
    state = engine.start(game.state.board, game.started)
    return score(engine.evolve_all(state, game.events))


def one_more_move(state: State) -> object:
    return engine.evolve_all(state, engine.decide(state, DrawCards(state.to_move)))


def longer(state: State, turns: int) -> State:
    """The same game after this many further turns in which cards are drawn."""
    for _ in range(turns):
        state = engine.evolve(state, CardsDrawn(state.to_move))
    return state


def measure() -> list[Row]:
    board = germany()
    read = record.read(json.loads(RECORD.read_text()))
    game = record.replay(read, board)
    both = median_ms(lambda: fold_and_score(game))
    replayed = median_ms(lambda: record.replay(read, board))
    start = engine.start(board, game.started)
    opened = engine.evolve_all(start, game.events[: len(read.players)])
    states = {turns: longer(opened, turns) for turns in (10, 100, 1_000, 10_000)}
    costs = dict.fromkeys(states, math.inf)
    for _round in range(5):  # in turn, and the quietest counts: these are microseconds
        for turns, state in states.items():
            cost = 1000 * median_ms(partial(one_more_move, state), 200)
            costs[turns] = min(costs[turns], cost)
    grown = costs[10_000] / costs[10]
    return [
        Row(
            f"Fold and score a five-player game of {len(read.moves)} moves",
            f"{both:.1f} ms",
            "",
            None,
            "< 10 ms",
            both < 10,
            {"ms": both, "replay ms": replayed, "score ms": median_ms(lambda: score(game.state))},
        ),
        Row(
            "One more move after 10,000 turns (decide and evolve)",
            f"{costs[10_000]:.1f} µs",
            f"{costs[10]:.1f} µs after 10",
            grown,
            "≤ 1.3",
            grown <= 1.3,
            {"µs": costs},
        ),
    ]
