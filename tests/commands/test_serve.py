"""`manage.py serve`: what it prints, and that the printed address answers."""

import contextlib
import errno
import http.client
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest

from games.access import addresses
from games.management.commands.serve import Command, sentence_for
from tests.support.commands import PROJECT, environment, manage


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("serve") / "data"
    assert manage("setup", DATA_DIR=folder).returncode == 0
    return folder


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("", 0))
        port: int = probe.getsockname()[1]
        return port


def hear_ctrl_c() -> None:
    """A shell starts what runs in its background with Ctrl-C ignored; the server must hear it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextlib.contextmanager
def serving(*options: str, **variables: object) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Start the server, give what it printed up to "Stop with", stop it as Ctrl-C does."""
    with subprocess.Popen(
        [sys.executable, "manage.py", "serve", *options],
        cwd=PROJECT,
        # DEBUG: the static files of a fresh clone are not collected yet.
        env=environment(DEBUG=1, **variables) | {"PYTHONIOENCODING": "utf-8"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        preexec_fn=hear_ctrl_c,
    ) as process:
        assert process.stdout
        lines = []
        for line in process.stdout:
            lines.append(line)
            if "Stop with" in line:
                break
        try:
            yield process, "".join(lines)
        finally:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(timeout=30)
            finally:
                process.kill()  # harmless if it stopped; without it a deaf server is waited for


def get(port: int, path: str, **headers: str) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    with contextlib.closing(connection):
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.read()


def test_it_prints_an_address_for_phones_with_its_qr_code_and_answers_there(data: Path) -> None:
    port = free_port()
    with serving(DATA_DIR=data, PORT=port) as (process, output):
        assert "127.0.0.1" not in output
        own = addresses.current()
        if own:
            assert "localhost" not in output
            assert f"Stationmaster is open at  http://{own[0]}:{port}/\n" in output
            assert "▀" in output
        else:
            assert "No network found" in output
        for host in (*own, "localhost"):
            assert get(port, "/healthz", Host=f"{host}:{port}") == (200, b"ok")
        assert get(port, "/healthz", Host="evil.example.org")[0] == 400
    assert process.returncode == 0


def test_without_a_network_it_says_so_and_where_this_computer_finds_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(addresses, "current", lambda: ())
    output = StringIO()
    command = Command(stdout=output)
    command.open_browser = False
    command.announce()
    assert "No network found" in output.getvalue()
    assert "open at  http://localhost:8000/\n" in output.getvalue()
    assert "127.0.0.1" not in output.getvalue()


@pytest.mark.parametrize("public", ["", "https://trains.example.org"])
def test_the_browser_is_opened_when_asked_to(data: Path, tmp_path: Path, public: str) -> None:
    port, opened = free_port(), tmp_path / "opened"
    os.mkfifo(opened)
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >{opened}\n')
    browser.chmod(0o755)
    variables = {"PUBLIC_URL": public} if public else {}
    with serving("--open", DATA_DIR=data, PORT=port, BROWSER=f"{browser} %s", **variables):
        # Reading waits until somebody writes.
        assert opened.read_text() == f"{public or f'http://localhost:{port}'}/\n"


def test_a_name_that_leads_elsewhere_is_not_announced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "own_names", lambda: ("localhost", "nowhere.invalid.local"))
    assert addresses.announced_name() is None
    # A name that the system knows: here one that leads to this machine, by an address of it.
    monkeypatch.setattr(addresses, "own_names", lambda: ("localhost", "localhost.local"))
    monkeypatch.setattr(addresses, "current", lambda: ("192.0.2.1", "127.0.0.1"))
    monkeypatch.setattr(
        socket, "getaddrinfo", lambda *_: [(2, 1, 6, "", ("127.0.0.1", 0))], raising=True
    )
    assert addresses.announced_name() == "localhost.local"


def test_an_unknown_socket_is_turned_away(data: Path) -> None:
    port = free_port()
    upgrade = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "MDEyMzQ1Njc4OWFiY2RlZg==",
        "Origin": f"http://localhost:{port}",
    }
    with serving(DATA_DIR=data, PORT=port) as (process, _):
        assert get(port, "/ws/nothing/", **upgrade)[0] == 403
        process.send_signal(signal.SIGINT)
        assert process.stdout
        assert process.stdout.read() == "Stopped.\n"


def test_it_stops_on_sigterm_as_on_ctrl_c(data: Path) -> None:
    with serving(DATA_DIR=data, PORT=free_port()) as (process, _):
        process.send_signal(signal.SIGTERM)
        assert process.stdout
        assert process.stdout.read() == "Stopped.\n"
        assert process.wait(timeout=30) == 0


@pytest.mark.skipif(not addresses.current(), reason="this machine is in no network")
def test_it_listens_only_where_it_is_told_to(data: Path) -> None:
    port = free_port()
    with serving(DATA_DIR=data, PORT=port, LISTEN="127.0.0.1"):
        assert get(port, "/healthz") == (200, b"ok")
        with pytest.raises(OSError):
            socket.create_connection((addresses.current()[0], port), timeout=5)


def test_the_public_url_is_what_it_prints(data: Path) -> None:
    with serving(DATA_DIR=data, PORT=free_port(), PUBLIC_URL="https://trains.example.org") as (
        _,
        output,
    ):
        assert "Stationmaster is open at  https://trains.example.org/\n" in output
        assert "try" not in output


def test_it_prints_no_address_that_would_be_refused(data: Path) -> None:
    with serving(DATA_DIR=data, PORT=free_port(), ALLOWED_HOSTS="trains.example.org") as (
        _,
        output,
    ):
        assert "open at" not in output
        assert ("ALLOWED_HOSTS does not list" in output) == bool(addresses.current())


def test_a_port_in_use_is_one_sentence(data: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("0.0.0.0", 0))
        taken.listen()
        port = taken.getsockname()[1]
        stopped = manage("serve", DATA_DIR=data, PORT=port, DEBUG=1)
    assert stopped.returncode == 1
    assert stopped.stderr == (
        f"CommandError: PORT {port} is taken by another program:"
        " stop that one, or choose another PORT.\n"
    )
    assert stopped.stdout == ""


def test_a_port_only_root_may_open_is_one_sentence() -> None:
    refused = PermissionError(errno.EACCES, "Permission denied")
    assert sentence_for(refused, 80) == (
        "PORT 80 needs more rights than this user has: choose one above 1023."
    )


def test_it_does_not_start_before_setup(tmp_path: Path) -> None:
    stopped = manage("serve", DATA_DIR=tmp_path / "data")
    assert stopped.returncode == 1
    assert "run `python manage.py setup` first" in stopped.stderr
    assert not (tmp_path / "data").exists()
