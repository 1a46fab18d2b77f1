"""Names of places: whether two are the same, and the id that a new one gets."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container

from games.rules.board import Board, Place

# Letters that Unicode does not take apart into one of ours and a mark.
LETTERS = str.maketrans(
    {"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ß": "ss"}
)


def plain(name: str) -> str:
    """Letters and digits only, without accents and capitals, words parted by hyphens."""
    apart = unicodedata.normalize("NFKD", name.casefold().translate(LETTERS))
    letters = "".join(char for char in apart if not unicodedata.combining(char))
    return re.sub(r"[^\w]+|_+", "-", letters).strip("-")


def same_name(place: Place, name: str) -> bool:
    """Whether a name means this place, in any of its languages and spellings."""
    wanted = plain(name)
    return any(plain(own) == wanted for own in (place.name, *place.aliases))


def place_called(board: Board, name: str) -> Place | None:
    """The place that a name means; None if there is none."""
    for place in board.places:
        if same_name(place, name):
            return place
    wanted = plain(name)
    return next(
        (
            place
            for place in board.places
            if any(plain(translated) == wanted for translated in place.names.values())
        ),
        None,
    )


def new_id(name: str, taken: Container[str]) -> str:
    """An id for a new place: the same for everybody who writes its name alike."""
    spelt = "".join(c if c.isascii() else f"-u{ord(c):x}-" for c in plain(name))
    base = re.sub(r"-{2,}", "-", spelt).strip("-")[:60].strip("-") or "place"
    id, number = base, 1
    while id in taken:
        number += 1
        id = f"{base}-{number}"
    return id
