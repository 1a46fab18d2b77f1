"""The set-up of the board: entered on phones, or shared out among them."""

import pytest

from games.models import Table
from games.table.setting_up import shares
from tests.support.phone_pages import page, sheet
from tests.support.sittings import begun, sit_down

pytestmark = pytest.mark.django_db


def placed(table: Table) -> dict[str, list[str]]:
    pieces: dict[str, list[str]] = Table.objects.get(pk=table.pk).placed
    return pieces


def test_a_piece_is_typed_in_with_a_tap_and_taken_back_with_another() -> None:
    sitting = sit_down("germany", 2)
    phone = sitting.phones[1]
    sitting.post(phone, "setup/piece", place="berlin", color="red")
    sitting.post(phone, "setup/piece", place="berlin", color="blue")
    assert placed(sitting.table)["berlin"] == ["red", "blue"]
    sitting.post(phone, "setup/piece", place="berlin", color="")
    assert placed(sitting.table)["berlin"] == ["red"]
    assert Table.objects.get(pk=sitting.table.pk).setup == "typed"


def test_more_than_a_place_holds_and_more_than_the_bag_has_are_refused() -> None:
    sitting = sit_down("germany", 2)
    slots = sitting.board.place["kiel"].facts["passengers"]
    for _piece in range(slots):
        assert (
            sitting.post(sitting.screen, "setup/piece", place="kiel", color="red").status_code
            == 200
        )
    assert (
        "Kiel"
        in sitting.post(sitting.screen, "setup/piece", place="kiel", color="blue").content.decode()
    )
    assert placed(sitting.table)["kiel"] == ["red"] * slots
    answer = sitting.post(sitting.screen, "setup/piece", place="nowhere", color="red")
    assert "no place" in answer.content.decode()


def test_the_sheet_says_what_is_left_in_the_bag_and_opens_where_something_is_missing() -> None:
    sitting = sit_down("germany", 2)
    sitting.post(sitting.screen, "setup/piece", place="berlin", color="red")
    shown = sheet(sitting, sitting.phones[0], "setup/sheet")
    bag = next(bonus.bag for bonus in sitting.board.bonuses if bonus.sets_up)
    counts = [int(count.text.split()[-1]) for count in shown.all(of_class="bag-count")]
    assert sum(counts) == sum(bag.values()) - 1
    assert len(shown.all("details", open=True)) == 1


def test_nobody_from_outside_types_anything_in_and_nobody_after_the_start() -> None:
    sitting = begun("germany", 2)
    answer = sitting.post(sitting.phones[0], "setup/piece", place="berlin", color="red")
    assert answer.status_code == 422


def test_every_piece_is_the_share_of_exactly_one_phone_and_shares_are_alike() -> None:
    sitting = sit_down("germany", 4)
    bonus = next(bonus for bonus in sitting.board.bonuses if bonus.sets_up)
    setup = bonus.draw_setup(sitting.board, lambda _bag: None)
    seats = list(sitting.table.seats.all())
    shares_of_seats = shares(setup, sitting.board, seats)
    every = [id for ids in shares_of_seats.values() for id in ids]
    assert sorted(every) == sorted(id for id, colors in setup.items() if colors)
    sizes = [sum(len(setup[id]) for id in ids) for ids in shares_of_seats.values()]
    assert max(sizes) - min(sizes) <= 5


def test_a_phone_shows_its_share_place_by_place_while_tickets_are_chosen() -> None:
    sitting = sit_down("germany", 2)
    sitting.post(sitting.screen, "start")
    share = page(sitting, sitting.phones[0]).one(of_class="setup-share")
    assert len(share.all("li")) > 5
