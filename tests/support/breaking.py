"""Ways to break a map sheet, for tests of the resulting errors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.rules.checks import Problem, read_and_check
from tests.support.boards import sheet

Change = Callable[[dict[str, Any]], object]


def put(value: object, *path: str | int) -> Change:
    """Set a value at a path of the sheet."""

    def change(data: Any) -> None:
        for key in path[:-1]:
            data = data[key]
        data[path[-1]] = value

    return change


def drop(*path: str | int) -> Change:
    def change(data: Any) -> None:
        for key in path[:-1]:
            data = data[key]
        del data[path[-1]]

    return change


def add(item: object, *path: str | int) -> Change:
    """Append to a list of the sheet."""

    def change(data: Any) -> None:
        for key in path:
            data = data[key]
        data.append(item)

    return change


def every(*changes: Change) -> Change:
    def change(data: dict[str, Any]) -> None:
        for one in changes:
            one(data)

    return change


def problems(slug: str, change: Change) -> list[Problem]:
    data = sheet(slug)
    change(data)
    read_sheet, complaints = read_and_check(data)
    assert (read_sheet is None) == any(problem.error for problem in complaints)
    return complaints


def errors(slug: str, change: Change) -> list[tuple[str, str]]:
    return [(p.where, str(p.text)) for p in problems(slug, change) if p.error]


def warnings(slug: str, change: Change) -> list[tuple[str, str]]:
    complaints = problems(slug, change)
    assert not any(problem.error for problem in complaints)
    return [(problem.where, str(problem.text)) for problem in complaints]
