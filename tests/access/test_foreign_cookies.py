"""Browsers share cookies across all ports of a host: those of other programs are sent along, even
malformed ones, and mustn't affect a table."""

import json

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client

from companion.asgi import application
from tests.support.sittings import Sitting, begun

pytestmark = pytest.mark.django_db(transaction=True)

# `SimpleCookie` gives up at each of these, and with it on everything that comes after.
FOREIGN = {
    "a space in a value": b"x=a b",
    "an @ in a name": b"a@b=1",
    "JSON": b'prefs={"theme": "dark", "n": [1, 2]}',
    "no value": b"x",
    "not ASCII": "größe=ü".encode(),
    "not UTF-8": b"x=\xff\xfe",
    "an open quote": b'x="a',
    "brackets and a comma": b"x[0]=1,2",
    "nothing but signs": b";;=;=",
}


def with_foreign(client: Client, foreign: bytes, *, first: bool) -> bytes:
    own = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items()).encode()
    return b"; ".join((foreign, own) if first else (own, foreign))


def socket(sitting: Sitting, page: str, *cookies: bytes) -> WebsocketCommunicator:
    return WebsocketCommunicator(
        application,
        f"/ws/t/{sitting.table.code}/?page={page}&lang=en",
        headers=[(b"origin", b"http://localhost"), *((b"cookie", line) for line in cookies)],
    )


async def first_message(communicator: WebsocketCommunicator) -> str:
    assert (await communicator.connect())[0]
    output = await communicator.receive_output(timeout=5)
    assert output["type"] == "websocket.send", f"sent away: {output}"
    html: str = json.loads(output["text"])["html"]
    await communicator.disconnect()
    return html


@pytest.mark.parametrize("first", [True, False], ids=["before", "behind"])
@pytest.mark.parametrize("foreign", FOREIGN.values(), ids=FOREIGN)
async def test_sockets_find_their_seat_and_their_host_among_cookies_of_other_programs(
    foreign: bytes, first: bool
) -> None:
    sitting = await sync_to_async(begun)("london", 2)
    phone = await sync_to_async(sitting.phone)(1)
    message = await first_message(
        socket(sitting, "phone", with_foreign(phone, foreign, first=first))
    )
    assert 'id="tickets"' in message
    screen = with_foreign(sitting.screen, foreign, first=first)
    assert await first_message(socket(sitting, "screen", screen)) == await first_message(
        socket(sitting, "screen", with_foreign(sitting.screen, b"a=b", first=first))
    ), "the screen has its controls"


async def test_cookies_in_several_lines_are_read_as_one() -> None:
    sitting = await sync_to_async(begun)("london", 2)
    phone = await sync_to_async(sitting.phone)(1)
    own = with_foreign(phone, b"a=b", first=True)
    assert 'id="tickets"' in await first_message(socket(sitting, "phone", b"x=a b", own))


@pytest.mark.parametrize("foreign", FOREIGN.values(), ids=FOREIGN)
def test_pages_find_their_seat_among_cookies_of_other_programs(foreign: bytes) -> None:
    sitting = begun("london", 2)
    line = with_foreign(sitting.phone(1), foreign, first=True).decode("latin-1")
    for path in ("play", "live?page=phone&revision=-1"):
        reply = Client(headers={"cookie": line}).get(sitting.url(path))
        assert reply.status_code == 200, path
        assert "tickets" in reply.content.decode()
