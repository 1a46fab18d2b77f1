"""Malformed handshakes and messages on sockets: nothing is read, breaks or leaks."""

import json
import random
from collections.abc import Callable

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client

from companion.asgi import application
from companion.server import limits
from tests.support.nonsense import NASTY, frames
from tests.support.sittings import begun

pytestmark = pytest.mark.django_db(transaction=True)

KNOCKS, FRAMES = 500, 2500


def cookie(client: Client) -> bytes:
    pairs = (f"{name}={morsel.value}" for name, morsel in client.cookies.items())
    return "; ".join(pairs).encode()


async def test_malformed_knocks_are_turned_away(figure: Callable[[str], None]) -> None:
    sitting = await sync_to_async(begun)("london", 2)
    dice, code, let_in = random.Random(8), sitting.table.code, 0
    secrets = {morsel.value for phone in sitting.phones for morsel in phone.cookies.values()}
    for number in range(KNOCKS):
        word = dice.choice(NASTY)
        text = word.decode("latin-1")
        path = dice.choice(
            (f"/ws/t/{code}/", f"/ws/t/{text}/", f"/ws/{text}", f"/ws/t/{code}/{text}", "/ws/")
        )  # fmt: skip
        headers = [
            (b"origin", dice.choice((b"http://localhost", b"http://localhost", word, b"null"))),
            (b"host", dice.choice((b"localhost", b"localhost", word))),
            (b"cookie", dice.choice((word, b"seat_%d=" % sitting.table.pk + word, b";;=;"))),
            (dice.choice((b"x-forwarded-for", b"sec-websocket-protocol", b"accept")), word),
        ]
        knock = WebsocketCommunicator(application, "/", headers=headers)
        knock.scope |= {
            "path": path,
            "query_string": b"page=" + dice.choice((b"phone", b"screen", word)) + b"&lang=" + word,
            "client": dice.choice(([f"10.1.{number % 250}.1", 1], [text, 1], None)),
        }
        accepted, _code = await knock.connect(timeout=20)
        if accepted:
            frame = await knock.receive_output(timeout=20)
            let_in += frame["type"] == "websocket.send"
            assert not any(secret in frame.get("text", "") for secret in secrets)
            assert "Traceback" not in frame.get("text", "")
        await knock.disconnect()
    figure(f"fuzz: {KNOCKS} knocks at sockets, {let_in} let in to watch")
    assert 0 < let_in < KNOCKS / 2


async def test_nothing_that_is_sent_over_a_socket_is_read(
    figure: Callable[[str], None],
) -> None:
    sitting = await sync_to_async(begun)("london", 2)
    number = await sync_to_async(lambda: sitting.number)()
    headers = [(b"origin", b"http://localhost"), (b"cookie", cookie(sitting.phones[0]))]
    sockets = [
        WebsocketCommunicator(application, f"/ws/t/{sitting.table.code}/?page={page}", headers)
        for page in ("phone", "screen") * (limits.SOCKETS_PER_SEAT // 2)
    ]
    for socket in sockets:
        assert (await socket.connect(timeout=20))[0]
        await socket.receive_from(timeout=20)
    for n, message in enumerate(frames(9, FRAMES)):
        socket = sockets[n % len(sockets)]
        kind = "bytes" if isinstance(message, bytes) else "text"
        await socket.send_input({"type": "websocket.receive", kind: message})
    answers = set()
    for socket in sockets:
        while not await socket.receive_nothing(timeout=0.3):
            answers.add(await socket.receive_from())
        await socket.disconnect()
    # Every one is a sign of life and nothing else: the answer is always the same.
    assert [json.loads(answer).keys() for answer in answers] == [{"beat", "revision"}]
    figure(f"fuzz: {FRAMES} messages over sockets, none of them read")
    assert await sync_to_async(lambda: sitting.number)() == number
