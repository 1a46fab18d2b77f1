"""The demo in half a minute, in a real browser: a TV, two phones, three captions, and a table."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_accessibility import complaints
from tests.support.browser.server import TV
from tests.support.browser.watching import PHONE

LATER = re.compile(r"^([3-9]|\d\d)$")


def step(page: Page) -> int:
    return int(page.locator("#tour").get_attribute("data-step") or 0)


def test_it_plays_by_itself_and_pauses_by_the_space_bar(device) -> None:
    page = device(TV)
    page.goto("/demo/london/")
    expect(page.locator("#play")).to_have_text(re.compile("Pause"))
    expect(page.locator("#tour")).to_have_attribute("data-step", LATER, timeout=15_000)
    page.keyboard.press(" ")
    expect(page.locator("#play")).to_have_text(re.compile("Play"))
    stopped = step(page)
    page.wait_for_timeout(4000)
    assert step(page) == stopped


def test_people_who_like_things_to_stand_still_go_step_by_step(device) -> None:
    page = device(TV, reduced_motion="reduce")
    page.goto("/demo/london/")
    expect(page.locator("#play")).to_have_text(re.compile("Play"))
    page.wait_for_timeout(4000)
    assert step(page) == 1
    page.keyboard.press("ArrowRight")
    expect(page.locator("#tour")).to_have_attribute("data-step", "2")


@pytest.mark.parametrize("size", [TV, PHONE])
def test_a_claim_goes_from_the_phone_to_the_tv_and_the_end_is_a_table(
    device, size: dict[str, int]
) -> None:
    page = device(None if size is PHONE else size)
    page.goto("/demo/london/?step=2")
    expect(page.locator(".handset")).to_have_count(2)
    expect(page.locator(".handset-go")).to_have_text("Claim for 1 point")
    owned = page.locator(".route[data-owner]:not([data-owner=''])")
    before = owned.count()
    page.get_by_role("link", name="One step forward").click()
    expect(owned).to_have_count(before + 1)
    captions = set()
    while step(page) < int(page.locator("#tour-controls").get_attribute("data-last") or 0):
        captions.add(page.locator("#caption").inner_text())
        at = step(page)
        page.keyboard.press("ArrowRight")
        expect(page.locator("#tour")).to_have_attribute("data-step", str(at + 1))
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert len(captions) == 3
    expect(page.locator("body")).to_have_attribute("data-stage", "result")
    expect(page.locator("#finale")).to_be_visible()
    assert complaints(page) == []
    page.click("#finale-open")
    expect(page).to_have_url(re.compile(r"/t/[A-Z]{4}/screen$"))


@pytest.mark.parametrize("slug", ["germany", "paris"])
def test_on_a_small_phone_the_claim_is_seen_above_the_controls(device, slug: str) -> None:
    page = device({"width": 360, "height": 640}, locale="de", reduced_motion="reduce")
    page.goto(f"/demo/{slug}/?step=2")
    claim = page.locator(".handset-go").bounding_box()
    controls = page.locator("#tour-controls").bounding_box()
    assert claim is not None
    assert controls is not None
    assert claim["y"] + claim["height"] <= controls["y"]


def test_the_tour_works_without_any_script(device) -> None:
    page = device(TV, java_script_enabled=False)
    page.goto("/demo/london/?step=3")
    page.get_by_role("link", name="One step forward").click()
    expect(page).to_have_url(re.compile("step=4"))
    expect(page.locator(".handset-tickets .completed").first).to_be_visible()


def test_home_shows_the_tv_with_phones_and_leads_to_the_demo(device) -> None:
    page = device(TV)
    page.goto("/")
    expect(page.locator(".showcase .handset")).to_have_count(2)
    page.click(".showcase")
    expect(page.locator("#tour")).to_be_visible()
