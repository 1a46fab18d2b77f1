"""Reading JSON that anybody may have written: every complaint names the exact place in the file.

A reader stops at the first complaint, or, given a list for them, goes on and collects all of them.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from typing import Any, NoReturn, ParamSpec, TypeVar

from games.rules.text import Text, _, either, text

MAX_BYTES = 8 * 1024 * 1024
SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*\Z")
ID = re.compile(r"[a-z0-9]+(?:-{1,2}[a-z0-9]+)*\Z")


class Malformed(Exception):
    """A file that cannot be read: where it is wrong, and why."""

    def __init__(self, where: str, sentence: str | Text, **params: object) -> None:
        self.where = where
        self.text = sentence if isinstance(sentence, Text) else text(sentence, **params)
        super().__init__(self.message)

    @property
    def message(self) -> str:
        return f"{self.where}: {self.text}" if self.where else str(self.text)


def load_json(raw: bytes) -> object:
    """Parse bytes as JSON. Raises Malformed whatever is wrong with them, and nothing else."""
    if len(raw) > MAX_BYTES:
        raise Malformed(
            "", _("The file is too large: at most {limit} MB are read."), limit=MAX_BYTES // 2**20
        )
    try:
        source = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Malformed("", _("The file isn’t UTF-8 text.")) from None
    try:
        return json.loads(source, object_pairs_hook=_unique, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise Malformed(
            "",
            _("The file isn’t valid JSON: line {line}, column {column}."),
            line=error.lineno,
            column=error.colno,
        ) from None
    except RecursionError:
        raise Malformed("", _("The file is nested too deeply.")) from None
    except ValueError:  # a number with thousands of digits
        raise Malformed("", _("The file has a number that’s too large.")) from None


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        seen: set[str] = set()
        for key, _value in pairs:
            if key in seen:
                raise Malformed(
                    "", _("The field “{field}” appears twice in one object."), field=shown(key)
                )
            seen.add(key)
    return fields


def _no_constant(name: str) -> NoReturn:
    raise Malformed("", _("“{name}” isn’t a number in JSON."), name=name)


def shown(value: object) -> str:
    """A value short and clean enough to be quoted in a sentence."""
    if isinstance(value, (dict, list)):
        words = "{…}" if isinstance(value, dict) else "[…]"  # it may be nested without end
    else:
        words = value if isinstance(value, str) else json.dumps(value)
    words = "".join(c if c.isprintable() else "?" for c in words[:60])
    return words.encode("utf-8", "replace").decode()


T = TypeVar("T")
P = ParamSpec("P")
MISSING = object()  # the value of a field that is not there, which was complained about already


def _or(default: Any) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """A reader that goes on with a default where complaints are collected. Nobody gets to see it:
    what was complained about is not used."""

    def make(reader: Callable[P, T]) -> Callable[P, T]:
        @wraps(reader)
        def read(*args: P.args, **kwargs: P.kwargs) -> T:
            node: Any = args[0]
            result: T | None = None
            if node.value is not MISSING:
                result = node.attempt(lambda _node: reader(*args, **kwargs))
            value: T = default if result is None else result
            return value

        return read

    return make


class Node:
    """A value in a JSON file together with its place there, such as `moves[3].route`."""

    __slots__ = ("complaints", "value", "where")

    def __init__(
        self, value: object, where: str = "", complaints: list[Malformed] | None = None
    ) -> None:
        self.value = value
        self.where = where
        self.complaints = complaints

    def attempt(self, part: Callable[[Node], T]) -> T | None:
        """What a reader makes of this; None, with its complaint kept, where they are collected."""
        try:
            return part(self)
        except Malformed as complaint:
            if self.complaints is None:
                raise
            self.complaints.append(complaint)
            return None

    def complain(self, template: str, **params: object) -> None:
        """Like `fail`, for a reader that can go on where complaints are collected."""
        self._keep(Malformed(self.where, template, **params))

    def _keep(self, complaint: Malformed) -> None:
        if self.complaints is None:
            raise complaint
        self.complaints.append(complaint)

    def fail(self, template: str, **params: object) -> NoReturn:
        raise Malformed(self.where, template, **params)

    def _below(self, key: str) -> str:
        return f"{self.where}.{shown(key)}" if self.where else shown(key)

    def _object(self) -> dict[str, object]:
        if not isinstance(self.value, dict):
            self.fail(_("Expected an object here."))
        return self.value

    def only(self, allowed: Iterable[str]) -> None:
        """Refuse unknown fields: a misspelt field would be ignored without notice."""
        allowed_keys = set(allowed)
        for key in self.attempt(Node._object) or ():
            if key not in allowed_keys:
                self._keep(Malformed(self._below(key), _("Unknown field.")))

    def __getitem__(self, key: str) -> Node:
        field = self.get(key)
        if field is None:
            if self.value is not MISSING and isinstance(self.value, dict):
                self._keep(Malformed(self._below(key), _("This field is missing.")))
            return Node(MISSING, self._below(key), self.complaints)
        return field

    def get(self, key: str) -> Node | None:
        fields = self._fields()
        return Node(fields[key], self._below(key), self.complaints) if key in fields else None

    @_or({})
    def _fields(self) -> dict[str, object]:
        return self._object()

    def require(self, *names: str) -> None:
        for name in names:
            self[name]

    def entries(self) -> Iterator[tuple[str, Node]]:
        for key, value in self._fields().items():
            yield key, Node(value, self._below(key), self.complaints)

    @_or([])
    def items(self, most: int | None = None) -> list[Node]:
        if not isinstance(self.value, list):
            self.fail(_("Expected a list here."))
        if most is not None and len(self.value) > most:
            self.fail(_("At most {most} are allowed here."), most=most)
        return [
            Node(value, f"{self.where}[{i}]", self.complaints) for i, value in enumerate(self.value)
        ]

    @_or("")
    def text(self, most: int = 200, empty: bool = False) -> str:
        if not isinstance(self.value, str):
            self.fail(_("Expected text here."))
        if not empty and not self.value.strip():
            self.fail(_("This text is empty."))
        if len(self.value) > most:
            self.fail(_("This text is longer than {most} characters."), most=most)
        if any(unicodedata.category(c) in ("Cc", "Cs") and c != "\n" for c in self.value):
            self.fail(_("This text has a character that can’t be shown."))
        return self.value

    @_or("")
    def slug(self, pattern: re.Pattern[str] = SLUG) -> str:
        slug = self.text(most=120)
        if slug and not pattern.match(slug):  # an empty one was complained about
            self.fail(
                _("“{found}” isn’t an id: use lower-case letters, digits and single hyphens."),
                found=shown(slug),
            )
        return slug

    def id(self) -> str:
        return self.slug(ID)

    def texts(self, most: int = 1000) -> tuple[str, ...]:
        return tuple(node.text() for node in self.items(most))

    @_or(1000)
    def integer(self, least: int = 0, most: int = 1_000_000) -> int:
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            self.fail(_("Expected a whole number here."))
        if not least <= self.value <= most:
            self.fail(
                _("Expected a whole number from {least} to {most} here."), least=least, most=most
            )
        return self.value

    @_or(0.0)
    def number(self, least: float = 0, most: float = 100_000) -> float:
        if not isinstance(self.value, (int, float)) or isinstance(self.value, bool):
            self.fail(_("Expected a number here."))
        if not least <= self.value <= most:
            self.fail(_("Expected a number from {least} to {most} here."), least=least, most=most)
        return self.value

    @_or(False)
    def flag(self) -> bool:
        if not isinstance(self.value, bool):
            self.fail(_("Expected true or false here."))
        return self.value

    @_or("")
    def one_of(self, choices: Iterable[str]) -> str:
        options = tuple(choices)
        if self.value not in options:
            self.fail(
                _("“{found}” isn’t allowed here. Choose one of: {choices}."),
                found=shown(self.value),
                choices=either(options),
            )
        assert isinstance(self.value, str)
        return self.value

    def pair(self) -> tuple[Node, Node]:
        nodes = self.items()
        if len(nodes) != 2:
            if isinstance(self.value, list):
                self.complain(_("Expected a list of two here."))
            missing = Node(MISSING, self.where, self.complaints)
            return missing, missing
        return nodes[0], nodes[1]

    def spot(self) -> tuple[float, float]:
        """A point of the drawing, [x, y]."""
        x, y = self.pair()
        return x.number(), y.number()

    def span(self, least: int, most: int) -> tuple[int, int]:
        """Two whole numbers, the smaller first."""
        low, high = self.pair()
        span = low.integer(least, most), high.integer(least, most)
        if span[0] > span[1]:
            self.complain(_("The smaller number has to come first."))
        return span
