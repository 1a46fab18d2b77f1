"""Tonight's favourite in the lobby, by ratings."""

from collections.abc import Sequence

from django.conf import settings

from games.models import Player, Rating, Seat, Table
from games.table import index, ratings
from games.table.ratings import ALL_MAPS, ENOUGH, Skill


def favourite(table: Table, seats: Sequence[Seat]) -> Seat | None:
    """The player most likely to win by all games before; None while too little is known.

    There is none where history is not open to all: a stranger's name typed in the lobby would
    reveal how well somebody of that name plays.
    """
    if not settings.RATING or settings.HISTORY != "open" or len(seats) < 2:
        return None
    skills = _skills(table, seats)
    if sum(skill.games >= ENOUGH for skill in skills) < 2:
        return None
    chances = ratings.chances(skills)
    best = max(chances)
    likeliest = [seat for seat, chance in zip(seats, chances, strict=True) if chance == best]
    return likeliest[0] if len(likeliest) == 1 else None


def _skills(table: Table, seats: Sequence[Seat]) -> list[Skill]:
    """The skill of each seat's player: on this map after enough games on it, else on all maps."""
    spelled = [index.spelling_key(seat.name, demo=table.demo) for seat in seats]
    rows = Player.objects.filter(spelling__in=spelled, anonymous=False)
    standing = {
        row.spelling: index.canonical_player(row) for row in rows.select_related("merged_into")
    }
    wanted = {player.pk for player in standing.values()}
    rated = Rating.objects.filter(player__in=wanted, map__in=(ALL_MAPS, table.sheet.slug))
    by_player = {(row.player_id, row.map): ratings.skill_of(row) for row in rated}
    skills = []
    for spelling in spelled:
        player = standing.get(spelling)
        pk = player.pk if player else 0
        here = by_player.get((pk, table.sheet.slug), Skill())
        skills.append(here if here.games >= ENOUGH else by_player.get((pk, ALL_MAPS), Skill()))
    return skills
