"""Minimal clients: one persistent HTTP connection, one WebSocket.

The load generator shares the machine with the server it measures, so every microsecond spent here
is missing there. Only what's needed is parsed.
"""

from __future__ import annotations

import asyncio
import base64
import os
import struct
import zlib
from collections.abc import Callable
from contextlib import suppress

TRIES = 4  # handshakes until a server counts as gone
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
BEGINNING = 160  # bytes of a compressed message that are unpacked: what it is about comes first
DEFLATED = 0x40  # the bit of the first byte of a frame that says it is compressed
SHORT, LONG = 126, 127  # lengths of a frame that stand for a longer field
Address = tuple[str, int]


async def connect(make: Callable[[], asyncio.Protocol], address: Address, source: str = ""):
    """A connection from a separate address, so that every table is a different household.

    Only Linux answers on all of 127.0.0.0/8; elsewhere everybody comes from the same address.
    """
    loop = asyncio.get_running_loop()
    if source:
        with suppress(OSError):
            return await loop.create_connection(make, *address, local_addr=(source, 0))
    return await loop.create_connection(make, *address)


class Http(asyncio.Protocol):
    """One connection, one request at a time: `status, headers, body = await http.ask(...)`."""

    def __init__(self) -> None:
        self.buffer = b""
        self.answer: asyncio.Future[tuple[int, bytes, bytes]] | None = None
        self.closed = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed = True
        if self.answer and not self.answer.done():
            self.answer.set_exception(ConnectionError("the server hung up"))

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        end = self.buffer.find(b"\r\n\r\n")
        if end < 0 or self.answer is None or self.answer.done():
            return
        head = self.buffer[:end].lower()
        header = head.find(b"content-length:")
        if header >= 0:
            size = int(head[header + 15 :].split(b"\r\n", 1)[0])
            stop = end + 4 + size
            if len(self.buffer) < stop:
                return
            body = self.buffer[end + 4 : stop]
        else:
            stop = len(self.buffer)
            if b"chunked" in head and not self.buffer.endswith(b"0\r\n\r\n"):
                return
            body = self.buffer[end + 4 : stop]
        self.buffer = self.buffer[stop:]
        self.answer.set_result((int(head[9:12]), head, body))

    async def ask(self, request: bytes) -> tuple[int, bytes, bytes]:
        self.answer = asyncio.get_running_loop().create_future()
        self.transport.write(request)
        return await self.answer

    def close(self) -> None:
        self.transport.close()


class WebSocket(asyncio.Protocol):
    """Calls `on_message(text)` for every message; of a compressed one only with the beginning."""

    def __init__(self, on_message: Callable[[bytes], None], decompress_all: bool = False) -> None:
        self.on_message = on_message
        self.decompress_all = decompress_all
        self.buffer = bytearray()
        self.parts: list[bytes] = []
        self.packed = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed = False
        self.bytes = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed = True
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("the server hung up"))

    def handshake(self, path: str, host: str, cookie: str = "") -> None:
        key = base64.b64encode(os.urandom(16)).decode()
        self.transport.write(
            (
                f"GET {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
                "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                f"Sec-WebSocket-Key: {key}\r\n"
                "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n"
                + (f"Cookie: {cookie}\r\n" if cookie else "")
                + "\r\n"
            ).encode()
        )

    def data_received(self, data: bytes) -> None:
        self.bytes += len(data)
        self.buffer += data
        if not self.opened.done():
            end = self.buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if b" 101 " not in self.buffer[:end]:
                self.opened.set_exception(ConnectionError(bytes(self.buffer[:60]).decode()))
                return
            del self.buffer[: end + 4]
            self.opened.set_result(None)
        while self._frame():
            pass

    def _frame(self) -> bool:
        """Take one whole frame off the buffer, if there is one."""
        buffer = self.buffer
        if len(buffer) < 2:
            return False
        first, length, start = buffer[0], buffer[1], 2
        if length == SHORT:
            if len(buffer) < 4:
                return False
            length, start = struct.unpack_from(">H", buffer, 2)[0], 4
        elif length == LONG:
            if len(buffer) < 10:
                return False
            length, start = struct.unpack_from(">Q", buffer, 2)[0], 10
        if len(buffer) < start + length:
            return False
        payload = bytes(buffer[start : start + length])
        del buffer[: start + length]
        self._take(first, payload)
        return True

    def _take(self, first: int, payload: bytes) -> None:
        code = first & 15
        if code == PING:
            self._send(PONG, payload)
        elif code == CLOSE:
            self.transport.close()
        elif code != PONG:
            if code:
                self.packed = bool(first & DEFLATED)
            self.parts.append(payload)
            if first & 0x80:
                message = b"".join(self.parts)
                self.parts.clear()
                self.on_message(self._unpacked(message) if self.packed else message)

    def _unpacked(self, message: bytes) -> bytes:
        inflate = zlib.decompressobj(-15)
        message += b"\0\0\xff\xff"
        return (
            inflate.decompress(message)
            if self.decompress_all
            else inflate.decompress(message, BEGINNING)
        )

    def _send(self, code: int, payload: bytes) -> None:
        size = len(payload)
        length = bytes((0x80 | size,)) if size < SHORT else struct.pack(">BH", 0x80 | SHORT, size)
        # Masked with zeroes: that is allowed, and costs nothing.
        self.transport.write(bytes((0x80 | code,)) + length + b"\0\0\0\0" + payload)

    def send(self, text: bytes) -> None:
        self._send(TEXT, text)

    def close(self) -> None:
        self.transport.close()


async def open_socket(
    address: Address,
    path: str,
    on_message: Callable[[bytes], None],
    *,
    cookie: str = "",
    source: str = "",
    decompress_all: bool = False,
) -> WebSocket:
    """An open socket. A busy server may hang up on a handshake: pages try again, and so do we."""
    for attempt in range(1, TRIES + 1):
        _transport, socket = await connect(
            lambda: WebSocket(on_message, decompress_all), address, source
        )
        socket.handshake(path, f"{address[0]}:{address[1]}", cookie)
        try:
            await asyncio.wait_for(socket.opened, 30)
        except ConnectionError:
            if attempt == TRIES:
                raise
            await asyncio.sleep(attempt)
        else:
            return socket
    raise AssertionError("unreachable")
