"""Whole games of Europe, USA and New York: every new kind of move by tapping, the rest by bots.

Bots play in another process, which the pages find out by themselves.
"""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.browser.people import (
    Sitting,
    choose_opening,
    claim,
    expect_turn_passed,
    join,
    open_table,
    pick_route,
    start,
    watch_reveal,
)
from tests.support.browser.server import TV, Server
from tests.support.browser.watching import Devices

PLAY = """
import random
from games.management.commands.demo import play
from games.models import Table
play(Table.objects.get(code={code!r}), 1000, random.Random(4))
"""


def seated(device: Devices, slug: str, people: dict[str, str], keep: int) -> Sitting:
    sitting = open_table(device(TV), slug)
    for name, color in people.items():
        join(sitting, device(), name, color)
    start(sitting)
    for page in sitting.phones.values():
        choose_opening(page, keep)
    expect(sitting.screen.locator("body")).to_have_attribute("data-stage", "turns")
    return sitting


def played_out(sitting: Sitting, server: Server, folder: Path) -> list[dict[str, object]]:
    """Bots play to the end and the host leads through the reveal: the sheet as `replay` prints it,
    once the screen shows the same points."""
    server.manage("shell", "-c", PLAY.format(code=sitting.code))
    host = next(iter(sitting.phones.values()))
    expect(host.locator("body")).to_have_attribute("data-stage", "reveal")
    watch_reveal(sitting)
    link = host.get_by_role("link", name="Full score sheet").first.get_attribute("href")
    assert link is not None
    record = folder / "record.json"
    record.write_bytes(host.request.get(f"{link}record.json").body())
    rows = json.loads(server.manage("replay", str(record), "--json"))["players"]
    for seat, row in enumerate(rows):
        shown = sitting.screen.locator(f"#row-{seat} .points [data-text]").first
        expect(shown).to_have_attribute("data-text", re.compile(rf"^\s*{row['total']}$"))
    drawn: list[dict[str, object]] = rows
    return drawn


def tunnel(sitting: Sitting, letters: str, route: str, answer: str) -> None:
    before = sitting.mover()
    sheet = pick_route(sitting.phone(), letters, route)
    chip(sheet, answer).click()
    sheet.locator("button.go").click()
    expect_turn_passed(sitting, before)


def chip(sheet: Locator, value: str) -> Locator:
    return sheet.locator(f'label:has(input[name="tunnel"][value="{value}"])')


def build(sitting: Sitting, letters: str, place: str) -> None:
    before, phone = sitting.mover(), sitting.phone()
    phone.get_by_role("button", name="Build a station").click()
    phone.locator("#sheet #city").fill(letters)
    phone.locator(f'#sheet label:has([value="{place}"])').click()
    phone.locator("#sheet button.go").click()
    expect_turn_passed(sitting, before)


def owner(page: Page, route: str) -> Locator:
    return page.locator(f'.route[data-route="{route}"]').first


def test_a_whole_game_of_europe_with_five(device: Devices, server: Server, tmp_path: Path) -> None:
    people = {"Ada": "blue", "Bo": "red", "Cy": "green", "Di": "yellow", "Ed": "black"}
    sitting = seated(device, "europe", people, keep=2)
    first = sitting.mover()
    tunnel(sitting, "zü", "muenchen--zuerich", "2")
    expect(sitting.screen.locator("#lines")).to_contain_text("The tunnel costs 2 extra cards.")
    tunnel(sitting, "zü", "venezia--zuerich", "gave-up")
    expect(owner(sitting.screen, "venezia--zuerich")).not_to_have_attribute(
        "data-owner", re.compile(".+")
    )
    build(sitting, "wien", "wien")
    claim(sitting, "dieppe", "dieppe--london--1")  # a ferry
    rows = played_out(sitting, server, tmp_path)
    assert {"longest_path", "stations"} == set(rows[0]["bonuses"])  # type: ignore[call-overload]
    assert any("wien" in row["stations"] for row in rows)  # type: ignore[operator]
    assert rows[0]["name"] == first


@pytest.mark.parametrize(
    ("slug", "people", "keep", "move", "bonus"),
    [
        (
            "usa",
            {"Ada": "blue", "Bo": "red", "Cy": "green"},
            2,
            ("helena", "calgary--helena"),
            "longest_path",
        ),
        (
            "new-york",
            {"Ada": "blue", "Bo": "purple"},
            1,
            ("chelsea", "chelsea--soho"),
            "attractions",
        ),
    ],
)
def test_a_whole_game(
    device: Devices,
    server: Server,
    tmp_path: Path,
    slug: str,
    people: dict[str, str],
    keep: int,
    move: tuple[str, str],
    bonus: str,
) -> None:
    sitting = seated(device, slug, people, keep)
    claim(sitting, *move)
    rows = played_out(sitting, server, tmp_path)
    assert all(set(row["bonuses"]) == {bonus} for row in rows)  # type: ignore[call-overload]
    assert any(row["bonuses"][bonus] for row in rows)  # type: ignore[index]
