"""Search for routes and tickets by letters of their places, without accents and by any of their
names; and the place somebody may have meant by a similar name.

Browsers do the same as people type, with the words made here (static/js/table/phone/pick.js).
"""

import re
from collections.abc import Iterable
from difflib import SequenceMatcher

from games.folding import folded
from games.rules.board import Board, Place
from games.rules.names import place_called, plain

BETWEEN_WORDS = re.compile(r"[\W_]+")
# People whose keyboard has no umlauts type “koeln” as well as “koln”.
APOSTROPHES = str.maketrans("", "", "'’")  # “kings” finds King’s Cross, as “king’s” does
UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})
ALIKE = 0.8  # “Tour Eifel” and “Baris”, but not “Gare de Lyon” for “Gare de l’Est”
BEGINNING = 3  # the fewest letters that count as the beginning of a name
SUGGESTIONS = 3


def search_words(board: Board, places: Iterable[str]) -> str:
    """The words in the names of some places, folded and without repetition."""
    words = (word for place in places for word in _place_words(board.place[place]))
    return " ".join(dict.fromkeys(words))


def _place_words(place: Place) -> list[str]:
    spelled = _spellings(place)
    return [word for name in spelled for word in BETWEEN_WORDS.split(folded(name)) if word]


def _spellings(place: Place) -> list[str]:
    names = (place.name, *place.aliases, *place.names.values(), *place.former)
    return [
        spelt
        for name in names
        for spelt in (name, name.translate(UMLAUTS), name.translate(APOSTROPHES))
    ]


def matches(words: str, asked: str) -> bool:
    """Whether every word asked for begins one of the words: “fr kö” finds Frankfurt – Köln."""
    wanted = (word for word in BETWEEN_WORDS.split(folded(asked)) if word)
    return all(f" {word}" in f" {words}" for word in wanted)


def nearly_called(board: Board, name: str) -> list[Place]:
    """The places with a similar name, the likeliest first: “louvr”, “tour”, “Tour Eifel”. Empty for
    an exact name, or if nothing is similar."""
    typed = plain(name)
    if not typed or place_called(board, name) is not None:
        return []
    near = [(likeness, place) for place in board.places if (likeness := _likeness(place, typed))]
    near.sort(key=lambda pair: (-pair[0], pair[1].name))
    return [place for _likeness, place in near[:SUGGESTIONS]]


def _likeness(place: Place, typed: str) -> float:
    """How similar a name is to a place's own; 0 if it's a different name."""
    likeness = max(SequenceMatcher(None, plain(own), typed).ratio() for own in _spellings(place))
    begins = len(typed) >= BEGINNING and matches(" ".join(_place_words(place)), typed)
    return likeness if begins or likeness >= ALIKE else 0.0
