"""The administration: pages, plain forms, roles, files in and out, tables and their secrets."""

import copy
import json
import re
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from games.access.roles import MAP_EDITOR, make_roles
from games.maps import drafts, library, mistake_reports, sheet_items
from games.models import MapSheet, Report, Table
from games.rules.reading import MAX_BYTES
from games.rules.state import Phase
from games.table import moves
from games.table.snapshot import snapshots
from tests.support.boards import sheet as sheet_file
from tests.support.sittings import begun, loaded, play_on, sit_down

pytestmark = pytest.mark.django_db

LIST = "/admin/games/mapsheet/"
TABLES = "/admin/games/table/"


@pytest.fixture
def chief() -> Client:
    """A superuser's browser. Nothing it is shown may be a server error."""
    client = Client()
    client.force_login(User.objects.create_superuser("chief"))
    return client


@pytest.fixture
def editor() -> Client:
    make_roles()
    user = User.objects.create_user("edda", is_staff=True)
    user.groups.add(Group.objects.get(name=MAP_EDITOR))
    client = Client()
    client.force_login(user)
    return client


def at(sheet: MapSheet, rest: str = "change/") -> str:
    return f"{LIST}{sheet.pk}/{rest}"


def page(client: Client, url: str, status: int = 200) -> str:
    reply = client.get(url)
    assert reply.status_code == status, url
    return reply.content.decode()


def press(client: Client, sheet: MapSheet, deed: str) -> Any:
    reply = client.post(at(sheet, f"do/{deed}/"), {"seen": sheet.checksum}, follow=True)
    assert reply.status_code == 200
    sheet.refresh_from_db()
    return reply


def drafted(slug: str = "london") -> MapSheet:
    return drafts.draft_of(loaded(slug), None)


# -- The house ------------------------------------------------------------------------------------


def test_the_pages_are_branded_and_keep_the_strict_policy(chief: Client) -> None:
    sheet, draft = loaded("london"), drafted()
    table = begun("paris").table
    urls = [
        "/admin/",
        LIST,
        TABLES,
        "/admin/games/report/",
        "/admin/auth/user/",
        "/admin/auth/group/",
        f"{LIST}import/",
        at(sheet),
        at(draft),
        at(draft, "settings/"),
        at(draft, "compare/"),
        *(at(draft, f"{kind}/") for kind in drafts.KINDS),
        *(at(draft, f"{kind}/add/") for kind in drafts.KINDS),
        *(at(sheet, f"{kind}/") for kind in drafts.KINDS),
        f"{TABLES}{table.pk}/change/",
        f"{TABLES}{table.pk}/close/",
        f"{TABLES}{table.pk}/secrets/",
        f"{TABLES}{table.pk}/delete/",
        at(draft, "delete/"),
        at(draft, "history/"),
    ]
    for url in urls:
        reply = chief.get(url)
        assert reply.status_code == 200, url
        html = reply.content.decode()
        assert "css/admin.css" in html, url
        assert not re.search(r"<script(?![^>]*\bsrc=)|\son\w+=\"|\sstyle=\"|<style", html), url
        assert "default-src 'self'" in reply["Content-Security-Policy"]


def test_nobody_gets_in_without_signing_in() -> None:
    draft = drafted()
    for url in (LIST, at(draft), at(draft, "routes/"), at(draft, "export.json"), f"{LIST}import/"):
        reply = Client().get(url)
        assert reply.status_code == 302
        assert "/admin/login/" in reply.url


def test_unknown_addresses_are_not_found(chief: Client) -> None:
    draft = drafted()
    for url in (
        f"{LIST}999/change/",
        f"{LIST}x/change/",
        f"{LIST}999/export.json",
        at(draft, "routes/nowhere/"),
        f"{TABLES}999/change/",
    ):
        assert chief.get(url).status_code == 404, url
    assert chief.get(at(draft, "routes/nowhere/delete/")).status_code == 302


def test_map_editors_keep_sheets_and_nothing_else(editor: Client) -> None:
    draft = drafted()
    table = begun("paris").table
    assert "London" in page(editor, LIST)
    page(editor, at(draft, "routes/"))
    press(editor, draft, "check")
    assert draft.state == "checked"
    for url in (TABLES, f"{TABLES}{table.pk}/change/", f"{TABLES}{table.pk}/secrets/"):
        assert editor.get(url).status_code == 403, url
    for url in ("/admin/auth/user/", "/admin/auth/group/"):
        assert editor.get(url).status_code == 403, url
    assert editor.post(f"{TABLES}{table.pk}/secrets/").status_code == 403
    assert not table.entries.filter(wire="table.noted").exists()


def test_who_may_only_look_changes_nothing() -> None:
    make_roles()
    user = User.objects.create_user("guest", is_staff=True)
    user.user_permissions.add(
        Group.objects.get(name=MAP_EDITOR).permissions.get(codename="view_mapsheet")
    )
    client = Client()
    client.force_login(user)
    draft = drafted()
    assert "Publish" not in page(client, at(draft))
    before = draft.checksum
    for url in ("do/publish/", "do/verify/", "settings/", "routes/add/"):
        assert client.post(at(draft, url), {"seen": before}).status_code == 403, url
    client.post(at(draft, "routes/"), {"seen": before})
    draft.refresh_from_db()
    assert (draft.checksum, draft.state) == (before, "draft")


def test_roles_are_made_once() -> None:
    make_roles()
    make_roles()
    codes = Group.objects.get(name=MAP_EDITOR).permissions.values_list("codename", flat=True)
    assert sorted(codes) == [
        "add_mapsheet",
        "change_mapsheet",
        "change_report",
        "delete_mapsheet",
        "view_mapsheet",
        "view_report",
    ]


# -- The list and the page of a sheet -------------------------------------------------------------


def test_the_list_tells_state_version_share_problems_and_games(chief: Client) -> None:
    begun("paris")
    drafted("paris")
    html = page(chief, LIST)
    rows = re.findall(r"<tr>.*?</tr>", html, re.S)
    published = next(row for row in rows if "published" in row)
    draft = next(row for row in rows if "draft" in row)
    done, every = library.verified_share(library.board_of(loaded("paris")))
    assert f"({done}/{every})" in published
    assert '<td class="field-played">1</td>' in published
    assert '<td class="field-played">0</td>' in draft
    assert '<td class="field-number">2</td>' in draft


def test_a_published_sheet_is_read_only_and_edited_as_a_draft(chief: Client) -> None:
    sheet = loaded("london")
    html = page(chief, at(sheet))
    assert "Edit as a new draft" in html
    assert "<svg" in html
    assert reverse("sheet-draw", kwargs={"pk": sheet.pk}) not in html
    assert "<input" not in re.sub(
        r'<input type="hidden"[^>]*>', "", page(chief, at(sheet, "routes/")).split("<main")[1]
    )
    assert chief.get(at(sheet, "settings/")).status_code == 302
    assert chief.get(at(sheet, "routes/add/")).status_code == 302
    press(chief, sheet, "draft")
    draft = MapSheet.objects.get(state="draft")
    assert draft.created_by is not None
    assert draft.created_by.username == "chief"
    assert reverse("sheet-draw", kwargs={"pk": draft.pk}) in page(chief, at(draft))


def test_problems_link_to_the_form_that_corrects_them(chief: Client) -> None:
    draft = drafted()
    data = drafts.sheet_data(draft)
    data["routes"][2]["length"] = 9
    drafts.save(sheet=draft, data=data, seen=draft.checksum, by=None)
    key = data["routes"][2]["id"]
    html = page(chief, at(draft))
    assert "There are no points for length 9." in html
    assert at(draft, f"routes/{key}/") in html


def test_the_buttons_walk_a_sheet_through_its_life(chief: Client) -> None:
    first, draft = loaded("london"), drafted()
    data = drafts.sheet_data(draft)
    drafts.save(sheet=draft, data={**data, "year": 1999}, seen=draft.checksum, by=None)
    press(chief, draft, "check")
    assert draft.state == "checked"
    press(chief, draft, "publish")
    assert draft.state == "published"
    first.refresh_from_db()
    assert first.state == "retired"
    press(chief, first, "roll_back")
    newest = library.published()[0]
    assert (newest.version, newest.year) == (3, first.year)
    press(chief, newest, "retire")
    assert newest.state == "retired"
    assert library.published() == []


@pytest.mark.parametrize("deed", ["publish", "check", "retire", "roll_back", "dance"])
def test_a_button_at_the_wrong_time_is_a_sentence(chief: Client, deed: str) -> None:
    sheet = loaded("london")
    reply = press(chief, sheet, deed)
    if deed == "retire":
        assert sheet.state == "retired"
    else:
        assert sheet.state == "published"
        if deed != "dance":
            assert 'class="error"' in reply.content.decode()
    assert chief.get(at(sheet, f"do/{deed}/")).status_code == 405


def test_errors_stop_publishing(chief: Client) -> None:
    draft = drafted()
    data = drafts.sheet_data(draft)
    data["routes"][2]["length"] = 9
    drafts.save(sheet=draft, data=data, seen=draft.checksum, by=None)
    html = press(chief, draft, "publish").content.decode()
    assert "This sheet has errors: routes[2].length: " in html
    assert draft.state == "draft"


def test_a_draft_is_deleted_with_a_question_and_a_published_sheet_is_not(chief: Client) -> None:
    sheet, draft = loaded("london"), drafted()
    assert chief.post(at(sheet, "delete/"), {"post": "yes"}).status_code == 403
    assert "Are you sure" in page(chief, at(draft, "delete/"))
    assert chief.post(at(draft, "delete/"), {"post": "yes"}).status_code == 302
    assert list(MapSheet.objects.all()) == [sheet]


# -- Plain forms ----------------------------------------------------------------------------------


def rows_of(draft: MapSheet, kind: str, names: tuple[str, ...]) -> dict[str, Any]:
    """What the list's form sends if nothing was touched."""
    data = drafts.sheet_data(draft)
    shown = data[kind][:100]
    sent: dict[str, Any] = {
        "seen": draft.checksum,
        "row-TOTAL_FORMS": len(shown),
        "row-INITIAL_FORMS": len(shown),
    }
    for i, item in enumerate(shown):
        sent[f"row-{i}-id"] = item["id"]
        for name in names:
            sent[f"row-{i}-{name}"] = item.get(name, "")
        if item.get("verified", data["verified"]):
            sent[f"row-{i}-verified"] = "on"
    return sent


FIELDS = {
    "places": ("name", "district", "passengers"),
    "routes": ("length", "color"),
    "tickets": ("points",),
}


@pytest.mark.parametrize("slug", ["paris", "london", "germany"])
@pytest.mark.parametrize("kind", drafts.KINDS)
def test_a_list_saved_untouched_changes_nothing(chief: Client, slug: str, kind: str) -> None:
    draft = drafted(slug)
    before = draft.checksum
    sent = rows_of(draft, kind, FIELDS[kind])
    assert chief.post(at(draft, f"{kind}/"), sent).status_code == 302
    draft.refresh_from_db()
    assert draft.checksum == before


def test_routes_are_corrected_and_ticked_off_in_the_list(chief: Client) -> None:
    draft = drafted("paris")
    sent = rows_of(draft, "routes", FIELDS["routes"])
    sent |= {"row-0-color": "grey", "row-0-verified": "on"}
    assert chief.post(at(draft, "routes/"), sent).status_code == 302
    draft.refresh_from_db()
    route = library.board_of(draft).routes[0]
    assert (route.color, route.verified) == ("grey", True)
    mark = draft.verifications.get(kind="routes", key=route.id)
    assert mark.by is not None
    assert mark.by.username == "chief"
    assert "chief" in page(chief, at(draft, "routes/"))


def test_a_whole_list_is_verified_with_one_button(chief: Client) -> None:
    draft = drafted("paris")
    sent = {**rows_of(draft, "tickets", FIELDS["tickets"]), "verify_all": "1"}
    assert chief.post(at(draft, "tickets/"), sent).status_code == 302
    draft.refresh_from_db()
    board = library.board_of(draft)
    assert all(library.is_verified(board, ticket) for ticket in board.tickets)
    assert draft.verifications.filter(kind="tickets").count() == len(board.tickets)


def test_parallel_routes_stay_equally_long(chief: Client) -> None:
    draft = drafted("london")
    board = library.board_of(draft)
    i, route = next((i, r) for i, r in enumerate(board.routes) if board.parallels[r.id])
    sent = rows_of(draft, "routes", FIELDS["routes"])
    sent[f"row-{i}-length"] = route.length % 4 + 1
    assert chief.post(at(draft, "routes/"), sent).status_code == 302
    draft.refresh_from_db()
    after = library.sketch_of(draft)
    assert after is not None
    lengths = {after.route[id].length for id in (route.id, *after.parallels[route.id])}
    assert lengths == {route.length % 4 + 1}


def test_the_second_of_two_editors_is_told_and_loses_no_form(chief: Client) -> None:
    draft = drafted("paris")
    sent = rows_of(draft, "routes", FIELDS["routes"])
    data = drafts.sheet_data(draft)
    drafts.save(sheet=draft, data={**data, "year": 1999}, seen=draft.checksum, by=None)
    sent["row-0-color"] = "grey"
    reply = chief.post(at(draft, "routes/"), sent)
    assert reply.status_code == 422
    assert "Somebody else has saved this draft meanwhile" in reply.content.decode()
    assert 'value="grey" selected' in reply.content.decode()
    draft.refresh_from_db()
    assert library.board_of(draft).routes[0].color != "grey"


@pytest.mark.parametrize(
    "nonsense",
    [
        {},
        {"row-TOTAL_FORMS": "x", "row-INITIAL_FORMS": "y"},
        {"row-TOTAL_FORMS": "100000", "row-INITIAL_FORMS": "0"},
        {"row-TOTAL_FORMS": "1", "row-INITIAL_FORMS": "1", "row-0-id": "nowhere"},
        {"row-0-length": "-1"},
        {"row-0-length": "1e9"},
        {"row-0-color": "puce"},
        {"row-0-id": "\x00"},
    ],
)
def test_nonsense_in_a_list_changes_nothing(chief: Client, nonsense: dict[str, str]) -> None:
    draft = drafted("paris")
    before = draft.checksum
    sent = {**rows_of(draft, "routes", FIELDS["routes"]), **nonsense} if nonsense else {"seen": ""}
    assert chief.post(at(draft, "routes/"), sent).status_code in (302, 422)
    draft.refresh_from_db()
    assert draft.checksum == before


def test_a_small_map_is_built_with_plain_forms_alone(chief: Client) -> None:
    draft = drafts.new_draft(slug="harbour", name="Harbour", by=None)

    def add(kind: str, **fields: Any) -> None:
        draft.refresh_from_db()
        reply = chief.post(at(draft, f"{kind}/add/"), {"seen": draft.checksum, **fields})
        assert reply.status_code == 302, reply.content.decode()

    spots = {"Quay": (100, 100), "Märkt": (450, 120), "Light": (300, 320), "Mill": (700, 300)}
    for name, (x, y) in spots.items():
        add("places", name=name, x=x, y=y, type="city")
    pairs = [("quay", "markt"), ("markt", "light"), ("quay", "light"), ("light", "mill")]
    for a, b in pairs:
        add("routes", a=a, b=b, length=2, color="blue")
    add("routes", a="quay", b="markt", length=2, color="red", via_x="250", via_y="80")
    for a, b in [*pairs, ("quay", "mill"), ("markt", "mill"), ("quay", "mill")][:6]:
        add("tickets", a=a, b=b, points=3)
    add("tickets", a="mill", b="quay", points=5)
    draft.refresh_from_db()
    keys = [route["id"] for route in drafts.sheet_data(draft)["routes"]]
    assert keys[0] == "quay--markt--1"
    assert keys[4] == "quay--markt--2"
    key = "mill--quay"
    chief.post(at(draft, f"tickets/{key}/delete/"), {"seen": draft.checksum})
    draft.refresh_from_db()
    settings = settings_of(chief, draft) | {"most": "2", "globetrotter-points": "10"}
    assert chief.post(at(draft, "settings/"), settings).status_code == 302
    press(chief, draft, "publish")
    assert draft.state == "published", drafts.problems_of(draft)
    board = library.board_of(draft)
    assert [bonus.kind for bonus in board.bonuses] == ["globetrotter"]
    sitting = sit_down(sheet=draft)
    sitting.post(sitting.screen, "start")
    sitting.table.refresh_from_db()
    play_on(sitting)
    assert sitting.state.phase is Phase.OVER


def settings_of(client: Client, draft: MapSheet) -> dict[str, Any]:
    """What the settings form sends if nothing was touched."""
    form = client.get(at(draft, "settings/")).context["form"]
    sent: dict[str, Any] = {"seen": draft.checksum}
    for field in form:
        value = field.value()
        if value is not None and value is not False:
            sent[field.name] = "on" if value is True else value
    return sent


@pytest.mark.parametrize("slug", ["paris", "london", "germany"])
def test_settings_saved_untouched_change_nothing(chief: Client, slug: str) -> None:
    draft = drafted(slug)
    before = draft.checksum
    assert chief.post(at(draft, "settings/"), settings_of(chief, draft)).status_code == 302
    draft.refresh_from_db()
    assert draft.checksum == before


@pytest.mark.parametrize(
    "nonsense",
    [
        {"name": ""},
        {"year": "soon"},
        {"points": "three: 4"},
        {"points": "3"},
        {"final_round": ""},
        {"final_round": "a | b | c | d | e"},
        {"decks": "tickets | Tickets | many"},
        {"card_wild": ""},
        {"districts-districts": "1 | puce | 2"},
        {"opening_keep": "9"},
        {"most": "1"},
        {"notes": "a\x07b"},
        {"flags-colors": ["puce"]},
    ],
)
def test_nonsense_in_the_settings_changes_nothing(chief: Client, nonsense: dict[str, Any]) -> None:
    draft = drafted("london")
    before = draft.checksum
    reply = chief.post(at(draft, "settings/"), settings_of(chief, draft) | nonsense)
    assert reply.status_code == 422
    assert "errornote" in reply.content.decode()
    draft.refresh_from_db()
    assert draft.checksum == before


@pytest.mark.parametrize("kind", drafts.KINDS)
def test_an_item_saved_untouched_changes_nothing(chief: Client, kind: str) -> None:
    draft = drafted("germany")
    before = draft.checksum
    for item in drafts.sheet_data(draft)[kind][::7]:
        url = at(draft, f"{kind}/{item['id']}/")
        form = chief.get(url).context["form"]
        sent = {f.name: "on" if f.value() is True else f.value() for f in form if f.value()}
        assert chief.post(url, {"seen": draft.checksum, **sent}).status_code == 302
        draft.refresh_from_db()
        assert draft.checksum == before, item


@pytest.mark.parametrize(
    ("kind", "sent"),
    [
        ("places", {}),
        ("places", {"name": "x", "x": "nan", "y": "1", "type": "city"}),
        ("places", {"name": "x", "x": "-5", "y": "1", "type": "city"}),
        ("places", {"name": "x", "x": "1", "y": "1e400", "type": "city"}),
        ("places", {"name": "x" * 70, "x": "1", "y": "1", "type": "city"}),
        ("places", {"name": "x", "x": "1", "y": "1", "type": "city", "names": "München"}),
        ("places", {"name": "x", "x": "1", "y": "1", "type": "city", "names": "deutsch: München"}),
        ("routes", {"a": "nowhere", "b": "waterloo", "length": "1", "color": "red"}),
        ("routes", {"a": "waterloo", "b": "big-ben", "length": "0", "color": "red"}),
        ("routes", {"a": "waterloo", "b": "big-ben", "length": "1", "color": "red", "via_x": "1"}),
        ("tickets", {"a": "waterloo", "b": "big-ben", "points": "0"}),
    ],
)
def test_nonsense_in_an_item_changes_nothing(chief: Client, kind: str, sent: Any) -> None:
    draft = drafted("london")
    reply = chief.post(at(draft, f"{kind}/add/"), {"seen": draft.checksum, **sent})
    assert reply.status_code == 422
    before = draft.checksum
    draft.refresh_from_db()
    assert draft.checksum == before


def test_deleting_a_place_says_what_goes_with_it(chief: Client) -> None:
    draft = drafted("london")
    data = drafts.sheet_data(draft)
    gone = sheet_items.without_item(data, "places", "waterloo")
    routes = len(data["routes"]) - len(gone["routes"])
    url = at(draft, "places/waterloo/delete/")
    assert f"With it go {routes} routes" in page(chief, url)
    assert chief.post(url, {"seen": draft.checksum}).status_code == 302
    draft.refresh_from_db()
    assert drafts.sheet_data(draft) == gone
    assert chief.post(url, {"seen": "old"}).status_code == 302


def test_the_whole_sheet_is_verified_by_a_button(chief: Client) -> None:
    draft = drafted("paris")
    press(chief, draft, "verify")
    assert draft.verified
    assert "The whole sheet is marked as verified." in page(chief, at(draft))
    assert "chief" in page(chief, at(draft)).split("marked as verified.")[1][:120]
    press(chief, draft, "unverify")
    assert not draft.verified


def test_names_with_markup_are_shown_as_text(chief: Client) -> None:
    draft = drafted("london")
    data = drafts.sheet_data(draft)
    data["places"][0]["name"] = data["name"] = "<script>alert(1)</script>"
    drafts.save(sheet=draft, data=data, seen=draft.checksum, by=None)
    for rest in ("change/", "places/", "routes/", "compare/", "settings/"):
        html = page(chief, at(draft, rest))
        assert "<script>alert" not in html, rest
        assert "&lt;script&gt;alert" in html, rest


# -- Comparing ------------------------------------------------------------------------------------


def test_two_versions_are_compared_in_words_and_on_the_drawing(chief: Client) -> None:
    sheet, draft = loaded("london"), drafted()
    data = drafts.sheet_data(draft)
    key, color = data["routes"][0]["id"], data["routes"][0]["color"]
    data["routes"][0]["color"] = "pink" if color != "pink" else "red"
    drafts.save(sheet=draft, data=data, seen=draft.checksum, by=None)
    html = page(chief, at(draft, f"compare/?with={sheet.pk}"))
    assert "colour: " in html
    marked = re.findall(r'<g class="route marked" data-route="([^"]+)"', html)
    assert marked == [key, key], "once on each drawing"
    assert len(re.findall(r'\bid="([^"]+)"', html)) == len(set(re.findall(r'\bid="([^"]+)"', html)))
    assert "Nothing differs." in page(chief, at(sheet, "compare/?with=nonsense")) or marked


def test_a_map_with_one_version_has_nothing_to_compare(chief: Client) -> None:
    assert "no other version" in page(chief, at(loaded("london"), "compare/"))


# -- Files ----------------------------------------------------------------------------------------


def upload(client: Client, content: bytes | str | dict[str, Any]) -> Any:
    raw = json.dumps(content) if isinstance(content, dict) else content
    raw = raw.encode() if isinstance(raw, str) else raw
    file = SimpleUploadedFile("map.json", raw, "application/json")
    return client.post(f"{LIST}import/", {"file": file})


def confirm(client: Client, preview: Any) -> Any:
    context = preview.context
    sent = {"text": context["text"], "seen": context["seen"]}
    return client.post(f"{LIST}import/confirm/", sent, follow=True)


def test_what_is_exported_is_what_was_loaded(chief: Client) -> None:
    reply = chief.get(at(loaded("germany"), "export.json"))
    assert reply.content == (library.BUNDLED / "germany.json").read_bytes()
    assert "germany-v1.json" in reply["Content-Disposition"]


def test_an_import_shows_what_it_changes_before_it_does(chief: Client) -> None:
    sheet = loaded("london")
    data = sheet_file("london")
    data["routes"][0]["color"] = "grey"
    preview = upload(chief, data)
    assert preview.status_code == 200
    assert "→ grey" in preview.content.decode()
    assert MapSheet.objects.count() == 1
    confirm(chief, preview)
    draft = MapSheet.objects.get(state="draft")
    assert (draft.version, drafts.sheet_data(draft)["routes"][0]["color"]) == (2, "grey")
    assert library.published() == [sheet]


def test_an_import_into_an_open_draft_replaces_it(chief: Client) -> None:
    draft = drafted()
    data = sheet_file("london")
    data["year"] = 1999
    confirm(chief, upload(chief, data))
    draft.refresh_from_db()
    assert draft.year == 1999
    assert MapSheet.objects.count() == 2


def test_a_new_map_is_imported(chief: Client) -> None:
    preview = upload(chief, sheet_file("tangle"))
    assert "is a new map" in preview.content.decode()
    confirm(chief, preview)
    assert MapSheet.objects.get().slug == "tangle"


def test_an_import_of_what_changed_meanwhile_is_refused(chief: Client) -> None:
    draft = drafted()
    data = sheet_file("london")
    data["year"] = 1999
    preview = upload(chief, data)
    changed = {**drafts.sheet_data(draft), "year": 1998}
    drafts.save(sheet=draft, data=changed, seen=draft.checksum, by=None)
    assert "changed this map meanwhile" in confirm(chief, preview).content.decode()
    draft.refresh_from_db()
    assert draft.year == 1998


def five_thousand_routes() -> dict[str, Any]:
    data = sheet_file("london")
    data["routes"] = [{**data["routes"][0], "id": f"a--b--{n}"} for n in range(5000)]
    return data


def with_error() -> dict[str, Any]:
    data = sheet_file("london")
    data["routes"][3]["color"] = "puce"
    return data


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "The file is not JSON"),
        ("", "The file is not JSON"),
        (b"\xff\xfe", "not UTF-8"),
        ("[" * 100_000, "nested too deeply"),
        (b" " * (MAX_BYTES + 2 * 2**20), "too large: at most 8 MB"),
        ("[]", "An object is expected here"),
        (five_thousand_routes(), "At most 350 are allowed here"),
        (with_error(), "routes[3].color"),
        ({"format": "stationmaster-map", "<b>": 1}, "This field is not known here"),
    ],
    ids=["cut", "empty", "binary", "deep", "10 MB", "list", "5000", "error", "markup"],
)
def test_a_file_that_is_no_sheet_is_answered_with_a_sentence(
    chief: Client, content: Any, said: str
) -> None:
    sheet = loaded("london")
    reply = upload(chief, content)
    assert reply.status_code == 422
    assert said in reply.content.decode()
    assert "<b>:" not in reply.content.decode()
    assert list(MapSheet.objects.all()) == [sheet]


def test_an_import_without_a_file_and_a_forged_confirmation_change_nothing(chief: Client) -> None:
    assert chief.post(f"{LIST}import/").status_code in (200, 422)
    for text in ("", "{", json.dumps(with_error()), "\ud800"):
        try:
            reply = chief.post(f"{LIST}import/confirm/", {"text": text}, follow=True)
        except UnicodeEncodeError:  # the test's own client cannot send that
            continue
        assert 'class="error"' in reply.content.decode()
    assert chief.get(f"{LIST}import/confirm/").status_code == 302
    assert MapSheet.objects.count() == 0


# -- Reports --------------------------------------------------------------------------------------


def test_a_report_stands_beside_the_sheet_with_the_version_of_the_table(chief: Client) -> None:
    sitting = begun("paris")
    key = sitting.board.routes[0].id
    mistake_reports.report(
        table=sitting.table, route=key, color="grey", length=1, by=sitting.seat(0)
    )
    drafted("paris")
    draft = drafts.open_draft("paris")
    assert draft is not None
    html = page(chief, at(draft))
    assert f"table {sitting.table.code}, version 1" in html
    assert sitting.seat(0).name in html
    report = Report.objects.get()
    assert page(chief, "/admin/games/report/").count("grey, 1") == 1
    assert chief.get(f"/admin/games/report/{report.pk}/change/").status_code == 302
    reply = chief.post(f"{LIST}reports/{report.pk}/adopt/", follow=True)
    assert "Corrected in the draft." in reply.content.decode()
    draft.refresh_from_db()
    assert library.board_of(draft).route[key].color == "grey"
    assert f"table {sitting.table.code}" not in page(chief, at(draft))


def test_a_report_is_put_away(chief: Client) -> None:
    sitting = begun("paris")
    key = sitting.board.routes[0].id
    told = mistake_reports.report(table=sitting.table, route=key, color="grey", length=1, by=None)
    assert chief.get(f"{LIST}reports/{told.pk}/close/").status_code == 405
    chief.post(f"{LIST}reports/{told.pk}/close/")
    told.refresh_from_db()
    assert told.done_at is not None
    assert chief.post(f"{LIST}reports/999/close/").status_code == 404


# -- Tables ---------------------------------------------------------------------------------------


def test_tables_are_listed_and_filtered(chief: Client) -> None:
    playing, waiting = begun("paris").table, sit_down("london").table
    html = page(chief, TABLES)
    assert playing.code in html
    assert waiting.code in html
    html = page(chief, f"{TABLES}?stage__exact=lobby")
    assert waiting.code in html
    assert playing.code not in html
    assert playing.code in page(chief, f"{TABLES}?q={playing.code}")


def test_a_table_is_closed_by_a_button_and_by_the_list(chief: Client) -> None:
    one, two = begun("paris").table, sit_down("london").table
    url = f"{TABLES}{one.pk}/close/"
    assert "Close this table?" in page(chief, url)
    chief.post(url)
    assert "closed" in chief.post(url, follow=True).content.decode(), "twice is a sentence"
    chief.post(TABLES, {"action": "close_tables", "_selected_action": [two.pk]})
    assert set(Table.objects.values_list("stage", flat=True)) == {"closed"}


def test_a_table_is_deleted_after_a_question(chief: Client) -> None:
    sitting = begun("paris")
    url = f"{TABLES}{sitting.table.pk}/delete/"
    html = page(chief, url)
    assert "Are you sure" in html
    assert Table.objects.exists()
    chief.post(url, {"post": "yes"})
    assert not Table.objects.exists()
    assert sitting.screen.get(sitting.url("screen")).status_code == 404


def test_several_tables_are_deleted_after_one_question(chief: Client) -> None:
    pks = [begun("paris").table.pk, sit_down("london").table.pk]
    sent = {"action": "delete_selected", "_selected_action": pks}
    assert "Are you sure" in chief.post(TABLES, sent).content.decode()
    assert Table.objects.count() == 2
    chief.post(TABLES, {**sent, "post": "yes"})
    assert Table.objects.count() == 0


def secrets_of(sitting: Any) -> list[str]:
    """Ids and names that only one player knows."""
    found = []
    for hand in sitting.state.hands:
        for id in (*hand.tickets, *hand.offer):
            ticket = sitting.board.ticket[id]
            a, b = sitting.board.place[ticket.a].name, sitting.board.place[ticket.b].name
            found += [id, f"{a} – {b}"]
    assert found
    return found


def test_an_unfinished_games_tickets_are_on_no_page_of_the_administration(chief: Client) -> None:
    sitting = begun("paris")
    pk = sitting.table.pk
    urls = (TABLES, *(f"{TABLES}{pk}/{rest}/" for rest in ("change", "close", "delete", "secrets")))
    for url in urls:
        html = unescape(page(chief, url))
        assert not [secret for secret in secrets_of(sitting) if secret in html], url
    assert not sitting.table.entries.filter(wire="table.noted").exists(), "looking at the question"


def test_opening_the_secrets_is_told_to_the_table(chief: Client) -> None:
    sitting = begun("paris")
    number = sitting.number
    reply = chief.post(f"{TABLES}{sitting.table.pk}/secrets/")
    html = unescape(reply.content.decode())
    assert reply.status_code == 200
    assert all(secret in html for secret in secrets_of(sitting) if " – " in secret)
    assert "no-store" in reply["Cache-Control"]
    told = "An administrator opened the secret tickets of this table."
    assert told in sitting.phone(0).get(sitting.url("log")).content.decode()
    assert told in page(chief, f"{TABLES}{sitting.table.pk}/change/")
    assert sitting.number == number, "no form at the table is stale because of it"


def test_even_a_closed_unfinished_game_is_told(chief: Client) -> None:
    sitting = begun("paris")
    chief.post(f"{TABLES}{sitting.table.pk}/close/")
    assert chief.post(f"{TABLES}{sitting.table.pk}/secrets/").status_code == 200
    assert sitting.table.entries.filter(wire="table.noted").count() == 1


def test_a_table_that_has_not_started_has_no_secrets(chief: Client) -> None:
    table = sit_down("paris").table
    reply = chief.post(f"{TABLES}{table.pk}/secrets/", follow=True)
    assert "has not started" in reply.content.decode()


def test_a_finished_game_has_a_result_instead_of_secrets(chief: Client) -> None:
    sitting = begun("paris")
    play_on(sitting)
    moves.step_reveal(table=sitting.table, step=9999)
    html = page(chief, f"{TABLES}{sitting.table.pk}/change/")
    assert f"/result/{sitting.table.key}/" in html
    assert "/secrets/" not in html


# -- At the table ---------------------------------------------------------------------------------


def unclaimed(sitting: Any) -> Any:
    """An unverified route that stands alone, and another colour for it."""
    board = sitting.state.board
    route = next(r for r in board.routes if not board.parallels[r.id] and r.length == 2)
    return route, "grey" if route.color != "grey" else "red"


def test_a_host_reports_a_mistake_in_two_taps(chief: Client) -> None:
    sitting = begun("paris")
    route, color = unclaimed(sitting)
    host = next(p for p in sitting.phones if "slip" in claim_page(sitting, p, route.id))
    mistake = sitting.url(f"mistake/{route.id}")
    assert mistake in claim_page(sitting, host, route.id), "tap one opens it"
    html = host.get(mistake).content.decode()
    assert f'name="color" value="{color}"' in html
    reply = sitting.post(host, f"mistake/{route.id}", color=color, seen=sitting.number)
    assert reply.status_code == 200
    assert "it is reported" in reply.content.decode()
    told = Report.objects.get()
    assert (told.route, told.color, told.length) == (route.id, color, route.length)
    assert sitting.state.board == sitting.state.sheet, "the table plays on as it was"


def claim_page(sitting: Any, phone: Client, route: str) -> str:
    return phone.get(sitting.url(f"claim/{route}")).content.decode()


def test_a_host_corrects_an_unverified_route_for_this_table() -> None:
    sitting = begun("paris")
    route, color = unclaimed(sitting)
    sent = {"color": color, "here": "1", "seen": sitting.number}
    assert sitting.post(sitting.screen, f"mistake/{route.id}", **sent).status_code == 200
    assert sitting.state.board.route[route.id].color == color
    assert sitting.table.entries.get(wire="route.corrected").payload == {
        "route": route.id,
        "color": color,
        "length": route.length,
    }
    assert Report.objects.count() == 1
    assert sitting.post(sitting.screen, f"mistake/{route.id}", **sent).status_code == 200
    assert sitting.table.entries.filter(wire="route.corrected").count() == 1, "sent twice"
    html = sitting.phone(0).get(sitting.url("play")).content.decode()
    assert f'data-route="{route.id}" data-color="{color}"' in html, "drawn as corrected"
    assert f'data-board="{route.id}:{color}:{route.length}"' in html
    assert library.board_of(sitting.table.sheet).route[route.id] == route, "the sheet is untouched"
    snapshots.clear()
    assert sitting.state.board.route[route.id].color == color
    sitting.post(sitting.screen, "undo", seen=sitting.number)
    assert sitting.state.board.route[route.id] == route
    play_on(sitting)
    assert sitting.state.phase is Phase.OVER


def test_a_game_with_a_correction_is_played_to_the_end_and_its_record_says_so() -> None:
    sitting = begun("paris")
    route, _color = unclaimed(sitting)
    sent = {"length": "1", "here": "1", "seen": sitting.number}
    assert sitting.post(sitting.screen, f"mistake/{route.id}", **sent).status_code == 200
    play_on(sitting)
    moves.step_reveal(table=sitting.table, step=9999)
    reply = sitting.screen.get(f"/result/{sitting.table.key}/record.json")
    (found,) = json.loads(reply.content)["corrections"]
    assert found["length"] == 1
    assert sitting.screen.get(f"/result/{sitting.table.key}/").status_code == 200


def test_a_verified_route_is_reported_and_not_corrected() -> None:
    sitting = begun("london")
    route, color = unclaimed(sitting)
    sent = {"color": color, "here": "1", "seen": sitting.number}
    reply = sitting.post(sitting.screen, f"mistake/{route.id}", **sent)
    assert reply.status_code == 422
    assert "compared with the printed board" in reply.content.decode()
    assert not sitting.table.entries.filter(wire="route.corrected").exists()
    sent.pop("here")
    assert sitting.post(sitting.screen, f"mistake/{route.id}", **sent).status_code == 200
    assert Report.objects.count() == 1


def test_only_a_host_reports_and_corrects() -> None:
    sitting = begun("paris")
    route, color = unclaimed(sitting)
    guest = next(p for p in sitting.phones if "slip" not in claim_page(sitting, p, route.id))
    sent = {"color": color, "here": "1", "seen": sitting.number}
    assert sitting.post(guest, f"mistake/{route.id}", **sent).status_code == 403
    assert sitting.post(Client(), f"mistake/{route.id}", **sent).status_code == 403
    assert Report.objects.count() == 0


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"seen": "x", "color": "grey"},
        {"color": "puce"},
        {"length": "77"},
        {"length": "0"},
        {"length": "²"},
        {"color": "<b>", "here": "1"},
    ],
)
def test_nonsense_about_a_route_is_a_sentence(sent: dict[str, str]) -> None:
    sitting = begun("paris")
    route, _color = unclaimed(sitting)
    full = {"seen": sitting.number, **sent} if sent else {}
    reply = sitting.post(sitting.screen, f"mistake/{route.id}", **full)
    assert reply.status_code in (409, 422)
    assert sitting.post(sitting.screen, "mistake/nowhere", **full).status_code == 422
    assert Report.objects.count() == 0
    assert not sitting.table.entries.filter(wire="route.corrected").exists()


def test_a_form_made_from_an_older_state_changes_nothing_here_but_is_reported() -> None:
    sitting = begun("paris")
    route, color = unclaimed(sitting)
    form = {"length": "1", "color": color, "here": "1", "seen": "0"}
    assert sitting.post(sitting.screen, f"mistake/{route.id}", **form).status_code == 409
    assert Report.objects.count() == 1
    assert not sitting.table.entries.filter(wire="route.corrected").exists()


def test_the_host_sees_how_much_is_verified() -> None:
    sitting = sit_down("paris")
    done, every = library.verified_share(sitting.board)
    assert (
        f"verified: {done} of {every}" in sitting.screen.get(sitting.url("screen")).content.decode()
    )
    assert f"{done} of {every}" in sitting.phones[0].get(sitting.url("play")).content.decode()


def test_data_of_a_draft_is_never_shared_between_requests(chief: Client) -> None:
    """The sheet's data is made anew each time: who edits a copy changes nobody else's."""
    draft = drafted("london")
    data = drafts.sheet_data(draft)
    before = copy.deepcopy(data)
    data["routes"].clear()
    assert drafts.sheet_data(draft) == before
