"""What a test needs of an engine: one page in a browser of its own, with its own cookies.

Everything else is done in the page by scripts (`page.py`), alike on all engines. Fingers and keys
are the engine's own: they make trusted events. Keys are named as WebDriver names them (`keys.py`).
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import Any


class Tab(ABC):
    """One page on one device."""

    touch = True  # fingers; where an engine has none to drive, a mouse does what they do

    @abstractmethod
    def goto(self, url: str) -> None:
        """Open an address, and wait until the page is loaded."""

    @abstractmethod
    def call(self, function: str, *arguments: Any) -> Any:
        """Call a JavaScript function in the page; what goes in and comes out is JSON.

        Raises PageLeft where the page gives way to another meanwhile.
        """

    @abstractmethod
    def tap(self, x: float, y: float) -> None:
        """In one go: a finger that stays too long means something else."""

    @abstractmethod
    def down(self, x: float, y: float) -> None:
        """Put a finger on the glass."""

    @abstractmethod
    def move(self, x: float, y: float) -> None: ...

    @abstractmethod
    def up(self) -> None: ...

    @abstractmethod
    def press(self, keys: Sequence[str]) -> None:
        """Press keys together, in this order, and let go of them."""

    @abstractmethod
    def back(self) -> None:
        """As the browser's own button does."""

    @abstractmethod
    def screenshot(self, path: Path) -> None: ...

    def complaints(self) -> list[str]:
        """What the engine itself has to say about its pages, since it was last asked."""
        return []

    @abstractmethod
    def close(self) -> None: ...


class Engine(ABC):
    """A browser that makes devices."""

    name: str

    @abstractmethod
    def tab(self, width: int, height: int, *, touch: bool) -> Tab:
        """A device with a window of this size."""

    @abstractmethod
    def close(self) -> None: ...


class PageLeft(Exception):
    """A script was to run in a page that was just being left for another."""


class EngineMissing(Exception):
    """This engine cannot be had on this machine; says what is needed."""
