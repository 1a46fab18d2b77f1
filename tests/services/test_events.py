"""docs/events.md with a real server: its example is run, and its webhook received."""

import json
import queue
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.support.markup import parsed
from tests.support.services.parts import PROJECT, App
from tests.support.services.phones import PATIENCE, Phone, phones, sit_down

GUIDE = (PROJECT / "docs" / "events.md").read_text("utf-8")


class Receiver:
    """Somebody's home automation; it answers with the given codes, then with 200."""

    def __init__(self, *codes: int) -> None:
        self.codes, self.received = list(codes), queue.Queue[dict[str, Any]]()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.received.put(json.loads(body))
                self.send_response(receiver.codes.pop(0) if receiver.codes else 200)
                self.end_headers()

            def log_message(self, *_: object) -> None: ...

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}/hook"

    def next(self) -> dict[str, Any]:
        return self.received.get(timeout=PATIENCE)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    made = Receiver(500)
    yield made
    made.server.shutdown()
    made.server.server_close()


def claim(phone: Phone) -> None:
    """Claim the first route that can be had."""
    links = parsed(phone.ask(phone.sitting.path("routes")).text).values("href", "a")
    path = next(link for link in links if "/claim/" in link)
    reply = phone.log("claim", route=path.rsplit("/", 1)[1].split("?")[0])
    assert reply.status == 200, reply.text


def test_the_example_hears_a_claim_and_the_webhook_is_told_of_it(
    receiver: Receiver, tmp_path: Path
) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
    assert len(example.strip().splitlines()) == 10
    (tmp_path / "example.py").write_text(example, "utf-8")
    app = App(settings={"WEBHOOK_URL": receiver.url})
    app.manage("setup")
    with app:
        sitting = sit_down(app, players=2)
        host, *_others = everybody = phones(app, sitting)
        made = host.ask(sitting.path("events/make"), {"request": "one"}).text
        address = parsed(made).one("p", id="stream-address").text
        own = re.sub(r"//[^/]+/", f"//127.0.0.1:{app.port}/", address)
        # Told of with a 500 first: it is sent again, the very same.
        assert receiver.next() == (first := receiver.next())
        assert first["events"] == []
        with subprocess.Popen(
            [sys.executable, str(tmp_path / "example.py"), own],
            stdout=subprocess.PIPE,
            text=True,
        ) as listening:
            # It listens when the server says so.
            while 'sockets_open{page="events"} 1.0' not in host.ask("/metrics").text:
                assert listening.poll() is None, "the example has ended"
            mover = next(phone for phone in everybody if phone.log().status == 200)
            waiting = next(phone for phone in everybody if phone is not mover)
            claim(waiting.look())
            assert listening.stdout
            line = listening.stdout.readline()
            listening.kill()
        drawn, claimed = receiver.next(), receiver.next()
        assert [event["type"] for event in drawn["events"]] == ["cards.drawn"]
        (event,) = claimed["events"]
        assert event["type"] == "route.claimed"
        assert line == f"flash {event['color']} – {event['text']}\n"
        assert claimed["table"]["routes"]
        # Where nobody answers, moves go on as ever.
        receiver.server.shutdown()
        receiver.server.server_close()
        assert mover.look().log().status == 200
        assert app.stop() == 0
    assert "Traceback" not in app.said, app.said
