"""What the figures of all pages are made of."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, F, FloatField, Func, Q, QuerySet

from games.models import Claim, HeldTicket, Play, Score

WON = Q(rank=1)  # a shared victory is a victory for everybody who shares it
TIMED = Q(finished_at__gt=F("started_at"))  # games from a file may not say how long they took

wins = Count("pk", filter=WON)


# -- What is counted: demo games (`Table.demo`) only where they are asked for ---------------------


def plays(*, demo: bool = False) -> QuerySet[Play]:
    return Play.objects.all() if demo else Play.objects.filter(demo=False)


def scores(*, demo: bool = False) -> QuerySet[Score]:
    return Score.objects.all() if demo else Score.objects.filter(player__demo=False)


def claims(*, demo: bool = False) -> QuerySet[Claim]:
    return Claim.objects.all() if demo else Claim.objects.filter(demo=False)


def held(*, demo: bool = False) -> QuerySet[HeldTicket]:
    return HeldTicket.objects.all() if demo else HeldTicket.objects.filter(demo=False)


# -- Arithmetic -----------------------------------------------------------------------------------


class Seconds(Func):
    """From the second moment to the first, by the database's own arithmetic: on SQLite, Django's
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


def share(part: float, whole: float) -> float:
    """In per cent; nothing of nothing is nothing."""
    return 100 * part / whole if whole else 0.0


def minutes(seconds: float | None) -> int | None:
    return None if seconds is None else round(seconds / 60)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody to name on a page; anonymous people have no page of their own."""

    pk: int
    name: str
    anonymous: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """A figure of one game, and the key of that game's result page."""

    value: int
    key: str
    map: str
    at: datetime
    person: Person | None = None
