"""Conditional and partial requests over persistent connections, and aborted downloads."""

import contextlib
import http.client
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.collected import hashed, serving_collected
from tests.support.nonsense import NASTY
from tests.support.strangers import Server, request

CONNECTIONS, REQUESTS, DOWNLOADS = 25, 40, 60
PAGES = ("/", "/history/", "/healthz", "/nowhere", "/demo/germany/", "/rules/paris/")
EXPORTS = ("/history/records.zip", "/history/scores.csv", "/history/records.zip?map=london")
ENCODINGS = ("gzip", "gzip, deflate, br", "identity", "br;q=1, gzip;q=0", "*", "")
DATES = (
    "Thu, 01 Jan 1970 00:00:00 GMT", "Fri, 31 Dec 2100 23:59:59 GMT", "yesterday", "0", "\xff",
)  # fmt: skip
RANGES = ("bytes=0-9", "bytes=5-", "bytes=-5", "bytes=9-1", "bytes=0-0,2-3", "bytes=99999999-", "x")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("kept-alive")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    with serving_collected(folder, ALLOWED_HOSTS="localhost") as server:
        yield server
        assert server.answers()
        assert "Traceback" not in server.log_text(), server.log_text()[-3000:]


def headers_for(dice: random.Random, etags: dict[str, str]) -> dict[str, str]:
    word = (
        dice.choice(NASTY).decode("latin-1").replace("\r", "").replace("\n", "").replace("\0", "")
    )
    tag = etags.get("ETag", '"x"')
    headers = {"Accept-Encoding": dice.choice(ENCODINGS)}
    for name, values in (
        ("If-None-Match", (tag, f"W/{tag}", "*", f'"a", {tag}', word)),
        ("If-Modified-Since", (etags.get("Last-Modified", DATES[0]), *DATES)),
        ("If-Match", (tag, word, "*")),
        ("If-Range", (tag, DATES[0], word)),
        ("Range", RANGES),
    ):
        if dice.random() < 0.4:
            headers[name] = dice.choice(values).strip() or "x"
    return headers


def test_every_answer_on_a_kept_connection_is_whole(
    server: Server, folder: Path, figure: Callable[[str], None]
) -> None:
    dice, statuses = random.Random(15), Counter[int]()
    names = hashed(folder)
    # Few enough that most are asked for again, on a condition.
    files = [f"/static/{name}" for name in dice.sample(sorted({*names, *names.values()}), k=60)]
    etags: dict[str, dict[str, str]] = {}
    for _connection in range(CONNECTIONS):
        line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
        line.auto_open = False
        line.connect()
        for _n in range(REQUESTS):
            path = dice.choice((dice.choice(files), dice.choice(files), dice.choice(PAGES)))
            method = dice.choice(("GET", "GET", "HEAD"))
            sent = {"Host": "localhost", **headers_for(dice, etags.get(path, {}))}
            line.request(method, path, headers=sent)
            answer = line.getresponse()
            body = answer.read()  # raises where less came than was announced
            statuses[answer.status] += 1
            assert answer.status < 500, (method, path, sent)
            if method == "HEAD" or answer.status in (204, 304):
                assert body == b""
            etags[path] = dict(answer.headers.items())
        line.close()
    figure(f"fuzz: {statuses.total()} conditional requests on kept connections {dict(statuses)}")
    assert statuses[304] > 50
    assert statuses[206] > 50


def test_downloads_that_are_left_at_any_moment_leave_nothing_behind(
    server: Server, figure: Callable[[str], None]
) -> None:
    dice = random.Random(16)
    for _n in range(DOWNLOADS):
        with contextlib.suppress(ConnectionError), server.connect(buffer=4096) as client:
            client.sendall(request("GET", dice.choice(EXPORTS)) * dice.choice((1, 1, 3)))
            if wanted := dice.choice((0, 1, 100, 2000)):
                client.recv(wanted)
            if dice.random() < 0.3:
                time.sleep(0.05)
    for _try in range(100):
        metrics = server.ask("/metrics").decode()
        if "\nstationmaster_downloads 0.0" in metrics:
            break
        time.sleep(0.1)
    assert "\nstationmaster_downloads 0.0" in metrics
    assert server.ask("/static/css/base.css").startswith(b"HTTP/1.1 200")
    figure(f"fuzz: {DOWNLOADS} downloads left in the middle")
