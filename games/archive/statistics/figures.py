"""What statistics of all kinds share: which games are counted, arithmetic, and names of people."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.db.models import Count, F, FloatField, Func, Q, QuerySet

from games.models import Claim, HeldTicket, Origin, Play, Score

WON = Q(rank=1)  # a shared victory is a victory for everybody who shares it
TIMED = Q(finished_at__gt=F("started_at"))  # games from a file may not say how long they took

wins = Count("pk", filter=WON)


# -- What is counted ------------------------------------------------------------------------------


class Which(StrEnum):
    """Which games are counted. What people really played, unless somebody asks for others."""

    REAL = ""
    HERE = "here"
    IMPORTED = "imported"
    DEMO = "demo"
    INVENTED = "invented"
    ALL = "all"


def counted(which: Which, play: str = "") -> Q:
    """The condition for these games; `play` is the lookup from a row to its game."""
    match which:
        case Which.ALL:
            return Q()
        case Which.REAL:
            return Q(**{f"{play}demo": False})
        case Which.DEMO:  # also what came in from a file and was a demo where it was made
            return Q(**{f"{play}demo": True}) & ~Q(**{f"{play}origin": Origin.INVENTED})
        case Which.INVENTED:
            return Q(**{f"{play}origin": Origin.INVENTED})
    return Q(**{f"{play}origin": which.value, f"{play}demo": False})


def plays(*, which: Which = Which.REAL) -> QuerySet[Play]:
    return Play.objects.filter(counted(which))


def scores(*, which: Which = Which.REAL) -> QuerySet[Score]:
    if which is Which.REAL:  # players are few: asking them is quicker than asking every game
        return Score.objects.filter(player__demo=False)
    return Score.objects.filter(counted(which, "play__"))


def claims(map: str, *, which: Which = Which.REAL) -> QuerySet[Claim]:
    return Claim.objects.filter(_details_counted(map, which))


def held(map: str, *, which: Which = Which.REAL) -> QuerySet[HeldTicket]:
    return HeldTicket.objects.filter(_details_counted(map, which))


def _details_counted(map: str, which: Which) -> Q:
    """The condition for the rows below scores, on one map.

    There are very many of them, and each knows whether it is of a demo: if that is all that is
    asked, their games don't have to be joined. If not, the query goes from the games that count to
    their rows and reads no others. The map is not repeated there, because databases would rather
    scan all rows of the map.
    """
    if which is Which.ALL:
        return Q(map=map)
    for demo in (False, True):
        others = Play.objects.filter(demo=demo).exclude(counted(which))
        strangers = Play.objects.filter(counted(which), demo=not demo)
        if not others.exists() and not strangers.exists():
            return Q(map=map, demo=demo)
    return Q(score__in=Score.objects.filter(counted(which, "play__"), play__map=map))


# -- Arithmetic -----------------------------------------------------------------------------------


class Seconds(Func):
    """The seconds between two moments, computed by the database itself: on SQLite, Django's
    difference of dates calls back into Python for every row."""

    template = "EXTRACT(EPOCH FROM (%(expressions)s))"
    arg_joiner = " - "
    arity = 2
    output_field = FloatField()

    def as_sqlite(self, compiler: Any, connection: Any, **extra: Any) -> Any:
        return self.as_sql(
            compiler,
            connection,
            template="((julianday(%(expressions)s)) * 86400)",
            arg_joiner=") - julianday(",
            **extra,
        )


lasted = Seconds(F("finished_at"), F("started_at"))


def share(part: float, total: float) -> float:
    """A share in per cent; 0 if the whole is 0."""
    return 100 * part / total if total else 0.0


def minutes(seconds: float | None) -> int | None:
    return None if seconds is None else round(seconds / 60)


@dataclass(frozen=True, slots=True)
class Person:
    """A player to name on a page; anonymous ones have no page of their own."""

    pk: int
    name: str
    anonymous: bool = False


@dataclass(frozen=True, slots=True)
class GameFigure:
    """A figure of one game, and the key of that game's result page."""

    value: int
    key: str
    map: str
    at: datetime
    person: Person | None = None
