"""Pages over HTTP: runs Django's views in a small pool of threads.

Django's ASGI handler starts a thread and a database connection for every request, and switches
between thread and loop for each middleware. None of our views is asynchronous, so a request runs in
one go, in one of a handful of threads whose connections stay open.
"""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.db import close_old_connections
from django.http import FileResponse, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.urls import set_script_prefix

# Few, because only one of them computes at a time; several, because one may wait for the database.
# Writes may wait long for a lock on the database, so reads have threads of their own, and so do
# health checks.
READERS = 8
WRITERS = 8
HEALTH = 4
# Downloads are made chunk by chunk in threads of their own: nobody else waits for them.
DOWNLOAD_THREADS = 2
PIECE = 32 * 2**10  # bytes made in one go
UNCOMPRESSED = (204, 206, 304)
TEXTS = ("text/", "application/json", "application/javascript", "image/svg+xml")


class Pages(ASGIHandler):
    """Answers each request within one thread."""

    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)
        self.readers = ThreadPoolExecutor(READERS, "read")
        self.writers = ThreadPoolExecutor(WRITERS, "write")
        self.health = ThreadPoolExecutor(HEALTH, "health")
        self.downloads = ThreadPoolExecutor(DOWNLOAD_THREADS, "download")

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        loop = asyncio.get_running_loop()
        try:
            response = await loop.run_in_executor(self.threads(scope), self.answer, scope, body)
        finally:
            body.close()
        if response.streaming:
            await self.download(response, scope["method"], receive, send)
        else:
            await self.send_response(response, send)

    def threads(self, scope: Any) -> ThreadPoolExecutor:
        if scope["path"] == "/healthz":
            return self.health
        return self.readers if scope["method"] in ("GET", "HEAD") else self.writers

    def answer(self, scope: Any, body: Any) -> Any:
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        request, refusal = self.create_request(scope, body)
        response: Any = self.get_response(request) if request else refusal
        response._handler_class = self.__class__
        if isinstance(response, FileResponse):
            return _read(response)
        if not response.streaming:
            response.close()  # ends the request, so that Django tidies up connections
        return response

    async def download(self, response: Any, method: str, receive: Any, send: Any) -> None:
        """Send chunks as they're made, as long as the client is there and reads.

        `send` waits for slow clients (`daphne_limits.py`) without taking up a thread, so a slow
        reader doesn't hold up anyone else.
        """
        loop = asyncio.get_running_loop()
        pieces = _Pieces(response)
        left = asyncio.ensure_future(_leaving(receive))
        try:
            await send(
                {
                    "type": "http.response.start",
                    "status": response.status_code,
                    "headers": headers(response),
                }
            )
            more = method != "HEAD"  # HEAD: there's no need to make it
            while more and not left.done():
                piece = await loop.run_in_executor(self.downloads, pieces.more)
                more = bool(piece)
                if more and not left.done():
                    await send({"type": "http.response.body", "body": piece, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        finally:
            left.cancel()
            await loop.run_in_executor(self.downloads, pieces.close)


class _Pieces:
    """The chunks of a download, made one at a time by any free thread."""

    def __init__(self, response: Any) -> None:
        self.response, self.pieces = response, iter(response)
        self.lock = threading.Lock()  # cancelling a request doesn't stop its thread

    def more(self) -> bytes:
        """The next few kilobytes; empty at the end."""
        made = b""
        with self.lock:
            try:
                while len(made) < PIECE:
                    made += next(self.pieces)
            except StopIteration:
                pass
            finally:
                close_old_connections()  # another thread may make the next chunk
        return made

    def close(self) -> None:
        with self.lock:
            self.response.close()


async def _leaving(receive: Any) -> None:
    """Return when the client has hung up."""
    while (await receive())["type"] != "http.disconnect":
        pass


def _read(response: FileResponse) -> HttpResponse:
    """Read a whole static file. They're small, and shouldn't queue behind anything longer."""
    made = HttpResponse(b"".join(response), status=response.status_code)
    made.headers = response.headers
    response.close()
    return made


class Compress(GZipMiddleware):
    """Compresses whole pages of text, but nothing that's short, partial or already compressed.

    A reply in parts is only a few kilobytes, and should arrive at once. An answer without a body
    (304) would get one, and a part of a file (206) would no longer be that part.
    """

    def process_response(self, request: HttpRequest, response: Any) -> Any:
        if response.status_code in UNCOMPRESSED or response.has_header("X-Revision"):
            return response
        if not response.get("Content-Type", "").startswith(TEXTS):
            return response
        return super().process_response(request, response)


def headers(response: HttpResponseBase) -> list[tuple[bytes, bytes]]:
    plain = [(name.encode("ascii"), value.encode("latin1")) for name, value in response.items()]
    cookies = (cookie.output(header="").encode("ascii") for cookie in response.cookies.values())
    return [*plain, *((b"Set-Cookie", cookie.strip()) for cookie in cookies)]
