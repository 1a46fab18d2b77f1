"""Every page and state worth looking at, reached by real use: for axe and for screenshots."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, expect

from tests.support.browser.languages import sentence, word
from tests.support.browser.people import Sitting, choose_opening, join, open_table, start
from tests.support.browser.server import TV, Server, free_port
from tests.support.browser.watching import Devices

DESK = {"width": 1440, "height": 900}
SMALL = {"width": 360, "height": 640}
PASSWORD = "a-long-word-for-tests"
PEOPLE = {
    "germany": {"Ada": "red", "Bo": "black", "Cy": "yellow"},
    "london": {"Ada": "red", "Bo": "blue", "Cy": "white"},
    "paris": {"Ada": "red", "Bo": "blue", "Cy": "yellow"},
}
READY = ("No problems: this sheet can be published.", "Only warnings: this sheet can be published.")
FIRED = (
    "from games.table.snapshot import at_entry, load\n"
    "game = load('{code}').started_game\n"
    "states = (at_entry(game, entry.number).state for entry in game.entries)\n"
    "print('№', next(state.turns_played for state in states if state.final_round))"
)
State = tuple[str, Page]


def demo(server, slug: str, turns: int) -> dict[str, str]:
    """Links of a table in the middle of a game: `Screen` and one per player."""
    printed = server.manage("demo", slug, "--turns", str(turns), "--seed", "4")
    links = dict(line.split(": ", 1) for line in printed.strip().splitlines())
    return {name: "/" + link.split("/", 3)[3] for name, link in links.items()}


def at(device: Devices, address: str, size: dict[str, int] | None = None, **options) -> Page:
    page = device(size, **options)
    page.goto(address)
    page.wait_for_load_state("networkidle")
    return page


def doors(server, device: Devices) -> Iterator[State]:
    """The public pages."""
    yield "home-tv", at(device, "/", TV)
    yield "home-phone", at(device, "/")
    yield "rules-germany-phone", at(device, "/rules/germany/")
    with device.allow("^404: GET .*/t/ZZZZ/$"):
        yield "no-table-phone", at(device, "/t/ZZZZ/")


def on_both(device: Devices, name: str, address: str) -> Iterator[State]:
    for size, kind in ((TV, "tv"), (None, "phone")):
        page = at(device, address, size)
        yield f"{name}-{kind}", page
        page.context.close()


def looking_back(server, device: Devices) -> Iterator[State]:
    """The pages about finished games: three of them are a series."""
    server.manage("makehistory", "40", "--seed", "3")
    code = (
        "from collections import defaultdict\n"
        "from games.models import Play, Series, Table\n"
        "together = defaultdict(list)\n"
        "for play in Play.objects.prefetch_related('scores').order_by('pk'):\n"
        "    together[frozenset(s.player_id for s in play.scores.all())].append(play)\n"
        "plays = max(together.values(), key=len)[:3]\n"
        "Table.objects.filter(play__in=plays).update(series=Series.objects.create(best_of=5))\n"
        "print('№', plays[0].table.key, plays[0].scores.first().player_id)"
    )
    key, player = server.manage("shell", "-c", code).split("№")[1].split()
    for name, address in (
        ("history", "/history/?demo=1"),
        ("people", "/history/people/?demo=1"),
        ("player", f"/statistics/players/{player}/"),
        ("statistics", "/statistics/?demo=1"),
        ("statistics-germany", "/statistics/maps/germany/?demo=1"),
        ("demo-germany", "/demo/germany/?at=30&as=all"),
        ("replay", f"/result/{key}/replay?at=30"),
        ("result-in-a-series", f"/result/{key}/"),
        ("series", f"/result/{key}/series"),
    ):
        yield from on_both(device, name, address)


def in_a_new_house(device: Devices, folder: Path) -> Iterator[State]:
    """A new server: empty history, too many guesses, and a breakdown in the end."""
    house = Server(folder, free_port())
    house.manage("setup")
    house.start()
    try:
        for name, address in (
            ("history-empty", "/history/"),
            ("people-empty", "/history/people/"),
            ("statistics-empty", "/statistics/"),
            ("import", "/history/import/"),
        ):
            yield from on_both(device, name, house.url + address)
        for size, kind in ((TV, "tv"), (None, "phone")):
            guessing = device(size)
            with device.allow("^(404|429): GET .*/t/ZZZZ/$"):
                while guessing.goto(f"{house.url}/t/ZZZZ/").status == 404:
                    pass
                yield f"too-many-{kind}", guessing
        drop = "from django.db import connection as c; c.cursor().execute('DROP TABLE games_play')"
        house.manage("shell", "-c", drop)
        with device.allow("^503: GET .*/history/$"):
            yield from on_both(device, "out-of-service", f"{house.url}/history/")
    finally:
        house.kill()


def lobby(server, device: Devices, slug: str) -> Iterator[State]:
    sitting = open_table(device(TV), slug)
    yield f"lobby-empty-{slug}-tv", sitting.screen
    joining = at(device, f"/t/{sitting.code}/")
    yield f"join-{slug}-phone", joining
    for name, color in PEOPLE[slug].items():
        join(sitting, device(), name, color)
    yield f"lobby-{slug}-tv", sitting.screen
    yield f"lobby-host-{slug}-phone", sitting.phones["Ada"]
    yield f"lobby-guest-{slug}-phone", sitting.phones["Bo"]
    yield from opening(sitting, slug)


def opening(sitting: Sitting, slug: str) -> Iterator[State]:
    start(sitting)
    sitting.screen.wait_for_timeout(4500)  # the animation of the draw for the first player is over
    yield f"opening-{slug}-tv", sitting.screen
    ada, bo = sitting.phones["Ada"], sitting.phones["Bo"]
    yield f"opening-{slug}-phone", ada
    choose_opening(bo, 2 if slug == "germany" else 1)
    yield f"opening-chosen-{slug}-phone", bo


def playing(server, device: Devices, slug: str, turns: int) -> Iterator[State]:
    links = demo(server, slug, turns)
    screen = at(device, links["Screen"], TV)
    yield f"turns-{slug}-tv", screen
    phones = {name: at(device, link) for name, link in links.items() if name != "Screen"}
    mine = {page: page.locator("#strip").get_attribute("data-mine") for page in phones.values()}
    mover = next(page for page in mine if mine[page])
    other = next(page for page in mine if not mine[page])
    yield f"my-turn-{slug}-phone", mover
    yield f"not-my-turn-{slug}-phone", other
    yield from sheets(mover, slug)
    yield from tabs(phones["Ada"], slug)
    if slug == "germany":  # the same on every map
        yield from lights(phones["Ada"])


def sheets(page: Page, slug: str) -> Iterator[State]:
    """The list of routes and the confirm sheet."""
    page.get_by_role("button", name=word(page, "Claim a route")).click()
    expect(page.locator("#sheet #routes")).to_be_visible()
    yield f"routes-{slug}-phone", page
    page.locator("#sheet a.routerow").first.click()
    expect(page.locator("#sheet form.claim")).to_be_visible()
    yield f"claim-{slug}-phone", page
    page.keyboard.press("Escape")
    expect(page.locator("#sheet")).not_to_be_visible()


def tabs(page: Page, slug: str) -> Iterator[State]:
    page.locator('.tabs [data-tab="tickets"]').click()
    yield f"tickets-hidden-{slug}-phone", page
    hold = page.locator("#tickets .hold-button")
    if hold.count():
        hold.focus()
        page.keyboard.down("Space")
        yield f"tickets-held-{slug}-phone", page
        page.keyboard.up("Space")
    page.locator('.tabs [data-tab="table"]').click()
    yield f"table-{slug}-phone", page
    page.locator('.tabs [data-tab="log"]').click()
    expect(page.locator("#log li").first).to_be_visible()
    yield f"log-{slug}-phone", page
    page.locator('.tabs [data-tab="play"]').click()


def lights(page: Page) -> Iterator[State]:
    """A host makes the address of the event stream, and revokes it."""
    page.locator('.tabs [data-tab="table"]').click()
    page.locator("#seats #events").click()
    page.locator("#make-events").click()
    expect(page.locator("#stream-address")).to_contain_text("ws://")
    page.wait_for_load_state("load")
    yield "lights-address-phone", page
    page.get_by_role("link", name=word(page, "Back to the game")).click()
    page.locator('.tabs [data-tab="table"]').click()
    page.locator("#seats #events").click()
    expect(page.locator("#revoke-events")).to_be_visible()
    page.wait_for_load_state("load")
    yield "lights-phone", page
    page.locator("#revoke-events").click()
    expect(page.locator("#revoke-events")).to_have_count(0)


def ending(server, device: Devices, slug: str) -> Iterator[State]:
    """From the last turn to the ranking."""
    links = demo(server, slug, 10_000)
    screen = at(device, links["Screen"], TV)
    host = at(device, links["Ada"])
    yield f"reveal-begins-{slug}-tv", screen
    seen: set[str] = set()
    for _step in range(100):
        if host.locator("body").get_attribute("data-stage") != "reveal":
            break
        button = host.locator("#turn").get_by_role(
            "button", name=re.compile(f"^{word(host, 'Next')}")
        )
        before = button.inner_text()
        button.click()
        expect(host.locator("#turn")).not_to_contain_text(before.split()[-1])
        for kind in ("completed", "failed"):
            if kind not in seen and host.locator(f"#turn .ticket.huge.{kind}").count():
                seen.add(kind)
                screen.wait_for_timeout(900)
                yield f"reveal-{kind}-{slug}-tv", screen
                yield f"reveal-{kind}-{slug}-phone", host
        if "bonus" not in seen and host.locator("#turn .shown .tall").count():
            seen.add("bonus")
            screen.wait_for_timeout(900)
            yield f"reveal-bonus-{slug}-tv", screen
    screen.wait_for_timeout(1500)
    yield f"ranking-{slug}-tv", screen
    yield f"ranking-{slug}-phone", host
    address = host.locator('a[href^="/result/"]').first.get_attribute("href")
    yield f"result-{slug}-phone", at(device, address)
    yield f"result-{slug}-tv", at(device, address, TV)


def last_round(server, device: Devices, slug: str = "paris") -> Iterator[State]:
    """The game stopped when the last round has fired and is not over."""
    code = demo(server, slug, 10_000)["Screen"].split("/")[2]
    turns = server.manage("shell", "-c", FIRED.format(code=code)).split("№")[1]
    links = demo(server, slug, int(turns))  # the same game, a little shorter
    screen = at(device, links["Screen"], TV)
    expect(screen.locator("#banner .last-round")).to_be_visible()
    yield f"last-round-{slug}-tv", screen
    yield f"last-round-{slug}-phone", at(device, links["Ada"])
    yield f"last-round-{slug}-small-phone", at(device, links["Ada"], SMALL)


def editor(server, device: Devices, size: dict[str, int] = DESK, **options) -> Page:
    """The browser of somebody who may edit maps, signed in."""
    server.manage(
        "shell",
        "-c",
        "from django.contrib.auth.models import User\n"
        "if not User.objects.filter(username='editor').exists():\n"
        f"    User.objects.create_superuser('editor', '', '{PASSWORD}')",
    )
    return sign_in(device(size, **options))


def sign_in(page: Page) -> Page:
    page.goto("/admin/login/?next=/admin/sheets/new")
    page.fill("#id_username", "editor")
    page.fill("#id_password", PASSWORD)
    page.locator("#login-form [type=submit]").click()
    page.wait_for_url("**/admin/sheets/new")
    return page


def sheet_of(server, slug: str) -> int:
    """The number of the published sheet, as addresses have it."""
    code = (
        f"from games.maps import library; print('№', library.versions('{slug}').get(version=1).pk)"
    )
    return int(server.manage("shell", "-c", code).split("№")[1])


def drawing_board(server, device: Devices) -> Iterator[State]:
    """A map sheet on the drawing board, with each kind of thing selected."""
    page = editor(server, device)
    yield "editor-new", page
    page.goto(f"/admin/sheets/{sheet_of(server, 'germany')}/draw")
    yield "editor-published", page
    page.locator("main button.main").click()
    page.wait_for_url("**/draw")
    expect(page.locator("#verdict")).to_contain_text(sentence(page, *READY))
    page.locator('[data-place="berlin"] .disc').click()
    yield "editor-place", page
    page.get_by_role("tab", name=word(page, "Routes")).click()
    page.locator('[data-route="berlin--dresden"] .b-space').nth(2).click()
    yield "editor-route", page
    page.get_by_role("tab", name=word(page, "Tickets")).click()
    page.locator('[data-id="berlin--frankfurt"]').click()
    yield "editor-ticket", page
    page.get_by_role("tab", name=word(page, "Settings")).click()
    yield "editor-settings", page
    page.get_by_role("button", name=word(page, "Commands")).click()
    yield "editor-commands", page
    page.keyboard.press("Escape")
    page.get_by_role("button", name=word(page, "Preview")).first.click()
    expect(page.locator("#preview svg")).to_be_visible()
    yield "editor-preview", page
    page.get_by_role("button", name=word(page, "Preview")).first.click()
    page.locator('[data-place="erfurt"] .disc').click()
    page.keyboard.press("Delete")
    page.locator('[data-route="berlin--dresden"] .b-space').nth(2).click()
    page.keyboard.press("n")
    page.get_by_role("tab", name=word(page, "Problems")).click()
    expect(page.locator("#problems .error").first).to_be_visible()
    yield "editor-problems", page


def new_house(server, device: Devices) -> Iterator[State]:
    with TemporaryDirectory() as folder:
        yield from in_a_new_house(device, Path(folder))


def on_map(slug: str, turns: int) -> Callable[[Server, Devices], Iterator[State]]:
    """An evening on one map: the lobby, the middle of a game, and its end."""

    def states(server, device: Devices) -> Iterator[State]:
        yield from lobby(server, device, slug)
        yield from playing(server, device, slug, turns)
        yield from ending(server, device, slug)

    return states


PARTS = {
    "doors": doors,
    "looking-back": looking_back,
    "new-house": new_house,
    "editor": drawing_board,
    "germany": on_map("germany", 70),
    "london": on_map("london", 22),
    "paris": on_map("paris", 26),
}


def every(server, device: Devices) -> Iterator[State]:
    for part in PARTS.values():
        yield from part(server, device)
