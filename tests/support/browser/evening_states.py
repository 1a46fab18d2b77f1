"""Moments of an evening worth looking at, from the options to the winner: as `states`."""

import re
from collections.abc import Iterator

from playwright.sync_api import Page, expect

from tests.support.browser.fingers import settled
from tests.support.browser.languages import word
from tests.support.browser.people import (
    Sitting,
    choose_opening,
    join,
    open_table,
    start,
)
from tests.support.browser.server import TV
from tests.support.browser.states import PEOPLE, State, at, demo, last_round
from tests.support.browser.watching import Devices

SIDEWAYS = {"width": 844, "height": 390}


def seated(device: Devices, slug: str, **options: str) -> Sitting:
    """A lobby with phones; `options` as the host's screen sets them."""
    sitting = open_table(device(TV), slug)
    for name, color in PEOPLE[slug].items():
        join(sitting, device(), name, color)
    if options:
        choose(sitting.screen, **options)
    return sitting


def choose(screen: Page, **options: str) -> None:
    screen.locator("#open-options").click()
    for name, value in options.items():
        screen.locator(f'#options input[name="{name}"][value="{value}"]').check()
    screen.locator("#options button.main").click()
    expect(screen.locator("#options")).not_to_be_visible()


def options(server, device: Devices) -> Iterator[State]:
    """The options in the lobby, and the comparison of the sheet with the printed board."""
    sitting = seated(device, "germany")
    sitting.screen.locator("#open-options").click()
    yield "options-tv", sitting.screen
    host = sitting.phones["Ada"]
    host.locator("#options-fold > summary").click()
    host.locator("#options-fold").scroll_into_view_if_needed()
    yield "options-phone", host
    host.goto(f"/t/{sitting.code}/compare")
    yield "compare-phone", host


def setting_up(server, device: Devices) -> Iterator[State]:
    """Passengers entered on a phone, the confirmation before the start, and each phone's share of
    the pieces."""
    sitting = seated(device, "germany", passengers="typed")
    host = sitting.phones["Ada"]
    host.locator('a[href$="/setup/sheet"]').click()
    for color in ("red", "white", "red", "blue", "green"):
        place = host.locator(".yards details[open]")
        with host.expect_response(lambda reply: reply.request.method == "POST") as reply:
            place.locator(f'button[value="{color}"]').click()
        reply.value.finished()  # the next tap is for the sheet that opens again
        expect(host.locator(".yards details[open]")).to_have_count(1)
    yield "typed-set-up-phone", host
    host.keyboard.press("Escape")
    host.locator("#depart").click()
    expect(host.locator("#ask")).to_be_visible()
    yield "typed-set-up-missing-phone", host
    shared = seated(device, "germany")
    shared.screen.locator("#depart").click()
    page = shared.phones["Bo"]
    page.locator(".setup-share").scroll_into_view_if_needed()
    yield "set-up-share-phone", page


def desk(server, device: Devices) -> Iterator[State]:
    """A table without phones: the screen asks, logs and hands tickets over."""
    for tickets in ("dealt", "paper"):
        sitting = open_table(device(TV), "london")
        screen = sitting.screen
        for name in ("Maximiliane", "Bo", "Friederike"):
            screen.fill("#adding-name", name)
            screen.press("#adding-name", "Enter")
            expect(screen.locator("#seats")).to_contain_text(re.compile(name, re.I))
        choose(screen, tickets=tickets)
        screen.locator("#depart").click()
        expect(screen.locator(".desk")).to_be_visible()
        screen.wait_for_timeout(4500)  # who starts was drawn
        if tickets == "dealt":
            yield from desk_opening(screen)
        yield f"desk-{tickets}-tv", screen
        screen.locator(".desk a.main").click()
        expect(screen.locator("#sheet #routes")).to_be_visible()
        yield f"desk-{tickets}-routes-tv", screen
        screen.locator('#sheet a.routerow[href*="/claim/"]').first.click()
        expect(screen.locator("#sheet form.claim")).to_be_visible()
        yield f"desk-{tickets}-claim-tv", screen
        screen.keyboard.press("Escape")
    screen.locator(".desk a.button:not(.main)").click()
    expect(screen.locator("#sheet form").first).to_be_visible()
    yield "desk-paper-tickets-tv", screen


def desk_opening(screen: Page) -> Iterator[State]:
    """Dealt tickets, chosen one player after the other on the screen's own page."""
    yield "desk-opening-tv", screen
    for number in range(3):
        screen.locator(".desk form button").first.click()
        screen.wait_for_load_state("networkidle")
        if not number:
            yield "desk-handed-tv", screen
        screen.locator(".opening [data-show]").click()
        if not number:
            yield "desk-choosing-tv", screen
        screen.locator(".offer .pickable").first.click()
        screen.locator("[data-keep-button]").click()
        screen.wait_for_load_state("networkidle")
        expect(screen.locator("#stage")).to_be_visible()


def turns(server, device: Devices) -> Iterator[State]:
    """A claim out of turn, parallel tracks, a phone in landscape, last turns still open."""
    links = demo(server, "germany", 40)
    phones = [at(device, link) for name, link in links.items() if name != "Screen"]
    other = next(page for page in phones if not page.locator("#strip").get_attribute("data-mine"))
    other.get_by_role("button", name=word(other, "Claim a route")).click()
    other.locator("#sheet a.routerow:not(.off)").first.click()
    expect(other.locator("#sheet form.claim")).to_be_visible()
    yield "missed-turn-phone", other
    other.keyboard.press("Escape")
    expect(other.locator("#sheet-body > *")).to_have_count(0)
    yield "twins-phone", parallel(other)
    yield "landscape-phone", at(device, links["Ada"], SIDEWAYS)


def nudge(server, device: Devices) -> Iterator[State]:
    """Nothing has happened for long enough to show the nudge."""
    sitting = open_table(device(TV), "london")
    sitting.screen.clock.install()
    for name, color in PEOPLE["london"].items():
        page = device()
        page.clock.install()
        join(sitting, page, name, color)
    choose(sitting.screen, nudge_minutes="1")
    start(sitting)
    for page in sitting.phones.values():
        choose_opening(page, 1)
    sitting.screen.reload()  # its clock was moved on after it was made
    for page, name in ((sitting.phone(), "nudge-phone"), (sitting.screen, "nudge-tv")):
        page.clock.run_for("01:05")
        expect(page.locator("#nudge")).to_be_visible()
        yield name, page


def parallel(page: Page) -> Page:
    """The claim sheet of a route with a parallel."""
    settled(page)
    page.evaluate(
        """() => {
          const map = document.querySelector("#map");
          const twin = map.querySelector('.route[data-owner=""][data-route$="--2"]');
          const sheet = map.dataset.sheet.replace("ROUTE", twin.dataset.route);
          htmx.ajax("GET", sheet, { target: "#sheet-body", source: map });
        }"""
    )
    expect(page.locator("#sheet .tracks")).to_be_visible()
    return page


def paper(server, device: Devices) -> Iterator[State]:
    """Paper tickets, looked through once more before the reveal."""
    sitting = seated(device, "london", tickets="paper")
    host = sitting.phones["Ada"]
    sitting.screen.locator("#depart").click()
    for page in sitting.phones.values():
        page.get_by_role("button", name=word(page, "Enter my tickets")).click()
        page.locator("#sheet .pickable").first.click()
        page.locator("#sheet [data-keep-button]").click()
        expect(page.locator("#sheet")).not_to_be_visible()
    host.locator('.tabs [data-tab="table"]').click()
    host.get_by_role("button", name=word(host, "End the game early")).click()
    host.locator("#ask").get_by_role("button", name=word(host, "Yes")).click()
    expect(host.locator(".check-paper")).to_be_visible()
    yield "paper-check-phone", host
    host.locator(".check-paper [data-show]").click()
    yield "paper-check-shown-phone", host
    yield "paper-check-tv", sitting.screen
    for page in sitting.phones.values():  # all of them entered the same ticket
        page.locator(".check-paper form .go").click()
        expect(page.locator(".check-paper")).to_have_count(0)
    expect(host.locator(".conflict")).to_be_visible()
    yield "paper-conflict-phone", host
    yield "paper-conflict-tv", sitting.screen
    host.locator(".conflict form button").first.click()
    loser = sitting.phones["Bo"]
    expect(loser.locator(".check-paper")).to_be_visible()
    yield "paper-lost-phone", loser


def moments(server, device: Devices) -> Iterator[State]:
    """Announcements on the screen and on a phone, a completed ticket on its owner's phone, and the
    sheet that corrects the claim."""
    sitting = seated(device, "london", tickets="paper")
    host, ticket = sitting.phones["Ada"], "british-museum--piccadilly-circus"
    sitting.screen.locator("#depart").click()
    for page in sitting.phones.values():
        page.get_by_role("button", name=word(page, "Enter my tickets")).click()
        page.locator(f'#sheet label:has(input[value="{ticket}"])').click()
        page.locator("#sheet [data-keep-button]").click()
        expect(page.locator("#sheet")).not_to_be_visible()
    expect(host.locator("#map")).to_be_visible()
    sitting.screen.wait_for_timeout(4500)  # who starts was drawn
    for route in (ticket, "british-museum--covent-garden--1"):  # a ticket, then a district
        claim_on(host, route)
        shown = host.locator("#announcement")
        expect(shown).to_be_visible()
        yield f"announced-{'ticket' if route == ticket else 'district'}-phone", host
    expect(sitting.screen.locator("#announcement")).to_be_visible()
    yield "announced-district-tv", sitting.screen
    host.locator('.tabs [data-tab="log"]').click()
    host.locator('#log a[href*="correct="]').first.click()
    expect(host.locator("#sheet #routes")).to_be_visible()
    yield "correct-phone", host


def claim_on(page: Page, route: str) -> None:
    """Claim a route as a tap on the map would, for the person who holds this phone."""
    open_claim(page, route)
    page.locator("#sheet .sheet-foot .go").click()
    expect(page.locator("#sheet")).not_to_be_visible()


def open_claim(page: Page, route: str) -> None:
    settled(page)
    page.evaluate(
        """route => {
          const map = document.querySelector("#map");
          const sheet = map.dataset.sheet.replace("ROUTE", route);
          htmx.ajax("GET", sheet, { target: "#sheet-body", source: map });
        }""",
        route,
    )
    expect(page.locator("#sheet form.claim")).to_be_visible()


def stations(server, device: Devices) -> Iterator[State]:
    """The sheet that builds a station."""
    links = demo(server, "europe", 30)
    page = at(device, links["Ada"])
    page.get_by_role("button", name=word(page, "Build a station")).click()
    expect(page.locator("#sheet form").first).to_be_visible()
    yield "station-phone", page


def gaps(server, device: Devices) -> Iterator[State]:
    """A failed ticket in the reveal, with its gaps."""
    links = demo(server, "germany", 10_000)
    host, screen = at(device, links["Ada"]), at(device, links["Screen"], TV)
    for step in range(1, 30):
        if screen.locator(".coupon.void .gaps").count():
            break
        host.locator("#turn .steps .step-next button").click()
        expect(screen.locator(f"#show-{step}")).to_have_count(1)
    yield "gaps-tv", screen
    yield "gaps-phone", host


def crown(server, device: Devices) -> Iterator[State]:
    """The winner, on the screen and on the phones, and the ranking of five."""
    links = demo(server, "germany", 10_000)
    host, screen = at(device, links["Ada"]), at(device, links["Screen"], TV)
    yield "pacing-phone", host
    host.locator("#turn .steps form:nth-child(2) button").click()
    expect(screen.locator("#crown")).to_be_visible()
    yield "crown-tv", screen
    yield "crown-phone", host
    host.locator("#turn .bottom form button").first.click()
    expect(screen.locator("#crown")).to_have_count(0)
    screen.wait_for_timeout(1500)
    yield "honours-tv", screen
    address = host.locator('a[href^="/result/"]').first.get_attribute("href")
    yield "score-sheet-tv", at(device, address, TV)


PARTS = {
    part.__name__.replace("_", "-"): part
    for part in (
        options,
        setting_up,
        desk,
        turns,
        nudge,
        paper,
        moments,
        stations,
        gaps,
        crown,
        last_round,
    )
}


def every(server, device: Devices) -> Iterator[State]:
    for part in PARTS.values():
        yield from part(server, device)
