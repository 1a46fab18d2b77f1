"""Lines of a pasted table to rows of cells: what each of them is about, before it is looked up."""

import csv
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from games.folding import folded
from games.rules.text import Text, _, text

NUMBER = re.compile(r"-?\d{1,6}(?:[.,]\d{1,3})?\Z")
WORD_AND_NUMBER = re.compile(r"(?P<word>[^\d=:×x]+?)\s*[=:×x]?\s*(?P<number>\d{1,3})?\Z")


@dataclass(frozen=True, slots=True)
class Words:
    """What is understood, in every language at once: folded words and what they mean."""

    colors: Mapping[str, str] = field(default_factory=dict)
    headings: Mapping[str, str] = field(default_factory=dict)  # → places, routes, tickets
    columns: frozenset[str] = frozenset()  # what a spreadsheet may have as its first line
    properties: Mapping[str, str] = field(default_factory=dict)  # → tunnel, ferry, country …
    letters: Mapping[str, str] = field(default_factory=dict)  # of the reader's language → colours

    def color(self, cell: str) -> str | None:
        """“grey”, or the letter that stands on it; “ü” is another letter than “u”."""
        return self.colors.get(key(cell)) or self.letters.get(cell.lower())


@dataclass(slots=True)
class Line:
    """One line of the table: `how` is new, changed, same, left out or error. `slip`: a name that
    was probably typed wrongly, and the one that was probably meant."""

    number: int
    source: str
    how: str = ""
    sentence: Text | None = None
    note: Text | None = None
    slip: tuple[str, str] | None = None


@dataclass(slots=True)
class Row:
    line: Line
    kind: str
    cells: list[str]


def key(name: str) -> str:
    """How names are compared: without accents, capitals and signs."""
    return " ".join(re.sub(r"[\W_]+", " ", folded(name)).split())


def cells_of(line: str) -> list[str]:
    """Tabs, else semicolons, else commas lie between cells; a cell may stand in quotes."""
    sign = next((sign for sign in "\t;," if sign in line), ";")
    raw = next(csv.reader([line], delimiter=sign, skipinitialspace=True), [])
    cells = [" ".join(cell.split()) for cell in raw]
    while cells and not cells[-1]:
        cells.pop()
    return cells


def rows_of(lines: list[Line], words: Words) -> Iterable[Row]:
    """Headings say what follows; without one, a line shows what it is."""
    section = ""
    for line in lines:
        cells = cells_of(line.source)
        filled = [key(cell) for cell in cells if cell]
        if not filled:
            line.how = "left out"
            continue
        if len(filled) == 1 and filled[0] in words.headings:
            section, line.how = words.headings[filled[0]], "left out"
        elif len(filled) > 1 and all(cell in words.columns for cell in filled):
            line.how = "left out"
        else:
            cells = _split_ends(cells, section, words)
            kind = section or _kind(cells, words)
            if kind:
                yield Row(line, kind, cells)
            else:
                line.how = "error"
                line.sentence = text(
                    _(
                        "A route needs two places, a colour and a length. "
                        "A ticket needs two places and its points."
                    )
                )


def _split_ends(cells: list[str], section: str, words: Words) -> list[str]:
    """“Atlanta – Nashville” in one cell is two."""
    ends = re.split(r"\s+[-–—→]\s+", cells[0])
    values = [cell for cell in cells[1:] if is_number(cell) or words.color(cell)]
    if len(ends) == 2 and section != "places" and values:
        return [*ends, *cells[1:]]
    return cells


def _kind(cells: list[str], words: Words) -> str:
    rest = cells[2:]
    if any(words.color(cell) for cell in rest):
        return "routes"
    if len(cells) == 1 or is_number(cells[1]) or property_of(cells[1], words):
        return "places"
    return "tickets" if any(is_number(cell) for cell in rest) else ""


def is_number(cell: str) -> bool:
    return bool(NUMBER.match(cell))


def property_of(cell: str, words: Words) -> tuple[str, int | None] | None:
    """“ferry 2”, “tunnel”, “district: 3”."""
    match = WORD_AND_NUMBER.match(cell)
    name = words.properties.get(key(match["word"])) if match else None
    if not match or name is None:
        return None
    return name, int(match["number"]) if match["number"] else None
