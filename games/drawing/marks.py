"""Signs for colours, so that colour is never the only sign.

Every colour has a letter and two shapes: the *symbol* stands on routes, cards and passengers of
that colour, the *mark* on what a player of that colour owns. The two sets have no shape in common,
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
        "M-7-1.5Q-3.5-7 0-3.5T7-4.5V-1Q3.5 3 0-.2T-7 2ZM-7 5Q-3.5-.5 0 3T7 2V5.500Q3.5 9.5"
        " 0 6.300T-7 8.500Z",
        "star",
        "M0-7.5 2.1-2.5 7.3-2.2 3.3 1.2 4.6 6.5 0 3.6-4.6 6.5-3.3 1.2-7.3-2.2-2.1-2.500Z",
    ),
    "brown": Sign(
        "N",
        "bars",
        "M-6.5-6H6.5V-1.5H-6.5ZM-6.5 1.500H6.500V6H-6.500Z",
        "pentagon",
        "M0-7 6.8-1.6 4.3 6.300H-4.300L-6.8-1.600Z",
    ),
    "gold": Sign(
        "D",
        "crown",
        "M-7-4.5-3.5-1 0-6.5 3.5-1 7-4.5 5.5 5.500H-5.500Z",
        "spark",
        "M0-8Q1.3-1.3 8 0 1.3 1.3 0 8-1.3 1.3-8 0-1.3-1.3 0-8Z",
    ),
    "green": Sign(
        "G",
        "clover",
        "M-1.2 7V3A3.4 3.4 0 1 1-3-1.8 3.4 3.4 0 1 1 3-1.8 3.4 3.4 0 1 1 1.2 3V7Z",
        "hexagon",
        "M-3.6-6.300H3.600L7.2 0 3.6 6.300H-3.600L-7.2 0Z",
    ),
    "grey": Sign(
        "A",
        "dash",
        "M-6-1.800H6V1.800H-6Z",
        "ring",
        "M0-6.800A6.8 6.8 0 1 1 0 6.8 6.8 6.8 0 1 1 0-6.800M0-3A3 3 0 1 0 0 3 3 3 0 1 0 0-3",
    ),
    "orange": Sign(
        "O",
        "sun",
        "M-1.2-7.500H1.200L1.6-3.9 4.5-6.2 6.2-4.5 3.9-1.6 7.5-1.200V1.200L3.9"
        " 1.6 6.2 4.5 4.5 6.2 1.6 3.9 1.2 7.500H-1.200L-1.6 3.9-4.5 6.2-6.2"
        " 4.5-3.9 1.6-7.5 1.200V-1.200L-3.9-1.6-6.2-4.5-4.5-6.2-1.6-3.900Z",
        "wedge",
        "M-7-5.500H7L0 6.800Z",
    ),
    "pink": Sign(
        "P",
        "drop",
        "M0-7.500C3-3 5.5-.5 5.5 2.500A5.5 5.5 0 0 1-5.5 2.500C-5.5-.5-3-3 0-7.500Z",
        "dome",
        "M-7 4.500A7 8.5 0 0 1 7 4.500Z",
    ),
    "purple": Sign(
        "V",
        "bow",
        "M-7-5.5 0-1.5 7-5.500V5.500L0 1.5-7 5.500Z",
        "diamond",
        "M0-7.5 6 0 0 7.5-6 0Z",
    ),
    "red": Sign(
        "R",
        "heart",
        "M0 7C-4 3.5-7 1-7-2.500A3.6 3.6 0 0 1 0-4 3.6 3.6 0 0 1 7-2.500C7 1 4 3.5 0 7Z",
        "triangle",
        "M0-7 7 5.500H-7Z",
    ),
    "white": Sign(
        "W",
        "eye",
        "M-7.5 0Q-4-5.5 0-5.500T7.5 0Q4 5.5 0 5.500T-7.5 0M0-2.600A2.6 2.6 0 1 0 0 2.6"
        " 2.6 2.6 0 1 0 0-2.6",
        "plus",
        "M-2.3-7H2.300V-2.300H7V2.300H2.300V7H-2.300V2.300H-7V-2.300H-2.300Z",
    ),
    "yellow": Sign(
        "Y",
        "bolt",
        "M2.5-8-5.5 1.500H-.8L-2.5 8 5.5-1.800H.8Z",
        "dot",
        "M0-6A6 6 0 1 1 0 6 6 6 0 1 1 0-6",
    ),
    "wild": Sign(
        "*",
        "wheel",
        "M0-7.500A7.5 7.5 0 1 1 0 7.5 7.5 7.5 0 1 1 0-7.500M-1-5.300A5.4 5.4 0 0"
        " 0-5.3-1H-1ZM1-5.300V-1H5.300A5.4 5.4 0 0 0 1-5.300M-5.3 1A5.4 5.4 0 0 0-1"
        " 5.300V1ZM1 1V5.300A5.4 5.4 0 0 0 5.3 1Z",
        "wheel",
        "",
    ),
}

COLORS = tuple(color for color in SIGNS if color != "wild")
