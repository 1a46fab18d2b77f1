"""Lists with more in them than there is room for say so, or lead on to the rest."""

from datetime import timedelta

import pytest
from django.test import Client

from games.pages.rendering import render
from games.rules.text import text
from tests.support.index_rows import NOON, named, played
from tests.support.markup import parsed, read

pytestmark = pytest.mark.django_db


def player_page() -> str:
    return f"/statistics/players/{named('Ada').pk}/"


def test_every_game_of_two_players_is_on_one_of_their_pages() -> None:
    games = [
        played(("Ada", 40, 1), ("Bo", 30, 2), at=NOON - timedelta(days=day)) for day in range(13)
    ]
    address, keys = f"{player_page()}against/?with={named('Bo').pk}&games=here", []
    path = address
    for rows, next_page in ((12, True), (1, False)):
        shown = read(Client().get(path))
        links = shown.all("tbody")[-1].values("href", "a")
        assert len(links) == rows
        keys += [link.split("/")[2] for link in links]
        ways = shown.values("href", "a", rel="next")
        assert bool(ways) is next_page
        if ways:
            path = address.partition("?")[0] + ways[0]
    assert keys == [game.table.key for game in games]
    assert Client().get(f"{address}&page=x").status_code == 200


@pytest.mark.parametrize(("others", "says"), [(10, False), (11, True)])
def test_opponents_who_are_not_listed_are_counted(others: int, says: bool) -> None:
    for number in range(others):
        played(("Ada", 40, 1), (f"Player {number}", 30, 2))
    shown = read(Client().get(player_page()))
    assert len(shown.one("select", id="with").all("option")) == others
    assert (f"10 of {others} opponents." in shown.text) is says


@pytest.mark.parametrize(("maps", "says"), [(3, False), (4, True)])
def test_points_are_drawn_for_three_maps_and_that_is_said(maps: int, says: bool) -> None:
    for map in ("london", "germany", "paris", "europe")[:maps]:
        played(("Ada", 40, 1), ("Bo", 30, 2), map=map)
    shown = read(Client().get(player_page())).text
    assert ("These are the maps they’ve played most." in shown) is says


def test_years_before_the_ones_drawn_are_linked() -> None:
    for year in range(4):
        played(("Ada", 40, 1), ("Bo", 30, 2), at=NOON - timedelta(days=365 * year))
    for page in (player_page(), "/statistics/"):
        shown = read(Client().get(page))
        assert len([path for path in shown.values("src", "img") if path.endswith(".png")]) == 3
        (earlier,) = [link for link in shown.all("a", href=True) if link.text == "2023"]
        assert Client().get(earlier["href"]).status_code == 200


@pytest.mark.parametrize(("seats", "room"), [(4, 6), (5, 4)])
def test_the_screen_says_how_many_more_awards_there_are(seats: int, room: int) -> None:
    def shown(count: int) -> list[str]:
        award = {"name": "", "cards": [], "why": text("Why.")}
        facts = {"cards": range(seats), "honours": {"records": [award] * count, "awards": []}}
        html = render("table/screen/honours.jinja", facts)
        return [item.text for item in parsed(html).all("li")]

    full = shown(room)
    assert len(full) == room
    assert not any("more" in item for item in full)
    cut = shown(room + 1)
    assert len(cut) == room
    assert cut[-1] == "and 2 more on the score sheet"
