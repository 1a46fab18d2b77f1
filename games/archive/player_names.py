"""Players of finished games: merged, renamed, anonymised or erased; and games deleted.

docs/privacy.md says what each of these does.
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


class NameTaken(Refused):
    """Another player has this name; `other` may be the same person."""

    def __init__(self, other: Player) -> None:
        super().__init__(
            "taken",
            _("Someone else is already called {name}. If it’s the same person, merge the two."),
            name=other.name,
        )
        self.other = other


# -- Two spellings of a name ----------------------------------------------------------------------


def merge(*, other: Player, into: Player) -> None:
    """Make `other` another spelling of `into`. Can be undone; doing it twice changes nothing."""
    with transaction.atomic():
        other, into = _locked_canonical(other), _locked_canonical(into)
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
    """Undo a merge: the spelling, with all that had been merged into it, is a player again."""
    with transaction.atomic():
        row = _locked(player)
        if row.merged_into_id is not None:
            index.split_off_spelling(row)


def meetings(one: Player, other: Player) -> QuerySet[Play]:
    """Games that both played."""
    return Play.objects.filter(
        Exists(Score.objects.filter(play=OuterRef("pk"), player=one)),
        Exists(Score.objects.filter(play=OuterRef("pk"), player=other)),
    )


def mergings() -> QuerySet[Player]:
    """Spellings that were merged into another player, the latest first."""
    merged = Player.objects.exclude(merged_into=None).select_related("merged_into")
    return merged.order_by("-merged_at", "-pk")


def by_name(name: str) -> Player | None:
    """The player with this name, however it is spelled; never an anonymous one."""
    return Player.objects.filter(spelling=index.spelling_key(name), anonymous=False).first()


def _locked(player: Player) -> Player:
    return Player.objects.select_for_update().get(pk=player.pk)


def _locked_canonical(player: Player) -> Player:
    return _locked(index.canonical_player(_locked(player)))


# -- Names ----------------------------------------------------------------------------------------


def rename(*, player: Player, name: str) -> int:
    """Give a player this name in every finished game, whatever the spelling was; in how many games.

    The old names are lost, so merges of this player can no longer be undone.
    """
    name = typed_name(name)
    with transaction.atomic():
        player = _locked_canonical(player)
        spelled = index.spelling_key(name, demo=player.demo)
        if player.anonymous:
            raise Refused("anonymous", _("This player’s name was removed. It can’t be set again."))
        kin = index.player_with_spellings(player)
        other = Player.objects.filter(spelling=spelled).exclude(pk__in=kin).first()
        if other is not None:
            raise NameTaken(index.canonical_player(other))
        old = set(Player.objects.filter(pk__in=kin).values_list("spelling", flat=True))
        unfinished = renaming.seats_of_unfinished_games(old)
        if spelled not in old and renaming.name_is_taken_at(unfinished, index.spelling_key(name)):
            raise Refused(
                "name", _("Someone at one of these tables is already called {name}."), name=name
            )
        scores = Score.objects.filter(player=player)
        seats = [*renaming.seats_of(scores), *unfinished]
        if len({seat.table_id for seat in seats}) < len(seats):
            raise Refused(
                "twice",
                _("Two spellings of {name} sat at the same table. Undo the merge first."),
                name=player.name,
            )
        renaming.rewrite_names({seat.pk: name for seat in seats})
        games = scores.update(name=name, spelled=player)
        _merge_rows_into(player, kin, name=name, spelling=spelled)
    return games


def anonymise(*, player: Player) -> None:
    """Remove a player's name everywhere. Their games stay together, under a neutral name.

    Cannot be undone: the name is stored nowhere afterwards.
    """
    with transaction.atomic():
        player = _locked_canonical(player)
        if player.anonymous:
            return
        kin = index.player_with_spellings(player)
        old = set(Player.objects.filter(pk__in=kin).values_list("spelling", flat=True))
        scores = Score.objects.filter(player=player)
        seats = renaming.seats_of(scores)
        taken = renaming.names_at(seat.table_id for seat in seats)
        name = renaming.neutral_name(player.pk, set().union(*taken.values()))
        renaming.rewrite_names({seat.pk: name for seat in seats})
        renaming.make_nameless(renaming.seats_of_unfinished_games(old))
        scores.update(name=name, spelled=player)
        _merge_rows_into(
            player, kin, name=name, spelling=_unusable_spelling(player.pk), anonymous=True
        )


def erase(*, player: Player) -> tuple[int, int]:
    """Delete a player for good: how many games were deleted, and how many are left.

    A game whose other players are all anonymous is deleted. The others belong to the people who
    played them, too: there an anonymous player takes the place, a different one in each game, so
    that nothing links them.
    """
    with transaction.atomic():
        player = _locked_canonical(player)
        kin = index.player_with_spellings(player)
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
        left = _replace_by_anonymous_players(scores)
        ratings.invalidate(demo=player.demo)
        renaming.make_nameless(renaming.seats_of_unfinished_games(old))
        Player.objects.filter(pk__in=kin).delete()
        index.delete_unused_players()
    return deleted, left


def _replace_by_anonymous_players(scores: QuerySet[Score]) -> int:
    """Give each of these scores to a new anonymous player; how many."""
    seats = {(seat.table_id, seat.number): seat for seat in renaming.seats_of(scores)}
    rows = list(scores.select_related("play"))
    taken = renaming.names_at(row.play.table_id for row in rows)
    nobodies = Player.objects.bulk_create(
        Player(
            name="",
            spelling=_unusable_spelling(f"{row.play_id} {row.pk}"),
            anonymous=True,
            demo=row.play.demo,
        )
        for row in rows
    )
    names = {}
    for row, nobody in zip(rows, nobodies, strict=True):
        nobody.name = row.name = renaming.neutral_name(nobody.pk, taken[row.play.table_id])
        nobody.spelling, nobody.folded = _unusable_spelling(nobody.pk), folded(nobody.name)
        row.player = row.spelled = nobody
        names[seats[row.play.table_id, row.seat].pk] = nobody.name
    renaming.rewrite_names(names)
    Player.objects.bulk_update(
        nobodies, ["name", "spelling", "folded"], batch_size=renaming.AT_ONCE
    )
    Score.objects.bulk_update(rows, ["player", "spelled", "name"], batch_size=renaming.AT_ONCE)
    return len(rows)


def _merge_rows_into(player: Player, kin: Iterable[int], **changed: object) -> None:
    """Change a player's row and delete the rows of all other spellings, with their names."""
    for spelled in Player.objects.filter(pk__in=kin).exclude(pk=player.pk):
        spelled.delete()
    for field, value in changed.items():
        setattr(player, field, value)
    player.folded = folded(player.name)
    player.save()


def _unusable_spelling(what: object) -> str:
    """A spelling that no typed name can have, because it begins with a space."""
    return f" {what}"


# -- Games ----------------------------------------------------------------------------------------


def delete_game(*, table: Table) -> None:
    """Delete a game for good: its table, log, seats and scores, and players without other games."""
    with transaction.atomic():
        row = Table.objects.select_for_update().filter(pk=table.pk).first()
        if row is not None:
            _delete(row)
            index.delete_unused_players()


def _delete(table: Table) -> None:
    series = table.series_id
    Report.objects.filter(table=table).update(by="")
    announce_deletion(table)
    table.delete()
    ratings.invalidate(demo=table.demo)
    if series is not None:
        Series.objects.filter(pk=series, tables=None).delete()
