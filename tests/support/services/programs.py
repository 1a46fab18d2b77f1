"""Programs for tests: finding them, a free port, starting and stopping."""

import atexit
import contextlib
import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

PROJECT = Path(__file__).resolve().parents[3]
PATIENCE = 180.0  # seconds a part may take to start or to stop; a busy machine isn't a failure


def free_port() -> int:
    """A port below those that the system uses for outgoing connections.

    Otherwise a phone might take it while the server is being restarted.
    """
    for _attempt in range(1000):
        port = random.SystemRandom().randrange(20_000, 30_000)
        with contextlib.suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no port is free")


def where_is(program: str) -> str | None:
    """The path of a program. Debian's PostgreSQL and nginx aren't in the usual PATH."""
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda p: float(p.parent.name))
    places = [os.environ.get("PATH", os.defpath), "/usr/sbin", *map(str, reversed(versions))]
    return shutil.which(program, path=os.pathsep.join(places))


def missing() -> list[str]:
    """The parts that aren't available on this machine."""
    programs = {
        "PostgreSQL": "initdb",
        "Redis": "redis-server",
        "nginx": "nginx",
        "OpenSSL": "openssl",
    }
    return [name for name, program in programs.items() if not where_is(program)]


def descendants(pid: int) -> list[int]:
    pids = []
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, path.read_text().split()):
            pids += [child, *descendants(child)]
    return pids


class Part:
    """A program that runs in the foreground, in a process group and a folder of its own."""

    gently = signal.SIGTERM

    def __init__(self, *, folder: Path | None = None, port: int | None = None) -> None:
        name = f"stationmaster-{type(self).__name__.lower()}-"
        self.folder = folder or Path(tempfile.mkdtemp(prefix=name))
        self.passing = folder is None  # ours to remove
        self.port = port or free_port()
        self.process: subprocess.Popen[bytes] | None = None
        self.said = ""  # its log, once it is removed
        atexit.register(self.remove)

    def command(self) -> Sequence[str]:
        raise NotImplementedError

    def answers(self) -> bool:
        raise NotImplementedError

    def environment(self) -> dict[str, str]:
        return dict(os.environ)

    def user(self) -> str | None:
        """The user to run it as, if different."""
        return None

    @property
    def log(self) -> Path:
        return self.folder / "part.log"

    @property
    def runs(self) -> bool:
        return self.process is not None and self.process.poll() is None

    @property
    def pid(self) -> int:
        assert self.process is not None, f"{self} does not run"
        return self.process.pid

    def __repr__(self) -> str:
        return f"{type(self).__name__} on port {self.port}"

    def start(self, *, wait: bool = True) -> Self:
        assert not self.runs, f"{self} runs already"
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command(),
                cwd=PROJECT if os.access(PROJECT, os.X_OK) and not self.user() else self.folder,
                env=self.environment(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                **self._as_user(),
            )
        if wait:
            self.wait()
        return self

    def wait(self) -> None:
        """Return as soon as it responds."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if self.process is None or self.process.poll() is not None:
                break
            if self.answers():
                return
            time.sleep(0.05)
        raise AssertionError(f"{self} did not start:\n{self.log.read_text(errors='replace')}")

    def stop(self) -> int:
        """Stop it like a service manager; return its exit code."""
        return self._end(self.gently)

    def kill(self) -> None:
        """Kill it and its children without warning, like a power cut."""
        self._end(signal.SIGKILL)

    def restart(self) -> None:
        self.stop()
        self.start()

    def freeze(self) -> None:
        """Freeze it, with its connections open, like a machine that's swapping heavily."""
        self._tell_all(signal.SIGSTOP)

    def thaw(self) -> None:
        self._tell_all(signal.SIGCONT)

    def remove(self) -> None:
        """Stop it for good, and leave nothing behind."""
        atexit.unregister(self.remove)
        self.kill()
        with contextlib.suppress(OSError):
            self.said = self.log.read_text(errors="replace")
        if self.passing:
            shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self) -> Self:
        return self if self.runs else self.start()

    def __exit__(self, *_: object) -> None:
        self.remove()

    def _end(self, how: signal.Signals) -> int:
        if self.process is None:
            return 0
        if how == signal.SIGKILL:
            self._tell_all(how)
        else:
            self.process.send_signal(how)
        process, self.process = self.process, None
        try:
            return process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise AssertionError(f"{self} did not stop:\n{self.log.read_text()}") from None

    def _tell_all(self, what: signal.Signals) -> None:
        """Signal it and all its children: PostgreSQL's leave its process group."""
        for pid in (self.pid, *descendants(self.pid)):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, what)

    def _as_user(self) -> dict[str, Any]:
        name = self.user()
        if name is None:
            return {}
        return {"user": name, "group": pwd.getpwnam(name).pw_gid, "extra_groups": []}


if __name__ == "__main__":
    sys.stdout.write(" and ".join(missing()))
