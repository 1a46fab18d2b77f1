"""Names are found and sorted as people think of them: é is an e, and two names are two people."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games.archive import player_names
from games.models import Player
from tests.support.finished import noted

pytestmark = pytest.mark.django_db


def found(asked: str) -> set[str]:
    page = Client().get("/history/", {"q": asked}).content.decode()
    return set(re.findall(r'href="/result/([^"/]+)/"', page))


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
    assert found(asked) == {game.table.key}


@pytest.mark.parametrize(
    "asked", ["lea marco", "Marco Léa", "lea, marco", "lea + marco", "lea & m"]
)
def test_two_names_find_the_games_both_played_in(asked: str) -> None:
    both = noted("Léa", "Marco")
    noted("Léa", "Bo")
    noted("Marco", "Bo")
    assert found(asked) == {both.table.key}


def test_a_merged_spelling_is_found_by_either_name() -> None:
    game = noted("Zoë", "Bo")
    player_names.merge(other=Player.objects.get(name="Zoë"), into=noted("Zora").scores.get().player)
    assert found("zoe bo") == {game.table.key}
    assert found("zora bo") == {game.table.key}
    page = Client().get("/history/people/", {"q": "zoe"}).content.decode()
    assert crowd(page) == ["Zora"]


def test_somebody_renamed_is_found_by_the_new_name_alone() -> None:
    game = noted("Ada", "Bo")
    player_names.rename(player=Player.objects.get(name="Ada"), name="Désirée")
    assert found("desiree") == {game.table.key}
    assert found("ada") == set()


def test_somebody_without_a_name_is_not_found_by_it() -> None:
    noted("Léa", "Bo")
    player_names.anonymise(player=Player.objects.get(name="Léa"))
    assert found("lea") == set()


def crowd(page: str) -> list[str]:
    return re.findall(r'<a href="/history/people/\d+/">([^<]+)</a>', page)


def test_people_are_listed_as_a_dictionary_sorts_them() -> None:
    noted("Zora", "Émile", "ada", "Ökan")
    noted("Björn", "Ebba", "Olga", "Eva")
    page = Client().get("/history/people/").content.decode()
    assert crowd(page) == ["ada", "Björn", "Ebba", "Émile", "Eva", "Ökan", "Olga", "Zora"]


def test_maps_are_sorted_by_their_names_in_the_readers_language() -> None:
    for slug in ("germany", "london", "paris"):
        noted("Ada", "Bo", slug=slug)

    def offered(language: str) -> list[str]:
        client = Client()
        client.cookies.load({"django_language": language})
        page = client.get("/history/").content.decode()
        return re.findall(r'<option value="\w+">([^<]+)</option>', page)

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
