"""Passengers and their colours, which in most languages agree (see `games.rules.adjectives`)."""

from __future__ import annotations

from games.rules.adjectives import colored
from games.rules.text import Text, _p, plural

# Each word for one passenger and for several, for the catalogues.
_WORDS = (
    _p("passenger", "black"),
    _p("passenger", "blue"),
    _p("passenger", "brown"),
    _p("passenger", "gold"),
    _p("passenger", "green"),
    _p("passenger", "grey"),
    _p("passenger", "orange"),
    _p("passenger", "pink"),
    _p("passenger", "purple"),
    _p("passenger", "red"),
    _p("passenger", "white"),
    _p("passenger", "yellow"),
    _p("passengers", "black"),
    _p("passengers", "blue"),
    _p("passengers", "brown"),
    _p("passengers", "gold"),
    _p("passengers", "green"),
    _p("passengers", "grey"),
    _p("passengers", "orange"),
    _p("passengers", "pink"),
    _p("passengers", "purple"),
    _p("passengers", "red"),
    _p("passengers", "white"),
    _p("passengers", "yellow"),
)


def passenger(color: str) -> Text:
    """The colour of one passenger."""
    return colored(color, "passenger")


def passengers(color: str) -> Text:
    """The colour of several."""
    return colored(color, "passengers")


def counted(color: str, count: int) -> Text:
    return plural(
        "{count} {color} passenger",
        "{count} {color} passengers",
        count,
        color=passenger(color) if count == 1 else passengers(color),
    )
