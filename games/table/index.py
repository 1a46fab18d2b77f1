"""The index of finished games: who played, what was scored, which routes and tickets.

The log stays the only truth: everything here is made from it, when a reveal has been watched to
the end, and can be rebuilt. Undoing or correcting an entry afterwards takes a game out again.
"""

import unicodedata
from collections.abc import Sequence
from datetime import datetime

from django.db.models import Exists, Max, OuterRef

from games.folding import folded
from games.models import Claim, HeldTicket, Play, Player, Score, Table
from games.rules.actions import Player as Seated
from games.rules.scoring import ScoreRow, score
from games.rules.state import State
from games.table import ratings

DEMO = " demo "  # before a spelling; none that anybody types begins with a space


def spelling(name: str, *, demo: bool = False) -> str:
    """What makes two written names the same: case, spaces and the coding of accents aside.

    Anyone who plays in demo games is nobody who plays here, whatever the name.
    """
    plain = unicodedata.normalize("NFKC", name).casefold().replace("\0", "")
    spelled = " ".join(plain.split())
    return (f"{DEMO}{spelled}" if demo and spelled else spelled)[:60]


def somebody(name: str, *, demo: bool = False) -> Player:
    """A player by that name, not stored yet."""
    return Player(name=name, spelling=spelling(name, demo=demo), folded=folded(name), demo=demo)


def standing_for(player: Player) -> Player:
    """Who stands for a player after merging."""
    while player.merged_into is not None:
        player = player.merged_into
    return player


def family(player: Player) -> list[int]:
    """A player and every spelling that was merged into them, directly or not."""
    keys = newest = [player.pk]
    while newest:
        newest = list(Player.objects.filter(merged_into__in=newest).values_list("pk", flat=True))
        keys = [*keys, *newest]
    return keys


def part(spelled: Player) -> None:
    """Let a spelling, and what was merged into it before, be a player again."""
    spelled.merged_into = spelled.merged_at = None
    spelled.save(update_fields=["merged_into", "merged_at"])
    Score.objects.filter(spelled__in=family(spelled)).update(player=spelled)
    ratings.invalidate(demo=spelled.demo)


def keep(*, table: Table, state: State, started_at: datetime, finished_at: datetime) -> Play:
    """Write a finished game into the index, instead of what was there of it."""
    forget(table)
    sheet = score(state)
    play = Play.objects.create(
        table=table,
        map=table.sheet.slug,
        started_at=started_at,
        finished_at=finished_at,
        turns=state.turns_played,
        players=len(state.players),
        winning_total=max(row.total for row in sheet.rows),
        demo=table.demo,
        origin=table.origin,
    )
    called = [_spelled(table, player.name) for player in state.players]
    _part_who_met(called)
    for row in sheet.rows:
        _keep_score(play, state, row, called[row.seat])
    ratings.add(play)
    return play


def _part_who_met(called: Sequence[Player]) -> None:
    """Two who sit at one table are two people: if they were merged, that was a mistake."""
    met: set[int] = set()
    for spelled in sorted(called, key=lambda player: player.merged_into_id is not None):
        if standing_for(spelled).pk in met:
            part(spelled)
        met.add(standing_for(spelled).pk)


def sweep() -> int:
    """Forget players nobody plays as now; how many."""
    unused = Player.objects.filter(
        ~Exists(Score.objects.filter(player=OuterRef("pk"))),
        ~Exists(Score.objects.filter(spelled=OuterRef("pk"))),
        ~Exists(Player.objects.filter(merged_into=OuterRef("pk"))),
    )
    swept = 0
    while gone := unused.delete()[0]:  # then those they were merged into
        swept += gone
    return swept


def forget(table: Table) -> None:
    """Take a game out of the index; its log stays."""
    if Play.objects.filter(table=table).delete()[0]:
        ratings.invalidate(demo=table.demo)


def _keep_score(play: Play, state: State, row: ScoreRow, spelled: Player) -> None:
    score = scored(play, row, state.players[row.seat], spelled)
    score.save()
    claims, held = details(score, play.map, row)
    Claim.objects.bulk_create(claims)
    HeldTicket.objects.bulk_create(held)


def _spelled(table: Table, name: str) -> Player:
    """The player called so, known or new. Only a rewritten log can hold a name given to somebody
    who wants none (see `player_names.py`): typed again by another, the same name is another player.
    """
    if table.rewritten:
        nameless = Player.objects.filter(anonymous=True, name=name).first()
        if nameless is not None:
            return nameless
    new = somebody(name, demo=table.demo)
    defaults = {"name": new.name, "folded": new.folded, "demo": new.demo}
    return Player.objects.get_or_create(spelling=new.spelling, defaults=defaults)[0]


def scored(play: Play, row: ScoreRow, at_table: Seated, spelled: Player) -> Score:
    """What a seat made of a game, not stored yet."""
    return Score(
        play=play,
        player=standing_for(spelled),
        spelled=spelled,
        seat=row.seat,
        name=at_table.name,
        color=at_table.color,
        rank=row.rank,
        total=row.total,
        route_points=row.route_points,
        ticket_points=row.ticket_points,
        bonus_points=sum(line.points for line in row.bonuses),
        tickets_completed=row.tickets_completed,
        tickets_failed=row.tickets_failed,
    )


def details(score: Score, slug: str, row: ScoreRow) -> tuple[list[Claim], list[HeldTicket]]:
    """The routes and tickets of a score, not stored yet."""
    demo = score.play.demo
    return (
        [Claim(score=score, map=slug, route=line.route, demo=demo) for line in row.routes],
        [
            HeldTicket(
                score=score, map=slug, ticket=line.ticket, completed=line.completed, demo=demo
            )
            for line in row.tickets
        ],
    )


# -- Looking back ---------------------------------------------------------------------------------


def finished_at(table: Table) -> datetime:
    """When a game ended: the date it goes by on every page and picture."""
    indexed = Play.objects.filter(table=table).values_list("finished_at", flat=True).first()
    if indexed is not None:
        return indexed
    last: datetime = table.entries.aggregate(last=Max("at"))["last"]
    return last
