"""Reading JSON that anybody may have written: every complaint names the exact place in the file."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import NoReturn

from games.rules.text import Text, _, text

MAX_BYTES = 8 * 1024 * 1024
SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*\Z")
ID = re.compile(r"[a-z0-9]+(?:-{1,2}[a-z0-9]+)*\Z")


class Malformed(Exception):
    """A file that is not what it should be: where it is wrong, and why."""

    def __init__(self, where: str, template: str, **params: object) -> None:
        self.where = where
        self.text: Text = text(template, **params)
        super().__init__(self.message)

    @property
    def message(self) -> str:
        return f"{self.where}: {self.text}" if self.where else str(self.text)


def load_json(raw: bytes) -> object:
    """Parse bytes as JSON. Raises Malformed for whatever is wrong with them, nothing else."""
    if len(raw) > MAX_BYTES:
        raise Malformed(
            "", _("The file is too large: at most {limit} MB are read."), limit=MAX_BYTES // 2**20
        )
    try:
        source = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Malformed("", _("The file is not UTF-8 text.")) from None
    try:
        return json.loads(source, object_pairs_hook=_unique, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise Malformed(
            "",
            _("The file is not JSON: line {line}, column {column}."),
            line=error.lineno,
            column=error.colno,
        ) from None
    except RecursionError:
        raise Malformed("", _("The file is nested too deeply.")) from None
    except ValueError:  # a number with thousands of digits
        raise Malformed("", _("The file holds a number that is too large.")) from None


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        for key, _value in pairs:
            if key in seen:
                raise Malformed(
                    "", _("The field “{field}” stands twice in one object."), field=shown(key)
                )
            seen.add(key)
    return found


def _no_constant(name: str) -> NoReturn:
    raise Malformed("", _("“{name}” is not a number that JSON knows."), name=name)


def shown(value: object) -> str:
    """A value short and clean enough to be quoted in a sentence."""
    if isinstance(value, (dict, list)):
        words = "{…}" if isinstance(value, dict) else "[…]"  # it may be nested without end
    else:
        words = value if isinstance(value, str) else json.dumps(value)
    words = "".join(c if c.isprintable() else "?" for c in words[:60])
    return words.encode("utf-8", "replace").decode()


class Node:
    """A value in a JSON file together with its place there, such as `moves[3].route`."""

    __slots__ = ("value", "where")

    def __init__(self, value: object, where: str = "") -> None:
        self.value = value
        self.where = where

    def fail(self, template: str, **params: object) -> NoReturn:
        raise Malformed(self.where, template, **params)

    def _below(self, key: str) -> str:
        return f"{self.where}.{shown(key)}" if self.where else shown(key)

    def _object(self) -> dict[str, object]:
        if not isinstance(self.value, dict):
            self.fail(_("An object is expected here."))
        return self.value

    def only(self, allowed: Iterable[str]) -> None:
        """Refuse fields nobody reads: a misspelt field would be lost without a word."""
        known = set(allowed)
        for key in self._object():
            if key not in known:
                raise Malformed(self._below(key), _("This field is not known here."))

    def __getitem__(self, key: str) -> Node:
        found = self.get(key)
        if found is None:
            raise Malformed(self._below(key), _("This field is missing."))
        return found

    def get(self, key: str) -> Node | None:
        found = self._object()
        return Node(found[key], self._below(key)) if key in found else None

    def require(self, *names: str) -> None:
        for name in names:
            self[name]

    def entries(self) -> Iterator[tuple[str, Node]]:
        for key, value in self._object().items():
            yield key, Node(value, self._below(key))

    def items(self, most: int | None = None) -> list[Node]:
        if not isinstance(self.value, list):
            self.fail(_("A list is expected here."))
        if most is not None and len(self.value) > most:
            self.fail(_("At most {most} are allowed here."), most=most)
        return [Node(value, f"{self.where}[{i}]") for i, value in enumerate(self.value)]

    def text(self, most: int = 200, empty: bool = False) -> str:
        if not isinstance(self.value, str):
            self.fail(_("A text is expected here."))
        if not empty and not self.value.strip():
            self.fail(_("This text is empty."))
        if len(self.value) > most:
            self.fail(_("This text is longer than {most} characters."), most=most)
        if any(unicodedata.category(c) in ("Cc", "Cs") and c != "\n" for c in self.value):
            self.fail(_("This text holds a character that cannot be shown."))
        return self.value

    def slug(self, pattern: re.Pattern[str] = SLUG) -> str:
        found = self.text(most=120)
        if not pattern.match(found):
            self.fail(
                _("“{found}” is not an id: lower-case letters, digits and single hyphens."),
                found=shown(found),
            )
        return found

    def id(self) -> str:
        return self.slug(ID)

    def texts(self, most: int = 1000) -> tuple[str, ...]:
        return tuple(node.text() for node in self.items(most))

    def whole(self, least: int = 0, most: int = 1_000_000) -> int:
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            self.fail(_("A whole number is expected here."))
        if not least <= self.value <= most:
            self.fail(
                _("A whole number from {least} to {most} is expected here."), least=least, most=most
            )
        return self.value

    def number(self, least: float = 0, most: float = 100_000) -> float:
        if not isinstance(self.value, (int, float)) or isinstance(self.value, bool):
            self.fail(_("A number is expected here."))
        if not least <= self.value <= most:
            self.fail(
                _("A number from {least} to {most} is expected here."), least=least, most=most
            )
        return self.value

    def flag(self) -> bool:
        if not isinstance(self.value, bool):
            self.fail(_("true or false is expected here."))
        return self.value

    def one_of(self, choices: Iterable[str]) -> str:
        known = tuple(choices)
        if self.value not in known:
            self.fail(
                _("“{found}” is not known here; one of: {choices}."),
                found=shown(self.value),
                choices=", ".join(known),
            )
        assert isinstance(self.value, str)
        return self.value

    def pair(self) -> tuple[Node, Node]:
        nodes = self.items()
        if len(nodes) != 2:
            self.fail(_("A list of two is expected here."))
        return nodes[0], nodes[1]

    def spot(self) -> tuple[float, float]:
        """A point of the drawing, [x, y]."""
        x, y = self.pair()
        return x.number(), y.number()

    def span(self, least: int, most: int) -> tuple[int, int]:
        """Two whole numbers, the smaller first."""
        low, high = self.pair()
        found = low.whole(least, most), high.whole(least, most)
        if found[0] > found[1]:
            self.fail(_("The smaller number stands first here."))
        return found
