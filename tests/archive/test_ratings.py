"""Ratings: computed only from the index, the same in whatever order games arrive."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.test import Client

from games.archive import player_names
from games.archive.reindex import keep_up_ratings
from games.archive.statistics import careers, duels, leaders, years
from games.models import Play, Player, Rating, Score, Seat, Table
from games.table import ratings
from games.table.favourite import favourite
from games.table.ratings import Skill
from tests.support.index_rows import NOON, named, played
from tests.support.markup import read
from tests.support.sittings import loaded

pytestmark = pytest.mark.django_db


def day(number: int) -> dict[str, object]:
    return {"at": NOON + timedelta(days=number)}


def shown() -> dict[tuple[str, str], int]:
    rows = Rating.objects.values_list("player__name", "map", "shown")
    return {(name, map): rating for name, map, rating in rows}


def game_by_game() -> Iterator[Play]:
    """Ada wins five times on London; Bo once on Paris."""
    for number in range(5):
        yield played(("Ada", 40, 1), ("Bo", 30, 2), ("Cy", 20, 3), **day(number))
    yield played(("Bo", 40, 1), ("Ada", 30, 2), map="paris", **day(9))


def six_games() -> list[Play]:
    return list(game_by_game())


def test_who_ends_before_whom_is_rated_higher_on_each_map_by_itself() -> None:
    six_games()
    keep_up_ratings()
    now = shown()
    assert now["Ada", "london"] > now["Bo", "london"] > now["Cy", "london"]
    assert now["Bo", "paris"] > now["Ada", "paris"]
    assert ("Cy", "paris") not in now
    assert now["Ada", ""] > now["Bo", ""] > now["Cy", ""]


def test_sharing_a_place_is_level_and_nothing_known_is_the_start() -> None:
    assert Skill().shown == ratings.START
    one, other = ratings.rated([Skill(), Skill()], [1, 1])
    assert one.shown == other.shown
    assert [skill.games for skill in ratings.rated([Skill()], [1])] == [1]


def test_adding_game_by_game_comes_to_the_same_as_making_all_anew() -> None:
    for play in game_by_game():
        ratings.add(play)
    added, curve = shown(), list(Score.objects.order_by("pk").values_list("rating", "map_rating"))
    for demo in (False, True):
        ratings.invalidate(demo=demo)
    Score.objects.update(rating=None, map_rating=None)
    keep_up_ratings()
    assert shown() == added
    assert list(Score.objects.order_by("pk").values_list("rating", "map_rating")) == curve
    assert None not in {rating for pair in curve for rating in pair}


def test_a_game_that_was_played_earlier_waits_until_all_are_made_anew() -> None:
    six_games()
    keep_up_ratings()
    before = shown()
    ratings.add(played(("Cy", 50, 1), ("Ada", 20, 2), **day(-3)))
    assert shown() == before
    keep_up_ratings()
    assert shown()["Cy", "london"] > before["Cy", "london"]


def test_merging_and_deleting_make_them_stale() -> None:
    games = six_games()
    played(("Adda", 40, 1), ("Cy", 30, 2), **day(12))
    keep_up_ratings()
    player_names.merge(other=named("Adda"), into=named("Ada"))
    keep_up_ratings()
    assert Rating.objects.get(player=named("Ada"), map="").games == 7
    player_names.delete_game(table=games[0].table)
    keep_up_ratings()
    assert Rating.objects.get(player=named("Ada"), map="").games == 6


def test_switched_off_nobody_is_rated(settings: pytest.FixtureRequest) -> None:
    settings.RATING = False  # type: ignore[attr-defined]
    six_games()
    for path in ("/statistics/", "/statistics/leaderboard/", page_of("Ada")):
        assert "Rating" not in read(Client().get(path)).text
    assert not Rating.objects.exists()


def page_of(name: str) -> str:
    return f"/statistics/players/{named(name).pk}/"


def test_the_curve_begins_with_the_game_from_which_on_a_rating_counts() -> None:
    for number in range(4):
        played(("Ada", 40, 1), ("Bo", 30, 2), **day(number), origin="imported")
    page = read(Client().get(page_of("Ada")))
    assert not page.has(id="rating-name"), "nothing can be said yet, so nothing is drawn"
    assert "The curve starts with the fifth game." in page.text
    for number in (5, 6):
        played(("Bo", 40, 1), ("Ada", 30, 2), **day(number))
    for asked in ({}, {"games": "here"}):
        page = read(Client().get(page_of("Ada"), asked))
        rows = page.one(id="rating-table").one("tbody").all("tr")
        ratings_drawn = [int(row.one("td").text.replace(",", "")) for row in rows]
        scores = named("Ada").scores.order_by("play__finished_at")
        assert ratings_drawn == [score.rating for score in scores][4:], asked


def test_a_curve_of_one_game_has_a_dot() -> None:
    for number in range(5):
        played(("Bo", 40, 1), ("Ada", 30, 2), **day(number))
    for name in ("Ada", "Bo"):
        plot = read(Client().get(page_of(name))).one("svg", aria_labelledby="rating-name")
        assert len([*plot.all("circle"), *plot.all("rect")]) == 1, name


# -- The favourite of tonight ---------------------------------------------------------------------


def seated(*names: str) -> tuple[Table, list[Seat]]:
    table = Table.objects.create(
        code="BCDG", key="lobby", sheet=loaded("london"), stage="lobby", final_round_at=2
    )
    return table, [
        Seat.objects.create(
            table=table, name=name, color=color, position=place, request=f"form-{place}"
        )
        for place, (name, color) in enumerate(zip(names, ("red", "blue", "green"), strict=False))
    ]


def test_the_favourite_is_who_won_most_once_enough_is_known(
    settings: pytest.FixtureRequest,
) -> None:
    six_games()
    keep_up_ratings()
    table, seats = seated("Cy", "ada", "Bo")
    assert favourite(table, seats) == seats[1]
    assert favourite(table, seats[:1]) is None
    settings.HISTORY = "staff"  # type: ignore[attr-defined]
    assert favourite(table, seats) is None, "a name typed by a stranger tells nothing"


def test_newcomers_have_no_favourite() -> None:
    played(("Ada", 40, 1), ("Bo", 30, 2))
    keep_up_ratings()
    table, seats = seated("Ada", "Bo")
    assert favourite(table, seats) is None


# -- A player's games, two players' games, everybody's --------------------------------------------


def test_streaks_form_and_habits_of_a_player() -> None:
    for number, rank in enumerate([1, 1, 1, 2, 1]):
        played(("Ada", 40, rank), ("Bo", 30, 3 - rank), **day(number))
    played(("Bo", 9, 2), ("Ada", 10, 1), ("Cy", 8, 3), map="paris", **day(7))
    games = careers.games(named("Ada"))
    assert careers.streaks(games) == careers.Streaks(current=2, longest=3)
    assert [game.rank for game in careers.form(games)] == [1, 1, 1, 2, 1, 1]
    seats = {row.what: (row.games, row.wins) for row in careers.by_seat(games)}
    assert seats == {1: (5, 4), 2: (1, 1)}
    sizes = {row.what: (row.games, round(row.even)) for row in careers.by_players(games)}
    assert sizes == {2: (5, 50), 3: (1, 33)}
    sources = {row.map: (row.games, row.routes, row.total) for row in careers.sources(games)}
    assert sources == {"london": (5, 40, 40), "paris": (1, 10, 10)}, "never mixed"


def test_head_to_head_keeps_the_maps_apart_and_the_closest_is_the_best_duel() -> None:
    played(("Ada", 40, 1), ("Bo", 30, 2), **day(1))
    close = played(("Bo", 52, 1), ("Ada", 50, 2), ("Cy", 3, 3), **day(2))
    played(("Ada", 150, 1), ("Bo", 90, 2), map="germany", **day(3))
    meetings = duels.meetings(named("Ada"), named("Bo"))
    assert duels.record(meetings) == duels.Record(met=3, ahead=2, behind=1)
    london, germany = duels.by_map(meetings)
    assert (london.map, london.gap, london.best.key) == ("london", 4, close.table.key)
    assert (germany.map, germany.gap) == ("germany", 60)
    other = named("Bo").pk
    page = read(Client().get(f"{page_of('Ada')}against/", {"with": other}))
    assert "50 : 52" in page.text
    turned = Client().get(f"{page_of('Bo')}against/", {"with": named("Ada").pk}).content.decode()
    assert "−4.0" in turned  # a minus, no hyphen
    assert "-4.0" not in turned
    for wrong in ("", "9999", "x", str(named("Ada").pk)):
        reply = Client().get(f"{page_of('Ada')}against/", {"with": wrong})
        assert reply.status_code == 404


def test_the_leaderboard_has_everybody_by_map_and_period() -> None:
    six_games()
    everybody = [row.person.name for row in leaders.leaderboard()]
    assert everybody == ["Ada", "Bo", "Cy"]
    paris = leaders.leaderboard(map="paris")
    assert [(row.person.name, row.best) for row in paris] == [("Bo", 40), ("Ada", 30)]
    assert leaders.leaderboard()[0].best is None, "totals of two maps are not compared"
    late = leaders.leaderboard(since=NOON + timedelta(days=8))
    assert [row.games for row in late] == [1, 1]
    page = read(Client().get("/statistics/leaderboard/", {"map": "paris", "period": "nonsense"}))
    names = [row.one("th").text.strip() for row in page.one("tbody").all("tr")]
    assert sorted(names) == ["Ada", "Bo"]


def test_a_year_is_one_picture_for_a_player_and_for_the_house() -> None:
    six_games()
    played(("Ada", 99, 1), ("Bo", 30, 2), at=NOON.replace(year=2024))
    year = years.of_player(named("Ada"), 2026)
    assert year is not None
    assert (year.games, year.wins, year.streak, year.map, year.best) == (6, 5, 5, "london", 40)
    assert year.rival is not None
    assert (year.rival.name, year.rival.count) == ("Bo", 6)
    house = years.of_house(2026)
    assert house is not None
    assert (house.games, house.players, house.champion) == (6, 3, years.Named("Ada", 5))
    for path in (f"{page_of('Ada')}2026", "/statistics/2026"):
        drawn = Client().get(f"{path}.svg")
        assert drawn["Content-Type"] == "image/svg+xml"
        assert "2026" in drawn.content.decode()
        assert Client().get(f"{path}.png").content.startswith(b"\x89PNG")
    german = Client().get(f"{page_of('Ada')}2026.svg", headers={"accept-language": "de"})
    assert "Siege (83 %)" in german.content.decode()
    assert Client().get("/statistics/2023.svg").status_code == 404
    assert Player.objects.count() == 3


def test_years_nobody_played_in_have_no_picture_on_the_page() -> None:
    played(("Ada", 99, 1), ("Bo", 30, 2), at=NOON.replace(year=2022))
    played(("Ada", 99, 1), ("Bo", 30, 2), at=NOON)
    assert years.years_of_house() == [2026, 2022]
    assert years.years_of(careers.games(named("Ada"))) == [2026, 2022]
    assert years.years_of([]) == []
    pictures = read(Client().get("/statistics/")).values("src", "img")
    assert [Client().get(path).status_code for path in pictures] == [200, 200]


def test_the_biggest_game_night_takes_several_games_on_one_day() -> None:
    played(("Ada", 40, 1), ("Bo", 30, 2))
    house = years.of_house(2026)
    assert house is not None
    assert house.evening is None
    played(("Ada", 40, 1), ("Bo", 30, 2))
    played(("Ada", 40, 1), ("Bo", 30, 2), at=NOON + timedelta(days=2))
    house = years.of_house(2026)
    assert house is not None
    assert house.evening == years.Evening(NOON.date(), 2)
