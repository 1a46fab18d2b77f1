"""Sockets: the whole state on connect, then what changed, and only one's own audience's view."""

import json

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client

from companion.asgi import application
from games.table import lobby
from games.table.hosts import reissue
from tests.support.sittings import Sitting, begun

pytestmark = pytest.mark.django_db(transaction=True)


def socket(
    sitting: Sitting, client: Client, page: str, origin: str = "http://localhost"
) -> WebsocketCommunicator:
    cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
    return WebsocketCommunicator(
        application,
        f"/ws/t/{sitting.table.code}/?page={page}&lang=en",
        headers=[(b"origin", origin.encode()), (b"cookie", cookies.encode())],
    )


async def message(communicator: WebsocketCommunicator) -> dict[str, object]:
    return json.loads(await communicator.receive_from(timeout=5))


async def test_every_page_gets_its_whole_state_on_connect_and_a_push_after_each_entry() -> None:
    sitting = await sync_to_async(begun)("london", 2)
    screen = socket(sitting, sitting.screen, "screen")
    phone = socket(sitting, await sync_to_async(sitting.phone)(1), "phone")
    for communicator, part in ((screen, 'id="scores"'), (phone, 'id="tickets"')):
        assert (await communicator.connect())[0]
        assert part in (await message(communicator))["html"]

    number = await sync_to_async(lambda: sitting.number)()
    mover = await sync_to_async(sitting.phone)(0)
    await sync_to_async(sitting.post)(mover, "cards", seen=number)
    for communicator in (screen, phone):
        pushed = await message(communicator)
        assert "draws cards" in pushed["html"]
        assert pushed["revision"] > 0
        await communicator.disconnect()


async def test_only_parts_that_look_different_are_pushed() -> None:
    sitting = await sync_to_async(begun)("london", 2)
    screen = socket(sitting, sitting.screen, "screen")
    await screen.connect()
    await message(screen)
    await sync_to_async(lobby.set_locked)(table=sitting.table, locked=True)
    assert 'id="mapstate"' not in (await message(screen))["html"]
    await screen.disconnect()


async def test_a_spectator_asking_for_a_phones_page_is_sent_away_to_load_it_again() -> None:
    sitting = await sync_to_async(begun)("london", 2)
    stranger = socket(sitting, Client(), "phone")
    await stranger.connect()
    assert (await stranger.receive_output(timeout=5))["code"] == 4404


async def test_a_seat_that_was_given_a_new_link_stops_listening_on_the_old_phone() -> None:
    sitting = await sync_to_async(begun)("london", 2)
    old = socket(sitting, await sync_to_async(sitting.phone)(1), "phone")
    await old.connect()
    await message(old)
    seat = await sync_to_async(sitting.seat)(1)
    await sync_to_async(reissue)(table=sitting.table, seat=seat, by=None)
    # The page reloads then: the tickets it still shows must go.
    assert (await old.receive_output(timeout=5))["code"] == 4404


async def test_an_unknown_table_and_a_foreign_origin_are_turned_away() -> None:
    sitting = await sync_to_async(begun)("london", 2)
    nobody = WebsocketCommunicator(
        application, "/ws/t/ZZZZ/", headers=[(b"origin", b"http://localhost")]
    )
    await nobody.connect()
    assert (await nobody.receive_output(timeout=5))["code"] == 4404
    foreign = socket(sitting, sitting.screen, "screen", origin="http://evil.example")
    assert not (await foreign.connect())[0]


async def test_what_a_browser_sends_is_not_read() -> None:
    sitting = await sync_to_async(begun)("london", 2)
    phone = socket(sitting, await sync_to_async(sitting.phone)(0), "phone")
    await phone.connect()
    await message(phone)
    await phone.send_to(text_data='{"action": "draw_cards", "seen": 1}')
    await phone.send_to(bytes_data=b"\x00\xff" * 100)
    beats = [json.loads(await phone.receive_from()) for _sent in range(2)]
    assert [set(beat) for beat in beats] == [{"beat", "revision"}] * 2
    assert await sync_to_async(lambda: sitting.state.turns_played)() == 0
    await phone.disconnect()


def test_without_sockets_pages_ask_and_get_the_same_parts() -> None:
    sitting = begun("london", 2)
    phone = sitting.phone(0)
    first = phone.get(sitting.url("live"), {"page": "phone", "revision": "-1"}).json()
    assert 'id="tickets"' in first["html"]
    again = phone.get(sitting.url("live"), {"page": "phone", "revision": first["revision"]}).json()
    assert again == {"revision": first["revision"], "html": ""}
    sitting.post(phone, "cards", seen=sitting.number)
    news = phone.get(sitting.url("live"), {"page": "phone", "revision": first["revision"]}).json()
    assert news["revision"] > first["revision"]
    assert "draws cards" in news["html"]
