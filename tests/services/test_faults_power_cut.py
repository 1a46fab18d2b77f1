"""A power cut: an entry is on disk before a phone gets the confirmation.

No test can pull the plug, so this one reads the system calls of the real server: the log has to be
synced after the entry is written to it and before the first byte of the reply.
"""

import math
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.boards import board
from tests.support.services import ledger
from tests.support.services.parts import PROJECT, App
from tests.support.services.phones import Phone, sit_down

WRITES = {"write", "writev", "pwrite64", "pwritev", "pwritev2"}
SYNCS = {"fsync", "fdatasync"}
SENDS = {"write", "writev", "sendto", "sendmsg"}
BEGUN = re.compile(r"(?P<thread>\d+) +(?P<name>\w+)\((?P<arguments>.*)")
RESUMED = re.compile(r"(?P<thread>\d+) +<\.\.\. (?P<name>\w+) resumed>(?P<arguments>.*)")
UNFINISHED = " <unfinished ...>"


class TracedApp(App):
    """The server under strace, which writes down whatever goes to files, disks and sockets."""

    @property
    def trace(self) -> Path:
        return self.folder / "trace"

    def command(self) -> Sequence[str]:
        return [
            *("strace", "-D", "-f", "-yy", "-s", "100000", "-o", str(self.trace)),
            *("-e", "trace=" + ",".join(sorted(WRITES | SYNCS | SENDS)), *super().command()),
        ]


@dataclass
class Call:
    """A system call; `began` and `ended` are lines of the trace, which are in the order of time."""

    name: str
    text: str
    began: int
    ended: float = math.inf  # unless it did

    @property
    def file(self) -> str:
        """What the first argument, a file descriptor, stands for."""
        match = re.match(r"\d+<(.*?)>[,)]", self.text)
        return match[1] if match else ""

    @property
    def succeeded(self) -> bool:
        return bool(re.search(r"\) += \d+$", self.text))


def read_trace(lines: Sequence[str]) -> list[Call]:
    """System calls in the order in which they began, interrupted ones put together."""
    calls: list[Call] = []
    waiting: dict[str, Call] = {}  # by thread
    for number, line in enumerate(lines):
        if resumed := RESUMED.fullmatch(line):
            call = waiting.pop(resumed["thread"])
            call.text += resumed["arguments"]
            call.ended = number
        elif begun := BEGUN.fullmatch(line):
            call = Call(begun["name"], begun["arguments"], number)
            calls.append(call)
            if call.text.endswith(UNFINISHED):
                call.text = call.text.removesuffix(UNFINISHED)
                waiting[begun["thread"]] = call
            else:
                call.ended = number
    return calls


def skip_without_strace() -> None:
    if shutil.which("strace") is None:
        pytest.skip("not installed: strace")
    allowed = subprocess.run(["strace", "-o", os.devnull, "true"], capture_output=True, check=False)
    if allowed.returncode:
        pytest.skip(f"strace may not trace here: {allowed.stderr.decode().strip()}")


@pytest.fixture
def app() -> Iterator[TracedApp]:
    skip_without_strace()
    made = TracedApp(settings={"DEBUG": "true"})
    made.manage("setup")
    with made:
        yield made


def test_the_log_is_synced_to_disk_before_a_phone_is_told_that_its_claim_is_saved(
    app: TracedApp,
) -> None:
    sitting = sit_down(app, players=2)
    mover = ledger.replayed(ledger.rows(app, sitting)).to_move
    names = {place: name for name, place in ledger.seats(app, sitting).items()}
    phone = Phone(app.port, sitting).sit(names[mover])
    before = len(app.trace.read_text(errors="replace").splitlines())

    reply = phone.log("claim", route=board("london").routes[0].id)

    assert reply.status == 200
    assert ledger.rows(app, sitting)[-1].wire == "route.claimed"
    calls = read_trace(app.trace.read_text(errors="replace").splitlines()[before:])
    wal = str(app.data / "stationmaster.sqlite3-wal")
    [written] = [
        call
        for call in calls
        if call.name in WRITES and call.file == wal and "route.claimed" in call.text
    ]
    answered = next(
        call
        for call in calls
        if call.name in SENDS and call.file.startswith("TCP:") and '"HTTP/1.1 200' in call.text
    )
    synced = [call for call in calls if call.name in SYNCS and call.file == wal and call.succeeded]
    assert any(written.ended < call.began and call.ended < answered.began for call in synced), [
        (call.name, call.file, call.began, call.ended) for call in calls
    ]


def test_the_secret_key_is_synced_to_disk_by_setup(tmp_path: Path) -> None:
    """Cookies are signed with it: an empty file after a power cut would keep the server down."""
    skip_without_strace()
    made = App(data=tmp_path / "data")
    trace = tmp_path / "trace"
    subprocess.run(
        [
            *("strace", "-f", "-yy", "-o", str(trace), "-e", "trace=" + ",".join(sorted(SYNCS))),
            *(sys.executable, "manage.py", "setup"),
        ],
        cwd=PROJECT,
        env=made.environment(),
        capture_output=True,
        check=True,
    )

    synced = [call.file for call in read_trace(trace.read_text().splitlines()) if call.succeeded]

    assert str(made.data / "secret_key") in synced
