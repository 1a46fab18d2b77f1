"""A year in review, for one player or for the house."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Count, Q, QuerySet, Sum
from django.utils import timezone

from games.archive.statistics import careers
from games.archive.statistics.figures import TIMED, WON, Which, counted, lasted, plays, scores
from games.models import Play, Player, Score


@dataclass(frozen=True, slots=True)
class Year:
    """One calendar year in the zone of the installation."""

    number: int

    @property
    def since(self) -> datetime:
        return timezone.make_aware(datetime(self.number, 1, 1))

    @property
    def until(self) -> datetime:
        return timezone.make_aware(datetime(self.number + 1, 1, 1))

    def games(self, play: str = "") -> Q:
        """The condition that a game ended in this year."""
        return Q(**{f"{play}finished_at__gte": self.since, f"{play}finished_at__lt": self.until})


@dataclass(frozen=True, slots=True)
class Named:
    """A person, and the figure they are named for."""

    name: str
    count: int


@dataclass(frozen=True, slots=True)
class Evening:
    """A day, and how many games ended on it."""

    at: date
    games: int


@dataclass(frozen=True, slots=True)
class Review:
    """`best` is the highest total on `map`, the map of most games; `months` counts games."""

    year: int
    games: int
    hours: float
    tickets: int
    months: tuple[int, ...]
    map: str
    map_games: int
    best: int
    wins: int = 0  # of a player
    streak: int = 0
    rival: Named | None = None
    players: int = 0  # of the house
    champion: Named | None = None
    best_by: str = ""
    evening: Evening | None = None  # the day with most games, if there were several on it


def years_of_house(*, which: Which = Which.REAL) -> list[int]:
    """The years with a game, the latest first: in some, nobody may have played."""
    ended = plays(which=which)
    times = ended.order_by("finished_at").values_list("finished_at", flat=True)
    span = _span(times.first(), times.last())
    return [year for year in span if ended.filter(Year(year).games()).exists()]


def years_of(played: Sequence[careers.Game]) -> list[int]:
    """The same of a player's games, the oldest of which is the first."""
    moments = [game.at for game in played]
    span = _span(moments[0], moments[-1]) if moments else []
    return [
        year
        for year in span
        if bisect_left(moments, Year(year).since) < bisect_left(moments, Year(year).until)
    ]


def _span(first: datetime | None, last: datetime | None) -> list[int]:
    if first is None or last is None:
        return []
    return list(range(timezone.localtime(last).year, timezone.localtime(first).year - 1, -1))


def of_player(player: Player, number: int, *, which: Which = Which.ALL) -> Review | None:
    """None if they finished no game in that year."""
    year = Year(number)
    played = [game for game in careers.games(player, which) if year.since <= game.at < year.until]
    if not played:
        return None
    mine = player.scores.filter(year.games("play__"), counted(which, "play__"))
    map, map_games = Counter(game.map for game in played).most_common(1)[0]
    return Review(
        year=number,
        games=len(played),
        hours=_hours(plays(which=which).filter(year.games(), scores__player=player)),
        tickets=mine.aggregate(tickets=Sum("tickets_completed"))["tickets"],
        months=_months([game.at for game in played]),
        map=map,
        map_games=map_games,
        best=max(game.total for game in played if game.map == map),
        wins=sum(game.won for game in played),
        streak=careers.streaks(played).longest,
        rival=_rival(player, year, which),
    )


def of_house(number: int, *, which: Which = Which.REAL) -> Review | None:
    """None if no game ended in that year."""
    year = Year(number)
    ended = plays(which=which).filter(year.games())
    rows = list(ended.values_list("finished_at", "map"))
    if not rows:
        return None
    map, map_games = Counter(map for _at, map in rows).most_common(1)[0]
    everybody = scores(which=which).filter(year.games("play__"))
    named = everybody.filter(player__anonymous=False)
    best = everybody.filter(play__map=map).order_by("-total", "play__finished_at")
    top = best.values_list("total", "name").first()
    assert top is not None
    totals = everybody.aggregate(
        tickets=Sum("tickets_completed"), players=Count("player", distinct=True)
    )
    return Review(
        year=number,
        games=len(rows),
        hours=_hours(ended),
        tickets=totals["tickets"],
        months=_months([at for at, _map in rows]),
        map=map,
        map_games=map_games,
        best=top[0],
        players=totals["players"],
        champion=_most(named.filter(WON)),
        best_by=top[1],
        evening=_evening([at for at, _map in rows]),
    )


def _hours(ended: QuerySet[Play]) -> float:
    return float(ended.aggregate(time=Sum(lasted, filter=TIMED))["time"] or 0) / 3600


def _months(moments: Sequence[datetime]) -> tuple[int, ...]:
    counts = Counter(timezone.localtime(at).month for at in moments)
    return tuple(counts[month] for month in range(1, 13))


def _evening(moments: Sequence[datetime]) -> Evening | None:
    """The day with most games; of several, the first. One game alone makes no such day."""
    counts = Counter(timezone.localdate(at) for at in moments)
    at, games = min(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return Evening(at, games) if games > 1 else None


def _rival(player: Player, year: Year, which: Which) -> Named | None:
    games = year.games("play__") & counted(which, "play__")
    met = Score.objects.filter(games, play__scores__player=player)
    return _most(met.filter(player__anonymous=False).exclude(player=player))


def _most(rows: QuerySet[Score]) -> Named | None:
    """The player with the most of these rows."""
    first = (
        rows.order_by()
        .values_list("player__name")
        .annotate(count=Count("pk"))
        .order_by("-count", "player__folded")
        .first()
    )
    return None if first is None else Named(*first)
