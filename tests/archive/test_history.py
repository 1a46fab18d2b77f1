"""History: finished games of this installation, newest first, searched and filtered."""

import unicodedata
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.archive import player_names
from games.management.commands import reindex
from games.models import Claim, HeldTicket, Play, Player, Score, Table
from games.rules.scoring import score
from games.table import index, moves
from tests.support.finished import noted, played
from tests.support.markup import read, result_keys
from tests.support.sittings import begun

pytestmark = pytest.mark.django_db


def shown(page) -> list[str]:
    """The keys of the games a page lists, in order."""
    return result_keys(read(page))


# -- The index ------------------------------------------------------------------------------------


def test_a_game_is_kept_when_its_reveal_has_been_watched_to_the_end() -> None:
    sitting = played("Ada", "Bo")
    play = sitting.table.play
    sheet = score(sitting.state)
    assert (play.map, play.players, play.turns) == ("london", 2, sitting.state.turns_played)
    assert play.winning_total == max(row.total for row in sheet.rows)
    scores = {names_of.name: names_of for names_of in play.scores.all()}
    for row in sheet.rows:
        names_of = scores[sitting.state.name(row.seat)]
        assert (names_of.rank, names_of.total, names_of.seat) == (row.rank, row.total, row.seat)
        assert names_of.claims.count() == len(row.routes)
        assert names_of.held.count() == len(row.tickets)


def test_a_game_in_the_middle_of_its_reveal_is_not_kept() -> None:
    sitting = played("Ada", "Bo")
    moves.undo(table=sitting.table, by=None, host=True)
    assert not Play.objects.exists()
    assert not Score.objects.exists()
    assert not Claim.objects.exists()
    assert not HeldTicket.objects.exists()


def test_a_name_is_the_same_whatever_the_case_and_the_spaces() -> None:
    noted("Ada  Lovelace")
    noted("ada lovelace")
    noted("Ádá")
    noted(unicodedata.normalize("NFD", "Ádá"))
    assert sorted(Player.objects.values_list("name", flat=True)) == ["Ada  Lovelace", "Ádá"]


def test_two_spellings_at_one_table_are_two_people_even_if_they_were_merged() -> None:
    noted("Ada")
    noted("Adda")
    ada, adda = Player.objects.get(name="Ada"), Player.objects.get(name="Adda")
    index.split_off_spelling(adda)
    adda.merged_into = ada
    adda.save()
    Score.objects.filter(spelled=adda).update(player=ada)
    played("Ada", "Adda")
    adda.refresh_from_db()
    assert adda.merged_into is None
    assert Score.objects.filter(player=adda).count() == 2
    assert Score.objects.filter(player=ada).count() == 2


def test_the_index_can_be_made_anew_from_the_logs() -> None:
    sitting = played("Ada", "Bo")
    before = list(Score.objects.order_by("seat").values("name", "rank", "total", "player_id"))
    times = Play.objects.values_list("started_at", "finished_at").get()
    Score.objects.update(total=0, rank=1)
    unfinished = begun()
    reindex.Command().handle(missing=False)
    assert (
        list(Score.objects.order_by("seat").values("name", "rank", "total", "player_id")) == before
    )
    assert Play.objects.values_list("started_at", "finished_at").get() == times
    assert not Play.objects.filter(table=unfinished.table).exists()
    Play.objects.all().delete()
    reindex.Command().handle(missing=True)
    assert Play.objects.get().table == sitting.table


# -- The page -------------------------------------------------------------------------------------


def test_an_empty_history_invites_to_open_a_table() -> None:
    page = Client().get("/history/")
    assert page.status_code == 200
    assert "No games have been finished here yet." in read(page).text
    assert "/" in read(page).values("href", "a")


def test_one_game_shows_date_map_players_scores_and_winner_and_opens_its_result() -> None:
    sitting = played("Ada", "Bo")
    page = read(Client().get("/history/"))
    assert "1 game" in page.text
    assert "London" in page.text
    winner = sitting.table.play.scores.filter(rank=1).first()
    won = page.one("li", of_class="winner")
    assert won["data-color"] == winner.color
    assert winner.name in won.text
    assert str(winner.total) in [total.text for total in page.all("b")]
    (key,) = shown(Client().get("/history/"))
    assert Client().get(f"/result/{key}/").status_code == 200


def test_the_newest_game_comes_first() -> None:
    old, new, middle = noted("Ada", days_ago=9), noted("Ada"), noted("Bo", days_ago=3)
    keys = [play.table.key for play in (new, middle, old)]
    assert shown(Client().get("/history/")) == keys


def test_games_are_found_by_name_map_player_and_day() -> None:
    one = noted("Ada", "Bo", days_ago=20)
    two = noted("Adalbert", "Cy", slug="paris", days_ago=10)
    client = Client()

    def names_of(**asked: object) -> set[str]:
        return set(shown(client.get("/history/", asked)))

    ada = Player.objects.get(name="Ada")
    day = (timezone.now() - timedelta(days=10)).date()
    assert names_of(q="AD") == {one.table.key, two.table.key}
    assert names_of(q="adal") == {two.table.key}
    assert names_of(player=ada.pk) == {one.table.key}
    assert names_of(map="paris") == {two.table.key}
    assert names_of(**{"from": day}) == {two.table.key}
    assert names_of(to=day) == {one.table.key, two.table.key}
    assert names_of(to=day - timedelta(days=1)) == {one.table.key}
    assert names_of(q="cy", map="london") == set()
    assert "No matches." in client.get("/history/?q=cy&map=london").content.decode()


def test_a_spelling_that_was_merged_is_found_by_both_names() -> None:
    play = noted("Adda")
    noted("Ada")
    player_names.merge(other=Player.objects.get(name="Adda"), into=Player.objects.get(name="Ada"))
    assert play.table.key in shown(Client().get("/history/?q=adda"))
    ada = Player.objects.get(name="Ada")
    assert len(shown(Client().get(f"/history/?player={ada.pk}"))) == 2


@pytest.mark.parametrize(
    "nonsense",
    ["player=99999", "player=x", "page=9999", "page=-1", "from=2026-02-30", "to=soon", "map=%00"],
)
def test_nonsense_in_the_address_is_no_error(nonsense: str) -> None:
    noted("Ada")
    assert Client().get(f"/history/?{nonsense}").status_code == 200


def test_a_search_by_script_gets_the_list_alone_and_going_back_the_whole_page() -> None:
    noted("Ada")
    client = Client()
    part = client.get("/history/?q=ada", headers={"HX-Request": "true"})
    assert not read(part).has("html")
    assert read(part).has(id="games")
    assert "HX-Request" in part["Vary"]
    back = client.get(
        "/history/?q=ada",
        headers={"HX-Request": "true", "HX-History-Restore-Request": "true"},
    )
    assert read(back).has("html")


def test_many_games_come_in_pages_and_no_game_asks_the_database_again(
    django_assert_num_queries,
) -> None:
    for day in range(30):
        noted("Ada", "Bo", days_ago=day)
    client = Client()
    assert len(shown(client.get("/history/"))) == 25
    second = client.get("/history/?q=ada&page=2")
    assert len(shown(second)) == 5
    assert read(second).has("a", rel="prev", href="/history/?q=ada&page=1")
    with CaptureQueriesContext(connection) as few:  # for 5 games, on the second page
        client.get("/history/?page=2", headers={"HX-Request": "true"})
    noted("Cy", "Di", "Eli")
    with django_assert_num_queries(len(few)):  # for 25
        client.get("/history/", headers={"HX-Request": "true"})


def test_films_and_unfinished_games_are_not_in_it() -> None:
    begun()
    assert Client().get("/demo/london/").status_code == 200
    assert shown(Client().get("/history/")) == []


def test_the_front_door_and_the_result_lead_to_it() -> None:
    sitting = played("Ada", "Bo")
    for address in ("/", f"/result/{sitting.table.key}/"):
        assert "/history/" in read(Client().get(address)).values("href", "a")


# -- HISTORY=staff --------------------------------------------------------------------------------


def test_where_strangers_play_the_list_is_for_those_who_run_the_place(settings) -> None:
    settings.HISTORY = "staff"
    mine, other = played("Ada", "Bo"), played("Cy", "Di")
    assert shown(Client().get("/history/")) == []
    assert shown(mine.phones[0].get("/history/")) == [mine.table.key]
    assert shown(other.screen.get("/history/")) == [other.table.key]
    editor = Client()
    editor.force_login(User.objects.create_user("editor", is_staff=True))
    assert shown(editor.get("/history/")) == []
    boss = Client()
    boss.force_login(User.objects.create_superuser("boss"))
    assert set(shown(boss.get("/history/"))) == {mine.table.key, other.table.key}
    cy = Player.objects.get(name="Cy")
    assert shown(mine.phones[0].get(f"/history/?player={cy.pk}")) == [mine.table.key]
    assert "Cy" not in read(mine.phones[0].get("/history/people/")).text
    assert mine.phones[0].get(f"/history/people/{cy.pk}/").status_code == 302


# -- Deleting a game ------------------------------------------------------------------------------


def test_a_host_deletes_a_game_for_good_and_twice_is_once() -> None:
    sitting, other = played("Ada", "Bo"), noted("Cy", "Bo")
    url = f"/result/{sitting.table.key}/delete"
    host = sitting.screen
    asked = host.get(url)
    assert "can’t be undone" in asked.content.decode()
    assert Play.objects.count() == 2
    assert host.post(url).url == "/history/"
    assert host.post(url).url == "/history/"
    assert list(Table.objects.all()) == [other.table]
    assert list(Play.objects.all()) == [other]
    assert set(Player.objects.values_list("name", flat=True)) == {"Bo", "Cy"}
    assert Client().get(f"/result/{sitting.table.key}/").status_code == 404


def test_nobody_but_a_host_deletes_a_game() -> None:
    sitting, elsewhere = played("Ada", "Bo"), played("Cy", "Di")
    url = f"/result/{sitting.table.key}/delete"
    for stranger in (Client(), sitting.phones[1], elsewhere.screen):
        assert stranger.get(url).status_code == 403
        assert stranger.post(url).status_code == 403
    assert Play.objects.count() == 2
    assert Client(enforce_csrf_checks=True).post(url).status_code == 403
    assert "/delete" not in Client().get(f"/result/{sitting.table.key}/").content.decode()
    assert "/delete" in sitting.screen.get(f"/result/{sitting.table.key}/").content.decode()
