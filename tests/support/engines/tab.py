"""The interface of an engine: one page in its own browser, with its own cookies.

Everything else is done by scripts in the page (`page.py`), the same on all engines. Touches and
keys come from the engine, so they're trusted events. Keys have WebDriver's names (`keys.py`).
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import Any


class Tab(ABC):
    """One page on one device."""

    touch = True  # touch; a mouse in engines that can't simulate it

    @abstractmethod
    def goto(self, url: str) -> None:
        """Open an address, and wait until the page is loaded."""

    @abstractmethod
    def call(self, function: str, *arguments: Any) -> Any:
        """Call a JavaScript function in the page; arguments and result are JSON.

        Raises PageLeft if the page navigates away in the meantime.
        """

    @abstractmethod
    def tap(self, x: float, y: float) -> None:
        """Tap quickly: a long press means something else."""

    @abstractmethod
    def down(self, x: float, y: float) -> None:
        """Put a finger down."""

    @abstractmethod
    def move(self, x: float, y: float) -> None: ...

    @abstractmethod
    def up(self) -> None: ...

    @abstractmethod
    def press(self, keys: Sequence[str]) -> None:
        """Press keys together, in this order, and let go of them."""

    @abstractmethod
    def back(self) -> None:
        """Go back, like the browser's button."""

    @abstractmethod
    def screenshot(self, path: Path) -> None: ...

    def complaints(self) -> list[str]:
        """Errors reported by the engine itself since the last call."""
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
    """A script couldn't run because the page was navigating away."""


class EngineMissing(Exception):
    """This engine isn't available on this machine; the message says what's needed."""
