"""A map sheet in the administration: the list, its page, its buttons, two versions compared."""

import pytest
from django.test import Client
from django.urls import reverse

from games.maps import drafts, library
from games.models import MapSheet
from tests.support.admin import SHEETS, at, drafted, errors, page, press
from tests.support.markup import read, repeated_ids
from tests.support.sittings import begun, loaded

pytestmark = pytest.mark.django_db


def test_the_list_tells_state_version_share_problems_and_games(chief: Client) -> None:
    begun("paris")
    drafted("paris")
    rows = page(chief, SHEETS).one("tbody").all("tr")
    published = next(row for row in rows if "published" in row.words)
    draft = next(row for row in rows if "draft" in row.words)
    done, every = library.verified_share(library.board_of(loaded("paris")))
    assert f"({done}/{every})" in published.text
    assert published.one("td", of_class="field-played").text == "1"
    assert draft.one("td", of_class="field-played").text == "0"
    assert draft.one("td", of_class="field-number").text == "2"


@pytest.mark.parametrize(
    ("language", "share"), [("en", "100% ("), ("it", "100% ("), ("de", "100 % (")]
)
def test_the_list_writes_percentages_as_the_language_does(
    chief: Client, language: str, share: str
) -> None:
    loaded("london")
    html = read(chief.get(SHEETS, headers={"accept-language": language}))
    assert html.one("tbody").one("td", of_class="field-share").text.startswith(share)


def test_a_published_sheet_is_read_only_and_edited_as_a_draft(chief: Client) -> None:
    sheet = loaded("london")
    html = page(chief, at(sheet))
    assert "Edit as a new draft" in html.words
    assert html.has("svg")
    assert reverse("sheet-draw", kwargs={"pk": sheet.pk}) not in html.values("href")
    inputs = page(chief, at(sheet, "routes/")).one("main").all("input")
    assert {field["type"] for field in inputs} <= {"hidden", "search"}
    assert chief.get(at(sheet, "settings/")).status_code == 302
    assert chief.get(at(sheet, "routes/add/")).status_code == 302
    press(chief, sheet, "draft")
    draft = MapSheet.objects.get(state="draft")
    assert draft.created_by is not None
    assert draft.created_by.username == "chief"
    assert reverse("sheet-draw", kwargs={"pk": draft.pk}) in page(chief, at(draft)).values("href")


def test_problems_link_to_the_form_that_corrects_them(chief: Client) -> None:
    draft = drafted()
    data = drafts.sheet_data(draft)
    data["routes"][2]["length"] = 9
    drafts.save(sheet=draft, data=data, seen=draft.checksum, by=None)
    key = data["routes"][2]["id"]
    html = page(chief, at(draft))
    assert "No points are set for length 9." in html.text
    assert at(draft, f"routes/{key}/") in html.values("href", "a")


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
            assert errors(reply)


def test_publishing_retiring_and_rolling_back_ask_first_with_a_summary(chief: Client) -> None:
    first, draft = loaded("london"), drafted()
    data = drafts.sheet_data(draft)
    data["routes"][0]["length"] += 1
    data["tickets"].pop()
    drafts.save(sheet=draft, data=data, seen=draft.checksum, by=None)
    begun("london")
    asked = page(chief, at(draft, "do/publish/")).one("div", id="content").text
    assert "Compared with version 1: 1 change to routes and 1 ticket removed." in asked
    assert "1 open table keeps the version it has." in asked
    assert draft.state == "draft", "nothing has happened"
    assert "No new tables can be opened" in page(chief, at(first, "do/retire/")).text
    press(chief, draft, "publish")
    assert draft.state == "published"
    assert "published again, as version 3" in page(chief, at(first, "do/roll_back/")).text
    assert chief.get(at(draft, "do/check/")).status_code == 405

    broken = drafts.draft_of(draft, None)
    data["routes"][2]["length"] = 9
    drafts.save(sheet=broken, data=data, seen=broken.checksum, by=None)
    html = page(chief, at(broken, "do/publish/")).one("div", id="content")
    assert "It has 1 error" in html.text
    assert not html.has("button")


def test_errors_stop_publishing(chief: Client) -> None:
    draft = drafted()
    data = drafts.sheet_data(draft)
    data["routes"][2]["length"] = 9
    drafts.save(sheet=draft, data=data, seen=draft.checksum, by=None)
    reply = press(chief, draft, "publish")
    assert any("This sheet has errors: routes[2].length: " in error for error in errors(reply))
    assert draft.state == "draft"


def test_a_draft_is_deleted_with_a_question_and_a_published_sheet_is_not(chief: Client) -> None:
    sheet, draft = loaded("london"), drafted()
    assert chief.post(at(sheet, "delete/"), {"post": "yes"}).status_code == 403
    assert "Are you sure" in page(chief, at(draft, "delete/")).words
    assert chief.post(at(draft, "delete/"), {"post": "yes"}).status_code == 302
    assert list(MapSheet.objects.all()) == [sheet]


def test_pages_of_django_call_a_sheet_as_the_reader_does(chief: Client) -> None:
    sheet, draft = loaded("london"), drafted()
    chief.cookies["django_language"] = "it"
    for html in (page(chief, at(draft, "delete/")), page(chief, at(sheet, "history/"))):
        assert "Londra, versione" in html.words
        assert "London" not in html.one("main").text


def test_two_versions_are_compared_in_words_and_on_the_drawing(chief: Client) -> None:
    sheet, draft = loaded("london"), drafted()
    data = drafts.sheet_data(draft)
    key, color = data["routes"][0]["id"], data["routes"][0]["color"]
    data["routes"][0]["color"] = "pink" if color != "pink" else "red"
    drafts.save(sheet=draft, data=data, seen=draft.checksum, by=None)
    html = page(chief, at(draft, f"compare/?with={sheet.pk}"))
    assert "colour: " in html.text
    marked = html.values("data-route", "g", of_class="route marked changed")
    assert marked == [key], "on one drawing"
    assert html.one("g", of_class="badge").text == "≠"
    assert repeated_ids(html) == set()
    assert page(chief, at(sheet, "compare/?with=nonsense")).has("main"), "no error"


def test_a_map_with_one_version_has_nothing_to_compare(chief: Client) -> None:
    assert "no other version" in page(chief, at(loaded("london"), "compare/")).text
