"""Records that a finished game broke: of its map in this house, and of each player on it."""

from dataclasses import dataclass

from django.db.models import Max, QuerySet

from games.models import Play, Score, Table
from games.rules.text import Text, _, text


@dataclass(frozen=True, slots=True)
class BrokenRecord:
    """`seats` hold it now; `why` says what it is and what it was."""

    kind: str
    seats: tuple[int, ...]
    why: Text


def broken_records(table: Table) -> list[BrokenRecord]:
    """What this game did better than all earlier games on its map; nothing for the first game.

    There is no record of zero points or fewer, however bad the games before were.
    """
    # The film of a demo is of a table that was never stored.
    play = None if table.pk is None else Play.objects.filter(table=table).first()
    if play is None:
        return []
    earlier = Score.objects.filter(
        play__map=play.map, play__demo=play.demo, play__finished_at__lt=play.finished_at
    )
    own = list(play.scores.select_related("player"))
    records = [_highest(earlier, own), _most_tickets(earlier, own)]
    house = {seat for record in records if record for seat in record.seats}
    records += [_own_best(earlier, score) for score in own if score.seat not in house]
    return [record for record in records if record is not None]


def _highest(earlier: QuerySet[Score], own: list[Score]) -> BrokenRecord | None:
    before = earlier.aggregate(most=Max("total"))["most"]
    most = max(score.total for score in own)
    if before is None or most <= max(before, 0):
        return None
    why = text(
        _("Most points ever on this map: {count} (previous best: {before})"),
        count=most,
        before=before,
    )
    return BrokenRecord("highest", _seats(own, "total", most), why)


def _most_tickets(earlier: QuerySet[Score], own: list[Score]) -> BrokenRecord | None:
    before = earlier.aggregate(most=Max("tickets_completed"))["most"]
    most = max(score.tickets_completed for score in own)
    if not before or most <= before:
        return None
    why = text(
        _("Most tickets ever completed on this map: {count} (previous best: {before})"),
        count=most,
        before=before,
    )
    return BrokenRecord("tickets", _seats(own, "tickets_completed", most), why)


def _own_best(earlier: QuerySet[Score], score: Score) -> BrokenRecord | None:
    if score.player.anonymous:
        return None
    before = earlier.filter(player=score.player).aggregate(most=Max("total"))["most"]
    if before is None or score.total <= max(before, 0):
        return None
    why = text(
        _("{name}’s best score on this map: {count} (previous best: {before})"),
        count=score.total,
        name=score.name,
        before=before,
    )
    return BrokenRecord("own_best", (score.seat,), why)


def _seats(own: list[Score], field: str, value: int) -> tuple[int, ...]:
    return tuple(score.seat for score in own if getattr(score, field) == value)
