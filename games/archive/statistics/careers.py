"""Form, streaks, habits and points of one player, computed from their finished games.

Totals are compared only within a map; victories can be counted over all maps.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.utils import timezone

from games.archive.statistics.figures import Which, counted, share
from games.models import Player
from games.table.ratings import ENOUGH

FORM = 10  # games
DRAWN_ON_MAP = 40  # games in the drawing of points over time
DRAWN = 60  # games in the curve of a rating


@dataclass(frozen=True, slots=True)
class Game:
    """One score of the player with the game it belongs to."""

    at: datetime
    key: str
    map: str
    players: int
    seat: int
    color: str
    rank: int
    total: int
    route_points: int
    ticket_points: int
    bonus_points: int
    rating: int | None
    map_rating: int | None

    @property
    def won(self) -> bool:
        return self.rank == 1


def games(player: Player, which: Which = Which.ALL) -> list[Game]:
    """All of a player's games, the oldest first; or only those played here, imported and so on."""
    own = player.scores.filter(counted(which, "play__"))
    rows = own.order_by("play__finished_at", "play").values_list(
        "play__finished_at",
        "play__table__key",
        "play__map",
        "play__players",
        *("seat", "color", "rank", "total"),
        *("route_points", "ticket_points", "bonus_points", "rating", "map_rating"),
    )
    return [Game(*row) for row in rows]


# -- Form and streaks -----------------------------------------------------------------------------


def form(played: Sequence[Game]) -> list[Game]:
    """The last games, the latest last."""
    return list(played[-FORM:])


def latest(played: Iterable[Game], *, map: str) -> list[Game]:
    """The last games on a map, the oldest first: totals of two maps cannot be compared."""
    return [game for game in played if game.map == map][-DRAWN_ON_MAP:]


@dataclass(frozen=True, slots=True)
class Streaks:
    """Victories in a row: until now, and the most there ever were."""

    current: int
    longest: int


def streaks(played: Iterable[Game]) -> Streaks:
    current = longest = 0
    for game in played:
        current = current + 1 if game.won else 0
        longest = max(longest, current)
    return Streaks(current, longest)


# -- Rating ---------------------------------------------------------------------------------------


def rated(player: Player, played: Iterable[Game]) -> list[Game]:
    """The games after which a rating counts, as on leaderboards: not the first few.

    Games left out by the filter (imported ones, say) still count towards the rating.
    """
    rows = player.scores.order_by("play__finished_at", "play")
    first = set(rows.values_list("play__table__key", flat=True)[: ENOUGH - 1])
    return [game for game in played if game.rating is not None and game.key not in first]


# -- Habits ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Habit:
    """How often games of one kind were won, and how often that would happen by chance."""

    what: str | int
    games: int
    wins: int
    rate: float
    even: float


def by_color(played: Iterable[Game]) -> list[Habit]:
    return sorted(_by(played, lambda game: game.color), key=lambda row: -row.games)


def by_seat(played: Iterable[Game]) -> list[Habit]:
    """By the place in the turn order, counted from 1."""
    return sorted(_by(played, lambda game: game.seat + 1), key=lambda row: row.what)


def by_players(played: Iterable[Game]) -> list[Habit]:
    return sorted(_by(played, lambda game: game.players), key=lambda row: row.what)


def _by(played: Iterable[Game], kind: Callable[[Game], str | int]) -> list[Habit]:
    by_kind: dict[str | int, list[Game]] = {}
    for game in played:
        by_kind.setdefault(kind(game), []).append(game)
    return [
        Habit(
            what,
            len(some),
            wins := sum(game.won for game in some),
            share(wins, len(some)),
            share(sum(1 / game.players for game in some), len(some)),
        )
        for what, some in by_kind.items()
    ]


# -- Where the points come from -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sources:
    """What a game on one map brings on average. Tickets can cost more than they bring."""

    map: str
    games: int
    routes: float
    tickets: float
    bonuses: float
    total: float


def sources(played: Iterable[Game]) -> list[Sources]:
    """Each map separately, the most played first."""
    by_map: dict[str, list[Game]] = {}
    for game in played:
        by_map.setdefault(game.map, []).append(game)
    rows = [
        Sources(
            map,
            len(some),
            _average([game.route_points for game in some]),
            _average([game.ticket_points for game in some]),
            _average([game.bonus_points for game in some]),
            _average([game.total for game in some]),
        )
        for map, some in by_map.items()
    ]
    return sorted(rows, key=lambda row: (-row.games, row.map))


def _average(numbers: Sequence[int]) -> float:
    return sum(numbers) / len(numbers)


# -- Days -----------------------------------------------------------------------------------------


def days(played: Iterable[Game], *, since: datetime) -> dict[date, int]:
    """The number of games by day, in the zone of the installation."""
    return dict(Counter(timezone.localdate(game.at) for game in played if game.at >= since))
