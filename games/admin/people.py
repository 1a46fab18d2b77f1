"""Players and finished games, for administrators: view, merge, remove names, delete.

Renaming a player is a page of its own, the same one that players have. Names stay out of the
admin's own log, because anonymised names must not remain there.
"""

from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.contrib.admin import ModelAdmin
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.admin.pages import MapFilter, OwnPage, require, sentence
from games.archive import player_names
from games.folding import folded
from games.models import Play, Player
from games.pages.text import sheet_name
from games.refusals import Refused

if TYPE_CHECKING:
    PlayersAdmin = ModelAdmin[Player]
    PlaysAdmin = ModelAdmin[Play]
else:
    PlayersAdmin = PlaysAdmin = ModelAdmin


def _folded_search(self: Any, request: HttpRequest, queryset: Any, search_term: str) -> Any:
    """Search without accents: “lea” finds Léa."""
    return ModelAdmin.get_search_results(self, request, queryset, folded(search_term))


class PlayerAdmin(OwnPage, PlayersAdmin):
    get_search_results = _folded_search
    list_display = ("name", "games", "stands_for", "anonymous")
    list_filter = ("anonymous", "demo", ("merged_into", admin.EmptyFieldListFilter))
    search_fields = ("folded", "spelling")
    list_select_related = ("merged_into",)
    list_per_page = 100
    actions = ("merge_players", "anonymise_players", "erase_players")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Player]:
        return super().get_queryset(request).annotate(played=Count("scores"))

    @admin.display(description=_("games"), ordering="played")
    def games(self, player: Player) -> int:
        return int(player.played)  # type: ignore[attr-defined]

    @admin.display(description=_("merged into"))
    def stands_for(self, player: Player) -> str:
        return player.merged_into.name if player.merged_into else ""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        actions = super().get_actions(request)
        actions.pop("delete_selected", None)  # a player's row alone says nothing about the games
        return actions

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return obj is None and super().has_delete_permission(request, obj)

    def row_page(self, request: HttpRequest, pk: int) -> HttpResponse:
        require(self, request)
        player = get_object_or_404(Player, pk=pk)
        return redirect("person", pk=player.pk)

    # -- What can be done to several --------------------------------------------------------------

    @admin.action(description=_("Merge two spellings of one name"), permissions=["change"])
    def merge_players(
        self, request: HttpRequest, queryset: QuerySet[Player]
    ) -> HttpResponse | None:
        players = sorted(queryset, key=lambda player: (-self.games(player), player.pk))
        if len(players) != 2:
            messages.error(request, gettext("Please pick exactly two players."))
            return None
        into, other = players
        if request.POST.get("sure"):
            try:
                player_names.merge(other=other, into=into)
            except Refused as refused:
                messages.error(request, sentence(refused))
            else:
                message = gettext("“{other}” is now another spelling of {name}.")
                messages.success(request, message.format(other=other.name, name=into.name))
            return None
        message = gettext("Count {other}’s games as {name}’s? You can undo this later.")
        asks = message.format(other=other.name, name=into.name)
        return self._ask(request, "merge_players", players, asks)

    @admin.action(description=_("Remove the name everywhere …"), permissions=["change"])
    def anonymise_players(
        self, request: HttpRequest, queryset: QuerySet[Player]
    ) -> HttpResponse | None:
        if not request.POST.get("sure"):
            asks = gettext("Remove these names from every game? This can’t be undone.")
            return self._ask(request, "anonymise_players", list(queryset), asks)
        count = 0
        for player in queryset:
            player_names.anonymise(player=player)
            count += 1
        sentence = ngettext("{count} name removed.", "{count} names removed.", count)
        messages.success(request, sentence.format(count=count))
        return None

    @admin.action(description=_("Delete all traces …"), permissions=["delete"])
    def erase_players(
        self, request: HttpRequest, queryset: QuerySet[Player]
    ) -> HttpResponse | None:
        if not request.POST.get("sure"):
            asks = gettext(
                "Delete all traces of these players? Games where nobody else has a name will "
                "be deleted too. This can’t be undone."
            )
            return self._ask(request, "erase_players", list(queryset), asks)
        count = 0
        for pk in list(queryset.values_list("pk", flat=True)):
            player = Player.objects.filter(pk=pk).first()
            if player is not None:  # another spelling of one before, else
                player_names.erase(player=player)
                count += 1
        sentence = ngettext("{count} player deleted.", "{count} players deleted.", count)
        messages.success(request, sentence.format(count=count))
        return None

    def _ask(
        self, request: HttpRequest, action: str, players: list[Player], asks: str
    ) -> HttpResponse:
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": asks,
            "action": action,
            "players": players,
        }
        return TemplateResponse(request, "admin/players/sure.html", context)


class PlayAdmin(OwnPage, PlaysAdmin):
    get_search_results = _folded_search
    list_display = ("finished_at", "played_map", "who", "winning_total", "turns", "demo")
    list_filter = (("map", MapFilter), "demo", "finished_at")
    search_fields = ("scores__player__folded", "scores__spelled__folded")
    list_select_related = ("table__sheet",)
    date_hierarchy = "finished_at"
    list_per_page = 50

    def get_queryset(self, request: HttpRequest) -> QuerySet[Play]:
        return super().get_queryset(request).prefetch_related("scores")

    @admin.display(description=_("map"), ordering="map")
    def played_map(self, play: Play) -> str:
        return sheet_name(play.table.sheet)

    @admin.display(description=_("players"))
    def who(self, play: Play) -> str:
        return ", ".join(f"{score.name} {score.total}" for score in play.scores.all())

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def row_page(self, request: HttpRequest, pk: int) -> HttpResponse:
        require(self, request)  # where a result is found is known to its players, and to few more
        play = get_object_or_404(Play, pk=pk)
        return redirect("result", key=play.table.key)

    def delete_model(self, request: HttpRequest, obj: Play) -> None:
        player_names.delete_game(table=obj.table)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Play]) -> None:
        for play in queryset:
            player_names.delete_game(table=play.table)

    def get_deleted_objects(
        self, objs: Any, request: HttpRequest
    ) -> tuple[list[Any], dict[str, int], set[str], list[Any]]:
        """In few words: hundreds of entries are one number here."""
        plays = list(objs)
        counts = {
            str(_("tables")): len(plays),
            str(_("entries")): sum(play.table.entries.count() for play in plays),
        }
        return [f"{play} – {self.who(play)}" for play in plays], counts, set(), []
