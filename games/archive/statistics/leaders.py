"""The leaderboard: all players with a name, by map and period."""

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db.models import Count, Max

from games.archive.statistics.figures import Person, Which, scores, share, wins
from games.models import Rating
from games.table.ratings import ALL_MAPS, ENOUGH


@dataclass(frozen=True, slots=True)
class Leader:
    """`best` is None over several maps, whose totals cannot be compared, and if it is zero;
    `rating` is None if ratings are off or there are too few games."""

    person: Person
    games: int
    wins: int
    rate: float
    best: int | None
    rating: int | None


def leaderboard(
    *,
    which: Which = Which.REAL,
    map: str = "",
    since: datetime | None = None,
    until: datetime | None = None,
    by_rating: bool = False,
) -> list[Leader]:
    """Players by games won, then by fewest games played; or by their rating now."""
    rows = scores(which=which).filter(player__anonymous=False)
    if map:
        rows = rows.filter(play__map=map)
    if since:
        rows = rows.filter(play__finished_at__gte=since)
    if until:
        rows = rows.filter(play__finished_at__lt=until)
    by_player = (
        rows.order_by()
        .values("player", "player__name")
        .annotate(games=Count("pk"), wins=wins, best=Max("total"))
        .order_by("-wins", "games", "player__folded", "player__name")
    )
    rated = _ratings(map)
    leaders = [
        Leader(
            Person(row["player"], row["player__name"]),
            row["games"],
            row["wins"],
            share(row["wins"], row["games"]),
            row["best"] if map and row["best"] > 0 else None,
            rated.get(row["player"]),
        )
        for row in by_player
    ]
    if by_rating:
        leaders.sort(key=lambda row: -(row.rating if row.rating is not None else -(10**6)))
    return leaders


def _ratings(map: str) -> dict[int, int]:
    if not settings.RATING:
        return {}
    rows = Rating.objects.filter(map=map or ALL_MAPS, games__gte=ENOUGH)
    return dict(rows.values_list("player", "shown"))
