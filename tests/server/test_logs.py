"""Input from clients can't forge lines in the log."""

import logging
import zipfile
from io import StringIO
from pathlib import Path

import pytest

from companion.server.logs import OneLine
from tests.support.commands import manage, run
from tests.support.strangers import request, serving

FORGED = "2026-01-01 ERROR games: all is lost"
NASTY = [
    f"x\n{FORGED}", f"x\r\n{FORGED}", "\x1b[2Jgone", "\x00", "\x85", "\u2028" + FORGED, "\u202etxt",
    "\x9b31m", "\udc80",
]  # fmt: skip


@pytest.mark.parametrize("word", NASTY)
def test_a_message_is_one_line_whatever_is_in_it(word: str) -> None:
    output = StringIO()
    handler = logging.StreamHandler(output)
    handler.setFormatter(OneLine("{levelname} {name}: {message}", style="{"))
    logger = logging.Logger("tested")
    logger.addHandler(handler)
    logger.error("%s: %s", "seen", word)
    line, end, rest = output.getvalue().partition("\n")
    assert (end, rest) == ("\n", "")
    assert line.isprintable()
    try:
        raise ValueError(word)
    except ValueError:
        logger.exception("failed")
    _first, first_of_two, *below = output.getvalue().removesuffix("\n").split("\n")
    assert first_of_two == "ERROR tested: failed"
    assert below[0] == "  Traceback (most recent call last):"
    assert all(line.startswith("  ") and line.isprintable() for line in below)


def test_every_handler_of_the_settings_escapes() -> None:
    """Whatever handler is added some day: this is the only formatter there is."""
    from companion.settings import LOGGING

    assert {formatter["()"] for formatter in LOGGING["formatters"].values()} == {
        "companion.server.logs.OneLine"
    }
    assert all(handler["formatter"] == "line" for handler in LOGGING["handlers"].values())


def test_what_a_client_sends_to_a_real_server_stays_on_its_line(tmp_path: Path) -> None:
    assert manage("setup", DATA_DIR=tmp_path / "data").returncode == 0
    forged = FORGED.replace(" ", "%20")
    with serving(tmp_path, DEBUG=0, ALLOWED_HOSTS="localhost") as server:
        for path in (f"/%0A{forged}", f"/t/%0D%0A{forged}", f"/%1B[2J?x=%0A{forged}"):
            for host in (b"localhost", b"evil\x1b[2J", b"evil.example"):
                with server.connect() as client:
                    client.sendall(
                        request("GET", path, b"Connection: close\r\n").replace(b"localhost", host)
                    )
                    client.recv(1000)
        (tmp_path / "data" / "stationmaster.sqlite3").rename(tmp_path / "away")
        server.ask(f"/history/?q=%0A{forged}")
        output = server.log_text()
    assert "evil.example" in output  # it is told
    assert not any(line.startswith(FORGED[:16]) for line in output.splitlines())
    assert "\x1b[2J" not in output


def test_half_a_character_is_no_obstacle() -> None:
    code = (
        "import logging, sys; from companion.server.logs import OneLine;"
        "h = logging.StreamHandler(sys.stdout); h.setFormatter(OneLine());"
        "l = logging.Logger('x'); l.addHandler(h); l.error('\\udcff\\n')"
    )
    done = run("-c", code, PYTHONIOENCODING="utf-8")
    assert done.stdout == "\\udcff\\n\n"


def test_names_of_files_in_an_archive_cannot_steer_the_terminal(tmp_path: Path) -> None:
    assert manage("setup", DATA_DIR=tmp_path / "data").returncode == 0
    path = tmp_path / "records.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(f"a\x1b[2J\n{FORGED}.json", b"{}")
    done = manage("importrecords", str(path), DATA_DIR=tmp_path / "data")
    assert done.returncode == 1
    assert "malformed" in done.stderr
    assert "\x1b" not in done.stderr
    assert done.stderr.count("\n") == 1
