"""Measures names in Barlow Condensed Bold, without a font library.

Advance widths are in thousandths of an em, measured from the font file we ship. Names are set with
`textLength`, so that they take the same room before the font has loaded.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import NamedTuple

_WIDTHS = {
    100: "\u202f",
    170: "'’",
    190: "ìíîïı",
    200: " \u00a0",
    214: "l,ji",
    226: ".·",
    230: "IÌÍÎÏ",
    280: "!:;¡1",
    295: "tf",
    311: "()",
    328: "r-",
    373: "z",
    412: "Zs7/",
    424: "F_yýÿL",
    435: "cç9",
    437: "3evèéêëx?256E+ÈÉÊË8",
    443: "goòóôõöþ$S",
    446: "bdàáâãäåahnuñùúûüpqk–",
    453: "J0µ",
    463: "QßCÇPÞøG",
    471: "TBR",
    475: "OÒÓÔÕÖYÝXD",
    481: "UÙÚÛÜHAÀÁÂÃÄÅ",
    490: "4VK",
    514: "NÑÐ",
    551: "MØ",
    603: "&",
    614: "w#",
    675: "mæœ",
    690: "WŒ",
    760: "Æ@%",
}
_WIDTH = {letter: width / 1000 for width, letters in _WIDTHS.items() for letter in letters}
_UNKNOWN = 0.56  # enough for most letters of other alphabets
_WIDE = 1.0

_CAPITAL = 0.71
_TALL = 0.74  # i, j and the dots of ü
_ACCENTED = 0.92  # Ä, É
_FOOT = 0.02
_DESCENT = 0.21


class Setting(NamedTuple):
    """The size of one line of text at font size 1: above and below its baseline, and its width."""

    width: float
    above: float
    below: float


def _advance(letter: str) -> float:
    if letter in _WIDTH:
        return _WIDTH[letter]
    plain = unicodedata.normalize("NFD", letter)[0]
    if plain in _WIDTH:
        return _WIDTH[plain]
    if unicodedata.east_asian_width(letter) in "WF":
        return _WIDE
    return 0.0 if unicodedata.combining(letter) else _UNKNOWN


@lru_cache(maxsize=2048)
def setting(text: str) -> Setting:
    above = _CAPITAL
    below = _FOOT
    for letter in text:
        parts = unicodedata.normalize("NFD", letter)
        if len(parts) > 1 and letter.isupper() and parts[1] != "\u0327":
            above = max(above, _ACCENTED)
        elif len(parts) > 1 or letter in "ijß" or letter not in _WIDTH:
            above = max(above, _TALL)
        if parts[0] in "gjpqy,;QJ()_@$" or "\u0327" in parts or letter not in _WIDTH:
            below = _DESCENT
    return Setting(sum(map(_advance, text)), above, below)


def lines(name: str) -> tuple[tuple[str, ...], ...]:
    """The ways to set a name: in one line, and in two where a space or a hyphen allows it."""
    ways: list[tuple[str, ...]] = [(name,)]
    for i, letter in enumerate(name):
        if letter == " " and name[:i].strip() and name[i:].strip():
            ways.append((name[:i].strip(), name[i:].strip()))
        elif letter == "-" and 0 < i < len(name) - 1:
            ways.append((name[: i + 1], name[i + 1 :]))
    best = sorted(ways[1:], key=lambda way: max(setting(part).width for part in way))
    return tuple(ways[:1] + best[:2])
