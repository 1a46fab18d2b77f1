"""Games of `manage.py demo` and `makehistory` are marked, and counted only when asked for."""

import io
import json
import zipfile
from collections.abc import Sequence
from importlib import import_module
from io import StringIO

import pytest
from django.apps import apps
from django.core.management import call_command
from django.test import Client

from games.archive import player_names, record_files
from games.archive.statistics import house, leaders, maps
from games.archive.statistics.figures import Which
from games.maps import library
from games.models import Claim, HeldTicket, Play, Player, Score, Table
from games.table import index, lobby, moves
from games.table.snapshot import reload
from tests.support.finished import noted, recorded
from tests.support.markup import read, result_keys
from tests.support.sittings import loaded

pytestmark = pytest.mark.django_db
MAPS = ("germany", "london", "paris")


def finished_demo(slug: str = "london") -> Table:
    """A table of `manage.py demo`, played and revealed to its end."""
    loaded(slug)
    call_command("demo", slug, "--turns", "10000", "--seed", "1", stdout=StringIO())
    table = Table.objects.latest("pk")
    moves.step_reveal(table=table, step=10_000)
    table.refresh_from_db()
    return table


@pytest.fixture
def invented() -> Sequence[Table]:
    for slug in MAPS:
        loaded(slug)
    call_command("makehistory", "6", "--seed", "7", stdout=StringIO())
    return list(Table.objects.order_by("pk"))


def shown(**asked: object) -> set[str]:
    return set(result_keys(read(Client().get("/history/", asked))))


def test_a_demo_game_is_not_in_the_list_unless_asked_for() -> None:
    demo, real = finished_demo(), noted("Ada", "Bo")
    assert shown() == {real.table.key}
    assert shown(q="Bruno") == set()
    assert shown(demo="1") == {real.table.key, demo.key}
    assert shown(demo="1", q="Bruno") == {demo.key}


def test_invented_games_are_not_in_the_list_unless_asked_for(invented: Sequence[Table]) -> None:
    assert shown() == set()
    assert shown(demo="1") == {table.key for table in invented}


def test_an_empty_history_still_offers_the_demo_games(invented: Sequence[Table]) -> None:
    page = read(Client().get("/history/"))
    assert "No games have been finished here yet." in page.text
    assert "/history/?games=all" in page.values("href", "a")
    people = read(Client().get("/history/people/"))
    assert not [link for row in people.all("li") for link in row.all("a")]


def test_where_nothing_is_invented_nobody_is_asked() -> None:
    noted("Ada", "Bo")
    for address in ("/history/", "/statistics/", "/statistics/maps/london/"):
        assert "demo" not in Client().get(address).content.decode().lower(), address


def test_statistics_count_real_games_alone_unless_asked(invented: Sequence[Table]) -> None:
    noted("Zora", "Bo", slug="london")
    assert house.summary(which=Which.REAL).games == 1
    assert house.summary(which=Which.REAL).players == 2
    assert house.summary(which=Which.ALL).games == 7
    assert [row.person.name for row in leaders.leaderboard(which=Which.REAL)] == ["Zora", "Bo"]
    assert len(leaders.leaderboard(which=Which.ALL)) > 2
    assert sum(row.games for row in house.maps(which=Which.REAL)) == 1
    best = house.best_totals(house.maps(which=Which.REAL), which=Which.REAL)
    assert {slug: record.person.name for slug, record in best.items()} == {"london": "Zora"}
    assert maps.summary("london", which=Which.REAL).games == 1
    assert maps.winning_totals("london", which=Which.REAL) == [(100, 1)]
    assert sum(row.games for row in maps.seats("london", which=Which.REAL)) == 2
    board = library.board_of(loaded("london"))
    assert sum(row.claims for row in maps.heat(board, 1, which=Which.REAL).routes) == 0
    assert sum(row.claims for row in maps.heat(board, 7, which=Which.ALL).routes) > 0
    assert maps.tickets(board, which=Which.REAL) == []
    assert maps.tickets(board, which=Which.ALL) != []
    assert not Claim.objects.filter(demo=False).exists()
    assert not HeldTicket.objects.filter(demo=False).exists()


def test_pages_of_figures_offer_the_demo_games_and_say_when_they_are_counted(
    invented: Sequence[Table],
) -> None:
    noted("Zora", "Bo", slug="london")
    for address in ("/statistics/", "/statistics/maps/london/"):
        without = read(Client().get(address))
        kinds = [option["value"] for option in without.one(id="games").all("option")]
        assert kinds == ["", "here", "invented", "all"]
        counted = read(Client().get(address, {"games": "all"}))
        assert [o["value"] for o in counted.one(id="games").all("option", selected="")] == ["all"]
        assert counted.words != without.words
    front = read(Client().get("/statistics/", {"demo": "1"}))
    assert "/statistics/maps/london/?games=all" in front.values("href", "a")


def test_somebody_invented_is_another_person_than_a_player_of_that_name() -> None:
    finished_demo()
    real = noted("Ada", "Zora")
    ada = Score.objects.get(play=real, name="Ada").player
    assert ada.scores.count() == 1
    assert Player.objects.filter(name="Ada", demo=True).exists()
    # Invented people met one another; that says nothing about those who play here.
    bruno = noted("Bruno").scores.get().player
    player_names.merge(other=bruno, into=ada)
    assert ada.scores.count() == 2


def test_a_name_of_a_demo_game_changes_without_touching_real_ones() -> None:
    demo = finished_demo()
    noted("Ada")
    invented_ada = Player.objects.get(name="Ada", demo=True)
    assert player_names.rename(player=invented_ada, name="Adalbert") == 1
    assert "Adalbert" in demo.seats.values_list("name", flat=True)
    player_names.rename(player=Player.objects.get(name="Ada"), name="Bruno")
    assert Player.objects.filter(name="Bruno").count() == 2


def test_reindex_keeps_the_mark(invented: Sequence[Table]) -> None:
    demo = finished_demo()
    noted("Ada")  # has no log, so it is taken out
    call_command("reindex", stdout=StringIO())
    assert set(Play.objects.values_list("demo", flat=True)) == {True}
    assert Play.objects.count() == 7
    assert Play.objects.get(table=demo).scores.filter(player__demo=False).count() == 0
    assert not Claim.objects.filter(demo=False).exists()
    assert not Player.objects.filter(demo=False).exists()
    assert shown() == set()


def test_the_rematch_of_a_demo_is_a_demo() -> None:
    demo = finished_demo()
    again = lobby.rematch(table=demo, sheet=demo.sheet)
    assert again.demo


def test_the_result_of_a_demo_game_says_what_it_is() -> None:
    demo = finished_demo()
    assert "demo game" in Client().get(f"/result/{demo.key}/").content.decode()
    real = noted("Ada", "Bo")
    assert not real.demo


def test_a_record_of_a_demo_game_comes_back_as_one() -> None:
    demo = finished_demo()
    raw = Client().get(f"/result/{demo.key}/record.json").content
    assert json.loads(raw)["demo"] is True
    player_names.delete_game(table=demo)
    new, table = record_files.outcome(raw)
    assert new
    assert table.demo
    assert shown() == set()


def test_exports_leave_demo_games_out_unless_asked_for(invented: Sequence[Table], tmp_path) -> None:
    def names(**asked: object) -> list[str]:
        sent = b"".join(Client().get("/history/records.zip", asked).streaming_content)
        with zipfile.ZipFile(io.BytesIO(sent)) as archive:
            return archive.namelist()

    assert names() == ["scores.csv"]
    assert len(names(demo="1")) == 7
    for option, games in (((), 0), (("--demo",), 6)):
        output = StringIO()
        call_command("exportrecords", tmp_path / "all.zip", *option, stdout=output)
        assert output.getvalue().startswith(f"{games} games")


def test_an_update_marks_what_was_invented_before() -> None:
    """The games of older versions are known by the forms that made their seats."""
    finished_demo()
    real = noted("Ada", "Zora")
    for slug in MAPS:
        loaded(slug)
    call_command("makehistory", "3", "--seed", "7", stdout=StringIO())
    # As it was before there were marks: everybody of one name was one player.
    for player in Player.objects.filter(demo=True):
        spelled = index.spelling_key(player.name)
        other, _new = Player.objects.get_or_create(spelling=spelled, defaults={"name": player.name})
        Score.objects.filter(spelled=player).update(spelled=other, player=other)
        player.delete()
    for kind in (Table, Play, Claim, HeldTicket):
        kind.objects.update(demo=False)
    Player.objects.update(folded="")
    film = recorded("london")
    Table.objects.filter(pk=film.pk).update(demo=True)
    migration = import_module("games.migrations.0007_mark_demo_games")
    migration.mark(apps, None)
    assert not Table.objects.filter(pk=film.pk).exists()
    assert Play.objects.filter(demo=True).count() == 4
    assert list(Play.objects.filter(demo=False)) == [real]
    assert shown() == {real.table.key}
    assert sorted(Player.objects.filter(demo=False).values_list("name", "folded")) == [
        ("Ada", "ada"),
        ("Zora", "zora"),
    ]
    assert not Score.objects.filter(play__demo=True, player__demo=False).exists()
    assert not Claim.objects.filter(score__play__demo=True, demo=False).exists()


def test_the_same_seed_plays_the_same_game() -> None:
    first, second = (reload(finished_demo("london")).started_game for _game in range(2))
    assert [entry.fact for entry in first.entries] == [entry.fact for entry in second.entries]
