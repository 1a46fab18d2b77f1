"""A proxy that forwards everything, and cuts every socket now and then, as some routers do."""

import asyncio
import contextlib
import socket
import struct
import threading
from types import TracebackType
from typing import Self

from tests.support.services.programs import free_port

ABRUPTLY = struct.pack("ii", 1, 0)  # SO_LINGER: reset on closing


class Cutting:
    """`with Cutting(app.port, every=20) as proxy: … proxy.port … proxy.cuts`"""

    def __init__(self, to: int, *, every: float) -> None:
        self.to = to
        self.every = every
        self.port = free_port()
        self.cuts = 0
        self._sockets: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._tasks: set[asyncio.Task[None]] = set()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        self._ready = threading.Event()
        self._thread.start()
        assert self._ready.wait(10)
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._loop.call_soon_threadsafe(self._main.cancel)
        self._thread.join(10)
        self._loop.close()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._main = self._loop.create_task(self._serve())
        with contextlib.suppress(asyncio.CancelledError):
            self._loop.run_until_complete(self._main)

    async def _serve(self) -> None:
        async with await asyncio.start_server(self._pass_on, "127.0.0.1", self.port):
            self._ready.set()
            try:
                while True:
                    await asyncio.sleep(self.every)
                    self.cut()
            finally:
                for task in list(self._tasks):
                    task.cancel()
                await asyncio.gather(*self._tasks, return_exceptions=True)

    def cut(self) -> None:
        for writer in list(self._sockets):
            line: socket.socket = writer.get_extra_info("socket")
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, ABRUPTLY)
            writer.transport.abort()
            self.cuts += 1
        self._sockets.clear()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        call = asyncio.current_task()
        assert call is not None
        self._tasks.add(call)
        call.add_done_callback(self._tasks.discard)
        there_reader, there = await asyncio.open_connection("127.0.0.1", self.to)
        ways = [
            asyncio.create_task(self._one_way(reader, there, writer)),
            asyncio.create_task(self._one_way(there_reader, writer, None)),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            self._sockets.discard(writer)
            for end in (writer, there):
                end.close()
            await asyncio.gather(*ways, return_exceptions=True)

    async def _one_way(
        self,
        source: asyncio.StreamReader,
        sink: asyncio.StreamWriter,
        caller: asyncio.StreamWriter | None,
    ) -> None:
        while chunk := await source.read(65536):
            if caller is not None and b"upgrade: websocket" in chunk.lower():
                self._sockets.add(caller)
            sink.write(chunk)
            await sink.drain()
