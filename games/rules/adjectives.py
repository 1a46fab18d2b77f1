"""Colours beside a noun: “a red card”, where most languages make the two agree.

English says “red” of everything. Others look up the word under the noun it belongs to.
"""

from __future__ import annotations

from games.rules.text import COLORS, Text, _p, color_word

# Each word under each noun, for the catalogues.
_WORDS = (
    _p("card", "black"),
    _p("card", "blue"),
    _p("card", "brown"),
    _p("card", "gold"),
    _p("card", "green"),
    _p("card", "grey"),
    _p("card", "orange"),
    _p("card", "pink"),
    _p("card", "purple"),
    _p("card", "red"),
    _p("card", "white"),
    _p("card", "yellow"),
    _p("cards", "black"),
    _p("cards", "blue"),
    _p("cards", "brown"),
    _p("cards", "gold"),
    _p("cards", "green"),
    _p("cards", "grey"),
    _p("cards", "orange"),
    _p("cards", "pink"),
    _p("cards", "purple"),
    _p("cards", "red"),
    _p("cards", "white"),
    _p("cards", "yellow"),
    _p("route", "black"),
    _p("route", "blue"),
    _p("route", "brown"),
    _p("route", "gold"),
    _p("route", "green"),
    _p("route", "grey"),
    _p("route", "orange"),
    _p("route", "pink"),
    _p("route", "purple"),
    _p("route", "red"),
    _p("route", "white"),
    _p("route", "yellow"),
    _p("route is", "black"),
    _p("route is", "blue"),
    _p("route is", "brown"),
    _p("route is", "gold"),
    _p("route is", "green"),
    _p("route is", "grey"),
    _p("route is", "orange"),
    _p("route is", "pink"),
    _p("route is", "purple"),
    _p("route is", "red"),
    _p("route is", "white"),
    _p("route is", "yellow"),
)


def colored(color: str, noun: str) -> Text:
    """A colour as it is said of a noun. Another noun needs its words marked, as above."""
    return Text(color, context=noun) if color in COLORS else color_word(color)
