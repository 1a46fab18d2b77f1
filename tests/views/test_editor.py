"""The drawing board's pages and its script's requests: permissions, storage and errors."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.core.management import call_command
from django.http import HttpResponse
from django.test import Client
from django.utils.translation import override

from games.maps import drafts, library
from games.models import MapSheet
from games.pages.text import letters
from games.rules.checks import read_and_check
from tests.support.markup import parsed, read
from tests.support.sittings import loaded

pytestmark = pytest.mark.django_db


@pytest.fixture
def user() -> User:
    """Somebody of the staff who may add and change map sheets, and nothing else."""
    made = User.objects.create_user("mapper", password="x", is_staff=True)
    for deed in ("add", "change"):
        made.user_permissions.add(Permission.objects.get(codename=f"{deed}_mapsheet"))
    return made


@pytest.fixture
def editor(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def draft(user: User) -> MapSheet:
    return drafts.draft_of(loaded("paris"), user)


def ask(client: Client, row: MapSheet, what: str, content: object) -> HttpResponse:
    raw = content if isinstance(content, bytes) else json.dumps(content).encode()
    return client.post(f"/admin/sheets/{row.pk}/draw/{what}", raw, content_type="application/json")


def error_of(answer: HttpResponse) -> str:
    sentence = json.loads(answer.content)["error"]
    assert isinstance(sentence, str)
    return sentence


# -- Who may --------------------------------------------------------------------------------------


def test_strangers_are_asked_to_sign_in(client: Client, draft: MapSheet) -> None:
    for address in (f"/admin/sheets/{draft.pk}/draw", "/admin/sheets/new"):
        answer = client.get(address)
        assert answer.status_code == 302
        assert answer.headers["Location"] == f"/admin/login/?next={address}"


@pytest.mark.parametrize("staff", [True, False])
def test_people_without_the_right_are_sent_away(draft: MapSheet, staff: bool) -> None:
    client = Client()
    client.force_login(User.objects.create_user("other", password="x", is_staff=staff))
    before = drafts.sheet_data(draft)
    assert client.get(f"/admin/sheets/{draft.pk}/draw").status_code == 403
    assert client.post("/admin/sheets/new", {"slug": "mine", "name": "Mine"}).status_code == 403
    for what in ("save", "check", "publish"):
        answer = ask(
            client, draft, what, {"seen": draft.checksum, "sheet": {**before, "year": 1999}}
        )
        assert answer.status_code == 403
        assert "Sign in on another tab" in error_of(answer)
    draft.refresh_from_db()
    assert drafts.sheet_data(draft) == before


def test_the_right_counts_only_for_the_staff(draft: MapSheet, user: User, editor: Client) -> None:
    assert editor.get(f"/admin/sheets/{draft.pk}/draw").status_code == 200
    user.is_staff = False
    user.save()
    assert editor.get(f"/admin/sheets/{draft.pk}/draw").status_code == 403


def test_who_may_only_change_sheets_makes_no_new_map(user: User, editor: Client) -> None:
    user.user_permissions.remove(Permission.objects.get(codename="add_mapsheet"))
    assert editor.get("/admin/sheets/new").status_code == 403
    assert editor.post("/admin/sheets/new", {"slug": "mine", "name": "Mine"}).status_code == 403
    assert not MapSheet.objects.filter(slug="mine").exists()


def test_a_form_from_another_site_saves_nothing(draft: MapSheet, user: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(user)
    data = drafts.sheet_data(draft)
    content = {"seen": draft.checksum, "sheet": {**data, "year": 1999}}
    assert ask(client, draft, "save", content).status_code == 403
    token = client.get("/admin/sheets/token").json()["csrf"]
    saved = client.post(
        f"/admin/sheets/{draft.pk}/draw/save",
        json.dumps(content),
        content_type="application/json",
        headers={"X-CSRFToken": token},
    )
    assert saved.status_code == 200


# -- The pages ------------------------------------------------------------------------------------


def test_the_board_shows_the_sheet_and_lets_pictures_stay_in_the_browser(
    editor: Client, draft: MapSheet
) -> None:
    answer = editor.get(f"/admin/sheets/{draft.pk}/draw")
    page = read(answer)
    assert page.has(id="canvas")
    assert "Arc de Triomphe" in answer.content.decode()
    policy = answer.headers["Content-Security-Policy"]
    assert "img-src 'self' data: blob:" in policy
    assert "'unsafe" not in policy
    assert not page.has(style=True)
    elsewhere = editor.get("/").headers["Content-Security-Policy"]
    assert "blob:" not in elsewhere


def test_a_published_version_is_only_looked_at_until_somebody_starts_a_draft(
    editor: Client, user: User
) -> None:
    row = loaded("london")
    page = editor.get(f"/admin/sheets/{row.pk}/draw")
    assert b"Version 1 is published" in page.content
    assert MapSheet.objects.filter(slug="london").count() == 1  # looking makes nothing
    answer = editor.post(f"/admin/sheets/{row.pk}/draw")
    draft = MapSheet.objects.get(slug="london", state=MapSheet.State.DRAFT)
    assert answer.headers["Location"] == f"/admin/sheets/{draft.pk}/draw"
    assert draft.version == 2
    again = editor.post(f"/admin/sheets/{row.pk}/draw")
    assert again.headers["Location"] == answer.headers["Location"]
    assert MapSheet.objects.filter(slug="london").count() == 2


def test_colours_have_the_letters_of_the_readers_language(editor: Client, draft: MapSheet) -> None:
    page = read(editor.get(f"/admin/sheets/{draft.pk}/draw", headers={"accept-language": "de"}))
    setup = json.loads(page.one("script", id="board-setup").text)
    assert (setup["letters"]["s"], setup["letters"]["n"]) == ("black", "green")
    alone = {key for b in page.all("button") for key in (b.get("data-keys") or "").split()}
    for language in ("en", "de", "fr", "it"):
        with override(language):
            assert not alone & letters().keys(), "a command would take the letter of a colour"


def test_maps_and_decks_are_called_as_the_reader_does(editor: Client, user: User) -> None:
    germany, french = loaded("germany"), {"accept-language": "fr"}
    page = read(editor.get(f"/admin/sheets/{germany.pk}/draw", headers=french))
    assert [heading.text for heading in page.all("h1")] == ["Allemagne"]
    draft = drafts.draft_of(germany, user)
    board = editor.get(f"/admin/sheets/{draft.pk}/draw", headers=french)
    assert board.context["board_setup"]["deck_words"] == {"Short": "courte", "Long": "longue"}


def test_ids_that_games_may_know_are_kept(editor: Client, draft: MapSheet) -> None:
    setup = editor.get(f"/admin/sheets/{draft.pk}/draw").context["board_setup"]
    assert "arc-de-triomphe" in setup["kept_ids"]
    editor.post("/admin/sheets/new", {"slug": "lakes", "name": "Lakes"})
    lakes = MapSheet.objects.get(slug="lakes")
    assert editor.get(f"/admin/sheets/{lakes.pk}/draw").context["board_setup"]["kept_ids"] == []


def test_a_new_map_starts_as_an_empty_draft(editor: Client) -> None:
    answer = editor.post("/admin/sheets/new", {"slug": "lakes", "name": "The Lakes"})
    row = MapSheet.objects.get(slug="lakes")
    assert answer.headers["Location"] == f"/admin/sheets/{row.pk}/draw"
    assert (row.name, row.state, row.version) == ("The Lakes", "draft", 1)
    assert drafts.sheet_data(row)["places"] == []
    assert editor.get(answer.headers["Location"]).status_code == 200


def test_a_new_map_without_an_id_gets_one_after_its_name(editor: Client, draft: MapSheet) -> None:
    for name, slug in (("Nordic Lakes", "nordic-lakes"), ("Paris", "paris-2")):
        editor.post("/admin/sheets/new", {"slug": "", "name": name})
        assert MapSheet.objects.get(slug=slug).name == name


@pytest.mark.parametrize(
    ("slug", "name", "sentence"),
    [
        ("paris", "Paris", "There’s already a map with the id"),
        ("No Slug!", "Name", "isn’t a valid id"),
        ("", "", "This text is empty"),
        ("lakes", "", "This text is empty"),
        ("lakes", "x" * 61, "longer than 60"),
    ],
)
def test_a_new_map_needs_an_id_and_a_name(
    editor: Client, draft: MapSheet, slug: str, name: str, sentence: str
) -> None:
    before = MapSheet.objects.count()
    answer = editor.post("/admin/sheets/new", {"slug": slug, "name": name})
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert MapSheet.objects.count() == before


# -- Saving, checking, publishing -----------------------------------------------------------------


def test_saving_stores_the_sheet_and_tells_what_is_wrong(editor: Client, draft: MapSheet) -> None:
    data = drafts.sheet_data(draft)
    data["places"].append({"id": "orly", "name": "Orly", "x": 700, "y": 780})
    answer = ask(editor, draft, "save", {"seen": draft.checksum, "sheet": data}).json()
    assert [problem["where"] for problem in answer["problems"]] == ["places[17]"]
    assert answer["problems"][0] == {
        "where": "places[17]",
        "text": "No route reaches Orly.",
        "error": True,
    }
    draft.refresh_from_db()
    assert answer["seen"] == draft.checksum
    assert drafts.sheet_data(draft)["places"][-1]["name"] == "Orly"


def test_the_second_of_two_editors_is_told_and_changes_nothing(
    editor: Client, draft: MapSheet
) -> None:
    data = drafts.sheet_data(draft)
    seen = draft.checksum
    first = ask(editor, draft, "save", {"seen": seen, "sheet": {**data, "year": 2001}})
    assert first.status_code == 200
    second = ask(editor, draft, "save", {"seen": seen, "sheet": {**data, "year": 2002}})
    assert second.status_code == 409
    assert second.json()["code"] == "stale"
    assert "Someone else has saved" in error_of(second)
    draft.refresh_from_db()
    assert drafts.sheet_data(draft)["year"] == 2001


def test_checking_stores_nothing(editor: Client, draft: MapSheet) -> None:
    data = drafts.sheet_data(draft)
    data["routes"][0]["color"] = "mauve"
    answer = ask(editor, draft, "check", {"sheet": data}).json()
    assert answer["problems"][0]["where"] == "routes[0].color"
    assert "drawing" not in answer
    draft.refresh_from_db()
    assert drafts.sheet_data(draft)["routes"][0]["color"] != "mauve"


def test_a_sound_sheet_is_shown_as_players_see_it_and_markup_in_names_is_text(
    editor: Client, draft: MapSheet
) -> None:
    data = drafts.sheet_data(draft)
    data["places"][0]["name"] = "<script>alert(1)</script>"
    data["name"] = "<b>Paris</b>"
    answer = ask(editor, draft, "check", {"sheet": data, "draw": True}).json()
    assert answer["problems"] == []
    drawing = parsed(answer["drawing"])
    assert drawing.has("svg")
    assert not drawing.has("script")
    assert not drawing.has("b")
    saved = ask(editor, draft, "save", {"seen": draft.checksum, "sheet": data})
    assert saved.status_code == 200
    page = read(editor.get(f"/admin/sheets/{draft.pk}/draw"))
    assert not [
        script for script in page.all("script", src=False) if "json" not in script.get("type")
    ]
    assert "Paris" not in [bold.text for bold in page.all("b")]


def test_an_unsound_sheet_has_problems_instead_of_a_drawing(
    editor: Client, draft: MapSheet
) -> None:
    data = drafts.sheet_data(draft)
    data["tickets"] = []
    answer = ask(editor, draft, "check", {"sheet": data, "draw": True}).json()
    assert "drawing" not in answer
    assert answer["problems"]


def test_publishing_puts_the_draft_in_force(editor: Client, draft: MapSheet) -> None:
    data = {**drafts.sheet_data(draft), "notes": "Corrected."}
    seen = ask(editor, draft, "save", {"seen": draft.checksum, "sheet": data}).json()["seen"]
    answer = ask(editor, draft, "publish", {"seen": seen})
    assert answer.json() == {"to": f"/admin/sheets/{draft.pk}/draw"}
    draft.refresh_from_db()
    assert draft.state == MapSheet.State.PUBLISHED
    board = library.in_force("paris")
    assert board
    assert board.notes == "Corrected."
    late = ask(editor, draft, "save", {"seen": seen, "sheet": {**data, "notes": "Later."}})
    assert late.status_code == 422
    assert "can’t change" in error_of(late)


def test_what_has_errors_or_was_changed_by_somebody_else_is_not_published(
    editor: Client, draft: MapSheet
) -> None:
    data = {**drafts.sheet_data(draft), "tickets": []}
    stale = draft.checksum
    seen = ask(editor, draft, "save", {"seen": stale, "sheet": data}).json()["seen"]
    unsound = ask(editor, draft, "publish", {"seen": seen})
    assert unsound.status_code == 422
    assert unsound.json()["problems"]
    assert ask(editor, draft, "publish", {"seen": stale}).status_code == 409
    draft.refresh_from_db()
    assert draft.state == MapSheet.State.DRAFT


# -- Bad input ------------------------------------------------------------------------------------


def routes(count: int) -> list[dict[str, Any]]:
    return [
        {"id": f"a--b--{n}", "a": "a", "b": "b", "length": 1, "color": "red"} for n in range(count)
    ]


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{",
        b"[1, 2]",
        b"null",
        b'"sheet"',
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"seen": "x", "sheet": ' + b'{"a":' * 50_000 + b"1" + b"}" * 50_000 + b"}",
        b'{"sheet": {"name": "\\ud800"}}',
        b'{"sheet": NaN}',
        b'{"sheet": 1' + b"0" * 10_000 + b"}",
    ],
    ids=lambda raw: raw[:12].decode("latin-1"),
)
@pytest.mark.parametrize("what", ["save", "publish"])
def test_broken_files_get_a_sentence(
    editor: Client, draft: MapSheet, what: str, raw: bytes
) -> None:
    before = drafts.sheet_data(draft)
    answer = ask(editor, draft, what, raw)
    assert answer.status_code in (409, 422)
    assert error_of(answer)
    draft.refresh_from_db()
    assert draft.state == MapSheet.State.DRAFT
    assert drafts.sheet_data(draft) == before


def test_a_sheet_of_ten_megabytes_is_refused(editor: Client, draft: MapSheet) -> None:
    data = {**drafts.sheet_data(draft), "notes": "x" * 10 * 2**20}
    for what in ("save", "check"):
        answer = ask(editor, draft, what, {"seen": draft.checksum, "sheet": data})
        assert answer.status_code == 422
        assert "too large" in error_of(answer)


def test_a_sheet_with_five_thousand_routes_is_refused(editor: Client, draft: MapSheet) -> None:
    data = {**drafts.sheet_data(draft), "routes": routes(5000)}
    answer = ask(editor, draft, "save", {"seen": draft.checksum, "sheet": data})
    assert answer.status_code == 422
    assert error_of(answer) == "routes: At most 350 are allowed here."
    checked = ask(editor, draft, "check", {"sheet": data}).json()
    assert checked["problems"][0]["where"] == "routes"
    draft.refresh_from_db()
    assert len(drafts.sheet_data(draft)["routes"]) == 57


@pytest.mark.parametrize("sheet", [None, 5, [], {}, {"format": "stationmaster-map"}, "paris"])
def test_what_is_no_sheet_is_told_so(editor: Client, draft: MapSheet, sheet: object) -> None:
    answer = ask(editor, draft, "save", {"seen": draft.checksum, "sheet": sheet})
    assert answer.status_code == 422
    assert error_of(answer)
    assert ask(editor, draft, "check", {"sheet": sheet}).json()["problems"]


def test_a_sheet_that_is_gone_is_told_so(editor: Client, draft: MapSheet) -> None:
    pk = draft.pk
    draft.delete()
    draft.pk = pk
    assert ask(editor, draft, "save", {}).status_code == 404
    assert editor.get(f"/admin/sheets/{pk}/draw").status_code == 404


def test_the_smallest_and_oddest_sound_boards_can_be_drawn(editor: Client) -> None:
    """Whatever passes the checks is shown on the front page: its drawing must not fail."""
    editor.post("/admin/sheets/new", {"slug": "odd", "name": "Odd"})
    row = MapSheet.objects.get(slug="odd")
    base = drafts.blank("odd", "Odd")
    base |= {"players": [1, 1], "vehicles": {"kind": "bus", "each": 99}}
    base |= {"points": {"1": 1, "60": 9}, "cards": {"wild": 99, "red": 99}}
    draw = {"draw": 1, "keep": 1, "rejected": "bottom"}
    base["ticket_draws"] = {"opening": draw, "turn": draw}
    ends = {"a": "a", "b": "b"}
    for (x, y), length, kind in (
        ((0, 0.001), 1, "city"),
        ((1000, 700), 60, "city"),
        ((1, 0), 60, "city"),
        ((500, 500), 1, "country"),
    ):
        data = base | {
            "places": [
                {"id": "a", "name": "i", "x": 0, "y": 0},
                {"id": "b", "name": "W" * 60, "x": x, "y": y, "kind": kind},
            ],
            "routes": [{"id": "a--b", **ends, "length": length, "color": "red", "via": [0, 0]}],
            "tickets": [{"id": "a--b", **ends, "points": length}],
        }
        board, problems = read_and_check(data)
        assert board, problems
        answer = ask(editor, row, "check", {"sheet": data, "draw": True})
        assert answer.status_code == 200
        assert "<svg" in answer.json()["drawing"]


def test_every_sheet_of_the_project_opens_on_the_board(editor: Client, user: User) -> None:
    call_command("loadmaps", verbosity=0)
    for row in library.published():
        draft = drafts.draft_of(row, user)
        answer = editor.get(f"/admin/sheets/{draft.pk}/draw")
        assert answer.status_code == 200
        checked = ask(editor, draft, "check", {"sheet": answer.context["data"]}).json()
        assert not any(problem["error"] for problem in checked["problems"])
