"""Devices without a browser: phones that post forms, and pages that listen on a socket."""

import http.client
import json
import random
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from urllib.parse import urlencode, urlsplit

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from tests.support.markup import parsed
from tests.support.services.parts import App

PATIENCE = 60.0  # seconds; a busy machine isn't a failure
NO_ANSWER = (OSError, http.client.HTTPException)


@dataclass(frozen=True)
class Sitting:
    """A table in the middle of a game: its code, and the secret link of every seat by name."""

    code: str
    links: Mapping[str, str]

    def path(self, rest: str = "") -> str:
        return f"/t/{self.code}/{rest}"


def sit_down(app: App, *, players: int = 4, turns: int = 0, slug: str = "london") -> Sitting:
    """Open a table with its opening tickets chosen, or one that bots have played on for a while."""
    output = app.manage(
        *("demo", slug, "--turns", str(turns), "--players", str(players), "--seed", "1")
    )
    paths = {
        name: urlsplit(link).path
        for name, link in (line.split(": ", 1) for line in output.splitlines() if ": http" in line)
    }
    return Sitting(paths.pop("Screen").split("/")[2], paths)


@dataclass(frozen=True)
class Reply:
    status: int
    headers: Mapping[str, str]
    text: str

    @property
    def number(self) -> int | None:
        """The number of the entry in the forms of this page."""
        numbers = parsed(self.text).values("value", "input", name="seen")
        return int(numbers[0]) if numbers else None


@dataclass
class Phone:
    """One browser: its cookies, and one persistent connection."""

    port: int
    sitting: Sitting
    cookies: dict[str, str] = field(default_factory=dict)
    number: int = 0
    patience: float = PATIENCE
    _line: http.client.HTTPConnection | None = None

    def ask(self, path: str, form: Mapping[str, object] | None = None) -> Reply:
        """Send a form, or request a page. Raises one of NO_ANSWER if there's no response."""
        try:
            if self._line is None:
                self._line = http.client.HTTPConnection("127.0.0.1", self.port, self.patience)
            self._line.request(
                "GET" if form is None else "POST",
                path,
                None if form is None else urlencode(form),
                self._headers(form is not None),
            )
            answer = self._line.getresponse()
            text = answer.read().decode()
        except NO_ANSWER:
            self.hang_up()
            raise
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                key, _, rest = value.partition("=")
                self.cookies[key] = rest.split(";")[0]
        return Reply(answer.status, {k.lower(): v for k, v in answer.getheaders()}, text)

    def _headers(self, posting: bool) -> dict[str, str]:
        headers = {"Host": f"127.0.0.1:{self.port}", "Cookie": self.cookie}
        if posting:
            headers |= {
                "Content-Type": "application/x-www-form-urlencoded",
                "HX-Request": "true",
                "X-CSRFToken": self.cookies.get("csrftoken", ""),
            }
        return headers

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def hang_up(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None

    def __del__(self) -> None:
        self.hang_up()

    def sit(self, name: str) -> "Phone":
        """Take a seat by its link, and look at the game."""
        self.ask(self.sitting.links[name])
        return self.look()

    def look(self) -> "Phone":
        page = self.ask(self.sitting.path("play"))
        assert page.status == 200, page
        assert page.number is not None, page.text
        self.number = page.number
        return self

    def log(self, what: str = "cards", **more: object) -> Reply:
        """Log something on the state as this phone knows it."""
        reply = self.ask(self.sitting.path(what), {"page": "phone", "seen": self.number, **more})
        if reply.number is not None:
            self.number = max(self.number, reply.number)
        return reply


def phones(app: App, sitting: Sitting) -> list[Phone]:
    return [Phone(app.port, sitting).sit(name) for name in sitting.links]


@dataclass(frozen=True)
class Sent:
    """A form that got a response: its content, and the number its entry would have."""

    seat: int
    number: int
    what: str
    status: int
    tries: int


@dataclass
class Hurry:
    """A phone that logs as fast as it can, in a thread, and repeats requests without a response."""

    phone: Phone
    seat: int
    luck: random.Random
    stop: threading.Event
    sent: list[Sent] = field(default_factory=list)
    pause: float = 0.0
    undoes: bool = False

    def run(self) -> None:
        while not self.stop.is_set():
            # Only what it has just logged itself, so that the game never falls back to its opening.
            logged = (
                bool(self.sent) and self.sent[-1].status == 200 and self.sent[-1].what == "cards"
            )
            what = "undo" if self.undoes and logged and self.luck.random() < 0.2 else "cards"
            seen, tries = self.phone.number, 0
            while True:
                tries += 1
                try:
                    reply = self.phone.log(what, seen=seen)
                except NO_ANSWER:
                    time.sleep(0.03)
                else:
                    if reply.status not in (429, 503):
                        break
                    time.sleep(0.2)
                if self.stop.is_set() and tries > 1_000:
                    raise AssertionError("nobody ever answered")
            self.sent.append(Sent(self.seat, seen + 1, what, reply.status, tries))
            time.sleep(self.luck.uniform(0, self.pause))

    @property
    def confirmed(self) -> list[Sent]:
        return [sent for sent in self.sent if sent.status == 200]


class Page:
    """A page that follows its table over a socket, and connects again when it is cut off."""

    def __init__(
        self, port: int, sitting: Sitting, *, phone: Phone | None = None, wait: bool = True
    ) -> None:
        kind = "phone" if phone else "screen"
        self.url = f"ws://127.0.0.1:{port}/ws/t/{sitting.code}/?page={kind}&lang=en"
        self.headers = {"Cookie": phone.cookie} if phone else {}
        self.origin = f"http://127.0.0.1:{port}"
        self.heard: list[tuple[float, int]] = []  # when, and which revision
        self.connections = 0
        self.open = False
        self._line: ClientConnection | None = None
        self._news = threading.Condition()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._follow, daemon=True)
        self._thread.start()
        if wait:
            self.wait(lambda: bool(self.heard))

    @property
    def revision(self) -> int:
        return self.heard[-1][1] if self.heard else -1

    def wait(self, until: Callable[[], bool], patience: float = PATIENCE) -> None:
        with self._news:
            assert self._news.wait_for(until, patience), f"still at revision {self.revision}"

    def wait_for(self, revision: int, patience: float = PATIENCE) -> float:
        """When this page first heard of a revision, or of one after it."""
        self.wait(lambda: self.revision >= revision, patience)
        return next(at for at, shown in self.heard if shown >= revision)

    def speak(self) -> None:
        """Send a heartbeat, as every page does now and then."""
        assert self._line is not None
        self._line.send("")

    def close(self) -> None:
        self._over.set()
        self._thread.join(PATIENCE)

    def _follow(self) -> None:
        while not self._over.is_set():
            with suppress(OSError, WebSocketException):
                self._listen()
            self.open = False
            self._over.wait(0.1)

    def _listen(self) -> None:
        with connect(
            self.url,
            origin=self.origin,
            additional_headers=self.headers,
            max_size=None,
            open_timeout=10,
            close_timeout=1,
            proxy=None,
        ) as line:
            self.connections += 1
            self.open = True
            self._line = line
            while not self._over.is_set():
                try:
                    message = json.loads(line.recv(timeout=0.5))
                except TimeoutError:
                    continue
                with self._news:
                    self.heard.append((time.monotonic(), message["revision"]))
                    self._news.notify_all()
