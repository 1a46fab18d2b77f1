"""docs/security.md for opening sockets: how many, from where, and not after too many guesses."""

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client

from companion.asgi import application
from companion.server import limits
from games.access import throttle
from tests.support.sittings import Sitting, sit_down

pytestmark = pytest.mark.django_db(transaction=True)


def knock(
    code: str,
    *,
    cookies: Client | None = None,
    address: str = "198.51.100.7",
    page: str = "screen",
    **headers: str,
) -> WebsocketCommunicator:
    sent = {"origin": "http://localhost", "host": "localhost", **headers}
    if cookies:
        pairs = (f"{name}={morsel.value}" for name, morsel in cookies.cookies.items())
        sent["cookie"] = "; ".join(pairs)
    made = WebsocketCommunicator(
        application,
        f"/ws/t/{code}/?page={page}",
        headers=[(name.encode(), value.encode()) for name, value in sent.items()],
    )
    made.scope["client"] = [address, 5]
    return made


async def is_let_in(socket: WebsocketCommunicator) -> bool:
    accepted, _code = await socket.connect(timeout=10)
    return accepted


async def leave(*sockets: WebsocketCommunicator) -> None:
    for socket in sockets:
        await socket.disconnect()


@pytest.fixture
async def sitting() -> Sitting:
    return await sync_to_async(sit_down)("london", 2)


async def test_sockets_per_seat_are_bounded_and_given_back(sitting: Sitting) -> None:
    phone = sitting.phones[0]
    open_now = [
        knock(sitting.table.code, cookies=phone, page="phone")
        for _n in range(limits.SOCKETS_PER_SEAT)
    ]
    for socket in open_now:
        assert await is_let_in(socket)
    assert not await is_let_in(knock(sitting.table.code, cookies=phone, page="phone"))
    # Another seat and the screen are not touched by it.
    other = knock(sitting.table.code, cookies=sitting.phones[1], page="phone")
    screen = knock(sitting.table.code, cookies=sitting.screen)
    assert await is_let_in(other)
    assert await is_let_in(screen)
    await leave(open_now.pop(), other, screen)
    again = knock(sitting.table.code, cookies=phone, page="phone")
    assert await is_let_in(again)
    await leave(again, *open_now)


async def test_sockets_per_table_and_in_all_are_bounded(
    sitting: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("SOCKETS_PER_TABLE", "SOCKETS"):
        with monkeypatch.context() as patched:
            patched.setattr(limits, name, 2)
            two = [knock(sitting.table.code, address=f"198.51.100.{n}") for n in range(2)]
            for socket in two:
                assert await is_let_in(socket)
            assert not await is_let_in(knock(sitting.table.code, address="198.51.100.9"))
            await leave(*two)


async def test_sockets_per_address_are_bounded(sitting: Sitting, settings: object) -> None:
    settings.SOCKETS_PER_ADDRESS = 2
    here = [knock(sitting.table.code) for _n in range(2)]
    for socket in here:
        assert await is_let_in(socket)
    assert not await is_let_in(knock(sitting.table.code))
    elsewhere = knock(sitting.table.code, address="198.51.100.8")
    assert await is_let_in(elsewhere)
    await leave(elsewhere, *here)


async def test_a_socket_is_opened_by_our_own_pages_only(sitting: Sitting, settings: object) -> None:
    code = sitting.table.code
    for origin in (
        "http://evil.example",
        "http://localhost:9999",  # another program on this machine, which gets the same cookies
        "http://localhost.evil.example",
        "null",
        "",
        "http://[::1",
        "file://",
    ):
        assert not await is_let_in(knock(code, cookies=sitting.phones[0], origin=origin)), origin
    for host, origin in (
        ("localhost", "http://localhost"),
        ("localhost:8000", "http://localhost:8000"),
        ("localhost", "http://localhost:80"),
        ("localhost", "https://localhost"),
    ):
        own = knock(code, host=host, origin=origin)
        assert await is_let_in(own), origin
        await leave(own)
    settings.PUBLIC_URL = "https://localhost:8443"
    proxied = knock(code, host="localhost:8000", origin="https://localhost:8443")
    assert await is_let_in(proxied)
    await leave(proxied)


async def test_guessing_codes_by_sockets_counts_like_guessing_by_pages(
    sitting: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(throttle, "FIRST", 60)  # no wait ends while this runs
    codes = (f"B{a}{b}B" for a in "BCDFG" for b in "BCDFG" if f"B{a}{b}B" != sitting.table.code)
    for _n in range(throttle.CODE.free + 1):
        wrong = knock(next(codes))
        await wrong.connect()
        assert (await wrong.receive_output(timeout=5))["code"] == 4404
        await wrong.wait()
    assert throttle.wait(throttle.CODE, "198.51.100.7")
    assert not await is_let_in(knock(next(codes)))
    assert not await is_let_in(knock(sitting.table.code))
    # Anyone who sits there is let in, also from here; and elsewhere nobody notices.
    seated = knock(sitting.table.code, cookies=sitting.phones[0], page="phone")
    elsewhere = knock(sitting.table.code, address="198.51.100.8")
    assert await is_let_in(seated)
    assert await is_let_in(elsewhere)
    await leave(seated, elsewhere)
    refused = await sync_to_async(Client().get)(sitting.url(), REMOTE_ADDR="198.51.100.7")
    assert refused.status_code == 429


async def test_a_socket_of_no_table_and_no_address_is_turned_away() -> None:
    for path in (
        *("/ws/", "/ws/t/", "/ws/t/TOOLONG/", "/t/BCDF/", "/ws/t/BCDF/more"),
        *("/ws/events/", "/ws/events/one/more/", f"/ws/events/{'a' * 200}/"),
    ):
        lost = WebsocketCommunicator(
            application, path, headers=[(b"origin", b"http://localhost"), (b"host", b"localhost")]
        )
        assert not await is_let_in(lost)
