"""The client's address and scheme: taken from a trusted proxy's headers, and from nobody else's."""

from ipaddress import ip_network
from typing import Any

import pytest

from companion.server.forwarded import behind

PROXIES = (ip_network("127.0.0.1"), ip_network("10.0.0.0/24"), ip_network("::1"))


async def seen(
    peer: str | None, *headers: tuple[str, str], kind: str = "http", proxies: Any = PROXIES
) -> tuple[Any, str]:
    """The address and the scheme that an application behind the proxies sees."""
    scope_seen: dict[str, Any] = {}

    async def application(scope: dict[str, Any], _receive: object, _send: object) -> None:
        scope_seen.update(scope)

    scope = {
        "type": kind,
        "scheme": "http" if kind == "http" else "ws",
        "client": [peer, 40000] if peer else None,
        "headers": [(name.lower().encode(), value.encode("latin-1")) for name, value in headers],
    }
    before = {**scope, "headers": list(scope["headers"])}
    await behind(proxies, application)(scope, None, None)
    assert scope == before, "what the server passed in is not ours to change"
    return scope_seen["client"] and scope_seen["client"][0], scope_seen["scheme"]


FOR, PROTO = "X-Forwarded-For", "X-Forwarded-Proto"


async def test_a_trusted_proxy_is_believed_for_pages_and_sockets() -> None:
    headers = ((FOR, "203.0.113.7"), (PROTO, "https"))
    assert await seen("127.0.0.1", *headers) == ("203.0.113.7", "https")
    assert await seen("10.0.0.9", *headers, kind="websocket") == ("203.0.113.7", "wss")
    assert await seen("::1", (FOR, "2001:db8::1"), (PROTO, "http")) == ("2001:db8::1", "http")


@pytest.mark.parametrize("peer", ["192.0.2.1", "10.0.1.9", "::2", None])
async def test_nobody_else_is_believed(peer: str | None) -> None:
    headers = ((FOR, "203.0.113.7"), (PROTO, "https"))
    assert await seen(peer, *headers) == (peer, "http")
    assert await seen("127.0.0.1", *headers, proxies=()) == ("127.0.0.1", "http")


async def test_of_several_hops_the_last_one_that_is_no_proxy_of_ours_counts() -> None:
    # The left ones came from the browser, which may say what it likes.
    chain = (FOR, "127.0.0.1, 198.51.100.1, 203.0.113.7, 10.0.0.5")
    assert (await seen("127.0.0.1", chain))[0] == "203.0.113.7"
    apart = ((FOR, "198.51.100.1"), (FOR, "203.0.113.7"))
    assert (await seen("127.0.0.1", *apart))[0] == "203.0.113.7"
    assert (await seen("127.0.0.1", (FOR, "10.0.0.7, 10.0.0.8")))[0] == "10.0.0.7"


@pytest.mark.parametrize("header", ["", "unknown", "203.0.113.7:80", "<script>", "é", "1.2.3"])
async def test_what_is_no_address_leaves_the_proxys_own(header: str) -> None:
    assert await seen("127.0.0.1", (FOR, header), (PROTO, header)) == ("127.0.0.1", "http")


async def test_a_proxy_that_says_nothing_changes_nothing() -> None:
    assert await seen("127.0.0.1") == ("127.0.0.1", "http")
    assert await seen("127.0.0.1", kind="websocket") == ("127.0.0.1", "ws")
