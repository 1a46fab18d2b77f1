"""Cookies of other programs on the same host, a thousand times: everybody keeps their seat."""

import json
import random
from collections.abc import Callable

import pytest
from asgiref.sync import sync_to_async
from channels.testing import HttpCommunicator, WebsocketCommunicator
from django.test import Client

from companion.asgi import application
from tests.support.nonsense import foreign_cookies
from tests.support.sittings import Sitting, begun

pytestmark = pytest.mark.django_db(transaction=True)

PAGES, SOCKETS = 600, 400


def own(client: Client) -> bytes:
    pairs = (f"{name}={morsel.value}" for name, morsel in client.cookies.items())
    return "; ".join(pairs).encode()


async def whole_state(sitting: Sitting, page: str, cookie: bytes) -> dict[str, object]:
    socket = WebsocketCommunicator(
        application,
        f"/ws/t/{sitting.table.code}/?page={page}&lang=en",
        headers=[(b"origin", b"http://localhost"), (b"cookie", cookie)],
    )
    assert (await socket.connect(timeout=20))[0], cookie
    frame = await socket.receive_output(timeout=20)
    await socket.disconnect()
    assert frame["type"] == "websocket.send", (cookie, frame)
    message: dict[str, object] = json.loads(frame["text"])
    return message


async def asked(sitting: Sitting, page: str, cookie: bytes) -> dict[str, object]:
    """The state as a page gets it that has no socket."""
    headers = [(b"host", b"localhost"), (b"cookie", cookie)]
    path = sitting.url(f"live?page={page}&revision=-1")
    reply = await HttpCommunicator(application, "GET", path, headers=headers).get_response(20)
    assert reply["status"] == 200, cookie
    message: dict[str, object] = json.loads(reply["body"])
    return message


async def test_sockets_show_the_same_whatever_other_programs_set(
    figure: Callable[[str], None],
) -> None:
    sitting = await sync_to_async(begun)("london", 2)
    dice = random.Random(21)
    for page, client in (("phone", sitting.phones[0]), ("screen", sitting.screen)):
        shown = await whole_state(sitting, page, own(client))
        stranger = await whole_state(sitting, "screen", b"a=b")
        assert shown["html"] != stranger["html"], "otherwise there would be nothing to lose"
        for _again in range(SOCKETS // 2):
            cookie = foreign_cookies(dice, own(client))
            assert await whole_state(sitting, page, cookie) == shown, cookie
    figure(f"fuzz: {SOCKETS} sockets with cookies of other programs, all knew their seat")


async def test_pages_show_the_same_whatever_other_programs_set(
    figure: Callable[[str], None],
) -> None:
    sitting = await sync_to_async(begun)("london", 2)
    dice = random.Random(22)
    for page, client in (("phone", sitting.phones[0]), ("screen", sitting.screen)):
        shown = await asked(sitting, page, own(client))
        for _again in range(PAGES // 2):
            cookie = foreign_cookies(dice, own(client))
            assert await asked(sitting, page, cookie) == shown, cookie
    figure(f"fuzz: {PAGES} pages with cookies of other programs, all knew their seat")
