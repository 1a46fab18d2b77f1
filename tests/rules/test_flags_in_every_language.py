"""The parts of a flag are named in the reader's language, including colours."""

from games.rules.bonuses.flags import Flags
from games.rules.text import Text
from tests.support.boards import board
from tests.support.play import table


def words(text: Text) -> set[str]:
    """Every template a sentence is made of: what the catalogues translate."""
    inner = (words(value) for value in text.params.values() if isinstance(value, Text))
    return {text.template}.union(*inner)


def test_the_colours_of_a_flag_are_words_that_can_be_translated() -> None:
    paris = board("paris")
    flags = next(bonus for bonus in paris.bonuses if isinstance(bonus, Flags))
    routes = tuple(
        next(route.id for route in paris.routes if route.color == color) for color in flags.colors
    )
    reason = flags._reason(table("paris").state, routes)
    assert set(flags.colors) <= words(reason.why)
