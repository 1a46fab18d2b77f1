"""A browser that reports everything that goes wrong on its pages, and devices made with it.

Console errors, failing scripts and requests, and responses of 400 or more count as complaints, and
a test has to end without any. A test that provokes one declares it, for just as long as it lasts.

Taps don't get lost, either: all actions and expectations wait until the page accepts taps
(body[data-settled], static/js/table/once.js). Only touches and mouse moves made by hand, and forced
actions, have to wait by themselves (fingers.py).
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    Request,
    Response,
)

from tests.support.browser.server import PHONE

# Chromium's and htmx's own words for a request that failed, was refused or was left behind with its
# page: what matters of it is noted by itself.
TWICE_TOLD = ("Failed to load resource:", "htmx:sendAbort", "htmx:afterRequest")
# The page was left, or the device was closed, while something was on its way.
LEFT = "net::ERR_ABORTED"
# A page that takes no taps: a move is on its way, or what is seen has only just changed.
UNSETTLED = 'body[data-settled="no"]'
# What pages complain of while nobody answers: the server was killed, or a socket was cut.
AWAY = (
    r"ERR_(CONNECTION_REFUSED|CONNECTION_RESET|CONNECTION_CLOSED|EMPTY_RESPONSE"
    r"|SOCKET_NOT_CONNECTED)|WebSocket connection to '[^']+' failed|htmx:sendError"
)


@dataclass
class Watched:
    """Makes contexts like the browser it watches; `check` fails if anything went wrong in them."""

    browser: Browser
    complaints: list[str] = field(default_factory=list)
    _contexts: list[BrowserContext] = field(default_factory=list)
    _allowed: list[str] = field(default_factory=list)
    _met: set[str] = field(default_factory=set)

    def new_context(self, **options: Any) -> BrowserContext:
        context = self.browser.new_context(**options)
        context.on("console", self._on_console)
        context.on("weberror", lambda error: self._note(f"script: {error.error}"))
        context.on("requestfailed", self._on_failed)
        context.on("response", self._on_response)
        self._contexts.append(context)
        return context

    @contextmanager
    def allow(self, *patterns: str) -> Iterator[None]:
        """Meanwhile, what matches one of these is no complaint. Each of them must be met."""
        self.listen()
        self._allowed += patterns
        try:
            yield
            self.listen()
        finally:
            for pattern in patterns:
                self._allowed.remove(pattern)
        missed = [pattern for pattern in patterns if pattern not in self._met]
        assert not missed, f"allowed, and never seen: {missed}"
        self._met -= set(patterns)

    def listen(self) -> None:
        """Hear what pages have said so far: it comes in while one talks to them."""
        for context in self._contexts:
            for page in context.pages:
                with suppress(Error):  # it is on its way to another page, or has just been closed
                    page.evaluate("0")

    def check(self) -> None:
        self.listen()
        complaints, self.complaints = Counter(self.complaints), []
        assert not complaints, "\n".join(f"{n} × {one}" for one, n in complaints.items())

    def close(self) -> None:
        for context in self._contexts:
            context.close()

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not message.text.startswith(TWICE_TOLD):
            self._note(f"console: {message.text} ({message.location.get('url', '')})")

    def _on_failed(self, request: Request) -> None:
        if request.failure != LEFT:
            self._note(f"failed: {request.method} {request.url} {request.failure}")

    def _on_response(self, response: Response) -> None:
        if response.status >= 400:
            self._note(f"{response.status}: {response.request.method} {response.url}")

    def _note(self, complaint: str) -> None:
        for pattern in self._allowed:
            if re.search(pattern, complaint):
                self._met.add(pattern)
                return
        self.complaints.append(complaint)


@dataclass
class Devices:
    """Make a device: `device()` is a phone, `device(TV)` the screen, in English unless told."""

    watch: Watched
    base_url: str
    language: str = "en-GB"
    phone: dict[str, int] = field(default_factory=lambda: PHONE)

    def __call__(self, size: dict[str, int] | None = None, **options: Any) -> Page:
        phone = size is None
        usual = {"has_touch": phone, "is_mobile": phone, "locale": self.language}
        context = self.watch.new_context(
            viewport=size or self.phone, base_url=self.base_url, **{**usual, **options}
        )
        context.set_default_timeout(30_000)
        context.set_default_navigation_timeout(60_000)
        page = context.new_page()
        # Playwright looks for this before each action, and goes on when it is gone.
        page.add_locator_handler(page.locator(UNSETTLED), lambda: None)
        return page

    @property
    def allow(self) -> Callable[..., Any]:
        return self.watch.allow
