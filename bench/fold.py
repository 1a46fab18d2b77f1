"""How long a whole game takes to fold and score, and what one more move costs as a game grows."""

import json
import statistics
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

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
    """The same game after so many further turns in which cards are drawn."""
    for _ in range(turns):
        state = engine.evolve(state, CardsDrawn(state.to_move))
    return state


def main() -> None:
    board = germany()
    read = record.read(json.loads(RECORD.read_text()))
    game = record.replay(read, board)
    print(f"A five-player Germany game of {len(read.moves)} moves, medians of 50 runs:")
    whole = median_ms(lambda: fold_and_score(game))
    print(f"  fold and final score       {whole:8.2f} ms  (aim: under 10)")
    print(f"  read, decide, fold         {median_ms(lambda: record.replay(read, board)):8.2f} ms")
    print(f"  final score alone          {median_ms(lambda: score(game.state)):8.2f} ms")

    start = engine.start(board, game.started)
    opened = engine.evolve_all(start, game.events[: len(read.players)])
    costs = {}
    for turns in (10, 100, 1_000, 10_000):
        state = longer(opened, turns)
        costs[turns] = median_ms(partial(one_more_move, state), 500)
    print("One more move after that many turns (decide and evolve, without the fold):")
    for turns, cost in costs.items():
        print(f"  {turns:>6} turns  {cost * 1000:8.1f} µs  ×{cost / costs[10]:.2f}")


if __name__ == "__main__":
    main()
