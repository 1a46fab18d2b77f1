"""Decides which sockets may be opened: how many, from which pages, and not after too many guesses.

Counts are per process. A page that's refused here polls every two seconds instead
(static/js/table/live.js), so nobody is locked out; updates are only a bit slower.
"""

import re
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

from channels.db import database_sync_to_async
from django.conf import settings

from companion.server import limits
from games.access import throttle
from games.access.audience import cookies_of, may_skip_wait

TABLE = re.compile(r"/ws/t/([A-Za-z]{4})/$")
STREAM = re.compile(r"/ws/events/([\w-]{1,100})/", re.ASCII)
NO_SUCH_TABLE = 4404
TOO_MANY = 4429
FOREIGN = 4403

Application = Callable[[dict[str, Any], Any, Any], Awaitable[Any]]


class SocketLimits:
    def __init__(self, application: Application) -> None:
        self.application = application
        self.open: Counter[tuple[str, ...]] = Counter()

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        who = throttle.household(scope["client"][0] if scope.get("client") else "")
        match = TABLE.match(scope["path"])
        code = match[1].upper() if match else ""
        token = stream_token(scope)
        cookies = {} if token else cookies_of(scope)
        most = _most(who, code, cookies, token)
        if not token and not is_our_page(scope):
            return await _refuse(receive, send, FOREIGN)
        if any(self.open[key] >= bound for key, bound in most.items()):
            return await _refuse(receive, send, TOO_MANY)
        self.open.update(most.keys())
        try:
            if not await _may_open(who, code, cookies):
                return await _refuse(receive, send, TOO_MANY)
            return await self.application(scope, receive, _counting_failures(send, who))
        finally:
            self.open.subtract(most.keys())
            for key in most:
                if not self.open[key]:
                    del self.open[key]


def stream_token(scope: dict[str, Any]) -> str:
    """The token of a socket that requests an event stream; empty for a page's socket.

    Browsers don't send it by themselves, as they do cookies, so any origin is allowed.
    """
    match = STREAM.fullmatch(scope["path"])
    return match[1] if match else ""


def _most(
    who: str, code: str, cookies: dict[str, str], token: str = ""
) -> dict[tuple[str, ...], int]:
    """The keys a socket counts for, with the limit of each."""
    most: dict[tuple[str, ...], int] = {
        ("all",): limits.SOCKETS,
        ("address", who): settings.SOCKETS_PER_ADDRESS,
    }
    if token:
        return most | {("stream", token): limits.SOCKETS_PER_STREAM}
    most["table", code] = limits.SOCKETS_PER_TABLE
    seats = sorted(value for name, value in cookies.items() if "seat_" in name)
    if seats:
        most[("seat", code, *seats)] = limits.SOCKETS_PER_SEAT
    return most


def is_our_page(scope: dict[str, Any]) -> bool:
    """Whether a socket was opened by a page from this same origin, as forms have to be.

    Another program on the same machine, at another port, has the same host and the same cookies.
    """
    origin, host = _header(scope, b"origin"), _header(scope, b"host")
    if origin == settings.PUBLIC_URL or not host:
        return True
    try:
        return _host(urlsplit(origin).netloc) == _host(host)
    except ValueError:
        return False


def _host(netloc: str) -> str:
    return re.sub(r":(80|443)$", "", netloc.lower())


async def _may_open(who: str, code: str, cookies: dict[str, str]) -> bool:
    def asked() -> bool:
        return not throttle.wait(throttle.CODE, who) or may_skip_wait(who, code, cookies)

    return await database_sync_to_async(asked)()


def _counting_failures(send: Any, who: str) -> Any:
    """Passes messages on, and counts sockets that requested a table that doesn't exist."""

    async def counting(message: dict[str, Any]) -> None:
        if message["type"] == "websocket.close" and message.get("code") == NO_SUCH_TABLE:
            await database_sync_to_async(throttle.failed)(throttle.CODE, who)
        await send(message)

    return counting


async def _refuse(receive: Any, send: Any, code: int) -> None:
    await receive()
    await send({"type": "websocket.close", "code": code})


def _header(scope: dict[str, Any], wanted: bytes) -> str:
    for name, value in scope.get("headers", ()):
        if name == wanted:
            header: bytes = value
            return header.decode("latin-1")
    return ""
