"""A TV and three phones play on a real server, from the lobby to the ranking.

Each map in a different language; the shorter flows run in all of them (test_main_flows.py).
"""

import re

from playwright.sync_api import Page, expect

from tests.support.browser.languages import LANGUAGES, counted, sentence, word
from tests.support.browser.people import (
    Sitting,
    choose_opening,
    claim,
    correct_to,
    draw_cards,
    end_early,
    join,
    open_table,
    pick_route,
    start,
    take_passengers,
    undo,
    watch_reveal,
)
from tests.support.browser.server import TV, Server
from tests.support.browser.watching import AWAY, Devices

CLAIMS = "{player} claims {route}: {count} point."
CLAIMS_MANY = "{player} claims {route}: {count} points."
WINS, WINS_MANY = "{player} wins with {count} point.", "{player} wins with {count} points."
TIED = "{players} are level on {points}; {player} wins with more {measure}."
SHARED = "{players} share the victory with {count} point: nothing separates them."
SHARED_MANY = "{players} share the victory with {count} points: nothing separates them."


def seated(device: Devices, slug: str, people: dict[str, str]) -> Sitting:
    sitting = open_table(device(TV), slug)
    for name, color in people.items():
        join(sitting, device(), name, color)
    return sitting


def to_the_result(phone: Page) -> None:
    phone.get_by_role("link", name=word(phone, "Full score sheet")).first.click()
    phone.wait_for_url("**/result/*/")


def somebody_wins(page: Page) -> re.Pattern[str]:
    verdicts = (
        counted(page, WINS, WINS_MANY),
        counted(page, SHARED, SHARED_MANY),
        sentence(page, TIED),
    )
    return re.compile("|".join(verdict.pattern for verdict in verdicts), re.I)


def begin(sitting: Sitting, keep: int) -> None:
    start(sitting)
    for page in sitting.phones.values():
        choose_opening(page, keep)
    for page in sitting.phones.values():
        expect(page.locator("body")).to_have_attribute("data-stage", "turns")


def test_germany_with_passengers_undo_correction_restart_and_a_lost_phone(
    device: Devices, server: Server
) -> None:
    device.language = LANGUAGES["de"]
    sitting = seated(device, "germany", {"Ada": "red", "Bo": "black", "Cy": "yellow"})
    begin(sitting, keep=2)
    first = sitting.mover()

    # A claim takes passengers along from both places.
    sheet = pick_route(sitting.phone(), "ki", "hamburg--kiel--1")
    take_passengers(sheet)
    sheet.locator("button.go").click()
    got_on = sentence(
        sitting.screen,
        "A {color} passenger boards.",
        "Two {color} passengers board.",
        "A {color} and a {other} passenger board.",
    )
    expect(sitting.screen.locator("#lines")).to_contain_text(got_on)

    # Undo: one tap and a confirm, and the same player is to move again.
    author = sitting.phones[first]
    undo(author)
    expect(sitting.screen.locator("#banner")).to_contain_text(re.compile(first, re.I))
    assert sitting.mover() == first
    claim(sitting, "ki", "hamburg--kiel--1")
    claim(sitting, "bremerh", "bremen--bremerhaven")

    # The server dies without a goodbye; every page says so, and comes back by itself.
    page = sitting.phone()
    expect(page.locator("#strip")).to_contain_text(sentence(page, "Your turn, %(name)s"))
    with device.allow(AWAY):
        server.kill()
        expect(page.locator("body")).to_have_attribute("data-link", "offline")
        page.get_by_role("button", name=word(page, "Draw cards"), exact=True).click()
        expect(page.locator("#refused")).to_be_visible()
        server.start()
        for one in (sitting.screen, *sitting.phones.values()):
            expect(one.locator("body")).to_have_attribute("data-link", "live")
    draw_cards(sitting)

    # A phone loses its page and its cookies, and comes back by the personal QR of the old one.
    lost = sitting.phones["Cy"]
    lost.goto(f"/t/{sitting.code}/my-qr")
    link = lost.locator("[data-link-text], .link").first.inner_text()
    phone_again = device()
    phone_again.goto("/" + link.split("/", 3)[3])
    expect(phone_again.locator("#strip")).to_be_visible()
    assert "/play" in phone_again.url
    lost.context.clear_cookies()
    lost.goto(f"/t/{sitting.code}/play")
    assert "/play" not in lost.url  # without its secret it is just somebody who watches
    sitting.phones["Cy"] = phone_again

    # A host corrects the first claim; what came after stays.
    host = sitting.phones["Ada"]
    host.locator('.tabs [data-tab="log"]').click()
    line = counted(host, CLAIMS, CLAIMS_MANY, route="Hamburg – Kiel")
    expect(host.locator("#log")).to_contain_text(line)
    number = max(
        int(entry.get_attribute("id").split("-")[1])
        for entry in host.locator("#log li").filter(has_text=line).all()
    )
    correct_to(host, number, "ki", "kiel--schwerin")
    expect(sitting.screen.locator('.route[data-route="kiel--schwerin"]')).to_have_attribute(
        "data-owner", re.compile(".+")
    )
    expect(sitting.screen.locator("#lines")).to_contain_text(
        sentence(sitting.screen, "Corrected: {line}")
    )

    end_early(sitting)
    steps = watch_reveal(sitting)
    assert steps >= 6 + 2  # six tickets, two bonuses, then the ranking
    expect(sitting.screen.locator("#banner")).to_contain_text(somebody_wins(sitting.screen))


def test_paris_with_a_flag(device: Devices) -> None:
    sitting = seated(device, "paris", {"Ada": "red", "Bo": "blue", "Cy": "white"})
    begin(sitting, keep=1)
    first = sitting.mover()
    for letters, route in (
        ("ei", "tour-eiffel--invalides--2"),  # blue
        ("bat", "batignolles--champs-elysees"),  # white
        ("latin", "notre-dame--quartier-latin"),  # red
    ):
        assert sitting.mover() == first
        claim(sitting, letters, route)
        draw_cards(sitting)
        draw_cards(sitting)
    end_early(sitting)
    watch_reveal(sitting)
    phone = sitting.phones[first]
    to_the_result(phone)
    expect(phone.locator("main")).to_contain_text(sentence(phone, "A flag from {routes}"))


def test_london_with_a_district(device: Devices) -> None:
    device.language = LANGUAGES["it"]
    sitting = seated(device, "london", {"Ada": "red", "Bo": "blue", "Cy": "white"})
    begin(sitting, keep=1)
    first = sitting.mover()
    claim(sitting, "covent", "british-museum--covent-garden--1")
    draw_cards(sitting)
    draw_cards(sitting)
    end_early(sitting)
    watch_reveal(sitting)
    phone = sitting.phones[first]
    to_the_result(phone)
    joined = sentence(phone, "District {number}: {places} are connected", number="1")
    expect(phone.locator("main")).to_contain_text(joined)
