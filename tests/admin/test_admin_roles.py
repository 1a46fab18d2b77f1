"""Every list action, page and button of the administration, tried by every role.

The required permissions are listed here. A new action, page or button fails the test until somebody
has decided who may use it.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group, Permission, User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.db.models import Model
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from games.access.roles import MAP_EDITOR, make_roles
from games.admin.sheets import DEEDS
from games.maps import drafts, mistake_reports
from games.models import MapSheet, Play, Player, Report, Table
from tests.support.boards import sheet
from tests.support.finished import noted
from tests.support.sittings import begun, loaded

pytestmark = pytest.mark.django_db

OURS = (MapSheet, Play, Player, Report, Table)


@dataclass
class House:
    """What there is to be looked at and changed."""

    sheet: MapSheet
    draft: MapSheet
    table: Table
    play: Play
    players: list[Player]
    report: Report

    @property
    def rows(self) -> dict[type[Model], list[Model]]:
        return {
            MapSheet: [self.draft],
            Play: [self.play],
            Player: list(self.players),
            Report: [self.report],
            Table: [self.table],
        }


@pytest.fixture
def house() -> House:
    make_roles()
    sitting = begun("paris")
    draft = drafts.draft_of(loaded("london"), None)
    changed = {**drafts.sheet_data(draft), "year": 1999}  # else there is nothing to publish
    drafts.save(sheet=draft, data=changed, seen=draft.checksum, by=None)
    report = mistake_reports.report(
        table=sitting.table, route=sitting.board.routes[0].id, color="grey", length=1, by=None
    )
    play = noted("Ada", "Bo")
    other = noted("Adda", "Bo")
    players = [play.scores.get(name="Ada").player, other.scores.get(name="Adda").player]
    return House(sitting.table.sheet, draft, sitting.table, play, players, report)


# -- Doors ----------------------------------------------------------------------------------------

Needs = tuple[frozenset[str], ...]


def need(*words: str) -> Needs:
    """“view table” and the like, all of them. Anyone who may change may look, as Django has it."""
    permissions = []
    for word in words:
        deed, model = word.split()
        deeds = ("view", "change") if deed == "view" else (deed,)
        permissions.append(frozenset(f"{one}_{model}" for one in deeds))
    return tuple(permissions)


@dataclass
class Door:
    """An address of the administration, and who may go through it."""

    name: str
    needs: Needs
    args: Callable[[House], list[Any]] = lambda house: []
    post: Callable[[House], dict[str, Any]] | None = None
    action: str = ""
    changes: bool = True  # whether posting changes something for the person who may

    @property
    def writes(self) -> bool:
        return self.post is not None and self.changes

    @property
    def models(self) -> set[str]:
        """Those whose permissions count here."""
        return {name.split("_")[1] for some in self.needs for name in some}

    def __str__(self) -> str:
        return " ".join(filter(None, (self.name, self.action, "POST" if self.post else "")))

    def knock(self, client: Client, house: House) -> HttpResponse:
        url = reverse(f"admin:games_{self.name}", args=self.args(house))
        return client.post(url, self.post(house)) if self.post else client.get(url)


def sheet_of(house: House) -> list[Any]:
    return [house.draft.pk]


def table_of(house: House) -> list[Any]:
    return [house.table.pk]


def seen(house: House) -> dict[str, Any]:
    return {"seen": house.draft.checksum}


def sure(house: House) -> dict[str, Any]:
    return {"post": "yes"}


def in_list(model: type[Model], action: str, *words: str) -> Door:
    """A list action, with every “are you sure” answered."""
    name = model._meta.model_name or ""

    def form(house: House) -> dict[str, Any]:
        pks = [row.pk for row in house.rows[model]]
        return {"action": action, "_selected_action": pks, "post": "yes", "sure": "1"}

    return Door(f"{name}_changelist", need(f"view {name}", *words), post=form, action=action)


def place(house: House) -> list[Any]:
    return [house.draft.pk, "places", drafts.sheet_data(house.draft)["places"][0]["id"]]


def sheet_file(house: House) -> dict[str, Any]:
    return {"file": SimpleUploadedFile("london.json", json.dumps(sheet("london")).encode())}


def table(house: House) -> dict[str, Any]:
    return {**seen(house), "text": "Atlanta", "add_places": "1", "take": "1"}


def renamed(house: House) -> dict[str, Any]:
    item = drafts.sheet_data(house.draft)["places"][0]
    return {**seen(house), "name": "Elsewhere", "type": "city", "x": item["x"], "y": item["y"]}


def list_form(house: House) -> dict[str, Any]:
    """The list of places as it stands, with “all are verified” pressed."""
    items = drafts.sheet_data(house.draft)["places"][:100]
    form = {**seen(house), "verify_all": "1"}
    form |= {"row-TOTAL_FORMS": len(items), "row-INITIAL_FORMS": len(items)}
    for i, item in enumerate(items):
        form |= {f"row-{i}-{name}": item[name] for name in ("id", "name", "x", "y")}
    return form


VIEW_SHEET, CHANGE_SHEET = need("view mapsheet"), need("change mapsheet")
IMPORT = need("add mapsheet", "change mapsheet")
DOORS = [
    # Tables
    in_list(Table, "close_tables", "change table"),
    in_list(Table, "delete_selected", "delete table"),
    Door("table_changelist", need("view table")),
    Door("table_change", need("view table"), table_of),
    Door("table_history", need("view table"), table_of),
    Door("table_delete", need("delete table"), table_of),
    Door("table_delete", need("delete table"), table_of, post=sure),
    Door("table_close", need("change table"), table_of),
    Door("table_close", need("change table"), table_of, post=sure),
    Door("table_secrets", need("change table"), table_of),
    Door("table_secrets", need("change table"), table_of, post=sure),
    # Players and finished games
    in_list(Player, "merge_players", "change player"),
    in_list(Player, "anonymise_players", "change player"),
    in_list(Player, "erase_players", "delete player"),
    Door("player_changelist", need("view player")),
    Door("player_change", need("view player"), lambda house: [house.players[0].pk]),
    Door("player_history", need("view player"), lambda house: [house.players[0].pk]),
    in_list(Play, "delete_selected", "delete play"),
    Door("play_changelist", need("view play")),
    Door("play_change", need("view play"), lambda house: [house.play.pk]),
    Door("play_history", need("view play"), lambda house: [house.play.pk]),
    Door("play_delete", need("delete play"), lambda house: [house.play.pk]),
    Door("play_delete", need("delete play"), lambda house: [house.play.pk], post=sure),
    # Reports of mistakes
    Door("report_changelist", need("view report")),
    Door("report_change", need("view report"), lambda house: [house.report.pk]),
    Door("report_history", need("view report"), lambda house: [house.report.pk]),
    Door("report_delete", need("delete report"), lambda house: [house.report.pk]),
    Door("report_delete", need("delete report"), lambda house: [house.report.pk], post=sure),
    *(
        Door("mapsheet_report", CHANGE_SHEET, lambda h, d=deed: [h.report.pk, d], post=sure)
        for deed in ("adopt", "close")  # there is nothing to reopen yet
    ),
    # Map sheets
    Door("mapsheet_changelist", VIEW_SHEET),
    Door("mapsheet_change", VIEW_SHEET, sheet_of),
    Door("mapsheet_history", VIEW_SHEET, sheet_of),
    Door("mapsheet_export", VIEW_SHEET, sheet_of),
    Door("mapsheet_compare", VIEW_SHEET, sheet_of),
    Door("mapsheet_items", VIEW_SHEET, lambda house: [house.draft.pk, "places"]),
    Door("mapsheet_add", need("add mapsheet")),
    Door("mapsheet_delete", need("delete mapsheet"), sheet_of),
    Door("mapsheet_delete", need("delete mapsheet"), sheet_of, post=sure),
    Door("mapsheet_settings", CHANGE_SHEET, sheet_of),
    Door("mapsheet_settings", CHANGE_SHEET, sheet_of, post=seen, changes=False),
    Door("mapsheet_paste", CHANGE_SHEET, sheet_of),
    Door("mapsheet_paste", CHANGE_SHEET, sheet_of, post=table),
    Door("mapsheet_items", CHANGE_SHEET, lambda house: [house.draft.pk, "places"], post=list_form),
    Door("mapsheet_item_add", CHANGE_SHEET, lambda house: [house.draft.pk, "places"]),
    Door("mapsheet_item_add", CHANGE_SHEET, lambda house: [house.draft.pk, "places"], post=renamed),
    Door("mapsheet_item", CHANGE_SHEET, place),
    Door("mapsheet_item", CHANGE_SHEET, place, post=renamed),
    Door("mapsheet_item_delete", CHANGE_SHEET, place),
    Door("mapsheet_item_delete", CHANGE_SHEET, place, post=seen),
    *(
        Door(
            "mapsheet_do",
            CHANGE_SHEET,
            # What is published is retired or edited as a draft; a draft is all the rest, and
            # rolling back to it is refused with a sentence.
            lambda h, d=deed: [h.sheet.pk if d in ("retire", "draft") else h.draft.pk, d],
            post=seen,
            changes=deed != "roll_back",
        )
        for deed in DEEDS
    ),
    Door("mapsheet_import", IMPORT),
    Door("mapsheet_import", IMPORT, post=sheet_file, changes=False),
    Door("mapsheet_import_confirm", IMPORT),
    Door("mapsheet_import_confirm", IMPORT, post=seen, changes=False),
]
# Nobody may, not even a superuser: these come about by playing.
WALLED_UP = {"table_add", "play_add", "player_add", "report_add", "player_delete"}


# -- Roles ----------------------------------------------------------------------------------------


def every_permission() -> set[str]:
    return set(
        Permission.objects.filter(content_type__app_label="games").values_list(
            "codename", flat=True
        )
    )


def with_permissions(names: set[str], *, staff: bool = True) -> User:
    user = User.objects.create_user(f"user-{User.objects.count()}", is_staff=staff)
    ours = Permission.objects.filter(content_type__app_label="games")
    user.user_permissions.set(ours.filter(codename__in=names))
    return user


def roles(*models: str) -> dict[str, User | None]:
    """Anyone who may come to doors that have to do with these models."""
    editor = with_permissions(set())
    editor.groups.add(Group.objects.get(name=MAP_EDITOR))
    everything = every_permission()
    users: dict[str, User | None] = {
        "nobody": None,
        "a player who signed in": with_permissions(everything, staff=False),
        "staff without any permission": with_permissions(set()),
        "map editor": editor,
        "superuser": User.objects.create_superuser(f"chief-{User.objects.count()}"),
    }
    for model in models:
        view = f"view_{model}"
        users[f"staff, {view} only"] = with_permissions({view})
        for deed in ("add", "change", "delete"):
            one = f"{deed}_{model}"
            users[f"staff, {one} only"] = with_permissions({one})
            users[f"staff, {view} and {one}"] = with_permissions({view, one})
            users[f"staff, everything but {one}"] = with_permissions(everything - {one})
        none = {one for one in everything if one.endswith(f"_{model}")}
        users[f"staff, nothing of {model}"] = with_permissions(everything - none)
    return users


def may(user: User | None, door: Door) -> bool:
    if user is None or not user.is_staff:
        return False
    return all(any(user.has_perm(f"games.{one}") for one in some) for some in door.needs)


# -- Knocking -------------------------------------------------------------------------------------

WRITES = ("INSERT", "UPDATE", "DELETE")
BESIDES = ("django_session",)  # where a message may be kept for the next page


@contextmanager
def undone() -> Iterator[list[str]]:
    """The statements that changed something meanwhile; afterwards everything is as it was."""
    failures: list[str] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.lstrip().upper().startswith(WRITES) and not any(name in sql for name in BESIDES):
            failures.append(sql)
        return execute(sql, params, many, context)

    with transaction.atomic():
        with connection.execute_wrapper(note):
            yield failures
        transaction.set_rollback(True)


def turned_away(reply: HttpResponse) -> bool:
    login = reverse("admin:login")
    return reply.status_code == 403 or (reply.status_code == 302 and login in reply["Location"])


@pytest.mark.parametrize("door", DOORS, ids=str)
def test_a_door_opens_for_whom_it_is_meant_and_for_nobody_else(door: Door, house: House) -> None:
    for role, user in roles(*door.models).items():
        client = Client()
        if user is not None:
            client.force_login(user)
        with undone() as written:
            reply = door.knock(client, house)
        outcome = f"{role} at {door}: {reply.status_code}, {written}"
        if may(user, door):
            assert not turned_away(reply), outcome
            assert reply.status_code < 500, outcome
            assert bool(written) == door.writes, outcome
        else:
            assert written == [], outcome
            # A list simply does not offer the action; everything else says that one may not.
            assert door.action or door.post is list_form or turned_away(reply), outcome


def test_there_is_somebody_who_may_and_somebody_who_may_not_at_every_door(house: House) -> None:
    users = {models: roles(*models) for models in {frozenset(door.models) for door in DOORS}}
    for door in DOORS:
        assert {may(user, door) for user in users[frozenset(door.models)].values()} == {
            True,
            False,
        }, door


def asked_by_a_superuser() -> Any:
    request = RequestFactory().get("/admin/")
    request.user = User.objects.create_superuser("chief")
    return request


def test_every_list_action_names_the_permission_it_needs() -> None:
    """Django lets everybody who sees the list use an action that names none."""
    request = asked_by_a_superuser()
    for model_admin in admin.site._registry.values():
        for action, name, _description in model_admin.get_actions(request).values():
            assert getattr(action, "allowed_permissions", None), f"{model_admin}: {name}"


def test_no_door_of_ours_is_forgotten() -> None:
    """Anyone who adds an action, a page or a button adds it above, with what it needs."""
    request = asked_by_a_superuser()
    tried = {door.name for door in DOORS} | WALLED_UP
    actions = {(door.name, door.action) for door in DOORS if door.action}
    for model, model_admin in admin.site._registry.items():
        if model not in OURS:
            assert model._meta.app_label == "auth", f"{model} needs doors of its own"
            continue
        for pattern in model_admin.get_urls():
            if pattern.name:  # the one without only leads on to the page of the row
                assert pattern.name.removeprefix("games_") in tried, pattern
        listed = f"{model._meta.model_name}_changelist"
        for name in model_admin.get_actions(request):
            assert (listed, name) in actions, f"{listed}: {name}"


@pytest.mark.parametrize("name", sorted(WALLED_UP))
def test_what_comes_about_by_playing_is_made_and_unmade_by_nobody_here(
    name: str, house: House
) -> None:
    args = [house.players[0].pk] if name == "player_delete" else []
    url = reverse(f"admin:games_{name}", args=args)
    for role, user in roles(name.split("_")[0]).items():
        client = Client()
        if user is not None:
            client.force_login(user)
        with undone() as written:
            replies = [client.get(url), client.post(url, {"post": "yes"})]
        assert all(turned_away(reply) for reply in replies), role
        assert written == [], role


@pytest.mark.parametrize("model", OURS, ids=lambda model: model._meta.model_name)
def test_whether_a_row_exists_is_not_told_to_anyone_who_may_not_see_it(
    model: type[Model], house: House
) -> None:
    client = Client()
    client.force_login(with_permissions(set()))
    name = model._meta.model_name
    for pk in (house.rows[model][0].pk, 999_999):
        reply = client.get(reverse(f"admin:games_{name}_change", args=[pk]))
        assert reply.status_code == 403, (name, pk)
    for pk in (house.report.pk, 999_999):
        url = reverse("admin:games_mapsheet_report", args=[pk, "close"])
        assert client.post(url).status_code == 403, pk
