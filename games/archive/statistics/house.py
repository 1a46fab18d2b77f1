"""Figures about all finished games of this installation."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import Avg, Count, F, Max, Q, QuerySet, Sum
from django.utils import timezone

from games.archive.statistics.figures import (
    TIMED,
    GameFigure,
    Person,
    Which,
    lasted,
    minutes,
    plays,
    scores,
)
from games.models import Play

MONTHS = 24  # as many as a drawing shows


@dataclass(frozen=True, slots=True)
class Summary:
    games: int
    players: int
    hours: float
    turns: int
    first: datetime | None


def summary(*, which: Which = Which.REAL) -> Summary:
    counted = plays(which=which).aggregate(
        games=Count("pk"), turns=Sum("turns"), time=Sum(lasted, filter=TIMED)
    )
    first = plays(which=which).order_by("finished_at").values_list("finished_at", flat=True).first()
    return Summary(
        counted["games"],
        scores(which=which).aggregate(players=Count("player", distinct=True))["players"],
        (counted["time"] or 0) / 3600,
        counted["turns"] or 0,
        first,
    )


def months(*, until: date, which: Which = Which.REAL) -> list[tuple[date, int]]:
    """Games per month of the last two years, including months without any."""
    starts = [_months_before(until, back) for back in range(MONTHS - 1, -2, -1)]
    at = [timezone.make_aware(datetime(day.year, day.month, 1)) for day in starts]
    # Compared, not cut to months: SQLite would call back into Python for every game.
    counts = (
        plays(which=which)
        .filter(finished_at__gte=at[0])
        .aggregate(
            **{
                f"month{i}": Count(
                    "pk", filter=Q(finished_at__gte=at[i], finished_at__lt=at[i + 1])
                )
                for i in range(MONTHS)
            }
        )
    )
    by_month = [(starts[i], counts[f"month{i}"]) for i in range(MONTHS)]
    first = next((i for i, (_month, games) in enumerate(by_month) if games), MONTHS)
    return by_month[first:]


def _months_before(day: date, months: int) -> date:
    count = day.year * 12 + day.month - 1 - months
    return date(count // 12, count % 12 + 1, 1)


@dataclass(frozen=True, slots=True)
class MapRow:
    map: str
    games: int
    winning: float
    highest: int
    minutes: int | None
    last: datetime


def maps(*, which: Which = Which.REAL) -> list[MapRow]:
    """Every map that was played, the most played first."""
    rows = (
        plays(which=which)
        .order_by()
        .values("map")
        .annotate(
            games=Count("pk"),
            winning=Avg("winning_total"),
            highest=Max("winning_total"),
            time=Avg(lasted, filter=TIMED),
            last=Max("finished_at"),
        )
        .order_by("-games", "map")
    )
    return [
        MapRow(
            row["map"],
            row["games"],
            row["winning"],
            row["highest"],
            minutes(row["time"]),
            row["last"],
        )
        for row in rows
    ]


def best_totals(rows: Sequence[MapRow], *, which: Which = Which.REAL) -> dict[str, GameFigure]:
    """The holder of the highest total on each map; of two as high, the earlier. Nobody holds a
    total of nothing."""
    which_games = Q(pk__in=[])
    for row in rows:
        if row.highest > 0:
            which_games |= Q(play__map=row.map, play__winning_total=row.highest, total=row.highest)
    best = scores(which=which).filter(which_games).order_by("-play__finished_at")
    return {score.map: score for score in map(_game_figure, best.values_list("total", *GAME))}


@dataclass(frozen=True, slots=True)
class Records:
    """The outstanding games over all maps; None while there is none, and a record of nothing is
    none.

    Of two as good, the earlier holds it. Totals are left out: those of two maps cannot be compared.
    """

    tickets: GameFigure | None
    longest: GameFigure | None
    most_turns: GameFigure | None
    fewest_turns: GameFigure | None


def records(*, which: Which = Which.REAL) -> Records:
    counted = plays(which=which)
    timed = counted.filter(TIMED).annotate(minutes=lasted / 60)
    moved = counted.filter(turns__gt=0)
    return Records(
        _best_score("tickets_completed", which=which),
        _play(timed.order_by("-minutes", "finished_at"), "minutes"),
        _play(moved.order_by("-turns", "finished_at"), "turns"),
        _play(moved.order_by("turns", "finished_at"), "turns"),
    )


GAME = (
    *("play__table__key", "play__map", "play__finished_at"),
    *("player", "player__name", "player__anonymous"),
)


def _best_score(field: str, *, which: Which = Which.REAL) -> GameFigure | None:
    some = scores(which=which).filter(**{f"{field}__gt": 0})
    row = some.order_by(f"-{field}", "play__finished_at").values_list(field, *GAME).first()
    return None if row is None else _game_figure(row)


def _game_figure(row: tuple[Any, ...]) -> GameFigure:
    value, key, map, at, player, name, anonymous = row
    return GameFigure(value, key, map, at, Person(player, name, anonymous))


def _play(plays: QuerySet[Play], field: str) -> GameFigure | None:
    row = plays.values_list(F(field), "table__key", "map", "finished_at").first()
    if row is None or not round(row[0]):  # of a game of seconds, no minute is left
        return None
    value, key, map, at = row
    return GameFigure(round(value), key, map, at)
