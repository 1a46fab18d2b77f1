"""The lock of the data folder: some things must not be done while a server uses it."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows: nothing is noticed there
    fcntl = None  # type: ignore[assignment]

FILE = "serving"


class Occupied(Exception):
    """Somebody serves, or somebody is at work on the data."""


@contextmanager
def serving(data_dir: Path) -> Iterator[None]:
    """Several may serve at once. The lock ends with the process, however that ends."""
    if not os.access(data_dir, os.W_OK):  # the key and the database are elsewhere
        yield
        return
    with _locked(data_dir, alone=False):
        yield


@contextmanager
def alone(data_dir: Path) -> Iterator[None]:
    """Nobody serves meanwhile, and nobody starts to. Raises Occupied."""
    with _locked(data_dir, alone=True):
        yield


@contextmanager
def _locked(data_dir: Path, *, alone: bool) -> Iterator[None]:
    with (data_dir / FILE).open("a") as file:
        if fcntl is not None:
            try:
                fcntl.flock(file, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
            except OSError:
                raise Occupied from None
        yield
