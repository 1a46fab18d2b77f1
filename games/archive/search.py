"""Search for finished games and their players, by name, map and day."""

from datetime import date, datetime, time, timedelta, tzinfo

from django.db.models import Q, QuerySet
from django.utils import timezone

from games.archive.statistics.figures import Which, counted
from games.folding import words
from games.models import MapSheet, Play, Player, Score


def finished_games(
    plays: QuerySet[Play],
    *,
    name: str = "",
    player: Player | None = None,
    map: str = "",
    since: date | None = None,
    until: date | None = None,
    zone: tzinfo | None = None,
    which: Which = Which.REAL,
) -> QuerySet[Play]:
    """Finished games, newest first: those in which every word of `name` is in somebody's name,
    and so on. Days are those of `zone`, else of the installation. Demo games only if they are
    asked for."""
    plays = plays.filter(counted(which))
    for word in words(name):
        scores = Score.objects.filter(
            Q(spelled__folded__contains=word) | Q(player__folded__contains=word)
        )
        plays = plays.filter(pk__in=scores.values("play"))
    if player is not None:
        plays = plays.filter(pk__in=Score.objects.filter(player=player).values("play"))
    if map:
        plays = plays.filter(map=map)
    if since:
        plays = plays.filter(finished_at__gte=_midnight(since, zone))
    if until:
        plays = plays.filter(finished_at__lt=_midnight(until, zone) + timedelta(days=1))
    return plays.order_by("-finished_at", "-pk")


def _midnight(day: date, zone: tzinfo | None) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min), zone)


def players_called(players: QuerySet[Player], asked: str) -> QuerySet[Player]:
    """Those of whose names every word that is asked for is in one, however it is spelled."""
    for word in words(asked):
        spelled = Player.objects.filter(folded__contains=word)
        players = players.filter(Q(folded__contains=word) | Q(pk__in=spelled.values("merged_into")))
    return players


def maps_played(plays: QuerySet[Play]) -> list[MapSheet]:
    """The maps of these games, each in its newest version."""
    slugs = plays.order_by("map").values_list("map", flat=True).distinct()
    rows = MapSheet.objects.filter(slug__in=list(slugs)).exclude(state__in=MapSheet.OPEN)
    return list({row.slug: row for row in rows.order_by("name", "version")}.values())
