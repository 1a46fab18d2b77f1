"""Figures about one player, whatever the spelling: names that were merged count as one.

Anyone who plays in demo games plays in no others, and is compared with nobody else.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import (
    Avg,
    Count,
    Exists,
    F,
    FloatField,
    Max,
    OuterRef,
    Q,
    QuerySet,
    Sum,
    Value,
)
from django.db.models.functions import Cast

from games.archive.statistics.figures import (
    WON,
    GameFigure,
    Person,
    Which,
    counted,
    share,
    wins,
)
from games.models import Claim, Player, Score

OFTEN = 3  # below that many times nothing is a habit


@dataclass(frozen=True, slots=True)
class Summary:
    games: int
    wins: int
    shared: int
    rate: float
    even: float  # what would be won by chance, given how many sat at the tables
    average: float | None
    best: int | None
    completed: int
    failed: int

    @property
    def completed_rate(self) -> float:
        return share(self.completed, self.completed + self.failed)


def scores_of(player: Player, which: Which = Which.ALL) -> QuerySet[Score]:
    """A player's scores; or only those of games played here, imported and so on."""
    return player.scores.filter(counted(which, "play__"))


def summary(player: Player, which: Which = Which.ALL) -> Summary:
    also = Score.objects.filter(play=OuterRef("play"), rank=1).exclude(pk=OuterRef("pk"))
    row = scores_of(player, which).aggregate(
        games=Count("pk"),
        wins=wins,
        shared=Count("pk", filter=Q(WON, Exists(also))),
        even=Avg(Value(1.0) / Cast("play__players", FloatField())),
        average=Avg("total"),
        best=Max("total"),
        completed=Sum("tickets_completed", default=0),
        failed=Sum("tickets_failed", default=0),
    )
    even = 100 * (row.pop("even") or 0)
    return Summary(rate=share(row["wins"], row["games"]), even=even, **row)


@dataclass(frozen=True, slots=True)
class MapRow:
    map: str
    games: int
    wins: int
    rate: float
    average: float
    best: GameFigure | None  # None while no game brought a point


def by_map(player: Player, which: Which = Which.ALL) -> list[MapRow]:
    """Every map they played, the most played first, each with their best game on it."""
    own = scores_of(player, which)
    rows = (
        own.order_by()
        .values_list("play__map")
        .annotate(games=Count("pk"), wins=wins, average=Avg("total"), best=Max("total"))
        .order_by("-games", "play__map")
    )
    summaries = list(rows)
    best = _best_games(own, {map: total for map, _games, _wins, _average, total in summaries})
    return [
        MapRow(map, games, won, share(won, games), average, best.get(map))
        for map, games, won, average, _total in summaries
    ]


def _best_games(own: QuerySet[Score], totals: Mapping[str, int]) -> dict[str, GameFigure]:
    """Where they made these totals; the first time, if more than once."""
    which = Q(pk__in=[])
    for map, total in totals.items():
        if total > 0:
            which |= Q(play__map=map, total=total)
    rows = own.filter(which).order_by("-play__finished_at")
    return {
        map: GameFigure(total, key, map, at)
        for total, key, map, at in rows.values_list(
            "total", "play__table__key", "play__map", "play__finished_at"
        )
    }


# -- Routes ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Favourite:
    """A route by how often it was claimed, by them and by everybody else on the map."""

    map: str
    route: str
    claims: int
    games: int
    share: float
    others: float


@dataclass(frozen=True, slots=True)
class Favourites:
    most: Favourite | None  # claimed most often
    own: Favourite | None  # claimed most often in comparison with everybody else


def favourites(player: Player, which: Which = Which.ALL) -> Favourites:
    """A player's favourite routes in the games that count; others are compared in all of theirs."""
    mine, played = _claimed(player, which), _played(player, which)
    if not mine:
        return Favourites(None, None)
    every = which is Which.ALL
    all_mine, all_played = (mine, played) if every else (_claimed(player), _played(player))
    seats = dict(
        Score.objects.filter(play__map__in=played, player__demo=player.demo)
        .order_by()
        .values_list("play__map")
        .annotate(games=Count("pk"))
    )
    habits = {key: count for key, count in mine.items() if count >= OFTEN}
    first = next(iter(mine))
    all_claims = _claims_of_everybody({first, *habits}, demo=player.demo)

    def favourite(key: tuple[str, str]) -> Favourite:
        map, route = key
        others = share(all_claims[key] - all_mine[key], seats[map] - all_played[map])
        return Favourite(map, route, mine[key], played[map], share(mine[key], played[map]), others)

    candidates = [favourite(key) for key in habits]
    ahead = [row for row in candidates if row.share > row.others]
    return Favourites(
        favourite(first), max(ahead, key=lambda row: row.share - row.others, default=None)
    )


def _claimed(player: Player, which: Which = Which.ALL) -> dict[tuple[str, str], int]:
    """How often they claimed which route of which map, the most first."""
    rows = (
        Claim.objects.filter(counted(which, "score__play__"), score__player=player)
        .order_by()
        .values_list("map", "route")
        .annotate(claims=Count("pk"))
        .order_by("-claims", "map", "route")
    )
    return {(map, route): count for map, route, count in rows}


def _played(player: Player, which: Which = Which.ALL) -> dict[str, int]:
    """How many games on which map."""
    own = scores_of(player, which).order_by()
    return dict(own.values_list("play__map").annotate(games=Count("pk")))


def _claims_of_everybody(
    routes: set[tuple[str, str]], *, demo: bool = False
) -> Mapping[tuple[str, str], int]:
    rows = (
        Claim.objects.filter(map__in={map for map, _route in routes}, demo=demo)
        .order_by()
        .values_list("map", "route")
        .annotate(claims=Count("pk"))
    )
    return {(map, route): count for map, route, count in rows}


# -- Opponents ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Opponent:
    """Somebody they sat at a table with; ahead and behind are games they ended before or after."""

    person: Person
    met: int
    ahead: int  # the player did better
    behind: int  # the opponent did better

    @property
    def level(self) -> int:
        return self.met - self.ahead - self.behind

    @property
    def behind_rate(self) -> float:
        return share(self.behind, self.met)


def opponents(player: Player, which: Which = Which.ALL) -> list[Opponent]:
    """All opponents with a name, most met first; then those who beat the player more often."""
    rows = (
        Score.objects.filter(
            counted(which, "play__"), play__scores__player=player, player__anonymous=False
        )
        .exclude(player=player)
        .order_by()
        .values("player", "player__name")
        .annotate(
            met=Count("pk"),
            ahead=Count("pk", filter=Q(rank__gt=F("play__scores__rank"))),
            behind=Count("pk", filter=Q(rank__lt=F("play__scores__rank"))),
        )
        .order_by("-met", "-behind", "player__folded", "player__name")
    )
    return [
        Opponent(
            Person(row["player"], row["player__name"]),
            row["met"],
            row["ahead"],
            row["behind"],
        )
        for row in rows
    ]


def nemesis(opponents: list[Opponent]) -> Opponent | None:
    """The opponent who ended before the player in the largest share of at least three games."""
    often = [row for row in opponents if row.met >= OFTEN and row.behind]
    return max(often, key=lambda row: (row.behind_rate, row.met), default=None)
