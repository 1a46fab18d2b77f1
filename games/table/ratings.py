"""How well people play, by finished games alone: on each map, and on all maps together.

Ratings follow Weng and Lin (`openskill`, Plackett-Luce): they look at who finished ahead of whom
among two to five players, never at points, so games on different maps are comparable. Like the
rest of the index they are a copy: a new game is added to them, and whatever else changes makes
them stale, so that the next reader has them rebuilt. `RATING=off` switches all of it off.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.conf import settings
from django.db import IntegrityError, connection, transaction
from django.db.models import Max, Sum
from openskill.models import PlackettLuce

from games.models import Play, Rating, Score

ALL_MAPS = ""
START = 1000  # what somebody has before the first game
SCALE = 40  # points for people, per point of the model
ENOUGH = 5  # games; with fewer, nothing can be said yet

MODEL = PlackettLuce()


@dataclass(frozen=True, slots=True)
class Skill:
    """What is known of a player; nothing yet is what the model begins with."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma
    games: int = 0

    @property
    def shown(self) -> int:
        """One number for people: what they can be trusted to do, so it grows with certainty."""
        return round(START + SCALE * (self.mu - 3 * self.sigma))


def rated(skills: Sequence[Skill], ranks: Sequence[int]) -> list[Skill]:
    """What is known of these players after one more game; a game alone tells nothing."""
    if len(skills) < 2:
        return [Skill(skill.mu, skill.sigma, skill.games + 1) for skill in skills]
    teams = [[MODEL.rating(mu=skill.mu, sigma=skill.sigma)] for skill in skills]
    after = MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    return [
        Skill(team[0].mu, team[0].sigma, skill.games + 1)
        for skill, team in zip(skills, after, strict=True)
    ]


# -- Keeping them ---------------------------------------------------------------------------------

Skills = dict[tuple[int, str], Skill]  # by player and map


def add(play: Play) -> None:
    """Count the latest game. If it is not the latest, or they were stale before, they are stale."""
    if not settings.RATING:
        return
    others = Play.objects.filter(demo=play.demo).exclude(pk=play.pk)
    last = others.aggregate(last=Max("finished_at"), seats=Sum("players", default=0))
    if last["last"] and last["last"] > play.finished_at:
        return
    if _counted(demo=play.demo) != last["seats"]:
        return
    scores = list(Score.objects.filter(play=play).order_by("seat"))
    players = [score.player_id for score in scores]
    rows = Rating.objects.filter(player__in=players, map__in=(ALL_MAPS, play.map))
    skills = {(row.player_id, row.map): skill_of(row) for row in rows}
    _play_on(skills, play.map, players, [score.rank for score in scores])
    for score in scores:
        score.rating = skills[score.player_id, ALL_MAPS].shown
        score.map_rating = skills[score.player_id, play.map].shown
    Score.objects.bulk_update(scores, ["rating", "map_rating"])
    Rating.objects.bulk_create(
        _rows(skills),
        update_conflicts=True,
        unique_fields=["player", "map"],
        update_fields=["mu", "sigma", "shown", "games"],
    )


def invalidate(*, demo: bool) -> None:
    """Something changed besides a new game: the next reader has all of them rebuilt."""
    Rating.objects.filter(player__demo=demo).delete()


def keep_up(*, demo: bool = False) -> None:
    """Rebuild them if they are stale: every game in the order it was played."""
    if not settings.RATING or not _stale(demo=demo):
        return
    try:
        with transaction.atomic():
            if _stale(demo=demo):  # nobody else has just done it
                _rebuild(demo=demo)
    except IntegrityError:  # somebody else has, on a database that lets two begin
        return


def _counted(*, demo: bool) -> int:
    rows = Rating.objects.filter(map=ALL_MAPS, player__demo=demo)
    return int(rows.aggregate(games=Sum("games", default=0))["games"])


def _stale(*, demo: bool) -> bool:
    """Whether another number of scores was counted than there is."""
    seats = Play.objects.filter(demo=demo).aggregate(seats=Sum("players", default=0))["seats"]
    return bool(_counted(demo=demo) != seats)


def _rebuild(*, demo: bool) -> None:
    invalidate(demo=demo)
    rows = (
        Score.objects.filter(play__demo=demo)
        .order_by("play__finished_at", "play", "seat")
        .values_list("play", "play__map", "player", "rank", "pk")
    )
    skills: Skills = {}
    shown: list[tuple[int, int, int]] = []
    for (_play, map), seats in groupby(rows.iterator(), key=lambda row: row[:2]):
        scores = list(seats)
        players = [player for _p, _m, player, _r, _pk in scores]
        _play_on(skills, map, players, [rank for _p, _m, _pl, rank, _pk in scores])
        shown += [
            (skills[player, ALL_MAPS].shown, skills[player, map].shown, pk)
            for _p, _m, player, _r, pk in scores
        ]
    _write_shown(shown)
    Rating.objects.bulk_create(_rows(skills), batch_size=500)


def _play_on(skills: Skills, map: str, players: Sequence[int], ranks: Sequence[int]) -> None:
    for scope in (ALL_MAPS, map):
        before = [skills.get((player, scope), Skill()) for player in players]
        for player, skill in zip(players, rated(before, ranks), strict=True):
            skills[player, scope] = skill


def _rows(skills: Skills) -> list[Rating]:
    return [
        Rating(
            player_id=player,
            map=map,
            mu=skill.mu,
            sigma=skill.sigma,
            shown=skill.shown,
            games=skill.games,
        )
        for (player, map), skill in skills.items()
    ]


def _write_shown(shown: Iterable[tuple[int, int, int]]) -> None:
    """By SQL: Django would write tens of thousands of rows as one long CASE after the other."""
    quote = connection.ops.quote_name
    columns = ", ".join(f"{quote(name)} = %s" for name in ("rating", "map_rating"))
    with connection.cursor() as cursor:
        cursor.executemany(
            f"UPDATE {quote(Score._meta.db_table)} SET {columns} WHERE id = %s",  # noqa: S608
            list(shown),
        )


# -- Asking them ----------------------------------------------------------------------------------


def skill_of(row: Rating) -> Skill:
    return Skill(row.mu, row.sigma, row.games)


def chances(skills: Sequence[Skill]) -> list[float]:
    """How likely each of these players is to win a game together."""
    teams = [[MODEL.rating(mu=skill.mu, sigma=skill.sigma)] for skill in skills]
    return [float(chance) for chance in MODEL.predict_win(teams)]
