"""Map sheets as files: out of the administration and back in."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games.maps import drafts, library
from games.models import MapSheet
from games.rules import checks
from games.rules.reading import MAX_BYTES
from tests.support.admin import SHEETS, at, drafted, errors
from tests.support.boards import sheet as sheet_file
from tests.support.markup import read
from tests.support.sittings import loaded

pytestmark = pytest.mark.django_db


def upload(client: Client, content: bytes | str | dict[str, Any]) -> Any:
    raw = json.dumps(content) if isinstance(content, dict) else content
    raw = raw.encode() if isinstance(raw, str) else raw
    file = SimpleUploadedFile("map.json", raw, "application/json")
    return client.post(f"{SHEETS}import/", {"file": file})


def confirm(client: Client, preview: Any) -> Any:
    context = preview.context
    sent = {"text": context["text"], "seen": context["seen"]}
    return client.post(f"{SHEETS}import/confirm/", sent, follow=True)


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
    assert "→ grey" in read(preview).words
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
    assert "is a new map" in read(preview).text
    confirm(chief, preview)
    assert MapSheet.objects.get().slug == "tangle"


def test_an_import_of_what_changed_meanwhile_is_refused(chief: Client) -> None:
    draft = drafted()
    data = sheet_file("london")
    data["year"] = 1999
    preview = upload(chief, data)
    changed = {**drafts.sheet_data(draft), "year": 1998}
    drafts.save(sheet=draft, data=changed, seen=draft.checksum, by=None)
    assert "changed this map meanwhile" in read(confirm(chief, preview)).text
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
    ("content", "sentence"),
    [
        ("{", "The file isn’t valid JSON"),
        ("", "The file isn’t valid JSON"),
        (b"\xff\xfe", "isn’t UTF-8"),
        ("[" * 100_000, "nested too deeply"),
        (b" " * (MAX_BYTES + 2 * 2**20), "too large: at most 8 MB"),
        ("[]", "Expected an object here"),
        (five_thousand_routes(), "At most 350 are allowed here"),
        (with_error(), "routes[3].color"),
        ({"format": "stationmaster-map", "<b>": 1}, "Unknown field"),
    ],
    ids=["cut", "empty", "binary", "deep", "10 MB", "list", "5000", "error", "markup"],
)
def test_a_file_that_is_no_sheet_is_answered_with_a_sentence(
    chief: Client, content: Any, sentence: str
) -> None:
    sheet = loaded("london")
    reply = upload(chief, content)
    assert reply.status_code == 422
    html = read(reply)
    assert sentence in html.text
    assert not any(bold.text.startswith(":") for bold in html.all("b")), "fields are shown as text"
    assert list(MapSheet.objects.all()) == [sheet]


def test_an_import_without_a_file_and_a_forged_confirmation_change_nothing(chief: Client) -> None:
    assert chief.post(f"{SHEETS}import/").status_code in (200, 422)
    for text in ("", "{", json.dumps(with_error()), "\ud800"):
        try:
            reply = chief.post(f"{SHEETS}import/confirm/", {"text": text}, follow=True)
        except UnicodeEncodeError:  # the test's own client cannot send that
            continue
        assert errors(reply)
    assert chief.get(f"{SHEETS}import/confirm/").status_code == 302
    assert MapSheet.objects.count() == 0


def test_all_errors_of_a_file_are_listed_at_once(chief: Client) -> None:
    data = sheet_file("london")
    data["year"], data["players"], data["theme"] = "long ago", [9, 2], ""
    data["routes"][3]["length"] = 0
    data["tickets"][1]["points"] = "many"
    html = read(upload(chief, data))
    places = [item.one("code").text for item in html.one("ul", of_class="problems").all("li")]
    expected = ["year", "theme", "players", "routes[3].length", "tickets[1].points"]
    assert [place for place in places if place in expected] == expected


def test_what_makes_no_sense_is_listed_beside_what_cannot_be_read() -> None:
    data = sheet_file("london")
    data["routes"][1]["length"] = 0
    data["routes"][3]["color"] = "puce"
    data["routes"][7]["id"] = data["routes"][5]["id"]
    data["tickets"][0]["points"] = "many"
    data["places"][4]["x"] = 90_000
    _board, problems = checks.read_and_check(data)
    sentences = {problem.where: str(problem.text) for problem in problems}
    assert list(sentences) == [
        "routes[1].length",
        "tickets[0].points",
        "routes[7].id",
        "places[4]",
        "routes[3].color",
    ]
    assert sentences["routes[7].id"].endswith("first at routes[5].")
