"""Names in the lobby: those a game record wouldn't allow are refused before the game, with a
message."""

import pytest
from django.test import Client

from games.archive import player_names, record_files
from games.models import Player, Seat, Table
from games.refusals import Refused
from games.table import lobby, moves
from tests.support.sittings import Sitting, begun, play_on, sit_down

pytestmark = pytest.mark.django_db

UNSHOWABLE = {
    "a bell": "Ad\x07a",
    "an escape": "\x1b[31mAda",
    "a delete": "Ada\x7f",
    "an old control character": "A\x9bda",
    "half a character": "Ada\ud800",
    "written from right to left": "\u202eadA",
    "hidden among others": "A\u2066da",
    "nothing to see": "\u200b\u200b",
    "nothing but blanks": "\u3164",
    "nothing but an accent": "\u0301",
}
TWINS = {
    "full-width": "Ａｄａ",
    "mathematical": "𝐀𝐝𝐚",
    "with a ligature": "ﬁona",
    "composed otherwise": "Le\u0301a",
    "other capitals": "ADA",
    "with something invisible": "A\u200bda",
    "with a soft hyphen": "A\u00adda",
}
TAKEN = ("Ada", "fiona", "Léa")


def join(sitting: Sitting, name: str, color: int = 1):
    form = {"name": name, "color": sitting.board.player_colors[color], "request": "another form"}
    return Client().post(sitting.url("join"), form)


@pytest.mark.parametrize("name", UNSHOWABLE.values(), ids=UNSHOWABLE)
def test_a_name_that_cannot_be_shown_is_refused_with_a_sentence(name: str) -> None:
    sitting = sit_down("london", 1)
    with pytest.raises(Refused) as refused:
        lobby.join(table=sitting.table, name=name, color="blue", request="r")
    assert refused.value.code == "name"
    with pytest.raises(Refused):
        lobby.add_phoneless(table=sitting.table, name=name, color="blue", request="r")
    if "\ud800" not in name:  # no browser can send half a character
        reply = join(sitting, name)
        assert reply.status_code == 422
        assert "can’t show" in reply.content.decode() or "enter a name" in (reply.content.decode())
    assert sitting.table.seats.count() == 1


@pytest.mark.parametrize("name", TWINS.values(), ids=TWINS)
def test_a_name_that_looks_like_a_taken_one_is_taken(name: str) -> None:
    sitting = sit_down("germany", 0)
    for taken, color in zip(TAKEN, sitting.board.player_colors, strict=False):
        lobby.join(table=sitting.table, name=taken, color=color, request=taken)
    reply = join(sitting, name, color=3)
    assert reply.status_code == 422
    assert "is already called" in reply.content.decode()
    assert set(Seat.objects.values_list("name", flat=True)) == set(TAKEN)


@pytest.mark.parametrize(
    "name",
    ["Zoë", "Đặng", "李雷", "Иван", "O'Neill", "Anna-Lena", "👩‍👩‍👧", "נועה", "Ada 2", "علي"],
)
def test_ordinary_names_of_all_languages_are_welcome(name: str) -> None:
    sitting = sit_down("london", 1)
    assert join(sitting, name).status_code == 302
    assert sitting.table.seats.filter(name=name).exists()


def test_whatever_sat_down_can_be_written_and_read_back_as_a_record() -> None:
    sitting = sit_down("london", 1)
    assert join(sitting, "  👩‍👩‍👧   Zoë\u00a0Ｂ ").status_code == 302
    sitting.post(sitting.screen, "start")
    sitting.table.refresh_from_db()
    play_on(sitting)
    moves.step_reveal(table=sitting.table, step=10_000)
    key = Table.objects.get(pk=sitting.table.pk).key
    file = Client().get(f"/result/{key}/record.json")
    assert record_files.judge(file.content) == record_files.AlreadyHere(sitting.table)


def test_a_player_is_not_given_such_a_name_afterwards_either() -> None:
    sitting = begun("london", 2)
    play_on(sitting)
    moves.step_reveal(table=sitting.table, step=10_000)
    player = Player.objects.get(name="Ada")
    for name in UNSHOWABLE.values():
        with pytest.raises(Refused):
            player_names.rename(player=player, name=name)
    assert player_names.rename(player=player, name="  Adele ") == 1
