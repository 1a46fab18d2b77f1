"""The reveal on the TV: gaps, colours one by one, the changing ranking, the winner, awards."""

import re

from playwright.sync_api import expect

from tests.support.browser import states
from tests.support.browser.server import TV


def test_the_reveal_tells_its_stories_and_ends_with_winner_and_awards(server, device) -> None:
    links = states.demo(server, "germany", 10_000)
    screen = device(TV)
    screen.goto(links["Ada"])  # a host's screen
    screen.goto(links["Screen"])
    expect(screen.locator("#cue-next")).to_be_visible()
    phone = device()
    phone.goto(links["Ada"])
    phone.locator("#cue-auto").click()  # by itself, until somebody says stop
    expect(screen.locator("#show-1")).to_be_visible()
    phone.locator("#cue-auto").click()
    expect(screen.locator("#auto-step")).to_have_count(0)
    screen.locator("#cue-back").click()
    expect(screen.locator("#show-0")).to_have_count(1)
    screen.locator("#picture").click()  # a tap on the map goes on, and so does the space bar
    expect(screen.locator("#show-1")).to_have_count(1)
    screen.locator("#cue-back").click()
    expect(screen.locator("#show-0")).to_have_count(1)
    screen.evaluate("document.activeElement.blur()")
    screen.keyboard.press("Space")
    expect(screen.locator("#show-1")).to_have_count(1)
    screen.locator("#cue-back").click()
    expect(screen.locator("#show-0")).to_have_count(1)
    gaps, colors, orders = 0, set(), set()
    for step in range(1, 80):
        if screen.locator("#crown").count():
            break
        screen.locator("#cue-next").click()
        expect(screen.locator(f"#show-{step}, #crown")).to_have_count(1)
        gaps += screen.locator(".coupon.void .gaps li").count()
        if screen.locator(".race").count():
            colors.add(screen.locator(".race").get_attribute("data-color"))
        rows = screen.locator("#rows .row")
        orders.add(tuple(rows.nth(i).get_attribute("id") for i in range(rows.count())))
    assert gaps > 0, "failed tickets show what was missing"
    assert len(colors) > 3, "passengers are told colour by colour"
    assert len(orders) > 2, "the ranking moves meanwhile"
    expect(screen.locator("#crown")).to_be_visible()
    # It grows while it appears: it is measured when it has its size.
    grown = "crown => Promise.all(crown.getAnimations().map((one) => one.finished)).then(() => 0)"
    screen.locator("#crown").evaluate(grown)
    box = screen.locator("#crown svg").first.bounding_box()
    assert box is not None
    assert box["width"] > TV["width"] * 0.6, "the name fills the screen"
    expect(screen.locator(".crown-verdict")).to_have_text(re.compile(r"^with \d+ points$"))
    screen.locator("#cue-next").click()
    expect(screen.locator("#crown")).to_have_count(0)
    expect(screen.locator(".honours")).to_contain_text(re.compile("longest route", re.I))


def test_beside_five_on_a_wide_map_every_step_is_told_in_full(server, device) -> None:
    links = states.demo(server, "europe", 10_000)
    screen = device(TV)
    screen.goto(links["Ada"])  # a host's screen
    screen.goto(links["Screen"])
    for step in range(1, 80):
        screen.locator("#cue-next").click()
        expect(screen.locator(f"#show-{step}, #crown")).to_have_count(1)
        if screen.locator("#crown").count():
            break
        for control in screen.locator(".coupon > *, #rows .row").all():
            expect(control).to_be_in_viewport(ratio=1)
    expect(screen.locator("#crown")).to_have_count(1)
    screen.locator("#cue-next").click()
    for control in screen.locator("#take-home :is(a, select, button)").all():
        control.click(trial=True)  # nothing lies over it


def test_an_announcement_goes_when_the_next_stage_begins(server, device) -> None:
    screen = device(TV)
    screen.goto(states.demo(server, "london", 6)["Screen"])
    screen.evaluate(
        """() => {
          const news = document.getElementById("news");
          news.dataset.number = "99";
          news.innerHTML = `<p>${"A district! ".repeat(200)}</p>`; // minutes to read
          document.dispatchEvent(new Event("table"));
        }"""
    )
    expect(screen.locator("#announcement")).to_be_visible()
    screen.evaluate(
        """() => {
          document.getElementById("stage").dataset.stage = "reveal";
          document.dispatchEvent(new Event("table"));
        }"""
    )
    expect(screen.locator("#announcement")).to_be_hidden()
