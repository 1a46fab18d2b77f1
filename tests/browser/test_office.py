"""The administration, and a mistake in a sheet seen at the table, in a real browser."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_accessibility import complaints
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
    host = next(iter(sitting.phones.values()))
    drawn = sitting.screen.locator(f'.route[data-route="{ROUTE}"]')
    expect(drawn).not_to_have_attribute("data-color", "grey")

    if sitting.mover() != "Ada":  # the host can look at any route, whoever is to move
        sitting.phones["Bo"].get_by_role("button", name="Draw cards").click()
    pick_route(host, "op", ROUTE)
    host.get_by_role("button", name="Not so on the printed board?").click()
    assert complaints(host) == []
    host.locator("#sheet").get_by_role("button", name="2 spaces").click()
    expect(host.locator("#toast")).to_contain_text("it is reported")
    expect(drawn.locator("g")).to_have_count(1)  # still one space: a report changes nothing here

    pick_route(host, "op", ROUTE)
    host.get_by_role("button", name="Not so on the printed board?").click()
    host.locator('#sheet input[name="here"]').check()
    host.locator("#sheet").get_by_role("button", name="grey").click()
    expect(drawn).to_have_attribute("data-color", "grey")  # the TV draws the board anew
    expect(host.locator(f'#map .route[data-route="{ROUTE}"]')).to_have_attribute(
        "data-color", "grey"
    )
    expect(sitting.screen.locator("body")).to_contain_text("corrected for this table")

    office.goto("/admin/games/mapsheet/")
    office.get_by_role("link", name="Paris").first.click()
    expect(office.locator("#reports")).to_contain_text(f"table {sitting.code}, version 1")
    office.locator("#reports").get_by_role("button", name="Put away").first.click()
    expect(office.locator(".messagelist")).to_contain_text("put away")


def test_a_sheet_is_corrected_by_keyboard_and_compared(office: Page) -> None:
    office.goto("/admin/games/mapsheet/")
    # London: Germany may lie on the drawing board (states.py), and a map has one draft at a time.
    office.get_by_role("link", name="London").first.click()
    office.get_by_role("button", name="Edit as a new draft").press("Enter")
    expect(office.locator(".state")).to_have_text("draft")
    pages = [office.url]
    office.get_by_role("link", name="Routes").press("Enter")
    pages.append(office.url)
    first = office.locator("select").first
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
        found = complaints(office)
        if found:
            wrong[url] = found
    assert wrong == {}, "\n".join(f"{u} {c}" for u, found in wrong.items() for c in found)
    office.goto(sheet + "delete/")
    office.locator("[type=submit]").last.click()
    expect(office.locator(".messagelist")).to_contain_text("deleted")
