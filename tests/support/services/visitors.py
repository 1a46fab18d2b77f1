"""People of a public service, without browsers: through nginx and TLS, or at a chosen process."""

import http.client
import json
import re
import socket
import ssl
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from urllib.parse import urlencode

from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import connect

from tests.support.services.parts import App, Service
from tests.support.services.phones import PATIENCE, Reply


@dataclass
class Visitor:
    """One browser: its cookies, its forms, its page's socket.

    `at` sends a request straight to a process, with the headers that nginx would send along.
    """

    service: Service
    address: str = "203.0.113.7"
    cookies: dict[str, str] = field(default_factory=dict)

    def ask(
        self, path: str, form: Mapping[str, object] | None = None, *, at: App | None = None
    ) -> Reply:
        nginx = self.service.nginx
        line = http.client.HTTPConnection("127.0.0.1", at.port, timeout=PATIENCE) if at else None
        if line is None:
            line = http.client.HTTPSConnection("127.0.0.1", nginx.port, timeout=PATIENCE)
            line.sock = self.secured()
        headers = self._headers(form is not None)
        if at:
            headers |= {"X-Forwarded-For": self.address, "X-Forwarded-Proto": "https"}
        try:
            body = None if form is None else urlencode(form, doseq=True)
            line.request("GET" if form is None else "POST", path, body, headers)
            answer = line.getresponse()
            text = answer.read().decode()
        finally:
            line.close()
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                key, _, rest = value.partition("=")
                self.cookies[key] = rest.split(";")[0]
        return Reply(answer.status, {k.lower(): v for k, v in answer.getheaders()}, text)

    def secured(self) -> ssl.SSLSocket:
        """A connection to nginx under its public name, with a valid certificate."""
        nginx = self.service.nginx
        trust = ssl.create_default_context(cafile=str(nginx.certificate))
        plain = socket.create_connection(("127.0.0.1", nginx.port), timeout=PATIENCE)
        return trust.wrap_socket(plain, server_hostname=nginx.name)

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def _headers(self, posting: bool) -> dict[str, str]:
        headers = {"Host": self.service.url.removeprefix("https://"), "Cookie": self.cookie}
        if posting:
            headers |= {
                "Content-Type": "application/x-www-form-urlencoded",
                "Origin": self.service.url,
                "HX-Request": "true",
                "X-CSRFToken": self.cookies.get("__Host-csrftoken", ""),
            }
        return headers


class Listener:
    """An open page of a table: a socket through nginx that reconnects like live.js."""

    def __init__(self, visitor: Visitor, code: str, page: str) -> None:
        self.visitor = visitor
        self.url = f"wss{visitor.service.url[5:]}/ws/t/{code}/?page={page}&lang=en"
        self.revision = -1
        self.texts: list[str] = []
        self.connections = 0
        self.goodbyes: list[int] = []  # the codes with which sockets were closed
        self._news = threading.Condition()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._follow, daemon=True)
        self._thread.start()
        self.wait(lambda: self.revision >= 0)

    def wait(self, until: Callable[[], bool]) -> None:
        with self._news:
            assert self._news.wait_for(until, PATIENCE), f"still at revision {self.revision}"

    def wait_for(self, revision: int) -> None:
        self.wait(lambda: self.revision >= revision)

    def close(self) -> None:
        self._over.set()
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()

    def _follow(self) -> None:
        while not self._over.is_set():
            with suppress(OSError, WebSocketException):
                self._listen()
            self._over.wait(0.1)

    def _listen(self) -> None:
        with connect(
            self.url,
            sock=socket.create_connection(("127.0.0.1", self.visitor.service.nginx.port), PATIENCE),
            ssl=ssl.create_default_context(cafile=str(self.visitor.service.nginx.certificate)),
            origin=self.visitor.service.url,
            additional_headers={"Cookie": self.visitor.cookie},
            max_size=None,
            close_timeout=1,
        ) as line:
            self.connections += 1
            while not self._over.is_set():
                try:
                    self._hear(json.loads(line.recv(timeout=0.2)))
                except TimeoutError:
                    continue
                except ConnectionClosed as closed:
                    self.goodbyes.append(closed.rcvd.code if closed.rcvd else 1006)
                    return

    def _hear(self, message: dict[str, object]) -> None:
        with self._news:
            self.revision = max(self.revision, int(str(message["revision"])))
            if "html" in message:  # else it's a heartbeat
                self.texts.append(str(message["html"]))
            self._news.notify_all()


def metric(app: App, name: str, **labels: str) -> float:
    """The sum of a metric of one process over all its rows that have these labels."""
    line = http.client.HTTPConnection("127.0.0.1", app.port, timeout=PATIENCE)
    line.request("GET", "/metrics")
    text = line.getresponse().read().decode()
    line.close()
    rows = re.findall(rf"^{name}(?:{{(.*)}})? (\S+)$", text, re.MULTILINE)
    assert rows, f"{name} is not among\n{text}"
    return sum(
        float(value)
        for words, value in rows
        if all(f'{label}="{wanted}"' in words for label, wanted in labels.items())
    )


def until(true: Callable[[], bool]) -> None:
    """Wait until a condition is true."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.05)
