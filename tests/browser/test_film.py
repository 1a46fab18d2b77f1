"""A film in a real browser: played, stepped through and jumped about in, by hand and by key."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_accessibility import complaints
from tests.support.browser.server import TV
from tests.support.browser.watching import PHONE

LATER = re.compile(r"^([3-9]|\d\d)$")


def at(page: Page) -> int:
    return int(page.locator("#film").get_attribute("data-at") or 0)


def opened(page: Page, query: str = "?at=1") -> Page:
    page.goto(f"/demo/london/{query}")
    expect(page.locator("#play")).to_be_visible()
    return page


def test_keys_step_and_jump_and_the_address_follows(device) -> None:
    page = opened(device(TV))
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#film")).to_have_attribute("data-at", "3")
    expect(page).to_have_url(re.compile(r"\?at=3&as=$"))
    page.keyboard.press("End")
    expect(page.locator("body")).to_have_attribute("data-stage", "result")
    page.keyboard.press("ArrowLeft")  # before the awards: the winner
    expect(page.locator("#crown")).to_be_visible()
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


def test_on_a_phone_the_lines_of_the_banner_begin_where_the_first_does(device) -> None:
    page = device({"width": 360, "height": 640})
    page.goto("/demo/germany/?at=1")
    begin = "css => document.querySelector(css).getBoundingClientRect().left"
    inset = "css => parseFloat(getComputedStyle(document.querySelector(css)).paddingLeft)"
    lines = ("#banner .aside", "#banner .now")
    expect(page.locator(lines[0])).to_be_visible()
    below, above = (page.evaluate(begin, css) + page.evaluate(inset, css) for css in lines)
    assert below == above > 0


def test_the_slider_goes_anywhere(device) -> None:
    page = opened(device(TV))
    page.locator("#reel").focus()
    page.keyboard.press("End")
    expect(page.locator("body")).to_have_attribute("data-stage", "result")
    page.locator("#reel").fill("20")
    expect(page.locator("#film")).to_have_attribute("data-at", "20")
    expect(page.locator("#reel")).to_have_attribute("aria-valuetext", re.compile("^20 of"))


@pytest.mark.parametrize("where", ["/demo/london/?at=20", "/demo/london/?step=2"])
def test_on_a_phone_on_its_side_what_is_tapped_is_not_small(device, where: str) -> None:
    page = device({"width": 844, "height": 390}, reduced_motion="reduce", locale="de")
    page.goto(where)
    controls = page.locator("#projector, #tour-controls").locator("a, button, select, summary")
    boxes = [one.bounding_box() for one in controls.all() if one.is_visible()]
    assert len(boxes) >= 5
    for box in boxes:
        assert box is not None
        assert box["height"] >= 36
        assert 0 <= box["x"] <= box["x"] + box["width"] <= 844
        assert box["y"] + box["height"] <= 390


def test_it_works_without_any_script(device) -> None:
    page = device(TV, java_script_enabled=False)
    page.goto("/demo/london/?at=20&as=1")
    page.get_by_role("link", name="One step forward").click()
    expect(page).to_have_url(re.compile("at=21&as=1"))
    expect(page.locator("#film .hand")).to_have_count(1)


def test_chapters_lead_to_what_happened_and_twenty_seconds_show_the_best_of_it(device) -> None:
    page = opened(device(TV))
    page.click("#chapters > summary")
    page.locator("#chapters a", has_text="The last round begins.").click()
    expect(page.locator("#caption")).to_have_text("The last round begins.")
    page.keyboard.press("Home")
    expect(page.locator("#caption")).to_be_hidden()
    first = page.locator("#highlight").get_attribute("data-moments").split()[0]
    page.click("#highlight")
    expect(page.locator("#film")).to_have_attribute("data-at", first)
    expect(page.locator("#highlight")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("End")  # anyone who takes hold of the film has it
    expect(page.locator("#highlight")).to_have_attribute("aria-pressed", "false")
    expect(page.locator("body")).to_have_attribute("data-stage", "result")
    assert complaints(page) == []
