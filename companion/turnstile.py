"""The wire's own bounds. Whatever comes through here has a size and has come in time.

Daphne reads a request to its end, however long and slow it is, before any page sees a byte of it,
and keeps what a socket's other side does not read. Neither can be set, so its classes are extended
here. Pages and consumers stand behind this and need not think of it.
"""

import re
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from ipaddress import IPv4Network, IPv6Network, ip_address
from socket import SO_SNDBUF, SOL_SOCKET
from typing import Any

from daphne import server as daphne_server
from daphne.http_protocol import HTTPFactory, WebRequest
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from twisted.web.http import NO_BODY_CODES, HTTPChannel

from companion import bounds

PAGE = (
    '<!doctype html><html lang="en"><meta charset="utf-8">'
    "<title>%(title)s</title><h1>%(title)s</h1><p>%(body)s</p></html>"
)
CHARSET = re.compile(rb";\s*charset\s*=[^;]*", re.IGNORECASE)


def install(*, per_address: int, proxies: Sequence[IPv4Network | IPv6Network]) -> None:
    """Make Daphne use what is below; it has no setting for that."""
    Entrance.per_address = per_address
    Entrance.proxies = tuple(proxies)
    daphne_server.HTTPFactory = Entrance  # type: ignore[misc]
    daphne_server.WebSocketFactory = SocketEntrance  # type: ignore[misc]


def room_for(path: bytes) -> int:
    """How long a body sent to this address may be."""
    return next((most for start, most in bounds.BODIES if path.startswith(start)), bounds.BODY)


class Allowance:
    """So many at once, then so many per second."""

    def __init__(self, at_once: float, per_second: float) -> None:
        self.at_once, self.per_second = at_once, per_second
        self.left, self.counted_at = at_once, time.monotonic()

    def used_up(self, count: float = 1) -> bool:
        now = time.monotonic()
        grown = self.left + (now - self.counted_at) * self.per_second
        self.left, self.counted_at = min(grown, self.at_once) - count, now
        return self.left < 0


class Channel(HTTPChannel):
    """One connection. A request must arrive as a whole in time, not merely byte by byte."""

    maxHeaders = bounds.HEADERS  # noqa: N815

    def resetTimeout(self) -> None:  # noqa: N802
        """Twisted would begin to wait anew with every byte, and somebody could trickle for days."""

    def connectionLost(self, reason: Any = None) -> None:  # noqa: N802
        self.factory.gone(self.transport)
        super().connectionLost(reason)


class Request(WebRequest):
    """A request whose body is kept only as far as it may go; the rest is read and forgotten."""

    error_template = PAGE

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.room, self.length, self.taken, self.refused = bounds.BODY, 0, 0, 0
        # Django reads forms; Twisted would do it, too, for nobody, while all others wait.
        super().__init__(*args, parsePOSTFormSubmission=False, **kwargs)
        self.entrance: Entrance = self.channel.factory

    def gotLength(self, length: int | None) -> None:  # noqa: N802
        path: Any = self.channel._path
        self.room = room_for(path)
        super().gotLength(0 if length is not None and length > self.room else length)

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802
        self.length += len(data)
        if self.length > self.room:
            self.refused = 413
        elif self.room > bounds.BODY and not self.refused:
            self.taken += len(data)
            if not self.entrance.take(len(data)):
                self.refused = 503
        if not self.refused:
            super().handleContentChunk(data)

    def process(self) -> Any:
        # Nobody in front of us sends these: the first would change every link on the page, the
        # second asks for a dialect of sockets that nobody here speaks.
        for name in (b"daphne-root-path", b"sec-websocket-protocol"):
            self.requestHeaders.removeHeader(name)
        # Forms are sent in UTF-8. Django believes whoever says otherwise, and fails on `zip`.
        types = self.requestHeaders.getRawHeaders(b"content-type", [])
        if any(b"charset" in value.lower() for value in types):
            plain = [CHARSET.sub(b"", value) for value in types]
            self.requestHeaders.setRawHeaders(b"content-type", plain)
        if not self.refused:
            return super().process()
        self.request_start = time.time()
        if self.refused == 413:
            self.basic_error(413, b"Too Large", "What was sent is too large.")
        else:
            self.responseHeaders.setRawHeaders(b"Retry-After", [b"10"])
            self.basic_error(503, b"Busy", "Too much is being sent here at once. Try again soon.")
        return None

    def handle_reply(self, message: dict[str, Any]) -> None:
        """Send a part of the answer; of a body only where there may be one.

        Twisted leaves it out, too, by putting another `write` on the request; but Daphne calls the
        one of the class. What is sent too much would be taken for the beginning of the next answer.
        """
        if message["type"] == "http.response.body" and self.is_bodiless():
            message = {**message, "body": b""}
        super().handle_reply(message)

    def is_bodiless(self) -> bool:
        return self.method == b"HEAD" or self.code in NO_BODY_CODES

    def connectionLost(self, reason: Any) -> None:  # noqa: N802
        self.let_go()
        super().connectionLost(reason)

    def finish(self) -> None:
        self.let_go()
        super().finish()

    def let_go(self) -> None:
        self.entrance.give_back(self.taken)
        self.taken = 0


class Entrance(HTTPFactory):
    """Counts connections, and what big bodies hold."""

    protocol: Any = Channel
    per_address = bounds.CONNECTIONS
    proxies: tuple[IPv4Network | IPv6Network, ...] = ()

    def __init__(self, server: Any) -> None:
        super().__init__(server)
        self.timeOut = bounds.SECONDS_TO_ASK
        self.open: Counter[str] = Counter()
        self.holding = 0

    def buildProtocol(self, addr: Any) -> Any:  # noqa: N802
        host = str(getattr(addr, "host", ""))
        # Behind a proxy all come from its address; there the sockets are counted by the doorkeeper.
        if self.open.total() >= bounds.CONNECTIONS or (
            self.open[host] >= self.per_address and not self.is_proxy(host)
        ):
            return None
        protocol = super().buildProtocol(addr)
        protocol.requestFactory = Request
        self.open[host] += 1
        return protocol

    def is_proxy(self, host: str) -> bool:
        return bool(self.proxies) and any(ip_address(host) in proxy for proxy in self.proxies)

    def gone(self, transport: Any) -> None:
        host = str(getattr(transport.getPeer(), "host", ""))
        self.open[host] -= 1
        if self.open[host] <= 0:
            del self.open[host]

    def take(self, count: int) -> bool:
        self.holding += count
        return self.holding <= bounds.BODIES_AT_ONCE

    def give_back(self, count: int) -> None:
        self.holding -= count


class Socket(WebSocketProtocol):
    """A socket that neither talks too much nor listens too slowly."""

    maxMessagePayloadSize: int  # noqa: N815

    def connectionMade(self) -> None:  # noqa: N802
        self.frames = Allowance(bounds.FRAMES_AT_ONCE, bounds.FRAMES_PER_SECOND)
        self.octets = Allowance(bounds.BYTES_AT_ONCE, bounds.BYTES_PER_SECOND)
        self.clogged_at: float | None = None
        self.backlog = 0
        super().connectionMade()
        with suppress(AttributeError, OSError):  # not every transport is a plain socket
            transport: Any = self.transport
            transport.getHandle().setsockopt(SOL_SOCKET, SO_SNDBUF, bounds.KEPT_BY_SYSTEM)
        # The transport says when what it keeps for the other side passes 64 kB, and when it is
        # gone. Until now it said so to the HTTP channel.
        self.unregisterProducer()
        self.registerProducer(self, True)

    def connectionLost(self, reason: Any = None) -> None:  # noqa: N802
        self.factory.server_class.http_factory.gone(self.transport)
        super().connectionLost(reason)

    # -- What comes in ----------------------------------------------------------------------------

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        if self.octets.used_up(len(data)):
            self.drop("sends too much")
        else:
            super().dataReceived(data)

    def onFrameBegin(self) -> None:  # noqa: N802
        if self.frames.used_up():
            self.drop("sends too often")
        else:
            super().onFrameBegin()

    # -- What goes out ----------------------------------------------------------------------------

    def pauseProducing(self) -> None:  # noqa: N802
        self.clogged_at = time.monotonic()

    def resumeProducing(self) -> None:  # noqa: N802
        self.clogged_at, self.backlog = None, 0

    def stopProducing(self) -> None:  # noqa: N802
        """Part of what a producer is; the connection ends by itself."""

    def sendMessage(self, payload: bytes, *args: Any, **kwargs: Any) -> None:  # noqa: N802
        # The library's bound is for both directions; ours is for what comes in.
        bound, self.maxMessagePayloadSize = self.maxMessagePayloadSize, 0
        try:
            # What fits into one packet anyway is not worth the work.
            kwargs.setdefault("doNotCompress", len(payload) < bounds.PACKET)
            super().sendMessage(payload, *args, **kwargs)
        finally:
            self.maxMessagePayloadSize = bound
        if self.clogged_at is not None:
            self.backlog += len(payload)
            if self.backlog > bounds.BACKLOG:
                self.drop("does not read")

    def check_timeouts(self) -> None:
        super().check_timeouts()
        if self.clogged_at and time.monotonic() - self.clogged_at > bounds.SECONDS_TO_READ:
            self.drop("reads too slowly")

    def drop(self, why: str) -> None:
        """Without a goodbye: it would only join the queue of what is not read."""
        self.wasClean, self.wasNotCleanReason = False, f"dropped: {why}"
        self.dropConnection(abort=True)


class SocketEntrance(WebSocketFactory):
    protocol = Socket
