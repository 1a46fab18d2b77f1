"""Searching routes and tickets by letters of their places."""

import pytest

from games.pages.place_search import matches, search_words
from tests.support import boards


@pytest.mark.parametrize("asked", ["kings", "king's cr", "king’s", "ki", "s", "cross kin"])
def test_a_name_is_found_with_and_without_its_apostrophe(asked: str) -> None:
    assert matches(search_words(boards.board("london"), ["kings-cross"]), asked)


def test_letters_within_a_word_find_nothing() -> None:
    assert not matches(search_words(boards.board("london"), ["kings-cross"]), "ings")
