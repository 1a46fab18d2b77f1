"""The history in a real browser: searching while typing, paging, going back, merging."""

import re

from playwright.sync_api import expect

from tests.browser.test_accessibility import complaints
from tests.support.browser.fitting import too_tight
from tests.support.browser.server import Server
from tests.support.browser.states import SMALL, TV, at, demo


def finished(server: Server, device, slug: str = "paris"):
    """A game whose host, Ada, has watched the reveal to its end. Bots played it, but it counts."""
    links = demo(server, slug, 10_000)
    real = "Table.objects.filter(demo=True, play=None).update(demo=False)"
    server.manage("shell", "-c", f"from games.models import Table; {real}")
    host = at(device, links["Ada"])
    while host.locator("body").get_attribute("data-stage") == "reveal":
        button = host.locator("#turn").get_by_role("button", name=re.compile("^Next"))
        before = host.locator("body").get_attribute("data-revision")
        button.click()
        expect(host.locator("body")).not_to_have_attribute("data-revision", before)
    return host


def test_games_are_found_as_somebody_types_and_going_back_works(server: Server, device) -> None:
    server.manage("makehistory", "60")
    page = at(device, "/history/?demo=1", TV)
    count = page.locator("#games .games-count")
    everything = count.inner_text()
    page.get_by_label("Name").fill("qqq")
    expect(count).to_have_text("0 games")
    assert "q=qqq" in page.url
    page.get_by_label("Name").fill("")
    expect(count).to_have_text(everything)
    page.get_by_role("link", name="Older").click()
    expect(page.locator("#games .pages")).to_contain_text("page 2")
    page.go_back()
    expect(page.locator("#games .pages")).to_contain_text("page 1")
    expect(page.get_by_role("heading", name="Past games")).to_be_visible()
    page.get_by_label("Map").select_option("paris")
    expect(page.locator("#games .map-name").first).to_have_text("Paris")
    assert complaints(page) == []
    page.locator("#games a.open-game").first.click()
    expect(page.locator("table.ranks")).to_be_visible()


def test_the_filters_show_what_is_chosen_on_a_small_phone_in_every_language(
    server: Server, device
) -> None:
    server.manage("makehistory", "5")
    for language in ("en-GB", "it-IT", "de-DE", "fr-FR"):
        page = at(device, "/history/?games=all", SMALL, locale=language)
        expect(page.locator("#kind")).to_be_visible()
        assert too_tight(page) == []


def test_the_host_of_a_game_merges_two_names_and_undoes_it(server: Server, device) -> None:
    host = finished(server, device)
    finished(server, device)
    server.manage(
        "shell", "-c",
        "from games.models import Play, Player, Score\n"
        "other, _ = Player.objects.get_or_create(name='Adda', spelling='adda', folded='adda')\n"
        "s = Score.objects.filter(name='Ada', play__demo=False).latest('pk')\n"
        "s.player = s.spelled = other; s.save()",
    )  # fmt: skip
    host.goto("/history/people/")
    assert complaints(host) == []
    host.get_by_label("Correct name").fill("Ada")
    host.get_by_label("Other spelling").fill("Adda")
    host.get_by_role("button", name="Compare both").click()
    assert complaints(host) == []
    host.get_by_role("button", name="Yes, merge them").click()
    row = host.locator(".mergings li", has_text="Adda is Ada")
    expect(row).to_be_visible()
    row.get_by_role("button", name="Undo").click()
    expect(host.locator("#toast")).to_contain_text("separate players again")
    host.get_by_role("link", name="Ada", exact=True).click()
    host.locator(".player-menu summary").click()
    host.get_by_role("link", name="Change the name").click()
    expect(host.get_by_role("button", name="Rename everywhere")).to_be_visible()
    assert complaints(host) == []
