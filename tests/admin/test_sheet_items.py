"""One place, route or ticket of a sheet in a plain form."""

from typing import Any

import pytest
from django.test import Client

from games.maps import drafts, sheet_items
from tests.support.admin import at, drafted, page, press

pytestmark = pytest.mark.django_db


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
    assert f"With it go {routes} routes" in page(chief, url).text
    assert chief.post(url, {"seen": draft.checksum}).status_code == 302
    draft.refresh_from_db()
    assert drafts.sheet_data(draft) == gone
    assert chief.post(url, {"seen": "old"}).status_code == 302


def test_the_whole_sheet_is_verified_by_a_button(chief: Client) -> None:
    draft = drafted("paris")
    press(chief, draft, "verify")
    assert draft.verified
    html = page(chief, at(draft)).one("main").text
    assert "The whole sheet is marked as verified." in html
    assert "chief" in html.split("marked as verified.")[1][:120]
    press(chief, draft, "unverify")
    assert not draft.verified


def test_names_with_markup_are_shown_as_text(chief: Client) -> None:
    draft = drafted("london")
    data = drafts.sheet_data(draft)
    data["places"][0]["name"] = data["name"] = "<script>alert(1)</script>"
    drafts.save(sheet=draft, data=data, seen=draft.checksum, by=None)
    for rest in ("change/", "places/", "routes/", "compare/", "settings/"):
        html = page(chief, at(draft, rest))
        assert html.all("script", src=False) == [], rest
        shown = [html.text, *html.values("value"), *html.values("data-name")]
        assert any("<script>alert(1)</script>" in text for text in shown), rest
