"""Statistics of a player: victories, averages, streaks, and whom they played with."""

from datetime import timedelta

import pytest
from django.test import Client

from games.archive import player_names
from games.archive.statistics import careers, duels, leaders, players
from games.archive.statistics.figures import Which
from tests.support.index_rows import NOON, add_claims, named, played
from tests.support.markup import read

pytestmark = pytest.mark.django_db


def test_a_shared_victory_is_a_victory_for_everybody_who_shares_it() -> None:
    played(("Ada", 40, 1), ("Bo", 40, 1), ("Cy", 20, 3))
    played(("Ada", 30, 1), ("Bo", 20, 2))
    ada, bo = players.summary(named("Ada")), players.summary(named("Bo"))
    assert (ada.games, ada.wins, ada.shared, ada.rate) == (2, 2, 1, 100)
    assert (bo.games, bo.wins, bo.shared, bo.rate) == (2, 1, 1, 50)
    assert ada.average == 35
    assert (ada.completed, ada.failed) == (4, 2)
    assert ada.completed_rate == pytest.approx(200 / 3)


def test_an_even_chance_depends_on_how_many_sat_at_the_table() -> None:
    played(("Ada", 40, 1), ("Bo", 30, 2))
    played(("Ada", 40, 1), ("Bo", 30, 2), ("Cy", 20, 3), ("Di", 10, 4))
    assert players.summary(named("Ada")).even == pytest.approx(100 * (1 / 2 + 1 / 4) / 2)
    assert players.summary(named("Cy")).even == pytest.approx(25)


def test_the_best_game_of_each_map_leads_to_its_result() -> None:
    played(("Ada", 30, 1), ("Bo", 20, 2))
    first = played(("Ada", 44, 1), ("Bo", 20, 2), at=NOON + timedelta(days=1))
    played(("Ada", 44, 2), ("Bo", 50, 1), at=NOON + timedelta(days=2))
    far = played(("Ada", 120, 2), ("Bo", 150, 1), map="germany")
    london, germany = players.by_map(named("Ada"))
    assert (london.map, london.games, london.wins, london.average) == ("london", 3, 2, 118 / 3)
    assert (london.best.value, london.best.key) == (44, first.table.key)
    assert (germany.map, germany.best.value, germany.best.key) == ("germany", 120, far.table.key)


def test_a_rival_is_whom_one_meets_most_and_ahead_and_behind_are_told_apart() -> None:
    played(("Ada", 40, 1), ("Bo", 30, 2), ("Cy", 20, 3))
    played(("Ada", 20, 2), ("Bo", 30, 1))
    played(("Ada", 30, 1), ("Bo", 30, 1))
    bo, cy = players.opponents(named("Ada"))
    assert (bo.person.name, bo.met, bo.ahead, bo.behind, bo.level) == ("Bo", 3, 1, 1, 1)
    assert (cy.person.name, cy.met, cy.ahead, cy.behind) == ("Cy", 1, 1, 0)


def test_hardest_to_beat_takes_at_least_three_games_together() -> None:
    for _game in range(3):
        played(("Ada", 10, 3), ("Bo", 30, 1), ("Cy", 20, 2))
    played(("Ada", 40, 1), ("Cy", 20, 2))
    played(("Ada", 10, 2), ("Di", 40, 1))
    met = players.opponents(named("Ada"))
    assert met[0].person.name == "Cy"
    hardest = players.nemesis(met)
    assert hardest is not None
    assert (hardest.person.name, hardest.behind_rate) == ("Bo", 100)
    assert players.nemesis(players.opponents(named("Bo"))) is None


def test_people_without_a_name_are_nobodys_rival_and_lead_nothing() -> None:
    played(("Ada", 40, 1), ("Bo", 30, 2))
    player_names.anonymise(player=named("Ada"))
    assert players.opponents(named("Bo")) == []
    assert [row.person.name for row in leaders.leaderboard()] == ["Bo"]


def test_a_favourite_route_is_told_by_number_and_by_comparison() -> None:
    for i in range(4):
        play = played(("Ada", 40, 1), ("Bo", 30, 2))
        add_claims(play, "Ada", "common")
        if i < 3:
            add_claims(play, "Ada", "own")
            add_claims(play, "Bo", "common")
    summary = players.favourites(named("Ada"))
    assert summary.most is not None
    assert summary.own is not None
    assert (summary.most.route, summary.most.claims, summary.most.games) == ("common", 4, 4)
    assert (summary.most.share, summary.most.others) == (100, 75)
    assert (summary.own.route, summary.own.share, summary.own.others) == ("own", 75, 0)


def test_twice_is_no_habit() -> None:
    for _game in range(2):
        add_claims(played(("Ada", 40, 1), ("Bo", 30, 2)), "Ada", "own")
    summary = players.favourites(named("Ada"))
    assert summary.most is not None
    assert summary.own is None
    assert players.favourites(named("Bo")) == players.Favourites(None, None)


def test_two_spellings_that_were_merged_count_as_one_player() -> None:
    played(("Ada", 40, 1), ("Bo", 30, 2))
    played(("Adda", 20, 2), ("Bo", 30, 1))
    other = named("Adda")
    player_names.merge(other=other, into=named("Ada"))
    assert players.summary(named("Ada")).games == 2
    assert players.opponents(named("Bo"))[0].met == 2
    reply = Client().get(f"/statistics/players/{other.pk}/")
    assert (reply.status_code, reply.url) == (302, f"/statistics/players/{named('Ada').pk}/")


def test_the_last_games_on_a_map_come_in_order() -> None:
    for day in (3, 1, 2):
        played(("Ada", day, 1), ("Bo", 0, 2), at=NOON + timedelta(days=day))
    played(("Ada", 99, 1), ("Bo", 0, 2), map="paris")
    assert [game.total for game in careers.latest(careers.games(named("Ada")), map="london")] == [
        1,
        2,
        3,
    ]


# -- Imported games, left out ----------------------------------------------------------------------


def ada_here_and_elsewhere() -> str:
    """Twice here against Bo, once elsewhere against Cy, a year earlier."""
    for rank in (1, 2):
        game = played(("Ada", 40, rank), ("Bo", 30, 3 - rank))
        add_claims(game, "Ada", "westminster--waterloo")
    before = NOON.replace(year=2025)
    played(("Ada", 90, 1), ("Cy", 30, 2), map="germany", at=before, origin="imported")
    return f"/statistics/players/{named('Ada').pk}/"


def test_a_players_figures_can_leave_imported_games_out() -> None:
    page = ada_here_and_elsewhere()
    ada, here = named("Ada"), Which.HERE
    assert players.summary(ada).games == 3
    assert players.summary(ada, here).games == 2
    assert [row.map for row in players.by_map(ada, here)] == ["london"]
    assert [row.person.name for row in players.opponents(ada, here)] == ["Bo"]
    assert [game.map for game in careers.games(ada, Which.IMPORTED)] == ["germany"]
    assert players.favourites(ada, Which.IMPORTED).most is None
    offered = read(Client().get(page)).one("select", id="games")
    assert offered.values("value", "option") == ["", "here", "imported"]
    shown = read(Client().get(page, {"games": "here"}))
    assert shown.one("select", id="games").one("option", selected=True)["value"] == "here"
    assert [option.text for option in shown.one("select", id="with").all("option")] == ["Bo"]
    for page_shown, years in ((read(Client().get(page)), (2026, 2025)), (shown, (2026,))):
        pictures = page_shown.values("src", "img")
        assert [Client().get(path).status_code for path in pictures] == [200] * len(years)
    # What leads on keeps to what was asked for.
    duel = read(Client().get(f"{page}against/", {"with": named("Bo").pk, "games": "here"}))
    assert f"{page}?games=here" in duel.values("href", "a")
    assert Client().get(f"{page}2025.svg").status_code == 200
    assert Client().get(f"{page}2025.svg", {"games": "here"}).status_code == 404


def test_every_map_of_a_rating_is_named_whichever_games_are_counted() -> None:
    page = ada_here_and_elsewhere()
    for asked in ("", "here", "imported"):
        shown = read(Client().get(page, {"games": asked}))
        rated = {
            link["href"].partition("?map=")[2]: link.text.strip()
            for link in shown.all("a", href=True)
            if "?map=" in link["href"]
        }
        assert rated == {"germany": "Germany", "london": "London"}, asked


def test_who_only_played_here_is_not_asked_which_games() -> None:
    ada_here_and_elsewhere()
    assert not read(Client().get(f"/statistics/players/{named('Bo').pk}/")).has(
        "select", id="games"
    )


def test_head_to_head_can_leave_imported_games_out() -> None:
    ada_here_and_elsewhere()
    played(("Ada", 10, 2), ("Bo", 30, 1), origin="imported")
    ada, bo = named("Ada"), named("Bo")
    assert len(duels.meetings(ada, bo)) == 3
    assert len(duels.meetings(ada, bo, Which.HERE)) == 2
    page = f"/statistics/players/{ada.pk}/against/"
    asked = read(Client().get(page, {"with": bo.pk, "games": "imported"}))
    assert asked.one("select", id="with").one("option", selected=True).text == "Bo"
    assert len(asked.all("tbody")[-1].all("tr")) == 1


def test_a_head_to_head_without_a_game_still_names_both_and_the_kind_of_game() -> None:
    ada_here_and_elsewhere()
    ada, bo, cy = named("Ada"), named("Bo"), named("Cy")
    page = f"/statistics/players/{ada.pk}/against/"
    strangers = read(Client().get(f"/statistics/players/{bo.pk}/against/", {"with": cy.pk}))
    assert "They haven’t finished a game together yet." in strangers.text
    assert strangers.one("select", id="with").one("option", selected=True).text == "Cy"
    brought = read(Client().get(page, {"with": bo.pk, "games": "imported"}))
    assert "They haven’t finished a game of this kind together yet." in brought.text
    offered = brought.one("select", id="with")
    assert [option.text for option in offered.all("option")] == ["Bo", "Cy"]
    assert offered.one("option", selected=True).text == "Bo"
    # From there to a player of whom nothing was imported.
    alone = read(Client().get(f"/statistics/players/{bo.pk}/", {"games": "imported"}))
    assert "This player hasn’t finished a game of this kind." in alone.text
    assert "no finished games left" not in alone.text
