"""Finished games by the thousand, for trying out history and statistics.

Bots play real games by the rules; people, colours and dates are made up around them. A game may be
used again with other people, as its log is legal for any players. What is written is what a table
leaves that was really played: its log, its seats and its place in the index. All of it is marked as
demo games, which are counted only where somebody asks for them.
"""

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db import connection, transaction

from games.archive.replays import REVEALED, seats_of
from games.maps import library
from games.models import (
    Claim,
    Entry,
    HeldTicket,
    MapSheet,
    Origin,
    Play,
    Player,
    Score,
    Seat,
    Table,
)
from games.rules import actions, codec, engine
from games.rules.actions import StartGame, TicketSource
from games.rules.board import Board
from games.rules.bonuses import drawn_setup
from games.rules.events import GameStarted
from games.rules.scoring import ScoreSheet, score
from games.rules.state import Phase
from games.table import codes, index
from games.upkeep.bots import Bots

NAMES = (
    *("Ada", "Agnes", "Aldo", "Anouk", "Bea", "Björn", "Bruno", "Carla", "Cem", "Chiara"),
    *("Dario", "Ebba", "Edda", "Émile", "Enzo", "Fatma", "Finn", "Fleur", "Gaia", "Greta"),
    *("Hugo", "Ida", "Ilse", "Ivo", "Jakob", "Jules", "Karim", "Kata", "Lars", "Léa"),
    *("Luca", "Maë", "Marta", "Milo", "Nadia", "Nils", "Noor", "Olga", "Oskar", "Paolo"),
    *("Pia", "Quentin", "Rosa", "Rui", "Selma", "Sofia", "Theo", "Tilda", "Ugo", "Vera"),
    *("Wanda", "Willem", "Xenia", "Yann", "Yusuf", "Zoë"),
)
CIRCLES = 14  # people who play together
DIFFERENT = 120  # games of a map and a number of players, before they come up again
YEARS = 6
AT_ONCE = 200  # games written in one go, so that nobody waits long for the database


@dataclass(frozen=True, slots=True)
class Played:
    """A game to the end of its reveal; `log` holds every entry but the first, ready to store."""

    sheet: MapSheet
    started: GameStarted
    log: tuple[tuple[str, str], ...]
    turns: int
    scores: ScoreSheet


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who played a game, and when; `pace` is the time between two entries."""

    played: Played
    players: tuple[actions.Player, ...]
    begun: datetime
    pace: timedelta

    def at(self, number: int) -> datetime:
        return self.begun + (number - 1) * self.pace

    @property
    def ended(self) -> datetime:
        return self.at(len(self.played.log) + 1)


def generate_games(*, games: int, until: datetime, luck: random.Random) -> Iterator[int]:
    """Write this many games that ended before `until`; yields how many there are so far."""
    sittings = _GameGenerator(luck, until)
    people = {player.spelling: player for player in _people()}
    for done in range(0, games, AT_ONCE):
        batch = [sittings.next() for _game in range(min(AT_ONCE, games - done))]
        with transaction.atomic():
            _write(batch, people)
        yield done + len(batch)


def _people() -> list[Player]:
    Player.objects.bulk_create(
        (index.new_player(name, demo=True) for name in NAMES), ignore_conflicts=True
    )
    spellings = [index.spelling_key(name, demo=True) for name in NAMES]
    return list(Player.objects.filter(spelling__in=spellings).select_related("merged_into"))


# -- Playing --------------------------------------------------------------------------------------


class _GameGenerator:
    """Draws who plays what and when."""

    def __init__(self, luck: random.Random, until: datetime) -> None:
        self.luck = luck
        self.until = until
        self.maps = [(row, library.board_of(row)) for row in library.published()]
        self.games: dict[tuple[int, int], list[Played]] = {}
        self.skill = {name: luck.gauss(0, 1) for name in NAMES}
        self.circles = [luck.sample(NAMES, luck.randint(3, 7)) for _circle in range(CIRCLES)]

    def next(self) -> Sitting:
        luck = self.luck
        sheet, board = luck.choice(self.maps)
        circle = luck.choice(self.circles[: luck.randint(3, CIRCLES)])  # some play more than others
        least, most = board.players
        names = luck.sample(circle, max(least, min(len(circle), most, luck.randint(2, 5))))
        played = self._played(sheet, board, len(names))
        colors = luck.sample(board.player_colors, len(names))
        seated = zip(self._by_skill(names, played), colors, strict=True)
        pace = timedelta(seconds=luck.randint(18, 42))
        ago = timedelta(days=365 * YEARS) * luck.random() ** 1.6  # more of late
        return Sitting(
            played,
            tuple(actions.Player(name, color) for name, color in seated),
            self.until - ago - pace * (len(played.log) + 1),
            pace,
        )

    def _played(self, sheet: MapSheet, board: Board, players: int) -> Played:
        played = self.games.setdefault((sheet.pk, players), [])
        if len(played) < DIFFERENT:
            played.append(play(sheet, board, players, self.luck))
            return played[-1]
        return self.luck.choice(played)

    def _by_skill(self, names: Sequence[str], played: Played) -> list[str]:
        """Names in turn order: those who play well are likelier to sit where the points are."""
        keen = sorted(names, key=lambda name: -self.skill[name] - self.luck.gauss(0, 1.5))
        seats = sorted(played.scores.rows, key=lambda row: row.rank)
        name_by_seat = {row.seat: name for row, name in zip(seats, keen, strict=True)}
        return [name_by_seat[seat] for seat in range(len(names))]


def play(sheet: MapSheet, board: Board, players: int, luck: random.Random) -> Played:
    """A game by bots, played with the rules alone."""
    people = zip(NAMES[:players], board.player_colors, strict=False)
    action = StartGame(
        tuple(actions.Player(name, color) for name, color in people),
        board.final_round_at,
        TicketSource.DEALT,
        tuple(
            tuple(luck.sample(board.deck_tickets[deck.id], len(board.deck_tickets[deck.id])))
            for deck in board.decks
        ),
        drawn_setup(board, luck.shuffle),
    )
    started, offers = engine.begin(board, action)
    state, facts, bots = engine.start(board, started), list(offers), Bots(luck)
    state = engine.evolve_all(state, offers)
    while state.phase not in (Phase.REVEAL, Phase.OVER):
        events = engine.decide(state, bots.next(state))
        state = engine.evolve_all(state, events)
        facts.extend(events)
    packed = [codec.pack(fact) for fact in facts]
    log = tuple((name, json.dumps(payload)) for name, payload in packed)
    return Played(sheet, started, log, state.turns_played, score(state))


# -- Writing --------------------------------------------------------------------------------------


def _write(batch: Sequence[Sitting], people: dict[str, Player]) -> None:
    tables = Table.objects.bulk_create(_table(sitting) for sitting in batch)
    sat = list(zip(tables, batch, strict=True))
    for table, sitting in sat:
        table.opened_at = sitting.begun  # the database's clock says now for new rows
    Table.objects.bulk_update(tables, ["opened_at"])
    Seat.objects.bulk_create(
        seat for table, sitting in sat for seat in seats_of(table, sitting.players, "invented")
    )
    _write_logs(sat)
    plays = Play.objects.bulk_create(_play(table, sitting) for table, sitting in sat)
    scores = Score.objects.bulk_create(
        index.new_score(
            play, row, sitting.players[row.seat], people[_spelling(sitting.players[row.seat])]
        )
        for play, sitting in zip(plays, batch, strict=True)
        for row in sitting.played.scores.rows
    )
    rows = [row for sitting in batch for row in sitting.played.scores.rows]
    details = [
        index.new_score_details(score, score.play.map, row)
        for score, row in zip(scores, rows, strict=True)
    ]
    Claim.objects.bulk_create(claim for claims, _held in details for claim in claims)
    HeldTicket.objects.bulk_create(ticket for _claims, held in details for ticket in held)


def _spelling(player: actions.Player) -> str:
    return index.spelling_key(player.name, demo=True)


def _table(sitting: Sitting) -> Table:
    return Table(
        code=codes.table_code(),
        key=codes.table_key(),
        sheet=sitting.played.sheet,
        stage=Table.Stage.CLOSED,
        screen_digest="",
        final_round_at=sitting.played.started.final_round_at,
        reveal_step=REVEALED,
        demo=True,
        origin=Origin.INVENTED,
    )


def _play(table: Table, sitting: Sitting) -> Play:
    scores = sitting.played.scores
    return Play(
        table=table,
        map=table.sheet.slug,
        started_at=sitting.begun,
        finished_at=sitting.ended,
        turns=sitting.played.turns,
        players=len(sitting.players),
        winning_total=max(row.total for row in scores.rows),
        demo=True,
        origin=Origin.INVENTED,
    )


def _write_logs(sat: Sequence[tuple[Table, Sitting]]) -> None:
    """Insert the logs by SQL: a million entries, each with its own time, which the model would set
    to now."""
    columns = ("table_id", "number", "wire", "payload", "at")
    into = ", ".join(connection.ops.quote_name(column) for column in columns)
    name = connection.ops.quote_name(Entry._meta.db_table)
    with connection.cursor() as cursor:
        cursor.executemany(
            f"INSERT INTO {name} ({into}) VALUES (%s, %s, %s, %s, %s)",  # noqa: S608 - own names
            [
                (
                    table.pk,
                    number,
                    fact,
                    payload,
                    connection.ops.adapt_datetimefield_value(sitting.at(number)),
                )
                for table, sitting in sat
                for number, (fact, payload) in enumerate(_log(sitting), start=1)
            ],
        )


def _log(sitting: Sitting) -> Iterator[tuple[str, str]]:
    name, payload = codec.pack(replace(sitting.played.started, players=sitting.players))
    yield name, json.dumps(payload)
    yield from sitting.played.log
