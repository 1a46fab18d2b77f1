"""Who may see finished games, and who may change them.

Players have no accounts. After a game, a browser's rights come from the cookies it has kept, or
from the permissions of the signed-in user (listed in docs/privacy.md).
"""

from dataclasses import dataclass
from functools import cached_property
from ipaddress import ip_address

from django.conf import settings
from django.db.models import Count, QuerySet
from django.http import HttpRequest

from games.access import addresses
from games.access.audience import Holder, holder_of, sees_everything
from games.models import Play, Player, Score, Seat, Table

# Headers added by a proxy: with one of these, the browser isn't on this machine.
FORWARDED = ("HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_VIA", "HTTP_X_REAL_IP")


@dataclass(frozen=True)
class Rights:
    """`changes` and `erases` (players) and `deletes` (games) are what the signed-in user may do;
    `public` is `HISTORY=open`."""

    holder: Holder
    sees: bool
    changes: bool
    erases: bool
    deletes: bool
    public: bool

    # -- Looking ----------------------------------------------------------------------------------

    def plays(self) -> QuerySet[Play]:
        """The finished games this browser may list: all of them, or those it was at."""
        plays = Play.objects.all()
        return plays if self.sees else plays.filter(table__in=self.holder.tables)

    def players(self) -> QuerySet[Player]:
        """The players of those games."""
        if self.sees:
            return Player.objects.all()
        scores = Score.objects.filter(play__in=self.plays())
        return Player.objects.filter(pk__in=scores.values("player"))

    # -- Two spellings ----------------------------------------------------------------------------

    @cached_property
    def hosted(self) -> frozenset[int]:
        """The players of games that this browser hosted, in every spelling."""
        scores = Score.objects.filter(play__table__in=self.holder.hosted)
        return frozenset(pk for pair in scores.values_list("player", "spelled") for pk in pair)

    @property
    def merges(self) -> bool:
        """Whether there is anyone this browser may merge."""
        return self.changes or bool(self.hosted)

    def may_merge(self, one: Player, other: Player) -> bool:
        """Merges can be undone, so at home it's enough to have hosted one of the two."""
        hosted = [player.pk in self.hosted for player in (one, other)]
        return self.changes or (any(hosted) if self.public else all(hosted))

    # -- Names ------------------------------------------------------------------------------------

    @cached_property
    def own(self) -> dict[int, int]:
        """The number of games this browser was at each player's seat.

        Players without a phone have no cookie: the host acts for them.
        """
        seats = {(seat.table_id, seat.number) for seat in self.holder.seats}
        phoneless = Seat.objects.filter(table__in=self.holder.hosted, phoneless=True)
        seats |= set(phoneless.values_list("table_id", "number"))
        scores = Score.objects.filter(play__table__in={table for table, _number in seats})
        games: dict[int, int] = {}
        for table, number, player in scores.values_list("play__table_id", "seat", "player"):
            if (table, number) in seats:
                games[player] = games.get(player, 0) + 1
        return games

    def may_name(self, player: Player) -> bool:
        """Whether this browser may rename or anonymise a player. Strangers may share a name, so it
        must have been at all of the player's games, unless the history is open to everyone."""
        mine = self.own.get(player.pk, 0)
        return self.changes or (
            mine > 0 if self.public else 0 < mine == Score.objects.filter(player=player).count()
        )

    def may_erase(self, player: Player) -> bool:
        return self.erases or self.may_name(player)

    def may_delete(self, table: Table) -> bool:
        return self.deletes or table.pk in self.holder.hosted


def rights_of(request: HttpRequest) -> Rights:
    user = request.user
    return Rights(
        holder=holder_of(request.COOKIES),
        sees=sees_everything(request),
        changes=user.has_perm("games.change_player"),
        erases=user.has_perm("games.delete_player"),
        deletes=user.has_perm("games.delete_play"),
        public=settings.HISTORY == "open",
    )


def with_games(players: QuerySet[Player]) -> QuerySet[Player]:
    """Players that have played and were not merged into others, with their number of games."""
    standing = players.filter(merged_into=None)
    return standing.annotate(games=Count("scores")).filter(games__gt=0)


def may_keep_sheets(request: HttpRequest) -> bool:
    """Whether corrections made at a table become a version of the sheet at once (README, `SHEETS`).
    If not, they become a draft for the map editors."""
    if settings.SHEETS == "open" or request.user.has_perm("games.change_mapsheet"):
        return True
    return keeps_sheets_at_home() and _is_this_machine(request)


def keeps_sheets_at_home() -> bool:
    """Whether this server is at home, so that a browser on the same computer may save sheets."""
    return settings.SHEETS == "home" and not settings.PUBLIC_URL and not settings.TRUSTED_PROXIES


def may_import(request: HttpRequest) -> bool:
    """Users with the permission to import, and at home anyone at the computer with the server.

    A guest's phone mustn't be able to fill the history; the host's laptop needs no account.
    """
    if request.user.has_perm("games.add_play"):
        return True
    if settings.PUBLIC_URL or settings.TRUSTED_PROXIES or settings.HISTORY != "open":
        return False
    return _is_this_machine(request)


def _is_this_machine(request: HttpRequest) -> bool:
    """Whether the browser runs on the same computer as the server."""
    if any(header in request.META for header in FORWARDED):
        return False
    address = request.META.get("REMOTE_ADDR", "")
    try:
        return ip_address(address).is_loopback or address in addresses.current()
    except ValueError:
        return False
