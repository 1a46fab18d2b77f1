"""A film in a real browser: played, stepped through and jumped about in, by hand and by key."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.server import TV
from tests.support.browser.watching import PHONE

LATER = re.compile(r"^([3-9]|\d\d)$")


def at(page: Page) -> int:
    return int(page.locator("#film").get_attribute("data-at") or 0)


def opened(page: Page, query: str = "?at=1") -> Page:
    page.goto(f"/demo/london/{query}")
    expect(page.locator("#play")).to_be_visible()
    return page


def test_it_plays_by_itself_and_pauses_by_the_space_bar(device) -> None:
    page = device(TV)
    page.goto("/demo/london/")
    expect(page.locator("#play")).to_have_text(re.compile("Pause"))
    expect(page.locator("#film")).to_have_attribute("data-at", LATER)
    page.keyboard.press(" ")
    expect(page.locator("#play")).to_have_text(re.compile("Play"))
    stopped = at(page)
    page.wait_for_timeout(1500)
    assert at(page) - stopped <= 1  # one may have been on its way


def test_whoever_prefers_things_to_stand_still_starts_it_themselves(device) -> None:
    page = device(TV, reduced_motion="reduce")
    page.goto("/demo/london/")
    expect(page.locator("#play")).to_have_text(re.compile("Play"))
    page.wait_for_timeout(1500)
    assert at(page) == 1
    page.click("#play")
    expect(page.locator("#film")).to_have_attribute("data-at", LATER)


def test_keys_step_and_jump_and_the_address_follows(device) -> None:
    page = opened(device(TV))
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#film")).to_have_attribute("data-at", "3")
    expect(page).to_have_url(re.compile(r"\?at=3&as=$"))
    page.keyboard.press("End")
    expect(page.locator("body")).to_have_attribute("data-stage", "result")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("body")).to_have_attribute("data-stage", "reveal")
    page.keyboard.press("Home")
    expect(page.locator("#film")).to_have_attribute("data-at", "1")


@pytest.mark.parametrize("size", [TV, PHONE])
def test_map_scores_log_and_tickets_follow_a_jump(device, size: dict[str, int]) -> None:
    page = opened(device(None if size is PHONE else size))
    expect(page.locator(".route[data-owner]:not([data-owner=''])")).to_have_count(0)
    page.click("#scenes > summary")
    page.locator("#scenes a", has_text="claims").nth(5).click()
    expect(page.locator(".route[data-owner]:not([data-owner=''])")).to_have_count(6)
    expect(page.locator("#lines li").first).to_contain_text("claims")
    page.select_option("#as", "all")
    expect(page.locator("#film .hand")).to_have_count(3)
    shared = page.url
    page.goto("about:blank")
    page.goto(shared)  # as somebody it was sent to
    expect(page.locator(".route[data-owner]:not([data-owner=''])")).to_have_count(6)
    expect(page.locator("#film .hand")).to_have_count(3)
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0


def test_the_slider_goes_anywhere(device) -> None:
    page = opened(device(TV))
    page.locator("#reel").focus()
    page.keyboard.press("End")
    expect(page.locator("body")).to_have_attribute("data-stage", "result")
    page.locator("#reel").fill("20")
    expect(page.locator("#film")).to_have_attribute("data-at", "20")
    expect(page.locator("#reel")).to_have_attribute("aria-valuetext", re.compile("^20 of"))


def test_it_works_without_any_script(device) -> None:
    page = device(TV, java_script_enabled=False)
    page.goto("/demo/london/?at=20&as=1")
    page.get_by_role("link", name="One step on").click()
    expect(page).to_have_url(re.compile("at=21&as=1"))
    expect(page.locator("#film .hand")).to_have_count(1)
