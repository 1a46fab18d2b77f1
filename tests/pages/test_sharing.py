"""A result to show others: its picture, and the link that hands it to BG Stats."""

import json
import re
import struct
from datetime import datetime
from urllib.parse import parse_qs, urlsplit
from xml.etree import ElementTree

import pytest
from django.test import Client

from games.pages import share_image
from games.rules.actions import EndGame
from games.rules.scoring import score
from games.table import moves
from tests.support.boards import ROOT
from tests.support.finished import recorded
from tests.support.games import game_of
from tests.support.markup import inline, parsed, read
from tests.support.sittings import Sitting, begun, play_on, sit_down

pytestmark = pytest.mark.django_db

SVG = "{http://www.w3.org/2000/svg}"


def finished(slug: str = "london") -> Sitting:
    """A game of three players from a file: quicker than to play one."""
    return Sitting(recorded(slug), Client())


def reveal(sitting: Sitting) -> None:
    play_on(sitting, turns=0)
    moves.act(table=sitting.table, action=EndGame(), by=None)
    moves.step_reveal(table=sitting.table, step=1000)
    sitting.table.refresh_from_db()


def picture(sitting: Sitting) -> ElementTree.Element:
    reply = Client().get(f"/result/{sitting.table.key}/picture.svg")
    assert reply.status_code == 200
    assert reply["Content-Type"] == "image/svg+xml"
    return ElementTree.fromstring(reply.content.decode())


def words(drawn: ElementTree.Element) -> list[str]:
    return ["".join(text.itertext()) for text in drawn.iter(f"{SVG}text")]


def play(sitting: Sitting) -> dict[str, object]:
    link = share_image.bg_stats_link(table=sitting.table, game=game_of(sitting.table))
    (data,) = parse_qs(urlsplit(link).query)["data"]
    play_data = json.loads(data)
    assert isinstance(play_data, dict)
    return play_data


# -- The picture ----------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", ["london", "germany"])
def test_the_picture_names_the_map_and_everybody_with_their_total(slug: str) -> None:
    sitting = finished(slug)
    text = words(picture(sitting))
    assert slug.upper() in text
    assert set(text) >= {str(row.total) for row in score(sitting.state).rows}
    assert set(text) >= {player.name for player in sitting.state.players}


def test_the_picture_stands_alone_wherever_it_is_sent() -> None:
    sitting = finished()
    source = Client().get(f"/result/{sitting.table.key}/picture.svg").content.decode()
    drawn = ElementTree.fromstring(source)
    used = [element.get("href", "") for element in drawn.iter(f"{SVG}use")]
    assert used
    assert all(address.startswith("#") for address in used)
    assert not list(drawn.iter(f"{SVG}image"))
    assert inline(parsed(source)) == []
    assert not parsed(source).has(**{"class": True})
    assert "url(" not in source
    addresses = set(re.findall(r"https?://[^\s\"<]+", source))
    assert addresses == {"http://www.w3.org/2000/svg"}
    assert sitting.table.key not in source


def test_every_claimed_route_has_the_colour_of_its_owner() -> None:
    sitting = finished()
    owned = sitting.state.owners
    drawn = picture(sitting)
    for seat, player in enumerate(sitting.state.players):
        fill = share_image.COLORS[player.color][0]
        routes = [g for g in drawn.iter(f"{SVG}g") if g.get("fill") == fill]
        assert len(routes) == sum(owner == seat for owner in owned.values())


def test_a_name_cannot_break_the_picture() -> None:
    sitting = sit_down(players=2)
    # Lobbies refuse such a name today; older tables may have it.
    sitting.table.seats.filter(position=2).update(name='A<b>&"\x08😀')
    sitting.post(sitting.screen, "start")
    sitting.table.refresh_from_db()
    reveal(sitting)
    assert 'A<b>&"😀' in words(picture(sitting))
    assert Client().get(f"/result/{sitting.table.key}/picture.png").status_code == 200


def test_a_long_verdict_runs_over_lines_that_fit() -> None:
    text = (
        "Ada and Bo are level on 42 points; Ada wins with more completed tickets than ever before"
    )
    lines = list(share_image.wrapped(text, 38, 500, 100))
    assert " ".join(line.text for line in lines) == text
    assert len(lines) > 2
    assert all(line.width <= 500 for line in lines)
    assert [line.y for line in lines] == sorted(line.y for line in lines)


@pytest.mark.parametrize("names", [1, 3, 5])
def test_a_verdict_is_never_cut_however_many_share_the_victory(names: int) -> None:
    words = ", ".join(["Maximiliane Constantine"] * names) + " share the victory with 123 points."
    lines = share_image.verdict_lines(words, 540)
    assert " ".join(line.text for line in lines) == words
    assert all(line.width <= 540 for line in lines)
    assert lines[-1].y < 340  # there is room for five players below


def test_the_same_picture_comes_as_pixels() -> None:
    sitting = finished()
    reply = Client().get(f"/result/{sitting.table.key}/picture.png")
    assert reply["Content-Type"] == "image/png"
    assert reply.content[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", reply.content[16:24]) == (1200, 630)


def test_the_words_are_drawn_without_any_font_of_the_computer() -> None:
    text = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="60" {}>{}</svg>'
    face = 'font-family="Barlow Condensed" font-size="40"'
    blank = share_image.png(text.format("", ""))
    assert share_image.png(text.format(face, '<text y="45">Łódź</text>')) != blank


def test_the_colours_are_those_of_the_pages() -> None:
    css = (ROOT / "static/css/base/colors.css").read_text(encoding="utf-8")
    colors = dict(re.findall(r"--c-(\w+): (#\w+);", css))
    inks = dict(re.findall(r"--on-(\w+): (#\w+);", css))
    assert {
        color: (colors[color], inks[color]) for color in share_image.COLORS
    } == share_image.COLORS
    assert set(colors) - set(share_image.COLORS) == {"wild"}


def test_the_result_page_offers_the_picture_and_a_preview_for_links(settings) -> None:
    settings.PUBLIC_URL = "https://trains.example.org/"  # as others open it, not this browser
    sitting = finished()
    page = read(Client().get(f"/result/{sitting.table.key}/"))
    key = sitting.table.key
    preview = page.one("meta", property="og:image")
    assert preview["content"] == f"https://trains.example.org/result/{key}/picture.png"
    assert page.has("a", href=f"/result/{key}/picture.svg", download=True)
    assert page.has("a", href=f"/result/{key}/picture.png", download=True)
    assert page.has("input", value=f"https://trains.example.org/result/{key}/")


def test_there_is_no_picture_before_the_reveal_is_over() -> None:
    sitting = begun()
    for name in ("picture.svg", "picture.png"):
        assert Client().get(f"/result/{sitting.table.key}/{name}").status_code == 404


# -- BG Stats -------------------------------------------------------------------------------------


def test_the_hand_over_has_every_field_the_app_insists_on() -> None:
    sitting = finished("germany")
    handed = play(sitting)
    assert {"sourceName", "sourcePlayId", "playDate", "game", "players"} <= set(handed)
    assert datetime.strptime(str(handed["playDate"]), "%Y-%m-%d %H:%M:%S").year > 2000
    assert handed["game"] == {
        "name": "Germany",
        "sourceGameId": "stationmaster-germany",
        "highestWins": True,
        "noPoints": False,
    }
    players = handed["players"]
    assert isinstance(players, list)
    assert [player["name"] for player in players] == [p.name for p in sitting.state.players]
    assert [player["startPlayer"] for player in players] == [True, False, False]
    assert {player["winner"] for player in players if player["rank"] == 1} == {True}
    assert {player["winner"] for player in players if player["rank"] > 1} == {False}


def test_the_hand_over_does_not_give_away_the_address_of_the_result() -> None:
    sitting = finished()
    link = share_image.bg_stats_link(table=sitting.table, game=game_of(sitting.table))
    assert sitting.table.key not in link
    assert link == share_image.bg_stats_link(table=sitting.table, game=game_of(sitting.table))


def test_the_result_page_hands_over_only_by_a_tap() -> None:
    sitting = finished()
    page = read(Client().get(f"/result/{sitting.table.key}/"))
    (link,) = (
        element
        for element in page.walk()
        if any("bgstatsapp" in value for value in element.attributes.values())
    )
    assert link.tag == "a"
    assert "noreferrer" in link["rel"]
