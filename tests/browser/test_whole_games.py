"""A TV and three phones play on a real server, from the lobby to the ranking."""

import re
from collections.abc import Callable

from conftest import TV, Server
from people import (
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
    watch_reveal,
)
from playwright.sync_api import Page, expect

Device = Callable[..., Page]


def seated(device: Device, slug: str, people: dict[str, str]) -> Sitting:
    sitting = open_table(device(TV), slug)
    for name, color in people.items():
        join(sitting, device(), name, color)
    return sitting


def begin(sitting: Sitting, keep: int) -> None:
    start(sitting)
    for page in sitting.phones.values():
        choose_opening(page, keep)
    for page in sitting.phones.values():
        expect(page.locator("body")).to_have_attribute("data-stage", "turns")


def test_germany_with_passengers_undo_correction_restart_and_a_lost_phone(
    device: Device, server: Server
) -> None:
    sitting = seated(device, "germany", {"Ada": "red", "Bo": "black", "Cy": "yellow"})
    begin(sitting, keep=2)
    first = sitting.mover()

    # A claim takes passengers along from both places.
    sheet = pick_route(sitting.phone(), "ki", "hamburg--kiel--1")
    assert sheet.locator('input[name="passenger_b"]:checked').count() == 1
    sheet.locator("button.go").click()
    expect(sitting.screen.locator("#lines")).to_contain_text("passenger")

    # Undo: one tap and a confirm, and the same player is to move again.
    author = sitting.phones[first]
    author.get_by_role("button", name="Undo").first.click()
    author.locator("#ask").get_by_role("button", name="Yes").click()
    expect(sitting.screen.locator("#banner")).to_contain_text(re.compile(first, re.I))
    assert sitting.mover() == first
    claim(sitting, "ki", "hamburg--kiel--1")
    claim(sitting, "bremerh", "bremen--bremerhaven")

    # The server dies without a goodbye; every page says so, and comes back by itself.
    page = sitting.phone()
    expect(page.locator("#strip")).to_contain_text("Your turn")
    server.kill()
    expect(page.locator("body")).to_have_attribute("data-link", "offline")
    page.get_by_role("button", name="Draw cards").click()
    expect(page.locator("#refused")).to_be_visible()
    server.start()
    expect(page.locator("body")).to_have_attribute("data-link", "live")
    draw_cards(sitting)

    # A phone loses its page and its cookies, and comes back by the personal QR of the old one.
    lost = sitting.phones["Cy"]
    lost.goto(f"/t/{sitting.code}/my-qr")
    link = lost.locator("[data-link-text], .link").first.inner_text()
    found = device()
    found.goto("/" + link.split("/", 3)[3])
    expect(found.locator("#strip")).to_be_visible()
    assert "/play" in found.url
    lost.context.clear_cookies()
    lost.goto(f"/t/{sitting.code}/play")
    assert "/play" not in lost.url  # without its secret it is just somebody who watches
    sitting.phones["Cy"] = found

    # A host corrects the first claim; what came after stays.
    host = sitting.phones["Ada"]
    host.locator('.tabs [data-tab="log"]').click()
    expect(host.locator("#log")).to_contain_text("claims Hamburg – Kiel")
    number = max(
        int(entry.get_attribute("id").split("-")[1])
        for entry in host.locator('#log li:not(.withdrawn):has-text("claims Hamburg – Kiel")').all()
    )
    correct_to(host, number, "ki", "kiel--schwerin")
    expect(sitting.screen.locator('.route[data-route="kiel--schwerin"]')).to_have_attribute(
        "data-owner", re.compile(".+")
    )
    expect(sitting.screen.locator("#lines")).to_contain_text("corrected")

    end_early(sitting)
    steps = watch_reveal(sitting)
    assert steps >= 6 + 2  # six tickets, two bonuses, then the ranking
    expect(sitting.screen.locator("#banner")).to_contain_text(re.compile("wins|share"))


def test_paris_with_a_flag(device: Device) -> None:
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
    phone.get_by_role("link", name=re.compile("score sheet|result", re.I)).first.click()
    expect(phone.locator("main")).to_contain_text("A flag from")


def test_london_with_a_district(device: Device) -> None:
    sitting = seated(device, "london", {"Ada": "red", "Bo": "blue", "Cy": "white"})
    begin(sitting, keep=1)
    first = sitting.mover()
    claim(sitting, "covent", "british-museum--covent-garden--1")
    draw_cards(sitting)
    draw_cards(sitting)
    end_early(sitting)
    watch_reveal(sitting)
    phone = sitting.phones[first]
    phone.get_by_role("link", name=re.compile("score sheet|result", re.I)).first.click()
    expect(phone.locator("main")).to_contain_text("District 1")
