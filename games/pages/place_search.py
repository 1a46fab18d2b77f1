"""Finding routes and tickets by letters of their places, without accents and by any of their names.

Browsers do the same as people type, with the words made here (static/js/table/phone/pick.js).
"""

import re
from collections.abc import Iterable

from games.folding import folded
from games.rules.board import Board, Place

BETWEEN_WORDS = re.compile(r"[\W_]+")
# People whose keyboard has no umlauts type “koeln” as well as “koln”.
UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})


def search_words(board: Board, places: Iterable[str]) -> str:
    """The words of all names of some places, plain and each once."""
    words = (word for place in places for word in _place_words(board.place[place]))
    return " ".join(dict.fromkeys(words))


def _place_words(place: Place) -> list[str]:
    names = (place.name, *place.aliases, *place.names.values())
    spelled = (plain for name in names for plain in (name, name.translate(UMLAUTS)))
    return [word for name in spelled for word in BETWEEN_WORDS.split(folded(name)) if word]


def matches(words: str, asked: str) -> bool:
    """Whether every word asked for begins one of the words: “fr kö” finds Frankfurt – Köln."""
    wanted = (word for word in BETWEEN_WORDS.split(folded(asked)) if word)
    return all(f" {word}" in f" {words}" for word in wanted)
