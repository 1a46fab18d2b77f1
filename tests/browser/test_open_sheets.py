"""An open sheet follows the table while others log, and keeps what is filled in."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.browser.evening_states import claim_on, open_claim
from tests.support.browser.fingers import tick
from tests.support.browser.people import (
    Sitting,
    choose_opening,
    draw_cards,
    end_early,
    join,
    open_table,
    start,
)
from tests.support.browser.server import TV
from tests.support.browser.watching import Devices

ROUTE = "kings-cross--charterhouse"
COLORS = {
    "london": ("red", "blue", "white"),
    "germany": ("red", "black", "yellow"),
    "europe": ("red", "blue", "green"),
}


def begun(device: Devices, slug: str) -> tuple[Sitting, list[str]]:
    """Three people, and their names in the order of their turns."""
    sitting = open_table(device(TV), slug)
    names = ["Ada", "Bo", "Cy"]
    for name, color in zip(names, COLORS[slug], strict=True):
        join(sitting, device(), name, color)
    start(sitting)
    for page in sitting.phones.values():
        choose_opening(page, 2)
    first = names.index(sitting.mover())
    return sitting, names[first:] + names[:first]


def send(page: Page) -> Locator:
    return page.locator("#sheet .sheet-foot .go")


@pytest.fixture
def london(device: Devices) -> tuple[Sitting, list[str]]:
    return begun(device, "london")


def test_a_claim_sheet_says_whose_turns_are_still_missing(
    london: tuple[Sitting, list[str]],
) -> None:
    sitting, (first, second, last) = london
    page = sitting.phones[last]
    open_claim(page, ROUTE)
    expect(send(page)).to_contain_text(f"For me: {first} and {second} drew cards")
    expect(page.locator("#sheet .whose")).to_contain_text(f"It’s {first}’s turn.")
    page.locator("#sheet .paying > summary").click()
    page.get_by_role("button", name="more").click()
    page.get_by_role("button", name="more").click()
    draw_cards(sitting)
    expect(send(page)).to_contain_text(f"For me: {second} drew cards")
    expect(page.locator("#sheet .whose")).to_contain_text(f"It’s {second}’s turn.")
    expect(page.locator("#wilds")).to_have_value("2")
    expect(page.locator("#sheet .card.wild")).to_have_count(2)
    draw_cards(sitting)
    expect(send(page)).to_contain_text("Claim for 4 points")
    expect(page.locator("#sheet .whose")).not_to_contain_text("turn")
    expect(page.locator("#wilds")).to_have_value("2")
    send(page).click()
    expect(page.locator("#sheet")).not_to_be_visible()
    page.locator('.tabs [data-tab="log"]').click()
    expect(page.locator("#log li").first).to_contain_text(f"{last} claims")
    expect(page.locator("#log .filled")).to_have_count(0)


def test_the_button_says_which_route_it_claims(london: tuple[Sitting, list[str]]) -> None:
    sitting, (first, second, last) = london
    page = sitting.phones[last]
    open_claim(page, ROUTE)
    name = f"For me: {first} and {second} drew cards King's Cross – The Charterhouse"
    expect(page.get_by_role("button", name=name)).to_be_visible()
    other = page.get_by_role("button", name=f"For {first} King's Cross – The Charterhouse")
    expect(other).to_be_visible()


def test_a_sheet_of_a_route_that_somebody_takes_meanwhile_says_so(
    london: tuple[Sitting, list[str]],
) -> None:
    sitting, (first, _second, last) = london
    page, quicker = sitting.phones[last], sitting.phones[first]
    open_claim(page, ROUTE)
    open_claim(quicker, ROUTE)
    send(quicker).click()
    expect(page.locator("#sheet .note")).to_contain_text(f"{first} was faster.")
    expect(page.locator("#sheet .note")).to_contain_text(f"belongs to {first}")
    expect(send(page)).to_have_count(0)
    page.get_by_role("link", name="Pick another route").or_(
        page.get_by_role("button", name="Pick another route")
    ).click()
    expect(page.locator("#sheet .routerow").first).to_be_visible()


def test_a_sheet_says_when_somebody_else_logs_the_turn_it_is_for(
    london: tuple[Sitting, list[str]],
) -> None:
    sitting, (first, second, last) = london
    to_move, waiting = sitting.phones[first], sitting.phones[second]
    for page in (to_move, waiting):
        open_claim(page, ROUTE)
    expect(send(to_move)).to_contain_text("Claim for 4 points")
    offered = f"For me: {first} drew cards"
    expect(send(waiting)).to_contain_text(offered)
    waiting.locator("#sheet .paying > summary").click()
    waiting.get_by_role("button", name="more").click()
    claim_on(sitting.phones[last], "british-museum--piccadilly-circus")
    for page, name in ((to_move, first), (waiting, second)):
        note = page.locator("#sheet .note")
        expect(note).to_have_text(f"Logged in the meantime: {name} draws cards.")
    # The buttons are right, and say what they said before: it would be the next turn.
    expect(send(to_move)).to_contain_text("Claim for 4 points")
    expect(send(waiting)).to_contain_text(offered)
    expect(waiting.locator("#wilds")).to_have_value("1")
    to_move.keyboard.press("Escape")
    draw_cards(sitting)
    expect(send(waiting)).to_contain_text("Claim for 4 points")
    expect(waiting.locator("#sheet .note")).to_contain_text(f"{second} draws cards.")


def test_passengers_stay_chosen_while_they_are_waiting(device: Devices) -> None:
    sitting, (first, _second, last) = begun(device, "germany")
    page = sitting.phones[last]
    open_claim(page, "berlin--leipzig")
    chosen = page.locator("#sheet .riders").first.locator("input").last
    tick(chosen)
    draw_cards(sitting)
    expect(send(page)).not_to_contain_text(first)
    expect(chosen).to_be_checked()


def test_a_passenger_left_out_is_asked_for_in_our_own_words(device: Devices) -> None:
    sitting, (first, *_others) = begun(device, "germany")
    page = sitting.phones[first]
    open_claim(page, "berlin--leipzig")
    questions = page.locator("#sheet .riders:not(:has(:checked))")
    open_questions = questions.count()
    assert open_questions > 0
    send(page).click()
    asked = page.locator("#sheet .unanswered:visible")
    expect(asked).to_have_count(open_questions)
    expect(asked.first).to_contain_text("Who boards in")
    expect(questions.first.locator("input").first).to_be_focused()
    tick(questions.first.locator("input").last)
    expect(asked).to_have_count(open_questions - 1)


def test_tickets_and_stations_follow_too(device: Devices) -> None:
    sitting, (first, second, last) = begun(device, "europe")
    page = sitting.phones[last]
    page.get_by_role("button", name="Build a station").click()
    page.locator("#sheet #city").fill("ber")
    tick(page.locator('#sheet input[name="place"][value="berlin"]'))
    expect(send(page)).to_contain_text(f"For me: {first} and {second} drew cards")
    draw_cards(sitting)
    expect(send(page)).to_contain_text(f"For me: {second} drew cards")
    expect(page.locator('#sheet input[name="place"]:checked')).to_have_value("berlin")
    expect(page.locator("#sheet #cities li:visible")).to_have_count(1)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Draw tickets").click()
    expect(page.locator("#sheet .rule").first).to_contain_text(f"note that {second} drew cards")
    draw_cards(sitting)
    expect(page.locator("#sheet .whose")).to_be_visible()
    expect(page.locator("#sheet")).not_to_contain_text(f"{second} drew cards")


def test_a_sheet_that_is_open_when_the_game_ends_stays_and_asks_for_nothing(
    london: tuple[Sitting, list[str]],
) -> None:
    sitting, (_first, second, _last) = london
    page = sitting.phones[second if second != "Ada" else "Bo"]  # Ada is host
    open_claim(page, ROUTE)
    end_early(sitting)
    expect(page.locator("body")).to_have_attribute("data-stage", "reveal")
    page.wait_for_load_state("networkidle")  # no answer of 422, which the watch would complain of
    expect(page.locator("#sheet form.claim")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#turn .reveal")).to_be_visible()
