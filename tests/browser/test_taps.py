"""A whole game in Germany by five phones, tap by tap: how many it takes, and for what.

Nobody logs a card draw. Moving the map doesn't count as a tap.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from playwright.sync_api import Locator, Page, expect

from games.rules import record
from tests.support.boards import board, sheet
from tests.support.browser.fingers import tap_route
from tests.support.browser.people import Sitting, open_table
from tests.support.browser.scripted_game import Cards, Claim, Script, Tickets, germany
from tests.support.browser.server import TV
from tests.support.browser.watching import Devices
from tests.support.recount import recount

NAMES = ["Ada", "Bo", "Cy", "Di", "Eve"]
MOST = 230
KINDS = (
    "sitting down",
    "opening tickets",
    "claims",
    "passenger choices",
    "ticket draws",
    "card draws",
    "last round",
    "reveal",
)


@dataclass
class Fingers:
    """Everybody's fingers: each tap is counted by what it was for."""

    taps: Counter[str] = field(default_factory=Counter)

    def tap(self, kind: str, what: Locator) -> None:
        what.tap()
        self.taps[kind] += 1

    def tap_route(self, page: Page, route: str) -> None:
        tap_route(page, route)
        self.taps["claims"] += 1


# -- What people do ------------------------------------------------------------------------------


def sit_down(fingers: Fingers, sitting: Sitting, page: Page, name: str, color: str) -> None:
    page.goto(f"/t/{sitting.code}/")
    page.locator("#name").blur()  # no phone opens its keyboard without a tap
    fingers.tap("sitting down", page.locator(f'label:has(input[value="{color}"])'))
    page.keyboard.type(name)
    fingers.tap("sitting down", page.locator("#sit"))
    page.wait_for_url("**/play")
    sitting.phones[name] = page


def choose(fingers: Fingers, page: Page, kind: str, drawn: Tickets) -> None:
    """Announce the mix, look, tick what is kept, keep it."""
    short = f'form:has(input[name="deck-short"][value="{drawn.mix[0]}"]) button.mix'
    fingers.tap(kind, page.locator(short))
    for i in range(drawn.kept):
        ticket = page.locator(".offer .pickable").nth(i)
        expect(ticket).to_be_visible()
        fingers.tap(kind, ticket)
    fingers.tap(kind, page.locator("[data-keep-button]"))
    expect(page.locator(".offer")).to_have_count(0)


def claim(fingers: Fingers, page: Page, route: str) -> None:
    """The route on the map, passengers where there is a choice, one confirm."""
    fingers.tap_route(page, route)
    form = page.locator(f'#sheet form.claim:has([name="route"][value="{route}"])')
    expect(form).to_be_visible()
    ends = form.locator(".riders:not(:has(:checked))")
    while ends.count():
        fingers.tap("passenger choices", ends.first.locator("label.chip").first)
    fingers.tap("claims", form.locator("button.go"))
    expect(page.locator("#sheet")).not_to_be_visible()
    expect(page.locator(f'.route[data-route="{route}"]')).not_to_have_attribute("data-owner", "")


def see_the_same(page: Page, other: Page) -> None:
    """What one phone shows has come to the other: nothing moves under the finger now."""
    number = other.locator("#turn").get_attribute("data-number") or ""
    expect(page.locator("#turn")).to_have_attribute("data-number", number)


def play(fingers: Fingers, sitting: Sitting, script: Script) -> None:
    phones = [sitting.phones[name] for name in NAMES]
    before = phones[0]
    for turn in script.turns:
        if isinstance(turn, Cards):
            continue  # nobody logs it
        page = phones[turn.seat]
        see_the_same(page, before)
        before = page
        match turn:
            case Claim(_, route):
                claim(fingers, page, route)
            case Tickets():
                fingers.tap("ticket draws", page.get_by_role("button", name="Draw tickets"))
                choose(fingers, page, "ticket draws", turn)


def finish(fingers: Fingers, host: Page) -> None:
    """Anyone who drew cards in the last round has not said so."""
    fingers.tap("last round", host.get_by_role("button", name="All last turns taken"))
    fingers.tap("last round", host.locator("#ask").get_by_role("button", name="Yes"))
    expect(host.locator("body")).to_have_attribute("data-stage", "reveal")


def watch_reveal(fingers: Fingers, sitting: Sitting) -> int:
    """The screen leads through it by itself; how many steps that are."""
    screen, host = sitting.screen, sitting.phones[NAMES[0]]
    steps = int(screen.locator("#banner .banner-where").inner_text().split()[-1])
    screen.clock.install()
    fingers.tap("reveal", screen.locator("#cue-auto"))
    for _step in range(2 * steps):
        if host.locator("body").get_attribute("data-stage") == "result":
            break
        revision = screen.locator("body").get_attribute("data-revision") or ""
        screen.clock.fast_forward(15_000)  # longer than a step can be
        expect(screen.locator("body")).not_to_have_attribute("data-revision", revision)
    return steps


# -- What it took ----------------------------------------------------------------------------------


def by_hand(taps: Counter[str], script: Script, steps: int) -> Counter[str]:
    """The same game where every card draw is logged and the host leads through the reveal."""
    drawn = script.count(Cards)
    return Counter({**taps, "card draws": drawn, "last round": 0, "reveal": steps})


def table_of(taps: Counter[str], before: Counter[str]) -> str:
    rows = [f"{kind:<20}{taps[kind]:>6}{before[kind]:>16}" for kind in KINDS]
    head = f"{'taps of five phones':<20}{'now':>6}{'all logged':>16}"
    return "\n".join([head, *rows, f"{'together':<20}{taps.total():>6}{before.total():>16}"])


def test_a_game_of_five_takes_230_taps_and_none_for_a_card_draw(
    device: Devices, figure: Callable[[str], None]
) -> None:
    script, fingers = germany(NAMES), Fingers()
    assert (script.count(Claim), script.count(Tickets)) == (65, 10)
    sitting = open_table(device(TV, has_touch=True), "germany")
    for name, color in zip(NAMES, board("germany").player_colors, strict=True):
        sit_down(fingers, sitting, device(), name, color)
    host = sitting.phones[NAMES[0]]
    fingers.tap("opening tickets", host.get_by_role("button", name="Start the game"))
    for drawn in script.opening:
        choose(fingers, sitting.phones[NAMES[drawn.seat]], "opening tickets", drawn)
    for page in sitting.phones.values():
        expect(page.locator("body")).to_have_attribute("data-stage", "turns")
    play(fingers, sitting, script)
    finish(fingers, host)
    steps = watch_reveal(fingers, sitting)

    before = by_hand(fingers.taps, script, steps)
    figure(table_of(fingers.taps, before))
    assert fingers.taps["card draws"] == 0
    assert fingers.taps.total() <= MOST

    # The score is right: the record says what was played, and two others count it.
    address = host.locator('a[href^="/result/"]').first.get_attribute("href")
    written = host.request.get(f"{address}record.json").json()
    counted = {row["name"]: row["total"] for row in recount(written, sheet("germany"))}
    replayed = record.replay(record.read(written), board("germany")).state
    assert counted == {row["name"]: row["total"] for row in record.summary(replayed)["players"]}
    for name in NAMES:
        row = host.locator(".final-ranking li", has_text=name)
        expect(row.locator("> b")).to_have_text(str(counted[name]))
    claims = [move for move in written["moves"] if move["action"] == "claim_route"]
    assert [(move["player"], move["route"]) for move in claims] == [
        (NAMES[turn.seat], turn.route) for turn in script.turns if isinstance(turn, Claim)
    ]
