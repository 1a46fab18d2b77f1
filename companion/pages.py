"""Pages over HTTP: Django's views in a few threads that stay.

Django's own ASGI handler makes a thread and a database connection for every request and goes back
and forth between them and the loop for each middleware. None of our views is asynchronous, so a
request is answered in one go, in one of a handful of threads whose connections stay open.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.urls import set_script_prefix

# Few, because only one of them computes at a time; several, because one may wait for the database.
# Who writes may have to wait for long, if somebody else has locked the database: those who read
# have threads of their own, and so has whoever asks whether all is well.
READERS = 8
WRITERS = 8
HEALTH = 4
# What is read while it is sent (files, long exports) has threads of its own: others need not wait.
STREAMS = 4
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
        self.streams = ThreadPoolExecutor(STREAMS, "stream")

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        loop = asyncio.get_running_loop()
        try:
            response = await loop.run_in_executor(self.threads(scope), self.answer, scope, body)
            if response.streaming and scope["method"] == "HEAD":
                response.streaming_content = ()  # asked about, not asked for: it is not made
            if response.streaming:
                await loop.run_in_executor(self.streams, self.stream, response, send, loop)
            else:
                await self.send_response(response, send)
        finally:
            body.close()

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
        if not response.streaming:
            response.close()  # says that the request is finished: connections are looked after
        return response

    def stream(self, response: Any, send: Any, loop: asyncio.AbstractEventLoop) -> None:
        """Send what is read piece by piece, all in one thread: a query belongs to its thread."""

        def tell(message: dict[str, Any]) -> None:
            asyncio.run_coroutine_threadsafe(send(message), loop).result()

        try:
            tell(
                {
                    "type": "http.response.start",
                    "status": response.status_code,
                    "headers": headers(response),
                }
            )
            for piece in response:
                tell({"type": "http.response.body", "body": piece, "more_body": True})
            tell({"type": "http.response.body", "body": b""})
        finally:
            response.close()


class Compress(GZipMiddleware):
    """Compresses whole pages of text; whatever is short, partial or packed already stays as it is.

    A reply in parts is a few kilobytes, and had better come at once. An answer without a body (304)
    would get one, and a part of a file (206) would no longer be that part.
    """

    def process_response(self, request: HttpRequest, response: Any) -> Any:
        if response.status_code in UNCOMPRESSED or response.has_header("X-Revision"):
            return response
        if not response.get("Content-Type", "").startswith(TEXTS):
            return response
        return super().process_response(request, response)


def headers(response: HttpResponseBase) -> list[tuple[bytes, bytes]]:
    found = [(name.encode("ascii"), value.encode("latin1")) for name, value in response.items()]
    cookies = (cookie.output(header="").encode("ascii") for cookie in response.cookies.values())
    return [*found, *((b"Set-Cookie", cookie.strip()) for cookie in cookies)]
