"""One place, route or ticket of a sheet in a plain form."""

from typing import Any

import pytest
from django.test import Client

from games.folding import folded
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
    assert f"This deletes {routes} routes" in page(chief, url).text
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


def test_a_route_stays_a_tunnel_or_a_ferry_when_it_is_saved(chief: Client) -> None:
    draft = drafted("europe")
    routes = drafts.sheet_data(draft)["routes"]
    ferry = next(route for route in routes if route.get("ferry"))
    tunnel = next(route for route in routes if route.get("tunnel"))
    for route in (ferry, tunnel):
        form = page(chief, at(draft, f"routes/{route['id']}/")).one("main")
        sent = {
            "a": route["a"],
            "b": route["b"],
            "length": route["length"],
            "color": route["color"],
            "ferry": form.one("input", name="ferry").get("value"),
            "seen": draft.checksum,
        }
        if "checked" in form.one("input", name="tunnel"):
            sent["tunnel"] = "on"
        assert chief.post(at(draft, f"routes/{route['id']}/"), sent).status_code == 302
        draft.refresh_from_db()
    after = {route["id"]: route for route in drafts.sheet_data(draft)["routes"]}
    assert after[ferry["id"]]["ferry"] == ferry["ferry"]
    assert after[tunnel["id"]]["tunnel"] is True


def test_lists_are_searched_and_sorted(chief: Client) -> None:
    draft = drafted("germany")

    def names(query: str) -> list[str]:
        html = page(chief, at(draft, f"routes/?{query}"))
        return [span.text for span in html.all("span", of_class="item-name")]

    assert all("München" in name for name in names("q=munchen"))
    assert names("q=munchen") != []
    everything = names("sort=name")
    assert everything == sorted(everything, key=folded)
    html = page(chief, at(draft, "routes/?sort=length&q=berlin"))
    lengths = [int(field["value"]) for field in html.all("input") if "length" in field.get("name")]
    assert lengths == sorted(lengths)
    assert names("q=nowhere&sort=nonsense") == []

    # What is saved from a list that shows a part is saved in its place.
    form = (
        page(chief, at(draft, "routes/?q=berlin&sort=length"))
        .one("main")
        .one("form", method="post")
    )
    sent = {
        field["name"]: field["value"]
        for field in form.all("input")
        if field.get("type") in ("hidden", "number") and "name" in field
    }
    for select in form.all("select"):
        chosen = next(option for option in select.all("option") if "selected" in option)
        sent[select["name"]] = chosen["value"]
    key = sent["row-0-id"]
    sent["row-0-length"] = "9"
    chief.post(at(draft, "routes/?q=berlin&sort=length"), sent)
    before = {r["id"]: r["length"] for r in drafts.sheet_data(draft)["routes"]}
    draft.refresh_from_db()
    after = {r["id"]: r["length"] for r in drafts.sheet_data(draft)["routes"]}
    assert after[key] == 9
    changed = {id for id in after if after[id] != before[id]}
    assert all(id.rsplit("--", 1)[0] in key or id == key for id in changed)
