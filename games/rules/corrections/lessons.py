"""What a table has said about its board beside the board itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.rules.board import Board


def pair(a: str, b: str) -> str:
    """Two places, whichever comes first."""
    return "--".join(sorted((a, b)))


@dataclass(frozen=True, slots=True)
class Lessons:
    """`printed`: how many routes are printed between two places, where somebody said so.

    `loose`: new places that nobody has put anywhere yet: they find their spot by themselves.

    `version` and `base`: the version of the sheet that was last taken over, and the sheet with what
    it brought. None: the one the table was opened with.
    """

    confirmed: frozenset[tuple[str, str]] = frozenset()  # (kind, id)
    printed: Mapping[str, int] = field(default_factory=dict)  # by `pair`
    loose: frozenset[str] = frozenset()
    version: int = 0
    base: Board | None = None
