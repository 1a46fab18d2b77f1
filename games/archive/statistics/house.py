"""Figures about all finished games of this installation."""

from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Avg, Count, F, Max, Q, QuerySet, Sum
from django.utils import timezone

from games.archive.statistics.figures import (
    TIMED,
    Found,
    Person,
    lasted,
    minutes,
    plays,
    scores,
    share,
    wins,
)
from games.models import Play

MONTHS = 24  # as many as a drawing shows
LEADERS = 20


@dataclass(frozen=True, slots=True)
class Summary:
    games: int
    players: int
    hours: float
    turns: int
    first: datetime | None


def summary(*, demo: bool = False) -> Summary:
    counted = plays(demo=demo).aggregate(
        games=Count("pk"), turns=Sum("turns"), time=Sum(lasted, filter=TIMED)
    )
    first = plays(demo=demo).order_by("finished_at").values_list("finished_at", flat=True).first()
    return Summary(
        counted["games"],
        scores(demo=demo).aggregate(players=Count("player", distinct=True))["players"],
        (counted["time"] or 0) / 3600,
        counted["turns"] or 0,
        first,
    )


def months(*, until: date, demo: bool = False) -> list[tuple[date, int]]:
    """Games per month: the last two years, months without a game too; fewer if there are fewer."""
    starts = [_months_before(until, back) for back in range(MONTHS - 1, -2, -1)]
    at = [timezone.make_aware(datetime(day.year, day.month, 1)) for day in starts]
    # Compared, not cut to months: SQLite would call back into Python for every game.
    counts = (
        plays(demo=demo)
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
    found = [(starts[i], counts[f"month{i}"]) for i in range(MONTHS)]
    first = next((i for i, (_month, games) in enumerate(found) if games), MONTHS)
    return found[first:]


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


def maps(*, demo: bool = False) -> list[MapRow]:
    """Every map that was played, the most played first."""
    rows = (
        plays(demo=demo)
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


@dataclass(frozen=True, slots=True)
class Leader:
    person: Person
    games: int
    wins: int
    rate: float
    best: int


def leaderboard(*, demo: bool = False) -> list[Leader]:
    """Who won most games; of two with as many, who needed fewer."""
    rows = (
        scores(demo=demo)
        .filter(player__anonymous=False)
        .order_by()
        .values("player", "player__name")
        .annotate(games=Count("pk"), wins=wins, best=Max("total"))
        .order_by("-wins", "games", "player__folded", "player__name")[:LEADERS]
    )
    return [
        Leader(
            Person(row["player"], row["player__name"]),
            row["games"],
            row["wins"],
            share(row["wins"], row["games"]),
            row["best"],
        )
        for row in rows
    ]


@dataclass(frozen=True, slots=True)
class Records:
    """The outstanding games; None while there is none. Of two as good, the earlier holds it."""

    total: Found | None
    tickets: Found | None
    longest: Found | None
    most_turns: Found | None
    fewest_turns: Found | None


def records(*, demo: bool = False) -> Records:
    counted = plays(demo=demo)
    timed = counted.filter(TIMED).annotate(minutes=lasted / 60)
    return Records(
        _best_score("total", demo=demo),
        _best_score("tickets_completed", demo=demo),
        _play(timed.order_by("-minutes", "finished_at"), "minutes"),
        _play(counted.order_by("-turns", "finished_at"), "turns"),
        _play(counted.order_by("turns", "finished_at"), "turns"),
    )


def _best_score(field: str, *, demo: bool = False) -> Found | None:
    row = (
        scores(demo=demo)
        .order_by(f"-{field}", "play__finished_at")
        .values_list(
            field,
            "play__table__key",
            "play__map",
            "play__finished_at",
            "player",
            "player__name",
            "player__anonymous",
        )
        .first()
    )
    if row is None:
        return None
    value, key, map, at, player, name, anonymous = row
    return Found(value, key, map, at, Person(player, name, anonymous))


def _play(found: QuerySet[Play], field: str) -> Found | None:
    row = found.values_list(F(field), "table__key", "map", "finished_at").first()
    if row is None:
        return None
    value, key, map, at = row
    return Found(round(value), key, map, at)
