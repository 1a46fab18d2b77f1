"""The pages of statistics."""

import random
from collections.abc import Sequence

import pytest
from django.db import connection
from django.db.models import Count
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.archive import player_names
from games.maps import library
from games.models import Player, Table
from games.upkeep import sample_games
from tests.support.index_rows import NOON, add_claims, add_tickets, named, played
from tests.support.markup import Element, inline, read
from tests.support.sittings import loaded

pytestmark = pytest.mark.django_db


def page(path: str, **cookies: str) -> Element:
    client = Client()
    client.cookies.load(cookies)
    reply = client.get(path)
    assert reply.status_code == 200
    return read(reply)


def test_without_a_game_the_pages_say_so() -> None:
    loaded("london")
    assert "No games have been finished here yet." in page("/statistics/").text
    london = page("/statistics/maps/london/")
    assert "Nobody has finished a game on this map here yet." in london.text


def test_after_one_game_the_pages_are_whole() -> None:
    board = library.board_of(loaded("london"))
    play = played(("Ada", 40, 1), ("Bo", 30, 2))
    add_claims(play, "Ada", board.routes[0].id)
    add_tickets(play, "Ada", **{board.tickets[0].id: True})
    links = page("/statistics/").values("href", "a")
    assert f"/statistics/players/{named('Ada').pk}/" in links
    assert f"/result/{play.table.key}/" in links
    london = page("/statistics/maps/london/")
    assert len(london.all(data_heat="5")) == 2, "one route, and the legend"
    assert len(london.all(data_heat="0")) == len(board.routes), "all others, and the legend"
    assert london.has(of_class="plot")
    ada = page(f"/statistics/players/{named('Ada').pk}/")
    assert not ada.has("polyline"), "a single game makes no line"
    assert f"/statistics/players/{named('Bo').pk}/" in ada.values("href", "a")


def test_the_page_of_a_map_leads_to_its_leaderboard() -> None:
    loaded("london")
    played(("Ada", 40, 1), ("Bo", 30, 2))
    here = "/statistics/leaderboard/?map=london"
    assert here in page("/statistics/maps/london/").values("href", "a")
    assert page(here).one("select", id="map").one("option", selected="").text == "London"
    asked = page("/statistics/maps/london/?games=all").values("href", "a")
    assert f"{here}&games=all" in asked


def test_nobody_is_named_for_nothing() -> None:
    board = library.board_of(loaded("london"))
    for _game in range(3):  # often enough for the lists of tickets
        play = played(("Ada", 0, 2), ("Bo", 0, 2), minutes=0, turns=0)
        play.scores.update(tickets_completed=0)
        add_tickets(play, "Ada", **{ticket.id: False for ticket in board.tickets[:2]})
    house = page("/statistics/")
    assert "Records" not in [heading.text for heading in house.all("h2")]
    assert not house.has("td", of_class="record-of")
    london = page("/statistics/maps/london/")
    headings = [heading.text for heading in london.all("h3")]
    assert "Least claimed" in headings
    assert "Most claimed" not in headings
    assert "Most completed" not in headings
    ada = page(f"/statistics/players/{named('Ada').pk}/")
    assert ada.one(aria_label="By map").all("td")[-1].text == "–"
    assert "Longest winning streak" not in ada.text
    year = Client().get(f"/statistics/players/{named('Ada').pk}/2026.svg").content.decode()
    assert "Best total" not in year
    assert "Best total" not in Client().get("/statistics/2026.svg").content.decode()


def test_pages_have_no_style_of_their_own(invented_games: Sequence[Table]) -> None:
    player = Player.objects.exclude(scores=None).first()
    assert player is not None
    for path in ("?demo=1", "maps/germany/?demo=1", f"players/{player.pk}/"):
        assert inline(page(f"/statistics/{path}")) == []


def test_numbers_in_drawings_stay_plain_in_german(invented_games: Sequence[Table]) -> None:
    player = Player.objects.exclude(scores=None).first()
    assert player is not None
    for path in ("?demo=1", "maps/germany/?demo=1", f"players/{player.pk}/"):
        html = page(f"/statistics/{path}", django_language="de")
        assert html.one("html")["lang"] == "de"
        for name in ("x", "y", "x1", "y1", "cx", "cy", "width", "height"):
            assert not [value for value in html.values(name) if "," in value], name


def test_more_games_ask_the_database_no_more_questions() -> None:
    for slug in ("germany", "london", "paris"):
        loaded(slug)

    def questions() -> list[int]:
        by_games = Player.objects.annotate(games=Count("scores")).order_by("-games", "pk")
        player = by_games[0]
        counts = []
        for path in ("?demo=1", "maps/germany/?demo=1", f"players/{player.pk}/"):
            page(f"/statistics/{path}")  # the boards are known afterwards
            with CaptureQueriesContext(connection) as asked:
                page(f"/statistics/{path}")
            counts.append(len(asked))
        return counts

    luck = random.Random(1)
    list(sample_games.generate_games(games=40, until=NOON, luck=luck))
    before = questions()
    list(sample_games.generate_games(games=40, until=NOON, luck=luck))
    assert questions() == before


def test_unknown_maps_and_players_and_people_without_a_name_have_no_page() -> None:
    played(("Ada", 40, 1), ("Bo", 30, 2))
    ada = named("Ada")
    player_names.anonymise(player=ada)
    client = Client()
    for path in ("maps/atlantis/", "players/9999/", f"players/{ada.pk}/"):
        assert client.get(f"/statistics/{path}").status_code == 404
    assert f"/statistics/players/{ada.pk}/" not in page("/statistics/").values("href")


def test_where_history_is_for_staff_so_are_statistics(
    settings: pytest.FixtureRequest, django_user_model: type, client: Client
) -> None:
    settings.HISTORY = "staff"  # type: ignore[attr-defined]
    played(("Ada", 40, 1), ("Bo", 30, 2))
    paths = ("/statistics/", "/statistics/maps/london/", f"/statistics/players/{named('Ada').pk}/")
    assert [client.get(path).status_code for path in paths] == [403, 403, 403]
    assert "/statistics/" not in read(client.get("/")).values("href"), "no way to a closed door"
    boss = django_user_model.objects.create_superuser("boss", "", "pass")  # type: ignore[attr-defined]
    client.force_login(boss)
    assert [client.get(path).status_code for path in paths] == [200, 200, 200]
    assert "/statistics/" in read(client.get("/")).values("href", "a")


def test_names_in_history_lead_to_their_figures() -> None:
    played(("Ada", 40, 1), ("Bo", 30, 2))
    ada = named("Ada")
    figures = f"/statistics/players/{ada.pk}/"
    assert figures in page(f"/history/?player={ada.pk}").values("href", "a")
    assert figures in page(f"/history/people/{ada.pk}/").values("href", "a")
    player_names.anonymise(player=ada)
    assert figures not in page(f"/history/people/{ada.pk}/").values("href")
