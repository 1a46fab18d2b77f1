"""The lock of the data folder: a restore must not run while a server uses it."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows has no such lock: nothing is checked there
    fcntl = None  # type: ignore[assignment]

FILE = "serving"


class DataDirInUse(Exception):
    """A server or a restore is using the data folder."""


@contextmanager
def shared_lock(data_dir: Path) -> Iterator[None]:
    """Held by a server; several may hold it at once. It is released when the process ends."""
    if not os.access(data_dir, os.W_OK):  # the key and the database are elsewhere
        yield
        return
    with _locked(data_dir, exclusive=False):
        yield


@contextmanager
def exclusive_lock(data_dir: Path) -> Iterator[None]:
    """Held by a restore: no server runs or starts meanwhile. Raises DataDirInUse."""
    with _locked(data_dir, exclusive=True):
        yield


@contextmanager
def _locked(data_dir: Path, *, exclusive: bool) -> Iterator[None]:
    with (data_dir / FILE).open("a") as file:
        if fcntl is not None:
            try:
                fcntl.flock(file, (fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH) | fcntl.LOCK_NB)
            except OSError:
                raise DataDirInUse from None
        yield
