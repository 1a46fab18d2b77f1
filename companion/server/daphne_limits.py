"""Limits that Daphne lacks: on the size, slowness and number of requests and sockets.

Daphne reads a whole request, however long and slow, before a view sees any of it, and buffers what
a socket's client doesn't read. There's no setting for either, so its classes are extended here.
Views and consumers needn't care.
"""

import asyncio
import re
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from io import BytesIO
from ipaddress import IPv4Network, IPv6Network, ip_address
from socket import SO_SNDBUF, SOL_SOCKET
from typing import Any

from autobahn.exception import Disconnected
from daphne import server as daphne_server
from daphne.http_protocol import HTTPFactory, WebRequest
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from twisted.web.http import NO_BODY_CODES, HTTPChannel

from companion.server import limits
from companion.server.forwarded import sender
from companion.server.frames import text_frame
from games.access.throttle import household

PAGE = (
    '<!doctype html><html lang="en"><meta charset="utf-8">'
    "<title>%(title)s</title><h1>%(title)s</h1><p>%(body)s</p></html>"
)
TOO_LARGE = (431, "Request Header Fields Too Large")
SENTENCES = {
    400: "What was sent is no request that can be read.",
    414: "The address is too long.",
    431: "The headers are too large. Deleting this site&#x27;s cookies in the browser may help.",
}
CHARSET = re.compile(rb";\s*charset\s*=[^;]*", re.IGNORECASE)


def install(*, per_address: int, proxies: Sequence[IPv4Network | IPv6Network]) -> None:
    """Make Daphne use the classes below; it has no setting for that."""
    LimitedHTTPFactory.per_address = per_address
    LimitedHTTPFactory.proxies = tuple(proxies)
    daphne_server.HTTPFactory = LimitedHTTPFactory  # type: ignore[misc]
    daphne_server.WebSocketFactory = LimitedWebSocketFactory  # type: ignore[misc]


async def drained(protocol: Any) -> None:
    """Wait until the client has read most of what was sent, so that nothing is made before it's
    needed."""
    channel = getattr(protocol, "channel", None)  # an answered request has none
    if isinstance(channel, Channel):
        await channel.drained()


def limit_of(path: bytes) -> int:
    """The longest body allowed for this address."""
    return next((most for start, most in limits.BODIES if path.startswith(start)), limits.BODY)


class RateLimit:
    """Allows a burst, then so many per second."""

    def __init__(self, at_once: float, per_second: float) -> None:
        self.at_once, self.per_second = at_once, per_second
        self.left, self.counted_at = at_once, time.monotonic()

    def exceeded(self, count: float = 1) -> bool:
        now = time.monotonic()
        grown = self.left + (now - self.counted_at) * self.per_second
        self.left, self.counted_at = min(grown, self.at_once) - count, now
        return self.left < 0


class Channel(HTTPChannel):
    """One connection. A request must arrive as a whole in time, not merely byte by byte.

    The client must also read the answers: the next request is handled, and the next chunk of an
    answer made, only once the last one has been sent.
    """

    maxHeaders = limits.HEADERS  # noqa: N815
    transport: Any
    _networkProducer: Any  # noqa: N815

    def __init__(self) -> None:
        super().__init__()
        self.unread: asyncio.Future[None] | None = None  # until the client has read
        self.held: list[bytes] = []  # requests that arrived in the meantime
        self.refused = False

    def connectionMade(self) -> None:  # noqa: N802
        super().connectionMade()
        with suppress(AttributeError, OSError):  # not every transport is a plain socket
            handle = self.transport.getHandle()
            handle.setsockopt(SOL_SOCKET, SO_SNDBUF, limits.KEPT_BY_SYSTEM)

    def resetTimeout(self) -> None:  # noqa: N802
        """Twisted would restart the timeout with every byte, so a client could trickle for days."""

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        if not self.refused:
            super().dataReceived(data)

    def connectionLost(self, reason: Any = None) -> None:  # noqa: N802
        self.factory.connection_closed(self.transport)
        self.stop_waiting()
        super().connectionLost(reason)

    # -- What cannot be read ----------------------------------------------------------------------

    def lineLengthExceeded(self, line: bytes) -> None:  # noqa: N802
        """Answer a line longer than 16 kB. Twisted would just hang up."""
        first = not self.requests or self.requests[-1].is_whole
        self.refuse(*((414, "URI Too Long") if first else TOO_LARGE))

    def lineReceived(self, line: bytes) -> None:  # noqa: N802
        if self._receivedHeaderSize + len(line) > self.totalHeadersSize:
            self.refuse(*TOO_LARGE)
        else:
            super().lineReceived(line)

    def headerReceived(self, line: bytes) -> bool:  # noqa: N802
        if self._receivedHeaderCount >= self.maxHeaders:
            self.refuse(*TOO_LARGE)
            return False
        return bool(super().headerReceived(line))

    def _respondToBadRequestAndDisconnect(self) -> None:  # noqa: N802
        self.refuse(400, "Bad Request")

    def refuse(self, status: int, reason: str) -> None:
        """Answer with an error, then read and discard for a moment.

        Closing the connection while the client is still sending would lose the answer, too.
        """
        if self.refused:
            return
        self.refused = True
        title = f"{status} {reason}"
        page = (PAGE % {"title": title, "body": SENTENCES[status]}).encode()
        self.transport.write(
            f"HTTP/1.1 {title}\r\nContent-Type: text/html; charset=utf-8\r\n"
            f"Content-Length: {len(page)}\r\nConnection: close\r\n\r\n".encode()
            + page
        )
        self.setTimeout(None)
        self.transport.loseWriteConnection()
        self.callLater(limits.SECONDS_TO_LISTEN, self.transport.abortConnection)

    # -- Slow readers ------------------------------------------------------------------------------

    def pauseProducing(self) -> None:  # noqa: N802
        """Called by the transport when more than 64 kB are waiting for the client."""
        super().pauseProducing()
        if self.unread is None:
            self.unread = asyncio.get_running_loop().create_future()
            self.check_reading_later(self.unread)

    def resumeProducing(self) -> None:  # noqa: N802
        """Called by the transport when its buffer is empty."""
        super().resumeProducing()
        self.stop_waiting()
        held, self.held = self.held, []
        if held:
            self.dataReceived(b"".join(held))

    def requestDone(self, request: Any) -> None:  # noqa: N802
        """Start the next request once the client has read this answer. Twisted wouldn't wait for
        that."""
        if self.unread is not None and self.persistent:
            self.held, self._dataBuffer = self._dataBuffer, []
            self._networkProducer.pauseProducing()
        super().requestDone(request)

    async def drained(self) -> None:
        """Wait until the client has read, or has disconnected."""
        if self.unread is not None:
            await asyncio.shield(self.unread)

    def check_reading_later(self, unread: Any) -> None:
        """Schedule a check that drops the client if it has read next to nothing by then."""
        unsent_before = self.unsent()

        def check() -> None:
            if self.unread is not unread:
                return
            if unsent_before - self.unsent() < limits.READ_AT_LEAST:
                self.transport.abortConnection()
            else:
                self.check_reading_later(unread)

        self.callLater(limits.SECONDS_TO_READ, check)

    def unsent(self) -> int:
        """How many bytes the transport holds for the client."""
        transport = self.transport
        return len(transport.dataBuffer) - transport.offset + int(transport._tempDataLen)

    def stop_waiting(self) -> None:
        """Stop waiting for the client to read."""
        unread, self.unread = self.unread, None
        if unread is not None and not unread.done():
            unread.set_result(None)


class Request(WebRequest):
    """A request whose body is kept up to the limit; the rest is read and discarded."""

    error_template = PAGE
    channel: Any

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.body_limit, self.length, self.taken, self.refused = limits.BODY, 0, 0, 0
        self.sender, self.said_at, self.is_whole = "", 0.0, False
        # Django parses forms. Twisted would parse them as well, for nothing, while all others wait.
        super().__init__(*args, parsePOSTFormSubmission=False, **kwargs)
        self.factory: LimitedHTTPFactory = self.channel.factory

    def gotLength(self, length: int | None) -> None:  # noqa: N802
        path: Any = self.channel._path
        self.body_limit = limit_of(path)
        super().gotLength(0 if length is not None and length > self.body_limit else length)
        if self.body_limit > limits.BODY and length != 0:
            forwarded = self.requestHeaders.getRawHeaders(b"x-forwarded-for", [])
            hops = [
                hop.strip() for value in forwarded for hop in value.decode("latin-1").split(",")
            ]
            peer = str(getattr(self.channel.getPeer(), "host", ""))
            self.sender = household(sender(peer, hops, self.factory.proxies))
            if length is None or length > limits.BODY:
                self.channel.callLater(limits.SECONDS_TO_SEND, self.check_sending, 0)

    def check_sending(self, before: int) -> None:
        """Drop the client if it has sent next to nothing of a long body since the last check."""
        if self.is_whole:
            return
        if self.length - before < limits.SENT_AT_LEAST:
            self.channel.transport.abortConnection()
        else:
            self.channel.callLater(limits.SECONDS_TO_SEND, self.check_sending, self.length)

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802
        self.length += len(data)
        if self.length > self.body_limit:
            self.refused = 413
        elif self.body_limit > limits.BODY and not self.refused:
            self.taken += len(data)
            if not self.factory.take(self.sender, len(data)):
                self.refused = 503
        if not self.refused:
            super().handleContentChunk(data)

    def process(self) -> Any:
        self.is_whole = True
        # No proxy sends these: the first would change every link on the page, the second requests a
        # WebSocket subprotocol, and we have none.
        for name in (b"daphne-root-path", b"sec-websocket-protocol"):
            self.requestHeaders.removeHeader(name)
        # Forms are sent in UTF-8. Django uses any other charset in the header, and fails on `zip`.
        types = self.requestHeaders.getRawHeaders(b"content-type", [])
        if any(b"charset" in value.lower() for value in types):
            plain = [CHARSET.sub(b"", value) for value in types]
            self.requestHeaders.setRawHeaders(b"content-type", plain)
        self.requestHeaders.removeHeader(limits.TOO_LARGE)
        if self.refused == 413:
            # The body is discarded; Django makes the error page, in the user's language.
            self.content = BytesIO()
            for name in (b"content-length", b"content-type"):
                self.requestHeaders.removeHeader(name)
            self.requestHeaders.setRawHeaders(limits.TOO_LARGE, [b"1"])
        if self.refused != 503:
            return super().process()
        self.request_start = time.time()
        self.responseHeaders.setRawHeaders(b"Retry-After", [b"10"])
        self.basic_error(503, b"Busy", "Too much is being sent here at once. Try again soon.")
        return None

    def handle_reply(self, message: dict[str, Any]) -> None:
        """Send a part of the answer; the body only if there may be one.

        Twisted leaves it out by replacing `write` on the request, but Daphne calls the method of
        the class. The client would take a body it doesn't expect for the next answer.
        """
        self.said_at = time.monotonic()
        if message["type"] == "http.response.body" and self.is_bodiless():
            message = {**message, "body": b""}
        super().handle_reply(message)

    def handle_exception(self, exception: Exception) -> None:
        """Break off an answer that has begun: it's too late for an error page."""
        if self._response_started:
            self.break_off()
        else:
            super().handle_exception(exception)

    def check_timeouts(self) -> None:
        """Check how long the application takes to answer. Slow readers are the channel's job."""
        if not self._response_started:
            super().check_timeouts()
        elif time.monotonic() - self.said_at > limits.SECONDS_TO_ANSWER:
            channel = getattr(self, "channel", None)
            if channel is not None and channel.unread is None:
                self.break_off()

    def break_off(self) -> None:
        """Hang up, so that the client doesn't take a partial answer for a complete one."""
        if not self.finished and not self._disconnected:
            self.channel.transport.abortConnection()

    def is_bodiless(self) -> bool:
        return self.method == b"HEAD" or self.code in NO_BODY_CODES

    def connectionLost(self, reason: Any) -> None:  # noqa: N802
        self.is_whole = True  # as far as it goes
        self.give_back_bytes()
        super().connectionLost(reason)

    def finish(self) -> None:
        self.give_back_bytes()
        super().finish()

    def give_back_bytes(self) -> None:
        self.factory.give_back(self.sender, self.taken)
        self.taken = 0


class LimitedHTTPFactory(HTTPFactory):
    """Counts connections, and the bytes of long bodies that are being sent."""

    protocol: Any = Channel
    per_address = limits.CONNECTIONS
    proxies: tuple[IPv4Network | IPv6Network, ...] = ()

    def __init__(self, server: Any) -> None:
        super().__init__(server)
        self.timeOut = limits.SECONDS_TO_ASK
        self.open: Counter[str] = Counter()
        self.holding: Counter[str] = Counter()  # bytes of long bodies, by client

    def buildProtocol(self, addr: Any) -> Any:  # noqa: N802
        host = str(getattr(addr, "host", ""))
        # Behind a proxy all have its address; `socket_limits.py` counts sockets there.
        if self.open.total() >= limits.CONNECTIONS or (
            self.open[host] >= self.per_address and not self.is_proxy(host)
        ):
            return None
        protocol = super().buildProtocol(addr)
        protocol.requestFactory = Request
        self.open[host] += 1
        return protocol

    def is_proxy(self, host: str) -> bool:
        return bool(self.proxies) and any(ip_address(host) in proxy for proxy in self.proxies)

    def connection_closed(self, transport: Any) -> None:
        host = str(getattr(transport.getPeer(), "host", ""))
        self.open[host] -= 1
        if self.open[host] <= 0:
            del self.open[host]

    def take(self, who: str, count: int) -> bool:
        self.holding[who] += count
        return (
            self.holding[who] <= limits.BODIES_PER_ADDRESS
            and self.holding.total() <= limits.BODIES_AT_ONCE
        )

    def give_back(self, who: str, count: int) -> None:
        self.holding[who] -= count
        if self.holding[who] <= 0:
            del self.holding[who]


class Socket(WebSocketProtocol):
    """A socket that limits what its client sends, and how slowly it reads."""

    def connectionMade(self) -> None:  # noqa: N802
        self.frames = RateLimit(limits.FRAMES_AT_ONCE, limits.FRAMES_PER_SECOND)
        self.octets = RateLimit(limits.BYTES_AT_ONCE, limits.BYTES_PER_SECOND)
        self.clogged_at: float | None = None
        self.backlog = 0
        super().connectionMade()
        # The transport reports when its buffer passes 64 kB, and when it's empty. Until now it
        # reported to the HTTP channel.
        self.unregisterProducer()
        self.registerProducer(self, True)

    def connectionLost(self, reason: Any = None) -> None:  # noqa: N802
        self.factory.server_class.http_factory.connection_closed(self.transport)
        super().connectionLost(reason)

    # -- What comes in ----------------------------------------------------------------------------

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        if self.octets.exceeded(len(data)):
            self.drop("sends too much")
        else:
            super().dataReceived(data)

    def onFrameBegin(self) -> None:  # noqa: N802
        if self.frames.exceeded():
            self.drop("sends too often")
        else:
            super().onFrameBegin()

    # -- What goes out ----------------------------------------------------------------------------

    def pauseProducing(self) -> None:  # noqa: N802
        self.clogged_at = time.monotonic()

    def resumeProducing(self) -> None:  # noqa: N802
        self.clogged_at, self.backlog = None, 0

    def stopProducing(self) -> None:  # noqa: N802
        """Required of a producer; the connection ends on its own."""

    def serverSend(self, content: Any, binary: bool = False) -> None:  # noqa: N802
        """Send a text, in a frame made once for all sockets. We don't send any other kind."""
        assert not binary
        if self.state != self.STATE_OPEN:
            raise Disconnected("Attempt to send on a closed protocol")
        self.sendData(text_frame(content, deflate=self._perMessageCompress is not None))
        if self.clogged_at is not None:
            self.backlog += len(content)
            if self.backlog > limits.BACKLOG:
                self.drop("does not read")

    def check_timeouts(self) -> None:
        super().check_timeouts()
        if self.clogged_at and time.monotonic() - self.clogged_at > limits.SECONDS_TO_READ:
            self.drop("reads too slowly")

    def drop(self, why: str) -> None:
        """Hang up without a close frame: it would only join the unread queue."""
        self.wasClean, self.wasNotCleanReason = False, f"dropped: {why}"
        self.dropConnection(abort=True)


class LimitedWebSocketFactory(WebSocketFactory):
    protocol = Socket
