"""Every address, from the URLconf, so that new ones are covered automatically."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RoutePattern
from django.utils.regex_helper import normalize

from tests.support.sittings import Sitting

PART = re.compile(r"<(?:(?P<kind>\w+):)?(?P<name>\w+)>")


@dataclass(frozen=True)
class Route:
    template: str  # "/t/%(code)s/seats/%(seat)s/move"
    kinds: tuple[tuple[str, str], ...]  # (("code", "code"), ("seat", "int"))
    name: str
    view: Any

    def at(self, **values: object) -> str:
        plain = {name: EXAMPLES.get(kind, "x") for name, kind in self.kinds}
        return self.template % (plain | {k: v for k, v in values.items() if k in plain})


EXAMPLES = {
    "int": "1",
    "code": "BCDF",
    "str": "x",
    "slug": "london",
    "path": "a/b",
    "uuid": "1",
    "kind": "svg",  # of a picture
}


def routes() -> list[Route]:
    return list(_walk(get_resolver().url_patterns, "/", ()))


def _walk(patterns: list[Any], start: str, kinds: tuple[tuple[str, str], ...]) -> Iterator[Route]:
    for pattern in patterns:
        for piece, more in _pieces(pattern.pattern):
            if isinstance(pattern, URLResolver):
                yield from _walk(pattern.url_patterns, start + piece, kinds + more)
            elif isinstance(pattern, URLPattern):
                name = pattern.name or pattern.lookup_str
                yield Route(start + piece, kinds + more, name, pattern.callback)


def _pieces(pattern: Any) -> Iterator[tuple[str, tuple[tuple[str, str], ...]]]:
    if isinstance(pattern, RoutePattern):
        route = str(pattern._route)
        pieces = tuple((part["name"], part["kind"] or "str") for part in PART.finditer(route))
        yield PART.sub(lambda part: f"%({part['name']})s", route.replace("%", "%%")), pieces
        return
    for piece, names in normalize(pattern.regex.pattern):
        yield piece, tuple((name, "path") for name in names)


def filled(route: Route, sitting: Sitting) -> str:
    """The address of a route with a table, a seat and a sheet that exist."""
    return route.at(
        code=sitting.table.code,
        seat=sitting.seat(0).pk,
        key=sitting.table.key,
        slug="london",
        pk=sitting.table.sheet_id,
        object_id=sitting.table.sheet_id,
        route=next(iter(sitting.board.route)),
    )
