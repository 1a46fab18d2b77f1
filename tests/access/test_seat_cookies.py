"""A phone keeps its seat: no link, form or old page takes it away silently."""

import pytest
from django.test import Client

from games.access.audience import audience_at, audience_for
from games.models import Table
from games.table import lobby, moves
from games.table.hosts import reissue
from games.table.snapshot import reload
from tests.support.markup import read
from tests.support.sittings import Sitting, begun, play_on, sit_down

pytestmark = pytest.mark.django_db


def secret(sitting: Sitting, phone: Client, table: Table | None = None) -> str:
    return phone.cookies[f"seat_{(table or sitting.table).pk}"].value


def sits_as(table: Table, client: Client) -> str:
    cookies = {name: morsel.value for name, morsel in client.cookies.items()}
    seat = audience_at(reload(table), cookies).seat
    return seat.name if seat else ""


# -- Links ----------------------------------------------------------------------------------------


def test_the_link_of_another_seat_asks_before_it_takes_this_phone_there() -> None:
    sitting = begun("london", 2)
    ada, bo = sitting.phones
    link = sitting.url(f"seat/{secret(sitting, bo)}")
    page = ada.get(link)
    assert page.status_code == 200
    assert "set-cookie" not in page.headers
    assert f"seat_{sitting.table.pk}" not in page.cookies
    assert sits_as(sitting.table, ada) == "Ada"
    html = read(page)
    assert "Ada" in html.text
    assert "Bo" in html.text
    assert html.has("form", method="post", action=link)
    assert sitting.url("play") in html.values("href", "a")

    assert ada.post(link).url == sitting.url("play")
    assert sits_as(sitting.table, ada) == "Bo"


def test_ones_own_link_and_a_phone_without_a_seat_are_not_asked() -> None:
    sitting = begun("london", 2)
    ada = sitting.phones[0]
    link = sitting.url(f"seat/{secret(sitting, ada)}")
    assert ada.get(link).url == sitting.url("play")
    newcomer = Client()
    assert newcomer.get(link).url == sitting.url("play")
    assert sits_as(sitting.table, newcomer) == "Ada"


def test_a_phone_whose_seat_got_a_new_link_is_not_asked_for_the_old_one() -> None:
    sitting = begun("london", 2)
    bo = sitting.table.seats.get(name="Bo")
    new = reissue(table=sitting.table, seat=bo, by=None)
    phone = sitting.phones[1]
    assert phone.get(sitting.url(f"seat/{new}")).url == sitting.url("play")
    assert sits_as(sitting.table, phone) == "Bo"


def test_taking_another_seat_needs_our_own_form() -> None:
    sitting = begun("london", 2)
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = sitting.phones[0].cookies
    link = sitting.url(f"seat/{secret(sitting, sitting.phones[1])}")
    assert strict.post(link).status_code == 403
    assert sits_as(sitting.table, strict) == "Ada"


def test_a_link_that_opens_nothing_leaves_the_seat_alone() -> None:
    sitting = begun("london", 2)
    ada = sitting.phones[0]
    for reply in (ada.get(sitting.url("seat/nonsense")), ada.post(sitting.url("seat/nonsense"))):
        assert reply.status_code == 404
    assert sits_as(sitting.table, ada) == "Ada"


# -- Rematches ------------------------------------------------------------------------------------


def rematch(sitting: Sitting) -> Table:
    play_on(sitting)
    moves.step_reveal(table=sitting.table, step=10_000)
    return lobby.rematch(table=reload(sitting.table).table, sheet=sitting.table.sheet)


def test_phones_and_the_screen_follow_to_the_rematch_with_their_seats() -> None:
    sitting = begun("london", 2)
    new = rematch(sitting)
    for phone, name in zip(sitting.phones, ("Ada", "Bo"), strict=True):
        assert phone.get(sitting.url("follow")).url == f"/t/{new.code}/"
        assert sits_as(new, phone) == name
    sitting.screen.get(sitting.url("follow?page=screen"))
    cookies = {name: morsel.value for name, morsel in sitting.screen.cookies.items()}
    assert audience_for(new, cookies).opener


def test_an_old_tab_does_not_write_back_a_secret_that_was_replaced_at_the_rematch() -> None:
    sitting = begun("london", 2)
    new = rematch(sitting)
    bo = sitting.phones[1]
    bo.get(sitting.url("follow"))
    link = reissue(table=new, seat=new.seats.get(name="Bo"), by=None)
    bo.get(f"/t/{new.code}/seat/{link}")
    assert sits_as(new, bo) == "Bo"
    reply = bo.get(sitting.url("follow"))  # the tab of the game before, still open
    assert reply.url == f"/t/{new.code}/"
    assert f"seat_{new.pk}" not in reply.cookies
    assert sits_as(new, bo) == "Bo"


def test_an_old_tab_does_not_move_a_phone_that_changed_seats_at_the_rematch() -> None:
    sitting = begun("london", 2)
    new = rematch(sitting)
    ada, bo = sitting.phones
    ada.get(sitting.url("follow"))
    bo.get(sitting.url("follow"))
    ada.post(f"/t/{new.code}/seat/{secret(sitting, bo, new)}")
    assert sits_as(new, ada) == "Bo"
    ada.get(sitting.url("follow"))
    assert sits_as(new, ada) == "Bo"


def test_a_secret_that_opens_nothing_at_the_rematch_is_not_carried_there() -> None:
    sitting = begun("london", 2)
    new = rematch(sitting)
    reissue(table=new, seat=new.seats.get(name="Bo"), by=None)
    reply = sitting.phones[1].get(sitting.url("follow"))
    assert f"seat_{new.pk}" not in reply.cookies


def test_a_host_without_the_opening_browser_gets_no_screen_by_asking_for_a_rematch() -> None:
    sitting = begun("london", 2)
    play_on(sitting)
    moves.step_reveal(table=sitting.table, step=10_000)
    host = sitting.phones[0]
    reply = host.post(sitting.url("rematch"), {"page": "screen"})
    new = Table.objects.order_by("-pk")[0]
    assert reply.url == f"/t/{new.code}/screen"
    assert f"screen_{new.pk}" not in reply.cookies


# -- Forms ----------------------------------------------------------------------------------------


def test_the_form_that_once_took_a_seat_does_not_bring_back_its_old_secret() -> None:
    sitting = sit_down("london", 2)
    reissue(table=sitting.table, seat=sitting.table.seats.get(name="Bo"), by=None)
    form = {"name": "Bo", "color": sitting.board.player_colors[1], "request": "form-Bo"}
    reply = sitting.phones[1].post(sitting.url("join"), form)
    assert f"seat_{sitting.table.pk}" not in reply.cookies
    assert reply.status_code == 422
    assert "A host has given this seat a new link." in reply.content.decode()
    assert sitting.table.seats.count() == 2


def test_the_same_form_sent_twice_still_gives_the_same_seat() -> None:
    sitting = sit_down("london", 2)
    form = {"name": "Bo", "color": sitting.board.player_colors[1], "request": "form-Bo"}
    again = Client()
    assert again.post(sitting.url("join"), form).url == sitting.url("play")
    assert sits_as(sitting.table, again) == "Bo"
