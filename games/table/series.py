"""Several games by the same people: who stands how after each of them.

Made from the index of finished games. A game that is undone or corrected is out of it until its
reveal has been watched again; a person is who the index says, however the name was spelled.
"""

from collections.abc import Sequence
from dataclasses import dataclass

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
    board: Board | None  # which knows the name in other languages


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
        """So many games win it."""
        return ((self.best_of or 0) + 1) // 2


def standing(table: Table) -> Standing | None:
    """How the series of a table stands; None where it belongs to none."""
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
    target = ((series.best_of or 0) + 1) // 2
    decided = bool(series.best_of) and (most >= target or len(legs) >= (series.best_of or 0))
    return Standing(series.best_of, legs, rows, decided, _verdict(rows, decided))


def _rows(games: Sequence[Sequence[Score]]) -> tuple[Row, ...]:
    """Most games won first, then most points in all; players level in both share a rank.

    A shared victory is a game won by everybody who shares it.
    """
    people: dict[int, list[Score | None]] = {}
    for number, scores in enumerate(games):
        for score in scores:
            per_game = people.setdefault(score.player_id, [None] * len(games))
            earlier = per_game[number]
            if (
                earlier is None or score.rank < earlier.rank
            ):  # two seats that turned out to be one person
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
        Row(
            row.name,
            row.color,
            1 + sum(other > mine for other in strengths),
            row.wins,
            row.total,
            row.games,
        )
        for row, mine in zip(rows, strengths, strict=True)
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


def goes_on(table: Table) -> bool:
    """Whether a rematch of this table is the next game of its series."""
    score = standing(table)
    return score is not None and not score.decided


def following(table: Table, kind: str) -> Series | None:
    """The series of the rematch of a table. A new one begins with the table itself, unless that
    was the end of another. Within `writing.changing`."""
    if goes_on(table):
        return None if kind == OUTSIDE else table.series
    if kind not in KINDS:
        return None
    series = Series.objects.create(best_of=KINDS[kind])
    if table.series is None:
        table.series = series
    return series


def tell(table: Table) -> None:
    """The other open tables of a series show how it stands: once this is committed, so do they."""
    if table.series_id is not None:
        series_id, table_id = table.series_id, table.pk
        transaction.on_commit(lambda: _tell(series_id, table_id))


def _tell(series_id: int, but: int) -> None:
    others = Table.objects.filter(series=series_id).exclude(pk=but)
    raise_revision(others.exclude(stage=Table.Stage.CLOSED))
