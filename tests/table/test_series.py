"""Several games by the same people: a rematch that counts, and the standings between games."""

import pytest
from django.test import Client

from games.archive import player_names
from games.models import Player, Series, Table
from games.rules.actions import EndGame
from games.table import lobby as lobby_services
from games.table import moves, series
from games.table.start import start_game
from tests.support.markup import read
from tests.support.sittings import Sitting, begun, loaded, play_on

pytestmark = pytest.mark.django_db


def finish(table: Table) -> Table:
    """From the lobby or from wherever it is to the end of the reveal, by the shortest way."""
    if table.stage == Table.Stage.LOBBY:
        start_game(table=table, by=None)
        table.refresh_from_db()
        play_on(Sitting(table, Client()), turns=0)
    moves.act(table=table, action=EndGame(), by=None)
    moves.step_reveal(table=table, step=1000)
    table.refresh_from_db()
    return table


def first_game(players: int = 2, slug: str = "london") -> Table:
    return finish(begun(slug, players).table)


def again(table: Table, kind: str = "") -> Table:
    new = lobby_services.rematch(table=table, sheet=loaded("london"), kind=kind)
    table.refresh_from_db()
    return Table.objects.get(pk=new.pk)


def standing(table: Table) -> series.Standing:
    series_now = series.standing(Table.objects.get(pk=table.pk))
    assert series_now is not None
    return series_now


def rig(table: Table, *ranks: tuple[str, int, int]) -> None:
    """Let a finished game have come out like this: name, rank, total."""
    for name, rank, total in ranks:
        assert table.play.scores.filter(name=name).update(rank=rank, total=total) == 1


# -- How it begins and goes on --------------------------------------------------------------------


def test_a_plain_rematch_is_no_series() -> None:
    table = first_game()
    assert again(table).series is None
    assert table.series is None
    assert Series.objects.count() == 0


@pytest.mark.parametrize(("kind", "best_of"), [("3", 3), ("5", 5), ("evening", None)])
def test_a_series_begins_with_the_game_that_was_just_played(kind: str, best_of: int | None) -> None:
    table = first_game()
    new = again(table, kind)
    assert new.series is not None
    assert new.series.best_of == best_of
    assert table.series == new.series


def test_every_further_rematch_belongs_to_it() -> None:
    new = finish(again(first_game(), "evening"))
    assert again(new).series == new.series


def test_one_game_can_be_played_outside_it() -> None:
    new = finish(again(first_game(), "evening"))
    assert again(new, "none").series is None


def test_after_the_last_game_another_series_can_begin() -> None:
    one = first_game()
    two = finish(again(one, "3"))
    rig(one, ("Ada", 1, 30), ("Bo", 2, 20))
    rig(two, ("Ada", 1, 30), ("Bo", 2, 20))
    assert standing(two).decided
    three = again(two, "5")
    two.refresh_from_db()
    assert three.series is not None
    assert three.series.best_of == 5
    assert two.series != three.series  # its own is told to the end


def test_a_decided_series_does_not_go_on_by_itself() -> None:
    one = first_game()
    two = finish(again(one, "3"))
    rig(one, ("Ada", 1, 30), ("Bo", 2, 20))
    rig(two, ("Ada", 1, 30), ("Bo", 2, 20))
    assert again(two).series is None


def test_a_host_chooses_it_with_the_rematch() -> None:
    sitting = begun("london", 2)
    finish(sitting.table)
    sitting.screen.post(sitting.url("rematch"), {"page": "screen", "series": "3"})
    sitting.table.refresh_from_db()
    assert sitting.table.series is not None
    assert sitting.table.rematch.series == sitting.table.series


# -- How it stands --------------------------------------------------------------------------------


def three_games(kind: str = "3") -> list[Table]:
    one = first_game()
    two = finish(again(one, kind))
    rig(one, ("Ada", 1, 30), ("Bo", 2, 20))
    rig(two, ("Ada", 2, 20), ("Bo", 1, 30))
    return [one, two, again(two)]


def test_most_games_won_comes_first_then_most_points() -> None:
    one, two, _three = three_games()
    rig(one, ("Ada", 1, 30), ("Bo", 2, 29))
    rig(two, ("Ada", 2, 10), ("Bo", 1, 40))
    rows = standing(two).rows
    assert [(row.name, row.wins, row.total, row.rank) for row in rows] == [
        ("Bo", 1, 69, 1),
        ("Ada", 1, 40, 2),
    ]
    assert [score.total if score else None for score in rows[0].games] == [29, 40]
    assert str(standing(two).verdict) == "Bo leads with 1 game won and 69 points."


def test_who_is_level_in_both_shares_a_rank() -> None:
    _one, two, _three = three_games()
    assert [row.rank for row in standing(two).rows] == [1, 1]
    assert str(standing(two).verdict) == "Ada and Bo are level."


def test_best_of_three_is_won_by_two_games() -> None:
    one, _two, three = three_games()
    finish(three)
    assert standing(one).decided
    rig(three, ("Ada", 1, 30), ("Bo", 2, 20))
    assert str(standing(one).verdict) == "Ada wins the series 2–1."
    assert standing(one).target == 2


def test_a_shared_victory_is_a_game_won_by_all_who_share_it() -> None:
    one, two, _three = three_games()
    rig(one, ("Ada", 1, 30), ("Bo", 1, 30))
    rig(two, ("Ada", 1, 30), ("Bo", 1, 30))
    assert standing(two).decided
    assert str(standing(two).verdict) == "Ada and Bo share the series."


def test_with_more_players_the_verdict_counts_games_and_points() -> None:
    one = first_game(3)
    two = finish(again(one, "3"))
    rig(one, ("Ada", 1, 30), ("Bo", 2, 20), ("Cy", 3, 10))
    rig(two, ("Ada", 1, 31), ("Bo", 2, 20), ("Cy", 3, 10))
    assert str(standing(two).verdict) == "Ada wins the series with 2 games won and 61 points."


def test_an_evening_is_never_decided() -> None:
    tables_ = three_games("evening")
    assert not standing(tables_[0]).decided
    assert "leads" in str(standing(tables_[0]).verdict) or "level" in str(
        standing(tables_[0]).verdict
    )


def test_a_person_is_recognised_however_the_name_was_spelled() -> None:
    one = first_game()
    new = again(one, "evening")
    new.seats.filter(name="Ada").update(name="ADA ")
    finish(new)
    assert len(standing(new).rows) == 2


def test_two_spellings_that_were_merged_are_one_person() -> None:
    one = first_game()
    new = again(one, "evening")
    new.seats.filter(name="Ada").update(name="Adele")
    finish(new)
    assert len(standing(new).rows) == 3
    player_names.merge(other=Player.objects.get(name="Adele"), into=Player.objects.get(name="Ada"))
    assert len(standing(new).rows) == 2


def test_who_was_away_has_no_score_of_that_game() -> None:
    one = first_game(3)
    new = again(one, "evening")
    lobby_services.remove_seat(table=new, seat=new.seats.get(name="Cy"))
    finish(new)
    cy = next(row for row in standing(new).rows if row.name == "Cy")
    assert cy.games[1] is None


def test_undoing_the_end_of_a_game_takes_it_out_until_it_is_revealed_again() -> None:
    one = first_game()
    new = again(one, "3")
    assert len(standing(new).legs) == 1
    moves.undo(table=one, by=None, host=True)
    assert standing(new).legs == ()
    assert str(standing(new).verdict) == "No games finished yet."
    finish(one)
    assert len(standing(new).legs) == 1


# -- Where it is shown ----------------------------------------------------------------------------


def test_the_next_lobby_the_result_and_a_page_of_its_own_show_it() -> None:
    one = first_game()
    new = again(one, "3")
    lobby = read(Client().get(f"/t/{new.code}/screen"))
    assert "Best of 3" in lobby.text
    assert f"/result/{one.key}/" not in lobby.one(of_class="series").values("href")
    for address in (f"/result/{one.key}/", f"/result/{one.key}/series"):
        page = read(Client().get(address)).text
        assert "Best of 3" in page
        assert str(standing(one).verdict) in page  # who leads, or that they are level


def test_without_a_series_nothing_speaks_of_one() -> None:
    table = first_game()
    assert not read(Client().get(f"/result/{table.key}/")).has(of_class="series")
    assert Client().get(f"/result/{table.key}/series").status_code == 404


@pytest.mark.django_db(transaction=True)
def test_the_open_lobby_is_told_when_an_earlier_game_changes() -> None:
    one = first_game()
    new = again(one, "3")
    before = Table.objects.get(pk=new.pk).revision
    moves.undo(table=one, by=None, host=True)
    assert Table.objects.get(pk=new.pk).revision > before
    lobby = read(Client().get(f"/t/{new.code}/screen"))
    assert not lobby.has(of_class="series")
