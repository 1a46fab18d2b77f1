"""Series: several games by the same people, and the standing after each of them.

Computed from the index of finished games, which also decides which spellings of a name are one
person. A game that was undone or corrected counts again once its reveal has been watched again.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db import transaction

from games.maps import library
from games.models import Play, Score, Series, Table
from games.rules.board import Board
from games.rules.text import Text, _, listed, plural, text
from games.table.revision import raise_revision

# What a host can choose for a rematch: so many games at most, or an evening without end.
KINDS: dict[str, int | None] = {"3": 3, "5": 5, "evening": None}
OUTSIDE = "none"  # a rematch that leaves the series


@dataclass(frozen=True, slots=True)
class Leg:
    """One game of a series."""

    number: int
    key: str
    map: str
    board: Board | None  # for the map's name in other languages


@dataclass(frozen=True, slots=True)
class Row:
    """A player of a series; `games` has their score of each game, None where they were away."""

    name: str
    color: str
    rank: int
    wins: int
    total: int
    games: tuple[Score | None, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    best_of: int | None
    legs: tuple[Leg, ...]
    rows: tuple[Row, ...]
    decided: bool
    verdict: Text

    @property
    def target(self) -> int:
        """How many won games win the series."""
        return _wins_needed(self.best_of)


def _wins_needed(best_of: int | None) -> int:
    return ((best_of or 0) + 1) // 2


def standing(table: Table) -> Standing | None:
    """The standing of a table's series; None for a table outside any series."""
    return None if table.series is None else _standing(table.series)


def _standing(series: Series) -> Standing:
    plays = list(
        Play.objects.filter(table__series=series)
        .select_related("table__sheet")
        .prefetch_related("scores")
        .order_by("table_id")
    )
    legs = tuple(
        Leg(number, table.key, table.sheet.name, library.sketch_of(table.sheet))
        for number, table in enumerate((play.table for play in plays), start=1)
    )
    rows = _rows([list(play.scores.all()) for play in plays])
    most = max((row.wins for row in rows), default=0)
    best_of = series.best_of
    decided = best_of is not None and (most >= _wins_needed(best_of) or len(legs) >= best_of)
    return Standing(best_of, legs, rows, decided, _verdict(rows, decided))


def _rows(games: Sequence[Sequence[Score]]) -> tuple[Row, ...]:
    """Players by games won, then by total points; players level in both share a rank.

    A shared victory counts as a win for everybody who shares it.
    """
    people: dict[int, list[Score | None]] = {}
    for number, scores in enumerate(games):
        for score in scores:
            per_game = people.setdefault(score.player_id, [None] * len(games))
            earlier = per_game[number]
            # Two seats of one game may turn out to be the same person: the better one counts.
            if earlier is None or score.rank < earlier.rank:
                per_game[number] = score
    rows = []
    for per_game in people.values():
        played = [score for score in per_game if score is not None]
        wins = sum(score.rank == 1 for score in played)
        total = sum(score.total for score in played)
        last = played[-1]
        rows.append(Row(last.name, last.color, 0, wins, total, tuple(per_game)))
    strengths = [(row.wins, row.total) for row in rows]
    ranked = [
        replace(row, rank=1 + sum(other > (row.wins, row.total) for other in strengths))
        for row in rows
    ]
    return tuple(sorted(ranked, key=lambda row: row.rank))


def _verdict(rows: Sequence[Row], decided: bool) -> Text:
    if not rows:
        return text(_("No games finished yet."))
    first = [row for row in rows if row.rank == 1]
    names = listed(row.name for row in first)
    if len(first) > 1:
        if decided:
            return text(_("{players} share the series."), players=names)
        return text(_("{players} are level."), players=names)
    best, others = first[0], rows[1:]
    if decided and len(others) == 1:
        return text(
            _("{player} wins the series {won}–{lost}."),
            player=names,
            won=best.wins,
            lost=others[0].wins,
        )
    if decided:
        return plural(
            "{player} wins the series with {count} game won and {total} points.",
            "{player} wins the series with {count} games won and {total} points.",
            best.wins,
            player=names,
            total=best.total,
        )
    return plural(
        "{player} leads with {count} game won and {total} points.",
        "{player} leads with {count} games won and {total} points.",
        best.wins,
        player=names,
        total=best.total,
    )


# -- The next game --------------------------------------------------------------------------------


def is_undecided(table: Table) -> bool:
    """Whether a rematch of this table is the next game of its series."""
    score = standing(table)
    return score is not None and not score.decided


def series_of_rematch(table: Table, kind: str) -> Series | None:
    """The series that the rematch of a table belongs to, created if `kind` asks for a new one.

    A new series includes the table itself, unless that was the last game of another one. Called
    within `writing.changing`.
    """
    if is_undecided(table):
        return None if kind == OUTSIDE else table.series
    if kind not in KINDS:
        return None
    series = Series.objects.create(best_of=KINDS[kind])
    if table.series is None:
        table.series = series
    return series


def announce_standing(table: Table) -> None:
    """Have the other open tables of a series show its new standing, once this is committed."""
    if table.series_id is not None:
        series_id, table_id = table.series_id, table.pk
        transaction.on_commit(lambda: _announce(series_id, table_id))


def _announce(series_id: int, table_id: int) -> None:
    others = Table.objects.filter(series=series_id).exclude(pk=table_id)
    raise_revision(others.exclude(stage=Table.Stage.CLOSED))
