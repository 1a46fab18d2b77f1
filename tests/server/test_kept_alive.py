"""Answers without a body on connections that are kept alive: what follows them must be readable."""

import http.client
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.collected import hashed, serving_collected
from tests.support.strangers import Server, everything, request

BROWSER = {"Host": "localhost", "Accept-Encoding": "gzip, deflate, br"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("kept-alive")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    with serving_collected(folder) as server:
        yield server
        assert "Traceback" not in server.log_text(), server.log_text()[-3000:]


@pytest.fixture
def line(server: Server) -> Iterator[http.client.HTTPConnection]:
    """One connection; anyone who is hung up on is not let in a second time."""
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    line.auto_open = False
    line.connect()
    yield line
    line.close()


def ask(
    line: http.client.HTTPConnection, method: str, path: str, **headers: str
) -> tuple[http.client.HTTPResponse, bytes]:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    line.request(method, path, headers=BROWSER | sent)
    answer = line.getresponse()
    return answer, answer.read()


def test_every_static_file_is_revalidated_over_one_connection(
    folder: Path, line: http.client.HTTPConnection, figure: Callable[[str], None]
) -> None:
    names = hashed(folder)
    paths = [f"/static/{name}" for name in sorted({*names, *names.values()})]
    etags = {}
    for path in paths:
        answer, body = ask(line, "GET", path)
        assert answer.status == 200, path
        assert body, path
        etags[path] = answer
    for path, before in etags.items():
        for header, value in (
            ("If_None_Match", before.headers["ETag"]),
            ("If_Modified_Since", before.headers["Last-Modified"]),
        ):
            answer, body = ask(line, "GET", path, **{header: value})
            assert (answer.status, body) == (304, b""), path
            answer, body = ask(line, "HEAD", path, **{header: value})
            assert (answer.status, body) == (304, b""), path
        answer, body = ask(line, "HEAD", path)
        assert (answer.status, body) == (200, b""), path
        assert answer.headers["Content-Length"] == before.headers["Content-Length"], path
    answer, _body = ask(line, "GET", "/healthz")
    assert answer.status == 200
    figure(f"{len(paths)} static files revalidated four times each over one connection")


def test_a_part_of_a_file_is_that_part_of_it(line: http.client.HTTPConnection) -> None:
    """Compressed on the way, it would be neither the part nor the whole."""
    _answer, whole = ask(line, "GET", "/static/vendor/barlow-condensed-700.woff2")
    answer, part = ask(line, "GET", "/static/vendor/barlow-condensed-700.woff2", Range="bytes=5-24")
    assert answer.status == 206
    assert answer.headers["Content-Encoding"] is None
    assert part == whole[5:25]


@pytest.mark.parametrize("path", ["/", "/history/", "/demo/germany/", "/nowhere/", "/static/no"])
def test_nothing_follows_the_headers_of_a_page_that_was_only_asked_about(
    line: http.client.HTTPConnection, path: str
) -> None:
    """The board is longer than Django sends in one piece, so every piece has to be left out."""
    for encoding in ("gzip", "identity"):
        asked, body = ask(line, "HEAD", path, Accept_Encoding=encoding)
        assert body == b""
        got, _body = ask(line, "GET", path, Accept_Encoding=encoding)
        assert asked.status == got.status


def test_an_export_that_is_only_asked_about_is_not_made(server: Server) -> None:
    with server.connect() as client:
        client.sendall(request("HEAD", "/history/records.zip", b"Connection: close\r\n"))
        head, _blank, body = everything(client).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200")
    assert body == b""
