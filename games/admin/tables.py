"""Tables in the administration: listing, closing, deleting.

Secrets stay hidden until they are opened on a page that says so; the table's log then tells
everybody.
"""

from functools import partial
from typing import Any

from django.contrib import admin, messages
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, path
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.admin.pages import MapFilter, OwnPage, TablesAdmin, page, require, sentence
from games.language import listed
from games.models import Table
from games.pages import cards, contexts, map_state
from games.pages.log_lines import log_lines
from games.pages.text import sheet_title
from games.refusals import Refused
from games.table import lobby, moves
from games.table.snapshot import Game, load_table, reload


class TableAdmin(OwnPage, TablesAdmin):
    list_display = ("code", "map", "state", "who", "entry_count", "opened_at", "changed_at", "demo")
    list_filter = ("stage", "demo", ("sheet__slug", MapFilter), "opened_at")
    search_fields = ("code", "seats__name")
    list_select_related = ("sheet",)
    list_per_page = 50
    actions = ("close_tables",)

    # -- The list ---------------------------------------------------------------------------------

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        tables = super().get_queryset(request).prefetch_related("seats")
        return tables.annotate(logged=Count("entries", distinct=True))

    @admin.display(description=_("map sheet"), ordering="sheet__name")
    def map(self, table: Table) -> str:
        return sheet_title(table.sheet)

    @admin.display(description=_("state"), ordering="stage")
    def state(self, table: Table) -> str:
        return str(Table.Stage(table.stage).label)

    @admin.display(description=_("players"))
    def who(self, table: Table) -> str:
        return listed(seat.name for seat in table.seats.all())

    @admin.display(description=_("entries"), ordering="logged")
    def entry_count(self, table: Table) -> int:
        return int(table.logged)  # type: ignore[attr-defined]

    @admin.action(description=_("Close tables and free their codes"), permissions=["change"])
    def close_tables(self, request: HttpRequest, queryset: QuerySet[Table]) -> None:
        count = 0
        for table in queryset.exclude(stage=Table.Stage.CLOSED):
            lobby.close(table=table)
            self.log_change(request, table, "close")
            count += 1
        sentence = ngettext("{count} table closed.", "{count} tables closed.", count)
        messages.success(request, sentence.format(count=count))

    # -- Permissions and addresses ----------------------------------------------------------------

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def delete_model(self, request: HttpRequest, obj: Table) -> None:
        if obj.stage != Table.Stage.CLOSED:
            lobby.close(table=obj)  # open pages are told before it is gone
        obj.delete()

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Table]) -> None:
        for table in queryset:
            self.delete_model(request, table)

    def get_deleted_objects(
        self, objs: Any, request: HttpRequest
    ) -> tuple[list[Any], dict[str, int], set[str], list[Any]]:
        """In few words: hundreds of entries are one number here."""
        tables = list(objs)
        counts = {
            str(_("tables")): len(tables),
            str(_("seats")): sum(table.seats.count() for table in tables),
            str(_("entries")): sum(table.entries.count() for table in tables),
        }
        names = [f"{table} – {sheet_title(table.sheet)} – {self.who(table)}" for table in tables]
        return names, counts, set(), []

    def get_urls(self) -> list[URLPattern]:
        def at(route: str, view: Any, name: str) -> URLPattern:
            wrapped = self.admin_site.admin_view(partial(view, self))
            return path(route, wrapped, name=f"games_table_{name}")

        own = [
            at("<int:pk>/close/", close, "close"),
            at("<int:pk>/secrets/", secrets, "secrets"),
        ]
        return [*own, *super().get_urls()]

    def row_page(self, request: HttpRequest, pk: int) -> HttpResponse:
        return overview(self, request, pk=pk)


def _game(table: Table) -> Game | None:
    try:
        return reload(table).started_game
    except LookupError:
        return None


def _is_public(table: Table, game: Game | None) -> bool:
    """Whether everything about this game is public: it is over and the reveal was watched."""
    return game is not None and contexts.stage(table, game.state) == "result"


def overview(model_admin: TableAdmin, request: HttpRequest, pk: int) -> HttpResponse:
    """What everybody at the table may know, and no more."""
    table = _table(model_admin, request, pk)
    game = _game(table)
    return page(
        model_admin,
        request,
        "admin/tables/table.html",
        title=str(table),
        table=table,
        seats=table.seats.order_by("position"),
        lines=log_lines(load_table(table).seats, game) if game else [],
        corrected=map_state.corrected(game.state) if game else "",
        public=_is_public(table, game),
        started=game is not None,
        may_delete=model_admin.has_delete_permission(request, table),
    )


def _table(model_admin: TableAdmin, request: HttpRequest, pk: int, change: bool = False) -> Table:
    require(model_admin, request, change=change)
    return get_object_or_404(Table.objects.select_related("sheet"), pk=pk)


def close(model_admin: TableAdmin, request: HttpRequest, pk: int) -> HttpResponse:
    table = _table(model_admin, request, pk, change=True)
    if request.method == "POST":
        try:
            lobby.close(table=table)
        except Refused as refused:
            messages.error(request, sentence(refused))
        else:
            model_admin.log_change(request, table, "close")
            messages.success(request, gettext("Table closed."))
        return redirect("admin:games_table_change", pk)
    return page(model_admin, request, "admin/tables/close.html", title=str(table), table=table)


def secrets(model_admin: TableAdmin, request: HttpRequest, pk: int) -> HttpResponse:
    """The tickets of an unfinished game. Opening them takes a POST and is written into the log."""
    table = _table(model_admin, request, pk, change=True)
    if request.method != "POST":
        return page(
            model_admin, request, "admin/tables/secrets_ask.html", title=str(table), table=table
        )
    try:
        game = moves.open_secrets(table=table)
    except Refused as refused:
        messages.error(request, sentence(refused))
        return redirect("admin:games_table_change", pk)
    model_admin.log_change(request, table, "secrets opened")
    state = game.state
    response = page(
        model_admin,
        request,
        "admin/tables/secrets.html",
        title=str(table),
        table=table,
        hands=[
            {
                "player": player,
                "tickets": [cards.ticket_card(state.full_board, id) for id in hand.tickets],
                "offer": [cards.ticket_card(state.full_board, id) for id in hand.offer],
            }
            for player, hand in zip(state.players, state.hands, strict=True)
        ],
    )
    response["Cache-Control"] = "no-store"
    return response
