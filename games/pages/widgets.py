"""Small pieces of HTML that pages and parts share: a player's mark, and split-flap letters."""

from functools import lru_cache

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.pages.text import color_word
from games.rules.text import figure

CELLS_MOST = 12  # a longer text gets a single plate: its cells would be too small to read


def badge(color: str) -> SafeString:
    """A player's colour and mark, with the colour's name; needs board/marks.html on the page."""
    return _badge(color, get_language())


@lru_cache(maxsize=500)
def _badge(color: str, _language: str | None) -> SafeString:
    return format_html(
        '<span class="badge" data-color="{}"><svg aria-hidden="true" focusable="false">'
        '<use href="#mark-{}"/></svg><span class="unseen">{}</span></span>',
        color,
        color,
        color_word(color),
    )


@lru_cache(maxsize=500)
def mark(color: str) -> SafeString:
    """A player's colour and mark, next to their name."""
    return format_html(
        '<span class="mark" data-color="{}" aria-hidden="true"><svg><use href="#mark-{}"/></svg>'
        "</span>",
        color,
        color,
    )


@lru_cache(maxsize=2_000)
def flaps(
    text: object,
    cells: int = 0,
    *,
    most: int = CELLS_MOST,
    id: str = "",
    key: object = "",
    right: bool = False,
) -> SafeString:
    """Split-flap letters, at least so many: a cell per character, blank ones at the end, and the
    plain text for screen readers.

    Text of more than `most` characters gets a single plate. With `right`, blank cells come
    first, as in front of a number. The id must be stable: the letters of an element that stays
    turn over when they change.
    """
    shown = figure(text) if isinstance(text, int) else str(text)
    id = f"{id}-{key}" if key != "" else id
    named = format_html(' id="{}"', id) if id else ""
    if len(shown) > most:
        return format_html('<span class="plate"{}>{}</span>', named, shown)
    capitals = shown.upper()  # may be longer: ß
    padded = capitals.rjust(cells) if right else capitals.ljust(cells)
    letters = "".join(f'<i aria-hidden="true" data-c="{escape(letter)}"></i>' for letter in padded)
    return format_html(
        '<span class="flaps n{}"{} data-text="{}"><span class="unseen">{}</span>{}</span>',
        len(padded),
        named,
        padded,
        shown,
        SafeString(letters),
    )
