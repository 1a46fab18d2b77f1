"""The index of finished games: who played, what was scored, which routes and tickets.

The log stays the only truth: a game is indexed from its log when its reveal has been watched to
the end, and the index can be rebuilt. Undoing or correcting an entry afterwards removes the game.
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


def spelling_key(name: str, *, demo: bool = False) -> str:
    """The key under which a name is stored: without case, extra spaces and accent encodings.

    Players of demo games have keys of their own, so that they are never mixed up with people.
    """
    plain = unicodedata.normalize("NFKC", name).casefold().replace("\0", "")
    spelled = " ".join(plain.split())
    return (f"{DEMO}{spelled}" if demo and spelled else spelled)[:60]


def new_player(name: str, *, demo: bool = False) -> Player:
    """An unsaved player with this name."""
    return Player(name=name, spelling=spelling_key(name, demo=demo), folded=folded(name), demo=demo)


def canonical_player(player: Player) -> Player:
    """The player that this one was merged into, directly or not; itself if it was not."""
    while player.merged_into is not None:
        player = player.merged_into
    return player


def player_with_spellings(player: Player) -> list[int]:
    """The primary keys of a player and of every spelling merged into them, directly or not."""
    keys = newest = [player.pk]
    while newest:
        newest = list(Player.objects.filter(merged_into__in=newest).values_list("pk", flat=True))
        keys = [*keys, *newest]
    return keys


def split_off_spelling(spelled: Player) -> None:
    """Undo a merge: a spelling, with all that had been merged into it, is a player again."""
    spelled.merged_into = spelled.merged_at = None
    spelled.save(update_fields=["merged_into", "merged_at"])
    Score.objects.filter(spelled__in=player_with_spellings(spelled)).update(player=spelled)
    ratings.invalidate(demo=spelled.demo)


def add_game(*, table: Table, state: State, started_at: datetime, finished_at: datetime) -> Play:
    """Index a finished game, replacing what the index had of it."""
    remove_game(table)
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
    called = [_player_called(table, player.name) for player in state.players]
    _split_merged_opponents(called)
    for row in sheet.rows:
        _add_score(play, state, row, called[row.seat])
    ratings.add(play)
    return play


def _split_merged_opponents(called: Sequence[Player]) -> None:
    """Undo merges of players who now sit at the same table: they are two people after all."""
    met: set[int] = set()
    for spelled in sorted(called, key=lambda player: player.merged_into_id is not None):
        if canonical_player(spelled).pk in met:
            split_off_spelling(spelled)
        met.add(canonical_player(spelled).pk)


def delete_unused_players() -> int:
    """Delete players without a game; how many."""
    unused = Player.objects.filter(
        ~Exists(Score.objects.filter(player=OuterRef("pk"))),
        ~Exists(Score.objects.filter(spelled=OuterRef("pk"))),
        ~Exists(Player.objects.filter(merged_into=OuterRef("pk"))),
    )
    deleted = 0
    while count := unused.delete()[0]:  # then those they were merged into
        deleted += count
    return deleted


def remove_game(table: Table) -> None:
    """Remove a game from the index; its log stays."""
    if Play.objects.filter(table=table).delete()[0]:
        ratings.invalidate(demo=table.demo)


def _add_score(play: Play, state: State, row: ScoreRow, spelled: Player) -> None:
    score = new_score(play, row, state.players[row.seat], spelled)
    score.save()
    claims, held = new_score_details(score, play.map, row)
    Claim.objects.bulk_create(claims)
    HeldTicket.objects.bulk_create(held)


def _player_called(table: Table, name: str) -> Player:
    """Get or create the player with this name.

    Anonymous players have generated names (`player_names.py`), which only rewritten logs hold. If
    somebody types the same name elsewhere, that is another player.
    """
    if table.rewritten:
        nameless = Player.objects.filter(anonymous=True, name=name).first()
        if nameless is not None:
            return nameless
    new = new_player(name, demo=table.demo)
    defaults = {"name": new.name, "folded": new.folded, "demo": new.demo}
    return Player.objects.get_or_create(spelling=new.spelling, defaults=defaults)[0]


def new_score(play: Play, row: ScoreRow, at_table: Seated, spelled: Player) -> Score:
    """The unsaved score of one seat."""
    return Score(
        play=play,
        player=canonical_player(spelled),
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


def new_score_details(
    score: Score, slug: str, row: ScoreRow
) -> tuple[list[Claim], list[HeldTicket]]:
    """The unsaved rows for the routes and tickets of a score."""
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
    """When a game ended: the date shown for it on every page and picture."""
    indexed = Play.objects.filter(table=table).values_list("finished_at", flat=True).first()
    if indexed is not None:
        return indexed
    last: datetime = table.entries.aggregate(last=Max("at"))["last"]
    return last
