"""Head to head: every finished game at which two players sat together."""

from dataclasses import dataclass
from datetime import datetime

from games.archive.statistics.figures import Which, counted
from games.models import Player, Score


@dataclass(frozen=True, slots=True)
class Meeting:
    """One game of the two, seen from the first."""

    map: str
    at: datetime
    key: str
    players: int
    rank: int
    total: int
    other_rank: int
    other_total: int

    @property
    def gap(self) -> int:
        return self.total - self.other_total


@dataclass(frozen=True, slots=True)
class Record:
    """How often each finished ahead of the other."""

    met: int
    ahead: int
    behind: int

    @property
    def level(self) -> int:
        return self.met - self.ahead - self.behind


@dataclass(frozen=True, slots=True)
class MapDuel:
    """The two on one map. `gap` is how far the first is ahead on average, behind if negative."""

    map: str
    record: Record
    gap: float
    best: Meeting  # the closest; of several as close, the one with most points


def meetings(one: Player, other: Player, which: Which = Which.ALL) -> list[Meeting]:
    """Their games together, the latest first."""
    rows = (
        Score.objects.filter(counted(which, "play__"), player=one, play__scores__player=other)
        .order_by("-play__finished_at", "-play")
        .values_list(
            "play__map",
            "play__finished_at",
            "play__table__key",
            "play__players",
            *("rank", "total", "play__scores__rank", "play__scores__total"),
        )
    )
    return [Meeting(*row) for row in rows]


def record(meetings: list[Meeting]) -> Record:
    return Record(
        len(meetings),
        sum(meeting.rank < meeting.other_rank for meeting in meetings),
        sum(meeting.rank > meeting.other_rank for meeting in meetings),
    )


def by_map(meetings: list[Meeting]) -> list[MapDuel]:
    """Each map separately, the one they met on most first."""
    maps: dict[str, list[Meeting]] = {}
    for meeting in meetings:
        maps.setdefault(meeting.map, []).append(meeting)
    rows = [
        MapDuel(
            map,
            record(some),
            sum(meeting.gap for meeting in some) / len(some),
            min(some, key=lambda meeting: (abs(meeting.gap), -meeting.total - meeting.other_total)),
        )
        for map, some in maps.items()
    ]
    return sorted(rows, key=lambda row: (-row.record.met, row.map))
