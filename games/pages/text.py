"""Sentences of the rules, names and colours in the reader's language."""

from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import get_language, gettext, npgettext, pgettext
from django.utils.translation import gettext_noop as _

from games.language import listed as listed
from games.language import say as say
from games.maps import library
from games.maps.drawing.marks import SIGNS
from games.models import MapSheet
from games.rules import vehicles as rules_vehicles
from games.rules.adjectives import colored
from games.rules.board import Board, Variant
from games.rules.bonuses import KINDS
from games.rules.text import COLOR_WORDS, _p
from games.rules.text import color_word as color_text


def color_word(color: str) -> str:
    return _color_word(color, get_language())


@lru_cache(maxsize=500)
def _color_word(color: str, _language: str | None) -> str:
    return say(color_text(color)) if color in COLOR_WORDS else color


def letter(color: str) -> str:
    """The letter that stands for a colour, from its name in the language."""
    return _letter(color, get_language())


@lru_cache(maxsize=500)
def _letter(color: str, _language: str | None) -> str:
    if color not in LETTERS:
        return SIGNS[color].letter if color in SIGNS else ""
    return pgettext(f"letter for {color}", LETTERS[color])


def letters() -> dict[str, str]:
    """The colours by their letters, in lower case as people type them."""
    return {letter(color).lower(): color for color in LETTERS}


# No two colours share a letter, in any language (tests/pages/test_words.py).
LETTERS = {
    "black": _p("letter for black", "K"),
    "blue": _p("letter for blue", "B"),
    "brown": _p("letter for brown", "N"),
    "gold": _p("letter for gold", "D"),
    "green": _p("letter for green", "G"),
    "grey": _p("letter for grey", "A"),
    "orange": _p("letter for orange", "O"),
    "pink": _p("letter for pink", "P"),
    "purple": _p("letter for purple", "V"),
    "red": _p("letter for red", "R"),
    "white": _p("letter for white", "W"),
    "yellow": _p("letter for yellow", "Y"),
}


def vehicles(kind: str, count: int | None = None) -> str:
    """“buses”, or “3 buses”: `board.vehicle|vehicles(3)`."""
    return say(rules_vehicles.vehicles(kind, count))


def vehicle_noun(kind: str, count: int) -> str:
    """“bus” or “buses”, next to a number that's printed separately."""
    return say(rules_vehicles.vehicle_noun(kind, count))


def wild_card(kind: str) -> str:
    return say(rules_vehicles.wild_card(kind))


def wild_cards(kind: str, count: int | None = None) -> str:
    return say(rules_vehicles.wild_cards(kind, count))


def travel_cards(kind: str, count: int | None = None) -> str:
    return say(rules_vehicles.travel_cards(kind, count))


def route_color(color: str) -> str:
    """A colour as it is said of one route."""
    return say(colored(color, "route is"))


def card_color(color: str) -> str:
    """A colour as an adjective of one card."""
    return say(colored(color, "card"))


def deck_of_one(deck: str) -> str:
    """The name of a deck for one ticket: “short”."""
    if deck == SHORT:
        return pgettext("one ticket", "short")
    if deck == LONG:
        return pgettext("one ticket", "long")
    return named(deck)


def deck_of(deck: str, count: int) -> str:
    """The name of a deck after a number of tickets: “2 short”."""
    if deck == SHORT:
        return npgettext("tickets", "short", "short", count)
    if deck == LONG:
        return npgettext("tickets", "long", "long", count)
    return named(deck)


def sheet_name(sheet: MapSheet) -> str:
    """The name of a map in the reader's language, by its row."""
    board = library.sketch_of(sheet)
    return name_in_language(board) if board else sheet.name


def sheet_title(sheet: MapSheet) -> str:
    """A version of a sheet in the reader's language; `str(sheet)` only has the name in the file."""
    words = gettext("{name}, version {version}")
    return words.format(name=sheet_name(sheet), version=sheet.version)


def theme_name(theme: str) -> str:
    """The name of a theme, after the map it was made for."""
    if theme == "plain":
        return pgettext("a theme", "plain")
    board = library.in_force(theme)
    return name_in_language(board) if board else theme


def map_name(board: Board) -> str:
    """The name of a map in the reader's language, with the expansion that is played."""
    variant = next((name_in_language(v) for v in board.variants if v.id == board.variant), "")
    return f"{name_in_language(board)} · {variant}" if variant else name_in_language(board)


@dataclass(frozen=True, slots=True)
class Expansion:
    """A variant of a sheet's expansions as a table option."""

    id: str
    name: str
    tickets: int
    sure: bool  # whether its numbers are known from more than one source


def expansions(board: Board) -> list[Expansion]:
    """The ways to play with other tickets than those of the base box."""
    return [
        Expansion(
            variant.id,
            name_in_language(variant),
            len(variant.tickets),
            variant.verified is not False,
        )
        for variant in board.variants
        if variant.changes_something
    ]


def name_in_language(named: Board | Variant) -> str:
    return named.names.get((get_language() or "en")[:2], named.name)


def bonus_name(kind: str) -> str:
    """The name of a bonus in the reader's language."""
    return gettext(KINDS[kind].name) if kind in KINDS else kind


SHORT, LONG = "Short", "Long"  # decks of the sheets that come with the project

# Names in the sheets that come with the project, for the catalogues.
NAMES = (
    _("Short"),
    _("Long"),
    _("Tickets"),
    _("Standard"),
    _("Italian edition"),
    _("German edition"),
)


def labelled(label: str, value: str) -> str:
    """“Standard: 2”, with the language's spacing around the colon."""
    return gettext("{name}: {change}").format(name=label, change=value)


def named(name: str) -> str:
    """A name from a sheet (a deck, an edition) in the reader's language, if we have it."""
    return gettext(name)
