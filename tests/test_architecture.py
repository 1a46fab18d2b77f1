"""docs/architecture.md: every module is in a room, and imports between rooms go one way."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
# The rooms of `games`, the lowest first: a module imports from its own room and from those below.
ROOMS = (
    *("rules", "base", "models", "maps", "table", "access"),
    *("pages", "live", "archive", "upkeep", "edges"),
)
EDGES = {"admin", "management", "templatetags", "urls", "views"}
# What lies directly in `games` and is no edge: small things that every room may use.
BASE = {"apps", "folding", "language", "metrics", "refusals"}
# What surrounds the app may use of it: who is asking, whether all is well, and what is counted.
COMPANION = {
    "companion": set[str](),
    "companion.asgi": {"live"},
    "companion.command_line": set[str](),
    "companion.environment": set[str](),
    "companion.formats": set[str](),
    "companion.installation": set[str](),
    "companion.middleware": {"upkeep"},
    "companion.server": {"base", "models", "access"},
    "companion.settings": set[str](),
    "companion.urls": {"edges"},
}
# Time, chance, files and networks come in as arguments, or not at all.
IMPURE = {
    *("random", "secrets", "uuid", "time", "datetime", "zoneinfo", "locale"),
    *("os", "pathlib", "io", "shutil", "tempfile", "glob", "fileinput"),
    *("socket", "ssl", "urllib", "http", "subprocess", "threading", "asyncio", "multiprocessing"),
    *("logging", "sqlite3", "pickle", "importlib", "ctypes", "sys"),
}
IMPURE_CALLS = {"open", "print", "input", "exec", "eval", "compile", "__import__", "globals"}


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def modules() -> dict[str, Path]:
    paths = [*(ROOT / "games").rglob("*.py"), *(ROOT / "companion").rglob("*.py")]
    return {module_name(path): path for path in sorted(paths)}


@cache
def tree(name: str) -> ast.Module:
    return ast.parse(modules()[name].read_text(encoding="utf-8"))


def for_types_only(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")


def imports(name: str, with_types: bool = True) -> Iterator[str]:
    """Every module that a module imports, wherever in the file it does so."""
    nodes: list[ast.AST] = [tree(name)]
    while nodes:
        node = nodes.pop()
        if isinstance(node, ast.stmt) and for_types_only(node) and not with_types:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name}: imports are written in full"
            assert node.module is not None
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in modules() else node.module
        nodes.extend(ast.iter_child_nodes(node))


def room(name: str) -> str:
    """The room of a module of `games`; KeyError if it was put in none."""
    part = name.split(".")[1] if "." in name else ""
    if part in EDGES:
        return "edges"
    if part in BASE or not part:
        return "base"
    return {same: same for same in (*ROOMS, "migrations")}[part]


def surrounding(name: str) -> str:
    """The part of `companion` a module is in."""
    return ".".join(name.split(".")[:2])


GAMES = [name for name in modules() if name.split(".")[0] == "games"]
AROUND = [name for name in modules() if name.split(".")[0] == "companion"]
RULES = [name for name in GAMES if room(name) == "rules"]


def test_there_is_something_to_look_at() -> None:
    assert {"games.rules.engine", "games.rules.bonuses.flags", "games.rules"} <= set(RULES)
    assert {room(name) for name in GAMES} == {*ROOMS, "migrations"}
    assert {surrounding(name) for name in AROUND} == set(COMPANION)
    assert "games.rules.board" in imports("games.rules.engine")
    assert "games.rules.bonuses.base" in imports("games.rules.board")
    assert "games.rules.bonuses.base" not in imports("games.rules.board", with_types=False)


# -- The rules are a library of their own ---------------------------------------------------------


@pytest.mark.parametrize("name", RULES)
def test_the_rules_import_nothing_but_the_standard_library_and_themselves(name: str) -> None:
    for module in imports(name):
        top = module.split(".")[0]
        if top == "games":
            assert module.startswith("games.rules"), f"{name} imports {module}"
        else:
            assert top in sys.stdlib_module_names, f"{name} imports {module}"


@pytest.mark.parametrize("name", RULES)
def test_the_rules_have_no_clock_no_randomness_and_no_files(name: str) -> None:
    assert not {module.split(".")[0] for module in imports(name)} & IMPURE
    called = {
        node.func.id
        for node in ast.walk(tree(name))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not called & IMPURE_CALLS


def test_the_rules_work_in_a_process_that_never_saw_django() -> None:
    script = (
        f"import sys, {', '.join(RULES)}\n"
        "print([name for name in ('django', 'channels', 'networkx') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


# -- Imports point one way ------------------------------------------------------------------------


def test_no_more_than_six_modules_lie_directly_in_the_app() -> None:
    assert len([path for path in (ROOT / "games").glob("*.py") if path.stem != "__init__"]) <= 6


@pytest.mark.parametrize("name", GAMES)
def test_a_room_uses_only_the_rooms_below_it(name: str) -> None:
    if room(name) == "migrations":
        assert all(not module.startswith("companion") for module in imports(name))
        return
    for module in imports(name):
        if module.split(".")[0] == "games":
            assert ROOMS.index(room(module)) <= ROOMS.index(room(name)), f"{name} imports {module}"
        # The command that serves loads the project around the app; nothing below the edges does.
        if room(name) != "edges":
            assert module.split(".")[0] not in ("companion", "tests"), f"{name} imports {module}"


@pytest.mark.parametrize("name", AROUND)
def test_what_surrounds_the_app_uses_little_of_it(name: str) -> None:
    for module in imports(name):
        if module.split(".")[0] == "games":
            assert room(module) in COMPANION[surrounding(name)], f"{name} imports {module}"


def test_no_imports_go_in_a_circle() -> None:
    graph = {
        name: {module for module in imports(name, with_types=False) if module in modules()} - {name}
        for name in modules()
    }
    try:
        order = list(TopologicalSorter(graph).static_order())
    except CycleError as circle:
        pytest.fail(f"imports go in a circle: {' → '.join(circle.args[1])}")
    assert set(order) == set(modules())


def test_every_file_has_one_subject_and_is_short() -> None:
    folders = ("bench", "companion", "games", "tests", "static/css", "static/js", "templates")
    lengths = {
        str(path.relative_to(ROOT)): path.read_text("utf-8").count("\n")
        for folder in folders
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".py", ".css", ".js", ".jinja", ".html")
        and "node_modules" not in path.parts  # what npm installed for a benchmark
    }
    assert len(lengths) > 800
    assert [name for name, lines in lengths.items() if lines > 500] == []


# Of everything one can say that it was found, known, said or told.
SAY_NOTHING = {"found", "known", "said", "told"}


def test_variables_are_named_for_what_they_hold() -> None:
    nameless = []
    for path in [*modules().values(), *(ROOT / "tests").rglob("*.py")]:
        for function in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            stored = {
                node.id
                for node in ast.walk(function)
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
            }
            named = {name.strip("_") for name in (function.name, *stored)}
            if names := SAY_NOTHING & named:
                nameless.append(f"{path.relative_to(ROOT)}: {function.name}: {sorted(names)}")
    assert nameless == []


def test_a_revision_grows_in_one_place() -> None:
    growing = re.compile(r"\.revision \+=? ?1\b|(?<!\w)revision=F\(")
    places = [name for name, path in modules().items() if growing.search(path.read_text("utf-8"))]
    assert places == ["games.table.revision"]
