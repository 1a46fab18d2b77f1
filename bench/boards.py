"""USA and Europe: a whole game folded and scored, the longest path, stations, and a push.

Bots play the games with a fixed seed. Longest path and stations are measured on many networks, each
without a warm cache, and the slowest counts.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from bench.figures import Row
from bench.fold import ROOT, median_ms
from bench.load import measured
from bench.servers import Installation
from games.rules import checks, engine
from games.rules.actions import Player, StartGame, TicketSource
from games.rules.board import Board
from games.rules.bonuses.longest_path import path_of
from games.rules.events import Event, GameStarted
from games.rules.reading import load_json
from games.rules.scoring import score
from games.rules.state import Phase, State
from games.rules.stations import best_use
from games.rules.trails import longest_trail
from games.upkeep.bots import Bots

MAPS = ("usa", "europe")
NAMES = ("Ada", "Bruno", "Carla", "Dario", "Emil")
NETWORKS = 200
TABLES, SECONDS = 10, 8.0


def measure() -> list[Row]:
    rows = []
    for slug in MAPS:
        board = board_of(slug)
        started, events, state = played(board)
        both = median_ms(lambda s=started, e=events, b=board: fold_and_score(b, s, e))  # type: ignore[misc]
        rows.append(
            Row(
                f"{board.name}: fold and score a five-player game of {len(events)} entries",
                f"{both:.1f} ms",
                aim="< 20 ms",
                met=both < 20,
                found={"ms": both, "score ms": median_ms(lambda s=state: score(s))},  # type: ignore[misc]
            )
        )
    europe = board_of("europe")
    rows.append(_slowest("Europe: longest path of 45 wagons", 20, _paths(europe)))
    rows.append(_slowest("Europe: best use of three stations", 50, _stations(europe)))
    rows.extend(_push(slug) for slug in MAPS)
    return rows


def board_of(slug: str) -> Board:
    board, problems = checks.read_and_check(
        load_json((ROOT / "fixtures" / f"{slug}.json").read_bytes())
    )
    assert board is not None, problems
    return board


def played(board: Board, seed: int = 4) -> tuple[GameStarted, list[Event], State]:
    luck = random.Random(seed)
    decks = tuple(tuple(luck.sample(t, len(t))) for t in board.deck_tickets.values())
    people = tuple(map(Player, NAMES, board.player_colors))
    started, offers = engine.begin(board, StartGame(people, 2, TicketSource.DEALT, decks))
    events, state = list(offers), engine.evolve_all(engine.start(board, started), offers)
    bots = Bots(luck)
    while state.phase is not Phase.OVER:
        decided = engine.decide(state, bots.next(state))
        events.extend(decided)
        state = engine.evolve_all(state, decided)
    return started, events, state


def fold_and_score(board: Board, started: GameStarted, events: Iterable[Event]) -> object:
    return score(engine.evolve_all(engine.start(board, started), events))


def _slowest(name: str, aim: int, works: Iterable[Callable[[], object]]) -> Row:
    times = []
    for work in works:
        longest_trail.cache_clear()
        begun = time.perf_counter()
        work()
        times.append((time.perf_counter() - begun) * 1000)
    times.sort()
    median, worst = times[len(times) // 2], times[-1]
    figures = {"median ms": median, "worst ms": worst, "networks": len(times)}
    shown = f"{median:.1f} ms, worst of {len(times)} {worst:.1f} ms"
    return Row(name, shown, aim=f"< {aim} ms", met=worst < aim, found=figures)


def network(board: Board, luck: random.Random, vehicles: int = 45) -> tuple[str, ...]:
    """This many vehicles on connected routes, short ones first, which gives the most possible
    paths."""
    place = luck.choice(board.places).id
    reached, routes, pairs = {place}, [], set()
    while True:
        near = [
            route
            for route in board.routes
            if (route.a in reached or route.b in reached)
            and route.length <= vehicles
            and frozenset(route.ends) not in pairs
        ]
        if not near:
            return tuple(routes)
        route = min(luck.sample(near, min(3, len(near))), key=lambda route: route.length)
        routes.append(route.id)
        pairs.add(frozenset(route.ends))
        reached |= {route.a, route.b}
        vehicles -= route.length


def _paths(board: Board) -> list[Callable[[], object]]:
    luck = random.Random(1)
    every = [network(board, luck) for _network in range(NETWORKS)]
    return [lambda routes=routes: path_of(board, routes) for routes in every]  # type: ignore[misc]


def _stations(board: Board) -> list[Callable[[], object]]:
    """Three stations where most routes of others meet, and a dozen tickets."""
    luck = random.Random(2)
    busy = sorted(board.places, key=lambda place: -len(board.neighbours[place.id]))[:12]
    _started, _events, end = played(board)
    works: list[Callable[[], object]] = []
    for _state in range(NETWORKS):
        owners = {route.id: luck.randrange(5) for route in board.routes}
        owners |= dict.fromkeys(network(board, luck, 25), 0)
        hands = [
            replace(hand, routes=tuple(id for id, owner in owners.items() if owner == seat))
            for seat, hand in enumerate(end.hands)
        ]
        mine = tuple(luck.sample([ticket.id for ticket in board.tickets], 12))
        built = tuple(place.id for place in luck.sample(busy, 3))
        hands[0] = replace(hands[0], tickets=mine, stations=built)
        state = replace(end, hands=tuple(hands), owners=owners)
        works.append(lambda state=state: best_use(state, 0))  # type: ignore[misc]
    return works


def _push(slug: str) -> Row:
    """The server's cost of an entry with five phones and a screen at each of a few tables."""
    with tempfile.TemporaryDirectory(prefix=f"stationmaster-{slug}-") as folder:
        installation = Installation(Path(folder))
        installation.setup()
        tables = installation.prepare(TABLES, slug=slug)
        installation.start()
        try:
            report = asyncio.run(measured(installation, tables, at_once=4, seconds=SECONDS))
        finally:
            installation.stop()
    cost = report["server CPU ms per entry"]
    report.pop("now", None)
    name = f"{slug.upper() if slug == 'usa' else slug.capitalize()}: an entry and its pushes"
    return Row(f"{name} to six pages, server CPU", f"{cost:.1f} ms", found=report)
