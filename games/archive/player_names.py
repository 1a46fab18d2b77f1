"""The people in finished games: two spellings of a name made one, a name changed, made nothing, or
taken out for good; a game deleted. What each means is told in docs/privacy.md.
"""

from collections.abc import Iterable

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from games.archive import renaming
from games.folding import folded
from games.models import Play, Player, Report, Score, Series, Table
from games.refusals import Refused
from games.rules.text import _
from games.table import index, ratings
from games.table.lobby import typed_name
from games.table.revision import announce_deletion


class Taken(Refused):
    """Somebody else is called so already; `other` may be the same person."""

    def __init__(self, other: Player) -> None:
        super().__init__(
            "taken",
            _("Someone else is already called {name}. If it’s the same person, merge the two."),
            name=other.name,
        )
        self.other = other


# -- Two spellings of a name ----------------------------------------------------------------------


def merge(*, other: Player, into: Player) -> None:
    """From now on `other` is another spelling of `into`. Can be undone; asked twice, done once."""
    with transaction.atomic():
        other, into = _stands(other), _stands(into)
        if other.pk == into.pk:
            return
        if other.anonymous or into.anonymous:
            raise Refused("anonymous", _("A player without a name can’t be merged."))
        if meetings(other, into).exists():
            raise Refused(
                "met",
                _(
                    "{one} and {other} have played against each other, so they’re two different "
                    "people."
                ),
                one=into.name,
                other=other.name,
            )
        other.merged_into, other.merged_at = into, timezone.now()
        other.save(update_fields=["merged_into", "merged_at"])
        Score.objects.filter(player=other).update(player=into)
        ratings.invalidate(demo=into.demo)


def unmerge(*, player: Player) -> None:
    """Undo a merging: the spelling, and what was merged into it before, is a player again."""
    with transaction.atomic():
        row = _locked(player)
        if row.merged_into_id is not None:
            index.part(row)


def meetings(one: Player, other: Player) -> QuerySet[Play]:
    """Games in which both sat at the table."""
    return Play.objects.filter(
        Exists(Score.objects.filter(play=OuterRef("pk"), player=one)),
        Exists(Score.objects.filter(play=OuterRef("pk"), player=other)),
    )


def mergings() -> QuerySet[Player]:
    """Spellings that stand for somebody else, the latest first."""
    merged = Player.objects.exclude(merged_into=None).select_related("merged_into")
    return merged.order_by("-merged_at", "-pk")


def by_name(name: str) -> Player | None:
    """The player called so, however it is spelled; never somebody who wants no name."""
    return Player.objects.filter(spelling=index.spelling(name), anonymous=False).first()


def _locked(player: Player) -> Player:
    return Player.objects.select_for_update().get(pk=player.pk)


def _stands(player: Player) -> Player:
    return _locked(index.standing_for(_locked(player)))


# -- Names ----------------------------------------------------------------------------------------


def rename(*, player: Player, name: str) -> int:
    """Call a player so in every finished game, whatever the spelling was; in how many games.

    The old names are gone afterwards, so merges of this player can no longer be undone.
    """
    name = typed_name(name)
    with transaction.atomic():
        player = _stands(player)
        spelled = index.spelling(name, demo=player.demo)
        if player.anonymous:
            raise Refused("anonymous", _("This player’s name was removed. It can’t be set again."))
        kin = index.family(player)
        other = Player.objects.filter(spelling=spelled).exclude(pk__in=kin).first()
        if other is not None:
            raise Taken(index.standing_for(other))
        old = set(Player.objects.filter(pk__in=kin).values_list("spelling", flat=True))
        given_up = renaming.given_up(old)
        if spelled not in old and renaming.clash(given_up, index.spelling(name)):
            raise Refused(
                "name", _("Someone at one of these tables is already called {name}."), name=name
            )
        scores = Score.objects.filter(player=player)
        seats = [*renaming.seats_of(scores), *given_up]
        if len({seat.table_id for seat in seats}) < len(seats):
            raise Refused(
                "twice",
                _("Two spellings of {name} sat at the same table. Undo the merge first."),
                name=player.name,
            )
        renaming.rewrite({seat.pk: name for seat in seats})
        games = scores.update(name=name, spelled=player)
        _become(player, kin, name=name, spelling=spelled)
    return games


def anonymise(*, player: Player) -> None:
    """Take a player's name away everywhere. Their games stay together, as somebody without a name.

    Cannot be undone: the name is nowhere left.
    """
    with transaction.atomic():
        player = _stands(player)
        if player.anonymous:
            return
        kin = index.family(player)
        old = set(Player.objects.filter(pk__in=kin).values_list("spelling", flat=True))
        scores = Score.objects.filter(player=player)
        seats = renaming.seats_of(scores)
        taken = renaming.names_at(seat.table_id for seat in seats)
        name = renaming.neutral(player.pk, set().union(*taken.values()))
        renaming.rewrite({seat.pk: name for seat in seats})
        renaming.nameless(renaming.given_up(old))
        scores.update(name=name, spelled=player)
        _become(player, kin, name=name, spelling=_unspelled(player.pk), anonymous=True)


def erase(*, player: Player) -> tuple[int, int]:
    """Delete a player's traces for good: how many games are gone, and how many are left.

    A game of nobody but them and people without a name is deleted. The others belong to those
    who played them, too: there, somebody without a name sits in the player's place, another one in
    each game, so that nothing joins them.
    """
    with transaction.atomic():
        player = _stands(player)
        kin = index.family(player)
        old = set(Player.objects.filter(pk__in=kin).values_list("spelling", flat=True))
        scores = Score.objects.filter(player=player)
        named = Score.objects.filter(play=OuterRef("pk"), player__anonymous=False)
        alone = Table.objects.filter(
            play__in=Play.objects.filter(
                ~Exists(named.exclude(player=player)), pk__in=scores.values("play")
            )
        )
        deleted = 0
        for table in alone:
            _delete(table)
            deleted += 1
        left = _part(scores)
        ratings.invalidate(demo=player.demo)
        renaming.nameless(renaming.given_up(old))
        Player.objects.filter(pk__in=kin).delete()
        index.sweep()
    return deleted, left


def _part(scores: QuerySet[Score]) -> int:
    """Put somebody else without a name into each of these scores; how many."""
    seats = {(seat.table_id, seat.number): seat for seat in renaming.seats_of(scores)}
    rows = list(scores.select_related("play"))
    taken = renaming.names_at(row.play.table_id for row in rows)
    nobodies = Player.objects.bulk_create(
        Player(
            name="",
            spelling=_unspelled(f"{row.play_id} {row.pk}"),
            anonymous=True,
            demo=row.play.demo,
        )
        for row in rows
    )
    names = {}
    for row, nobody in zip(rows, nobodies, strict=True):
        nobody.name = row.name = renaming.neutral(nobody.pk, taken[row.play.table_id])
        nobody.spelling, nobody.folded = _unspelled(nobody.pk), folded(nobody.name)
        row.player = row.spelled = nobody
        names[seats[row.play.table_id, row.seat].pk] = nobody.name
    renaming.rewrite(names)
    Player.objects.bulk_update(
        nobodies, ["name", "spelling", "folded"], batch_size=renaming.AT_ONCE
    )
    Score.objects.bulk_update(rows, ["player", "spelled", "name"], batch_size=renaming.AT_ONCE)
    return len(rows)


def _become(player: Player, kin: Iterable[int], **changed: object) -> None:
    """One row stands for all spellings; the others are gone, and with them their names."""
    for spelled in Player.objects.filter(pk__in=kin).exclude(pk=player.pk):
        spelled.delete()
    for field, value in changed.items():
        setattr(player, field, value)
    player.folded = folded(player.name)
    player.save()


def _unspelled(what: object) -> str:
    """A spelling that no name typed by anybody has: those do not begin with a space."""
    return f" {what}"


# -- Games ----------------------------------------------------------------------------------------


def delete_game(*, table: Table) -> None:
    """Delete a game for good: its table, log, seats and scores, and names nobody else has."""
    with transaction.atomic():
        row = Table.objects.select_for_update().filter(pk=table.pk).first()
        if row is not None:
            _delete(row)
            index.sweep()


def _delete(table: Table) -> None:
    series = table.series_id
    Report.objects.filter(table=table).update(by="")
    announce_deletion(table)
    table.delete()
    ratings.invalidate(demo=table.demo)
    if series is not None:
        Series.objects.filter(pk=series, tables=None).delete()
