"""People: merging and unmerging two spellings, renaming, anonymising, and deleting."""

import json

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games.archive import player_names, reindex
from games.models import Entry, Play, Player, Report, Score, Seat, Table
from games.refusals import Refused
from games.table import index, lobby
from tests.support.finished import finish, noted, played
from tests.support.games import game_of
from tests.support.markup import read
from tests.support.sittings import sit_down

pytestmark = pytest.mark.django_db


def player(name: str) -> Player:
    return Player.objects.get(name=name)


def games_of(name: str) -> int:
    return Score.objects.filter(player__name=name).count()


def everywhere(word: str) -> list[str]:
    """Where in the whole database a word stands."""
    return [
        model.__name__
        for model in (Player, Score, Seat, Report, Table, Entry)
        if word.casefold()
        in json.dumps(list(model.objects.values()), default=str, ensure_ascii=False).casefold()
    ]


# -- Merging --------------------------------------------------------------------------------------


def test_merging_counts_the_games_of_both_spellings_together() -> None:
    noted("Ada", "Bo")
    play = noted("Adda", "Bo")
    player_names.merge(other=player("Adda"), into=player("Ada"))
    assert games_of("Ada") == 2
    assert games_of("Adda") == 0
    assert play.scores.first().name == "Adda"  # as it was spelled at the table
    noted("adda", "Cy")
    assert games_of("Ada") == 3


def test_undoing_a_merging_gives_each_their_own_games_back() -> None:
    noted("Ada", "Bo")
    noted("Adda", "Bo")
    player_names.merge(other=player("Adda"), into=player("Ada"))
    noted("Adda", "Cy")
    player_names.unmerge(player=player("Adda"))
    player_names.unmerge(player=player("Adda"))
    assert (games_of("Ada"), games_of("Adda")) == (1, 2)


def test_mergings_can_follow_one_another_and_be_undone_in_any_order() -> None:
    for name in ("Ada", "Adda", "A."):
        noted(name, "Bo")
    player_names.merge(other=player("A."), into=player("Adda"))
    player_names.merge(other=player("Adda"), into=player("Ada"))
    assert games_of("Ada") == 3
    player_names.unmerge(player=player("Adda"))
    assert (games_of("Ada"), games_of("Adda"), games_of("A.")) == (1, 2, 0)
    player_names.merge(other=player("Adda"), into=player("Ada"))
    player_names.unmerge(player=player("A."))
    assert (games_of("Ada"), games_of("Adda"), games_of("A.")) == (2, 0, 1)


def test_merging_twice_is_merging_once_and_never_goes_in_a_circle() -> None:
    noted("Ada", "Bo")
    noted("Adda", "Bo")
    for _time in range(2):
        player_names.merge(other=player("Adda"), into=player("Ada"))
    player_names.merge(other=player("Ada"), into=player("Adda"))
    assert player("Ada").merged_into is None
    assert games_of("Ada") == 2


def test_who_played_against_each_other_is_not_one_person() -> None:
    noted("Ada", "Bo")
    with pytest.raises(Refused) as refused:
        player_names.merge(other=player("Bo"), into=player("Ada"))
    assert refused.value.code == "met"
    assert games_of("Bo") == 1


def test_a_host_merges_in_the_browser_after_seeing_what_it_means() -> None:
    sitting = played("Ada", "Bo")
    noted("Adda", "Cy")
    host = sitting.screen
    asked = host.get("/history/people/merge?into=ada&other=Adda").content.decode()
    assert "Are Ada and Adda the same person?" in asked
    assert games_of("Ada") == 1
    form = {"into": "Ada", "other": "Adda"}
    for _time in range(2):
        assert host.post("/history/people/merge", form).url == "/history/people/"
    assert games_of("Ada") == 2
    page = read(host.get("/history/people/"))
    assert "Adda is Ada" in page.text
    actions = page.values("action", "form")
    (undo,) = (action for action in actions if action.endswith("/unmerge"))
    for _time in range(2):
        assert host.post(undo).url == "/history/people/"
    assert games_of("Adda") == 1


def test_a_name_nobody_has_is_said() -> None:
    sitting = played("Ada", "Bo")
    reply = sitting.screen.get("/history/people/merge?into=Ada&other=Zoe", follow=True)
    assert "Nobody called “Zoe”" in reply.content.decode()


def test_who_hosted_neither_cannot_merge_nor_undo() -> None:
    sitting = played("Ada", "Bo")
    noted("Adda", "Cy")
    form = {"into": "Ada", "other": "Adda"}
    guest = sitting.phones[1]
    for stranger in (Client(), guest):
        assert stranger.post("/history/people/merge", form).status_code == 403
    player_names.merge(other=player("Adda"), into=player("Ada"))
    undo = f"/history/people/{player('Adda').pk}/unmerge"
    assert Client().post(undo).status_code == 403
    assert Client().get(undo).status_code == 405
    assert games_of("Ada") == 2
    assert "Undo" not in Client().get("/history/people/").content.decode()


def test_among_strangers_a_host_merges_only_names_of_own_games(settings) -> None:
    settings.HISTORY = "staff"
    sitting = played("Ada", "Bo")
    noted("Adda", "Cy")
    reply = sitting.screen.post("/history/people/merge", {"into": "Ada", "other": "Adda"})
    assert reply.url == "/history/people/"
    assert games_of("Ada") == 1


# -- Renaming -------------------------------------------------------------------------------------


def test_a_new_name_stands_everywhere_and_the_old_one_nowhere() -> None:
    sitting = played("Zacharias", "Bo")
    given_up = sit_down("london", 0)
    lobby.join(table=given_up.table, name="zacharias", color="red", request="x")
    lobby.close(table=given_up.table)
    seat = sitting.table.seats.get(name="Zacharias")
    Report.objects.create(
        sheet=sitting.table.sheet, table=sitting.table, code="X", by=seat.name,
        route="r", color="red", length=1,
    )  # fmt: skip
    before = sitting.state
    assert "Zacharias" in Client().get(f"/result/{sitting.table.key}/").content.decode()
    assert player_names.rename(player=player("Zacharias"), name="  Ada ") == 1
    assert everywhere("zacharias") == []
    sitting.table.refresh_from_db()
    after = game_of(sitting.table).state
    assert [p.name for p in after.players] == [
        "Ada" if p.name == "Zacharias" else p.name for p in before.players
    ]
    assert after.hands == before.hands
    page = Client().get(f"/result/{sitting.table.key}/").content.decode()
    assert "Ada" in page
    assert "Zacharias" not in page
    record = Client().get(f"/result/{sitting.table.key}/record.json").content.decode()
    assert "Zacharias" not in record
    assert player_names.rename(player=player("Ada"), name="Ada") == 1  # sent twice


def test_open_pages_are_told_of_a_new_name() -> None:
    sitting = played("Zacharias", "Bo")
    revision = sitting.table.revision
    player_names.rename(player=player("Zacharias"), name="Ada")
    sitting.table.refresh_from_db()
    assert sitting.table.revision == revision + 1
    assert sitting.table.rewritten == 1
    live = sitting.screen.get(sitting.url(f"live?revision={revision}&page=screen")).json()
    assert "Zacharias" not in live["html"]


def test_renaming_replaces_other_spellings_too() -> None:
    noted("Zacharias", "Bo")
    noted("Zach", "Bo")
    player_names.merge(other=player("Zach"), into=player("Zacharias"))
    player_names.rename(player=player("Zacharias"), name="Ada")
    assert everywhere("zach") == []
    assert games_of("Ada") == 2


def test_a_name_somebody_else_has_is_refused_and_merging_is_offered() -> None:
    sitting = played("Ada", "Bo")
    noted("Adda", "Cy")
    phone = next(p for p, name in zip(sitting.phones, ("Ada", "Bo"), strict=True) if name == "Ada")
    reply = phone.post(f"/history/people/{player('Ada').pk}/rename", {"name": "adda"})
    assert reply.status_code == 422
    assert "/history/people/merge?into=Adda&amp;other=Ada" in reply.content.decode()
    reply = phone.post(f"/history/people/{player('Ada').pk}/rename", {"name": "Bo"})
    assert reply.status_code == 422
    assert games_of("Ada") == 1


def test_a_name_that_clashes_at_a_table_that_was_given_up_is_refused() -> None:
    noted("Ada", "Bo")
    given_up = sit_down("london", 0)
    lobby.join(table=given_up.table, name="Ada", color="red", request="x")
    lobby.join(table=given_up.table, name="Zoe", color="blue", request="y")
    lobby.close(table=given_up.table)
    with pytest.raises(Refused) as refused:
        player_names.rename(player=player("Ada"), name="zoe")
    assert "Someone at one of these tables" in str(refused.value)


@pytest.mark.parametrize("name", ["", "   ", "\0"])
def test_an_empty_name_is_refused(name: str) -> None:
    noted("Ada", "Bo")
    with pytest.raises(Refused):
        player_names.rename(player=player("Ada"), name=name)


# -- No name --------------------------------------------------------------------------------------


def test_an_anonymous_player_has_no_name_anywhere_but_keeps_the_games_together() -> None:
    one, two = played("Zacharias", "Bo"), played("zacharias", "Cy")
    noted("Zach", "Di")
    player_names.merge(other=player("Zach"), into=player("Zacharias"))
    nobody = player("Zacharias")
    for _time in range(2):
        player_names.anonymise(player=nobody)
    assert everywhere("zach") == []
    nobody.refresh_from_db()
    assert nobody.anonymous
    assert nobody.name == f"Player {nobody.pk}"
    assert nobody.scores.count() == 3
    for sitting in (one, two):
        assert nobody.name in Client().get(f"/result/{sitting.table.key}/").content.decode()


def test_a_name_typed_later_is_not_the_nameless_player() -> None:
    noted("Zacharias", "Bo")
    nobody = player("Zacharias")
    player_names.anonymise(player=nobody)
    nobody.refresh_from_db()
    noted(nobody.name, "Cy")
    assert nobody.scores.count() == 1


def test_the_index_made_anew_still_knows_the_nameless() -> None:
    played("Zacharias", "Bo")
    nobody = player("Zacharias")
    player_names.anonymise(player=nobody)
    assert sum(reindex.reindex()) == 1
    assert nobody.scores.count() == 1
    assert set(Player.objects.values_list("anonymous", flat=True)) == {True, False}
    assert Player.objects.count() == 2


def test_a_neutral_name_never_clashes_at_a_table() -> None:
    noted("Zacharias", "Bo")
    nobody = player("Zacharias")
    noted("Zacharias", f"Player {nobody.pk}")
    player_names.anonymise(player=nobody)
    names = list(Play.objects.latest("pk").table.seats.values_list("name", flat=True))
    assert len(set(names)) == 2
    assert f"Player {nobody.pk}" in names


def test_the_nameless_are_neither_renamed_nor_merged() -> None:
    noted("Zacharias", "Bo")
    noted("Cy", "Di")
    nobody = player("Zacharias")
    player_names.anonymise(player=nobody)
    with pytest.raises(Refused):
        player_names.rename(player=nobody, name="Zacharias")
    with pytest.raises(Refused):
        player_names.merge(other=nobody, into=player("Cy"))


# -- Deleting traces ------------------------------------------------------------------------------


def test_deleting_traces_leaves_games_of_others_and_joins_nothing() -> None:
    noted("Zacharias", "Bo")
    noted("Zacharias", "Cy")
    alone = noted("Zacharias", "Di")
    player_names.anonymise(player=player("Di"))
    gone = player("Zacharias").pk
    assert player_names.erase(player=player("Zacharias")) == (1, 2)
    assert everywhere("zacharias") == []
    assert not Player.objects.filter(pk=gone).exists()
    assert not Table.objects.filter(pk=alone.table_id).exists()
    assert Play.objects.count() == 2
    left = Score.objects.filter(player__anonymous=True)
    assert left.values("player").distinct().count() == left.count() == 2
    assert games_of("Bo") == games_of("Cy") == 1


def test_a_real_game_can_still_be_shown_after_a_player_left_it() -> None:
    sitting = played("Zacharias", "Bo")
    player_names.erase(player=player("Zacharias"))
    page = Client().get(f"/result/{sitting.table.key}/")
    assert page.status_code == 200
    assert "Zacharias" not in page.content.decode()


# -- Who may --------------------------------------------------------------------------------------


def test_players_change_their_own_name_with_the_phone_they_played_with() -> None:
    sitting = played("Ada", "Bo")
    ada, bo = sitting.phones
    pk = player("Ada").pk
    assert bo.post(f"/history/people/{pk}/rename", {"name": "Zoe"}).status_code == 403
    assert Client().post(f"/history/people/{pk}/rename", {"name": "Zoe"}).status_code == 403
    assert ada.post(f"/history/people/{pk}/rename", {"name": "Zoe"}).status_code == 302
    assert games_of("Zoe") == 1
    assert "Only the player" in bo.get(f"/history/people/{pk}/").content.decode()
    assert "Rename everywhere" in ada.get(f"/history/people/{pk}/").content.decode()


def test_a_host_speaks_for_a_player_without_a_phone() -> None:
    sitting = sit_down("london", 1)
    lobby.add_phoneless(table=sitting.table, name="Mia", color="white", request="m")
    finish(sitting)
    reply = sitting.screen.post(f"/history/people/{player('Mia').pk}/rename", {"name": "Mi"})
    assert reply.status_code == 302
    assert games_of("Mi") == 1


def test_among_strangers_a_name_alone_proves_nothing(settings) -> None:
    settings.HISTORY = "staff"
    sitting = played("Ada", "Bo")
    url = f"/history/people/{player('Ada').pk}/rename"
    noted("Ada", "Cy")
    assert sitting.phones[0].post(url, {"name": "Zoe"}).status_code == 403
    Play.objects.latest("pk").table.delete()
    assert sitting.phones[0].post(url, {"name": "Zoe"}).status_code == 302


@pytest.mark.parametrize("deed", ["anonymise", "erase"])
def test_what_cannot_be_undone_wants_the_name_typed(deed: str) -> None:
    sitting = played("Zacharias", "Bo")
    phone, pk = sitting.phones[0], player("Zacharias").pk
    reply = phone.post(f"/history/people/{pk}/{deed}", {"confirm": "Bo"}, follow=True)
    assert "Nothing has changed" in reply.content.decode()
    assert games_of("Zacharias") == 1
    for _time in range(2):
        reply = phone.post(f"/history/people/{pk}/{deed}", {"confirm": "zacharias"}, follow=True)
        assert reply.status_code == 200
    assert everywhere("zacharias") == []
    assert Play.objects.count() == 1


@pytest.mark.parametrize("deed", ["rename", "anonymise", "erase", "unmerge"])
def test_deeds_need_a_token_and_a_post(deed: str) -> None:
    noted("Ada", "Bo")
    url = f"/history/people/{player('Ada').pk}/{deed}"
    boss = Client(enforce_csrf_checks=True)
    boss.force_login(User.objects.create_superuser("boss"))
    assert boss.post(url, {"confirm": "Ada", "name": "Zoe"}).status_code == 403
    assert boss.get(url).status_code == 405
    assert games_of("Ada") == 1


# -- The administration ---------------------------------------------------------------------------


@pytest.fixture
def boss() -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("boss"))
    return client


PLAYERS = "/admin/games/player/"


def test_the_administration_lists_players_and_games(boss: Client) -> None:
    play = noted("Ada", "Bo")
    assert "Ada" in boss.get(PLAYERS).content.decode()
    assert boss.get(f"{PLAYERS}{player('Ada').pk}/change/").url.startswith("/history/people/")
    assert "Ada 100, Bo 99" in boss.get("/admin/games/play/").content.decode()
    assert boss.get(f"/admin/games/play/{play.pk}/change/").url == f"/result/{play.table.key}/"
    assert boss.get(f"{PLAYERS}add/").status_code == 403
    assert boss.get(f"{PLAYERS}{player('Ada').pk}/delete/").status_code == 403


@pytest.mark.parametrize(
    ("action", "left"),
    [("merge_players", {"Ada": 2}), ("anonymise_players", {}), ("erase_players", {})],
)
def test_the_administration_asks_before_it_acts(
    boss: Client, action: str, left: dict[str, int]
) -> None:
    noted("Ada", "Bo")
    noted("Adda", "Bo")
    form = {"action": action, "_selected_action": [player("Ada").pk, player("Adda").pk]}
    asked = boss.post(PLAYERS, form)
    assert asked.status_code == 200
    assert (games_of("Ada"), games_of("Adda")) == (1, 1)
    boss.post(PLAYERS, {**form, "sure": "1"})
    assert {name: n for name in ("Ada", "Adda") if (n := games_of(name))} == left
    assert games_of("Bo") == 2


def test_a_game_deleted_in_the_administration_is_gone_with_its_log(boss: Client) -> None:
    sitting = played("Zacharias", "Bo")
    boss.post(f"/admin/games/play/{sitting.table.play.pk}/delete/", {"post": "yes"})
    assert not Table.objects.exists()
    assert not Entry.objects.exists()
    assert everywhere("zacharias") == []
    assert index.delete_unused_players() == 0


def test_map_editors_have_nothing_to_do_with_people() -> None:
    noted("Ada", "Bo")
    editor = Client()
    editor.force_login(User.objects.create_user("editor", is_staff=True))
    assert editor.get(PLAYERS).status_code == 403
    url = f"/history/people/{player('Ada').pk}/erase"
    assert editor.post(url, {"confirm": "Ada"}).status_code == 403
