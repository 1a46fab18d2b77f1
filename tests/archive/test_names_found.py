"""Names are found and sorted as people expect: é is an e, and two names are two people."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games.archive import player_names
from games.models import Player
from tests.support.finished import noted
from tests.support.markup import Element, read, result_keys

pytestmark = pytest.mark.django_db


def games_found(asked: str) -> set[str]:
    return set(result_keys(read(Client().get("/history/", {"q": asked}))))


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("Léa", "lea"),
        ("Léa", "LÉA"),
        ("Lea", "léa"),
        ("Jürgen", "jurgen"),
        ("Weiß", "weiss"),
        ("Søren", "soren"),
        ("Łukasz", "lukasz"),
        ("Anna Maria", "maria anna"),
        ("100%_wahr", "0%_w"),
    ],
)
def test_a_game_is_found_whatever_the_accents(name: str, asked: str) -> None:
    game, _other = noted(name, "Bo"), noted("Cy", "Di")
    assert games_found(asked) == {game.table.key}


@pytest.mark.parametrize(
    "asked", ["lea marco", "Marco Léa", "lea, marco", "lea + marco", "lea & m"]
)
def test_two_names_find_the_games_both_played_in(asked: str) -> None:
    both = noted("Léa", "Marco")
    noted("Léa", "Bo")
    noted("Marco", "Bo")
    assert games_found(asked) == {both.table.key}


def test_a_merged_spelling_is_found_by_either_name() -> None:
    game = noted("Zoë", "Bo")
    player_names.merge(other=Player.objects.get(name="Zoë"), into=noted("Zora").scores.get().player)
    assert games_found("zoe bo") == {game.table.key}
    assert games_found("zora bo") == {game.table.key}
    page = read(Client().get("/history/people/", {"q": "zoe"}))
    assert crowd(page) == ["Zora"]


def test_somebody_renamed_is_found_by_the_new_name_alone() -> None:
    game = noted("Ada", "Bo")
    player_names.rename(player=Player.objects.get(name="Ada"), name="Désirée")
    assert games_found("desiree") == {game.table.key}
    assert games_found("ada") == set()


def test_somebody_without_a_name_is_not_found_by_it() -> None:
    noted("Léa", "Bo")
    player_names.anonymise(player=Player.objects.get(name="Léa"))
    assert games_found("lea") == set()


def crowd(page: Element) -> list[str]:
    links = page.all("a", href=True)
    return [link.text for link in links if re.fullmatch(r"/statistics/players/\d+/", link["href"])]


def test_people_are_listed_as_a_dictionary_sorts_them() -> None:
    noted("Zora", "Émile", "ada", "Ökan")
    noted("Björn", "Ebba", "Olga", "Eva")
    page = read(Client().get("/history/people/"))
    assert crowd(page) == ["ada", "Björn", "Ebba", "Émile", "Eva", "Ökan", "Olga", "Zora"]


def test_maps_are_sorted_by_their_names_in_the_readers_language() -> None:
    for slug in ("germany", "london", "paris"):
        noted("Ada", "Bo", slug=slug)

    def offered(language: str) -> list[str]:
        client = Client()
        client.cookies.load({"django_language": language})
        options = read(client.get("/history/")).one("select", name="map").all("option")
        return [option.text for option in options if option["value"]]

    assert offered("fr") == sorted(offered("fr"))
    assert offered("it") == sorted(offered("it"))
    assert offered("en") == ["Germany", "London", "Paris"]
    assert offered("it")[0] == "Germania"


def test_the_administration_finds_them_too() -> None:
    noted("Léa", "Bo")
    staff = Client()
    staff.force_login(User.objects.create_superuser("admin"))
    for kind in ("player", "play"):
        page = staff.get(f"/admin/games/{kind}/", {"q": "lea"}).content.decode()
        assert "Léa" in page, kind
