"""The administration, and a mistake in a sheet seen at the table, in a real browser."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.test_accessibility import complaints
from tests.support.browser.fingers import tick
from tests.support.browser.people import (
    Sitting,
    choose_opening,
    join,
    open_table,
    pick_route,
    start,
)
from tests.support.browser.server import TV, Server

MAKE_CHIEF = (
    "from django.contrib.auth.models import User;"
    "u, _ = User.objects.get_or_create(username='office', is_staff=True, is_superuser=True);"
    "u.set_password('Platform-9-opens'); u.save()"
)
OPEN_DRAFT = (
    "from games.maps import drafts, library;"
    "print('№', drafts.draft_of(library.versions('paris').get(version=1), None).pk)"
)
ROUTE = "opera--louvre--1"


@pytest.fixture
def office(server: Server, device) -> Page:
    server.manage("shell", "-c", MAKE_CHIEF)
    page = device({"width": 1280, "height": 800})
    page.goto("/admin/")
    page.fill("#id_username", "office")
    page.fill("#id_password", "Platform-9-opens")
    page.locator("#login-form [type=submit]").click()
    expect(page.locator("#user-tools")).to_be_visible()
    return page


def paris(device) -> Sitting:
    sitting = open_table(device(TV), "paris")
    join(sitting, device(), "Ada", "red")
    join(sitting, device(), "Bo", "blue")
    start(sitting)
    for phone in sitting.phones.values():
        choose_opening(phone, 1)
    return sitting


def test_a_mistake_is_reported_and_corrected_from_the_claim_sheet(device, office: Page) -> None:
    sitting = paris(device)
    host, guest = sitting.phones["Ada"], sitting.phones["Bo"]
    drawn = sitting.screen.locator(f'.route[data-route="{ROUTE}"]')
    expect(drawn).not_to_have_attribute("data-color", "grey")

    pick_route(guest, "op", ROUTE)
    guest.get_by_role("button", name="Different on your board?").click()
    assert complaints(guest) == []
    expect(guest.locator("#sheet .lengths")).to_be_visible()
    tick(guest.locator('#sheet input[name="length"][value="2"]'))
    guest.locator("#sheet").get_by_role("button", name="Report it").click()
    expect(guest.locator("#toast")).to_contain_text("that’s reported")
    expect(drawn.locator("g")).to_have_count(1)  # still one space: a report changes nothing here

    pick_route(host, "op", ROUTE)
    host.get_by_role("button", name="Different on your board?").click()
    expect(host.locator("#sheet .paints")).to_be_visible()
    tick(host.locator('#sheet input[name="color"][value="grey"]'))
    host.locator("#sheet").get_by_role("button", name="Fix it here and report it").click()
    expect(drawn).to_have_attribute("data-color", "grey")  # the TV redraws the board
    expect(host.locator(f'#map .route[data-route="{ROUTE}"]')).to_have_attribute(
        "data-color", "grey"
    )
    expect(sitting.screen.locator("body")).to_contain_text("Corrected for this table")

    office.goto("/admin/games/mapsheet/")
    office.get_by_role("link", name="Paris").first.click()
    expect(office.locator("#reports")).to_contain_text(f"table {sitting.code}, version 1")
    office.locator("#reports").get_by_role("button", name="Dismiss").first.click()
    expect(office.locator(".messagelist")).to_contain_text("Report dismissed")


def test_a_sheet_is_corrected_by_keyboard_and_compared(office: Page) -> None:
    office.goto("/admin/games/mapsheet/")
    # London: Germany may lie on the drawing board (states.py), and a map has one draft at a time.
    office.get_by_role("link", name="London").first.click()
    office.get_by_role("button", name="Edit as a new draft").press("Enter")
    expect(office.locator(".state")).to_have_text("draft")
    pages = [office.url]
    office.get_by_role("link", name="Routes").press("Enter")
    pages.append(office.url)
    first = office.locator("main table select").first
    first.focus()
    office.keyboard.press("g")  # the first colour that begins with it
    office.keyboard.press("Tab")
    office.keyboard.type("4")
    office.keyboard.press("Enter")
    expect(office.locator(".messagelist")).to_contain_text("Saved.")
    sheet = pages[0].removesuffix("change/")
    rest = ("settings/", "places/", "tickets/", "routes/add/", "compare/")
    pages += [sheet + address for address in rest]
    office.goto(sheet + "compare/")
    expect(office.locator(".changes")).to_contain_text(re.compile("colour|length"))
    wrong = {}
    for url in (*pages, "/admin/", "/admin/games/mapsheet/", "/admin/games/mapsheet/import/"):
        office.goto(url)
        violations = complaints(office)
        if violations:
            wrong[url] = violations
    assert wrong == {}, "\n".join(f"{u} {c}" for u, violations in wrong.items() for c in violations)
    office.goto(sheet + "delete/")
    office.locator("[type=submit]").last.click()
    expect(office.locator(".messagelist")).to_contain_text("deleted")


def test_what_was_typed_into_a_list_is_back_when_one_returns(office: Page, server: Server) -> None:
    """Also after another part of the list was saved meanwhile, and not when it was discarded."""
    number = server.manage("shell", "-c", OPEN_DRAFT).split("№")[1].strip()
    routes = f"/admin/games/mapsheet/{number}/routes/"

    def length(route: str) -> Locator:
        row = office.locator(f'input[value="{route}"]').first.get_attribute("name") or ""
        return office.locator(f'[name="{row.removesuffix("-id")}-length"]')

    office.goto(routes)
    before = length(ROUTE).input_value()
    other = office.locator('input[name$="-id"]').last.get_attribute("value") or ""
    length(ROUTE).fill("4")
    bar = office.locator("#kept-edits")
    expect(bar).to_be_hidden()

    # Only a part of the list is looked at and saved, in another order.
    office.goto(f"{routes}?q=zzzz")
    expect(office.locator('input[name$="-length"]')).to_have_count(0)
    office.goto(f"{routes}?sort=length")
    expect(bar).to_be_visible()
    expect(length(ROUTE)).to_have_value("4")
    length(ROUTE).fill(before)  # as it was: nothing is left to keep
    office.goto(routes)
    expect(bar).to_be_hidden()
    length(ROUTE).fill("4")
    name = office.locator(".item-name", has_text="–").last.inner_text().split(" – ")[0]
    office.goto(f"{routes}?q={name}")
    expect(office.locator(f'input[value="{ROUTE}"]')).to_have_count(0)
    was = length(other).input_value()
    length(other).fill("5" if was != "5" else "6")
    office.get_by_role("button", name="Save", exact=True).first.click()
    expect(office.locator(".success")).to_be_visible()
    office.goto(routes)
    expect(bar).to_be_visible()
    expect(length(ROUTE)).to_have_value("4")
    bar.get_by_role("button", name="Discard them").click()
    expect(length(ROUTE)).to_have_value(before)
    office.goto(routes)
    expect(bar).to_be_hidden()
    expect(length(ROUTE)).to_have_value(before)
