"""Symbols and marks for colours, so that nothing depends on colour alone.

Every colour has a letter and two shapes: the *symbol* is on routes, cards and pieces of that
colour, the *mark* on whatever a player of that colour owns. The two sets have no shape in common,
so a red space is never taken for a space of the red player. The shapes are paths in a square from
-8 to 8 and are put on a page once, by `templates/board/marks.html`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Sign(NamedTuple):
    letter: str
    symbol: str  # the name of the shape, for people
    symbol_path: str
    mark: str
    mark_path: str


SIGNS: Mapping[str, Sign] = {
    "black": Sign(
        "K",
        "cross",
        "M-6.5-4-4-6.5 0-2.5 4-6.5 6.5-4 2.5 0 6.5 4 4 6.5 0 2.5-4 6.5-6.5 4-2.5 0Z",
        "square",
        "M-5.5-5.5H5.5V5.5H-5.5Z",
    ),
    "blue": Sign(
        "B",
        "waves",
        "M-7-1.5Q-3.5-7 0-3.5T7-4.5V-1Q3.5 3 0-.2T-7 2ZM-7 5Q-3.5-.5 0 3T7 2V5.5Q3.5 9.5"
        " 0 6.3T-7 8.5Z",
        "star",
        "M0-7.5 2.1-2.5 7.3-2.2 3.3 1.2 4.6 6.5 0 3.6-4.6 6.5-3.3 1.2-7.3-2.2-2.1-2.5Z",
    ),
    "brown": Sign(
        "N",
        "bars",
        "M-6.5-6H6.5V-1.5H-6.5ZM-6.5 1.5H6.5V6H-6.5Z",
        "pentagon",
        "M0-7 6.8-1.6 4.3 6.3H-4.3L-6.8-1.6Z",
    ),
    "gold": Sign(
        "D",
        "crown",
        "M-7-4.5-3.5-1 0-6.5 3.5-1 7-4.5 5.5 5.5H-5.5Z",
        "spark",
        "M0-8Q1.3-1.3 8 0 1.3 1.3 0 8-1.3 1.3-8 0-1.3-1.3 0-8Z",
    ),
    "green": Sign(
        "G",
        "clover",
        "M-1.2 7V3A3.4 3.4 0 1 1-3-1.8 3.4 3.4 0 1 1 3-1.8 3.4 3.4 0 1 1 1.2 3V7Z",
        "hexagon",
        "M-3.6-6.3H3.6L7.2 0 3.6 6.3H-3.6L-7.2 0Z",
    ),
    "grey": Sign(
        "A",
        "dash",
        "M-6-1.8H6V1.8H-6Z",
        "ring",
        "M0-6.8A6.8 6.8 0 1 1 0 6.8 6.8 6.8 0 1 1 0-6.8M0-3A3 3 0 1 0 0 3 3 3 0 1 0 0-3",
    ),
    "orange": Sign(
        "O",
        "sun",
        "M-1.2-7.5H1.2L1.6-3.9 4.5-6.2 6.2-4.5 3.9-1.6 7.5-1.2V1.2L3.9"
        " 1.6 6.2 4.5 4.5 6.2 1.6 3.9 1.2 7.5H-1.2L-1.6 3.9-4.5 6.2-6.2"
        " 4.5-3.9 1.6-7.5 1.2V-1.2L-3.9-1.6-6.2-4.5-4.5-6.2-1.6-3.9Z",
        "wedge",
        "M-7-5.5H7L0 6.8Z",
    ),
    "pink": Sign(
        "P",
        "drop",
        "M0-7.5C3-3 5.5-.5 5.5 2.5A5.5 5.5 0 0 1-5.5 2.5C-5.5-.5-3-3 0-7.5Z",
        "dome",
        "M-7 4.5A7 8.5 0 0 1 7 4.5Z",
    ),
    "purple": Sign(
        "V",
        "bow",
        "M-7-5.5 0-1.5 7-5.5V5.5L0 1.5-7 5.5Z",
        "diamond",
        "M0-7.5 6 0 0 7.5-6 0Z",
    ),
    "red": Sign(
        "R",
        "heart",
        "M0 7C-4 3.5-7 1-7-2.5A3.6 3.6 0 0 1 0-4 3.6 3.6 0 0 1 7-2.5C7 1 4 3.5 0 7Z",
        "triangle",
        "M0-7 7 5.5H-7Z",
    ),
    "white": Sign(
        "W",
        "moon",
        "M3.5-7.3A7.6 7.6 0 1 0 3.5 7.3 9 9 0 0 1 3.5-7.3Z",
        "plus",
        "M-2.3-7H2.3V-2.3H7V2.3H2.3V7H-2.3V2.3H-7V-2.3H-2.3Z",
    ),
    "yellow": Sign(
        "Y",
        "bolt",
        "M2.5-8-5.5 1.5H-.8L-2.5 8 5.5-1.8H.8Z",
        "dot",
        "M0-6A6 6 0 1 1 0 6 6 6 0 1 1 0-6",
    ),
    "wild": Sign(
        "*",
        "wheel",
        "M0-7.5A7.5 7.5 0 1 1 0 7.5 7.5 7.5 0 1 1 0-7.5M-1-5.3A5.4 5.4 0 0"
        " 0-5.3-1H-1ZM1-5.3V-1H5.3A5.4 5.4 0 0 0 1-5.3M-5.3 1A5.4 5.4 0 0 0-1"
        " 5.3V1ZM1 1V5.3A5.4 5.4 0 0 0 5.3 1Z",
        "wheel",
        "",
    ),
}

COLORS = tuple(color for color in SIGNS if color != "wild")
