"""docs/architecture.md: imports point one way, from edges to services to rules."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
# What people and programs outside touch. Whatever is neither this, nor models, nor rules serves.
EDGES = {"admin", "asgi", "forms", "live", "management", "templatetags", "urls", "views"}
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
    return {module_name(path): path for path in sorted((ROOT / "games").rglob("*.py"))}


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


def layer(name: str) -> str:
    """The layer of a module of ours; other packages have none."""
    if name != "games" and not name.startswith("games."):
        return ""
    part = name.split(".")[1] if "." in name else ""
    if part in ("rules", "models", "migrations"):
        return part
    return "edges" if part in EDGES else "services" if part else "package"


def of_layer(*wanted: str) -> list[str]:
    return [name for name in modules() if layer(name) in wanted]


RULES = of_layer("rules")


def test_there_is_something_to_look_at() -> None:
    assert {"games.rules.engine", "games.rules.bonuses.flags", "games.rules"} <= set(RULES)
    assert {"games.maps.library"} <= set(of_layer("services"))
    assert {"games.urls", "games.views.home"} <= set(of_layer("edges"))
    assert "games.rules.board" in imports("games.rules.engine")
    assert "games.rules.bonuses.base" in imports("games.rules.board")
    assert "games.rules.bonuses.base" not in imports("games.rules.board", with_types=False)


# -- The rules are a library of their own ---------------------------------------------------------


@pytest.mark.parametrize("name", RULES)
def test_the_rules_import_nothing_but_the_standard_library_and_themselves(name: str) -> None:
    for found in imports(name):
        top = found.split(".")[0]
        if top == "games":
            assert found.startswith("games.rules"), f"{name} imports {found}"
        else:
            assert top in sys.stdlib_module_names, f"{name} imports {found}"


@pytest.mark.parametrize("name", RULES)
def test_the_rules_have_no_clock_no_randomness_and_no_files(name: str) -> None:
    assert not {found.split(".")[0] for found in imports(name)} & IMPURE
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

MAY_IMPORT = {
    "rules": {"rules"},
    "models": {"models", "rules"},
    "migrations": {"migrations"},
    "services": {"services", "models", "rules"},
    "edges": {"edges", "services", "models", "rules"},
    "package": {"package"},
}


@pytest.mark.parametrize("name", list(modules()))
def test_imports_point_from_edges_to_services_to_rules(name: str) -> None:
    for found in imports(name):
        if layer(found):
            assert layer(found) in MAY_IMPORT[layer(name)], f"{name} imports {found}"
        # The command that serves loads the project around the app; nothing below the edges does.
        if layer(name) != "edges":
            assert found.split(".")[0] not in ("companion", "tests"), f"{name} imports {found}"


def test_no_imports_go_in_a_circle() -> None:
    graph = {
        name: {found for found in imports(name, with_types=False) if found in modules()} - {name}
        for name in modules()
    }
    try:
        order = list(TopologicalSorter(graph).static_order())
    except CycleError as circle:
        pytest.fail(f"imports go in a circle: {' → '.join(circle.args[1])}")
    assert set(order) == set(modules())
