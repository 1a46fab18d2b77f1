"""Files, modules and functions named in documents exist.

A path is relative to the project, to the document's folder, or to a folder named in the same
document. `<kind>` in a path matches any name.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[1]
DOCUMENTS = [
    *(PROJECT / name for name in ("README.md", "CONTRIBUTING.md", "games/rules/README.md")),
    *sorted(PROJECT.glob("docs/*.md")),
]
OURS = ("bench", "companion", "deploy", "docs", "fixtures", "games", "static", "templates", "tests")
FILE = re.compile(r"(?:[\w<>-]+/)*[\w<>-]+\.(?:py|js|css|html|jinja|svg|json|md|conf)")
FOLDER = re.compile(rf"(?:{'|'.join(OURS)})(?:/[\w<>-]+)*/?")
DOTTED = re.compile(r"\b(?:bench|companion|games|tests)(?:\.\w+)+")
CALLED = re.compile(r"(\w+)\.(\w+)(?:\(.*\))?")
# Files of the person who reads the document.
ELSEWHERE = {"yours.json"}


def fences(text: str) -> list[str]:
    return re.findall(r"^```[^\n]*\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def quoted(text: str) -> Iterator[str]:
    """What stands between backticks in the running text; `test_documents.py` follows links."""
    for fence in fences(text):
        text = text.replace(fence, "")
    yield from re.findall(r"(?<!\[)`([^`\n]+)`", text)


def tree(text: str) -> Iterator[Path]:
    """What a drawn tree of folders names at the start of its lines, one level per two spaces.

    Files that follow a folder on its own line are in it.
    """
    for fence in fences(text):
        above: list[str] = []
        for line in fence.splitlines():
            names = []
            for word in line.split():
                if not re.fullmatch(r"[\w<>-]+(/[\w<>-]+)*(/|\.\w+)", word):
                    break
                names.append(word)
            depth = (len(line) - len(line.lstrip())) // 2
            if not names or depth > len(above) or (depth == 0 and not names[0].endswith("/")):
                continue
            del above[depth:]
            folder = Path(*above)
            for name in names:
                if name.endswith("/"):
                    folder = Path(*above, name)
                    yield folder
                else:
                    yield folder / name
            if names[0].endswith("/"):
                above.append(names[0])


def words(text: str) -> list[str]:
    return [word.rstrip(".,:;") for part in quoted(text) for word in part.split()]


def is_there(path: str, places: list[Path]) -> bool:
    pattern = re.sub(r"<\w+>", "*", path).rstrip("/")
    return any(any(place.glob(pattern)) for place in places)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(PROJECT)))
def test_every_file_and_folder_that_a_document_names_exists(document: Path) -> None:
    text = document.read_text("utf-8")
    drawn = list(tree(text))
    for path in drawn:
        assert is_there(str(path), [PROJECT]), path
    folders = [word for word in words(text) if FOLDER.fullmatch(word)]
    for folder in folders:
        assert is_there(folder, [PROJECT]), folder
    named = {*folders, *map(str, drawn)}
    inside = {place for name in named for place in PROJECT.glob(re.sub(r"<\w+>", "*", name))}
    places = [PROJECT, document.parent, *(place for place in inside if place.is_dir())]
    in_trees = re.findall(rf"(?<![\w/]){FILE.pattern}\b", "\n".join(fences(text)))
    for word in [*words(text), *(in_trees if drawn else [])]:
        if FILE.fullmatch(word) and word not in ELSEWHERE:
            assert is_there(word, places), word


ARCHITECTURE = PROJECT / "docs" / "architecture.md"
# Folders whose modules are all of one kind: they are named as a whole.
NAMED_AS_A_WHOLE = {
    *("companion/formats", "companion/middleware", "games/migrations"),
    *("games/rules/bonuses", "games/rules/corrections"),
    *("games/maps/drawing", "games/archive/statistics"),
}


def listed_in_words(text: str, folder: Path) -> set[str]:
    """The words beside a folder in the drawn tree, up to the next file or folder."""
    heading = re.compile(rf"^ *{folder.name}/ +(.*(?:\n {{20,}}.*)*)", re.MULTILINE)
    return {
        word
        for fence in fences(text)
        for part in heading.findall(fence)
        for word in re.findall(r"\w+", part)
    }


def test_the_architecture_names_every_module() -> None:
    text = ARCHITECTURE.read_text("utf-8")
    drawn = {str(path) for path in tree(text)}
    modules = [
        path.relative_to(PROJECT)
        for folder in ("companion", "games")
        for path in (PROJECT / folder).rglob("*.py")
        if path.stem not in ("__init__", "apps")
    ]
    assert len(modules) > 250
    assert [
        str(path)
        for path in modules
        if str(path) not in drawn
        and not NAMED_AS_A_WHOLE.intersection(map(str, path.parents))
        and path.stem not in listed_in_words(text, path.parent)
    ] == []
    assert [folder for folder in NAMED_AS_A_WHOLE if not (PROJECT / folder).is_dir()] == []


# -- Modules, classes and what they define --------------------------------------------------------


@cache
def definitions() -> dict[str, set[str]]:
    """By the name of a module or class of ours, what is defined in those of that name.

    A class is found in small letters, too: documents write `bonus.check` for a bonus' method.
    """
    defined: dict[str, set[str]] = {}

    def put(name: str, body: list[ast.stmt]) -> None:
        names = defined.setdefault(name, set())
        for node in body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                names.add(node.name)
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                names.add(node.target.id)
            elif isinstance(node, ast.Assign):
                names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
            elif isinstance(node, ast.Import | ast.ImportFrom):
                names |= {alias.asname or alias.name for alias in node.names}
            if isinstance(node, ast.ClassDef):
                put(node.name, node.body)
                put(node.name.lower(), node.body)

    for folder in ("bench", "companion", "games"):
        for path in (PROJECT / folder).rglob("*.py"):
            module = path.parent.name if path.stem == "__init__" else path.stem
            put(module, ast.parse(path.read_text("utf-8")).body)
    return defined


def module_file(dotted: str) -> tuple[Path, list[str]]:
    """The file of the longest module in a dotted name, and what is left of the name."""
    names = dotted.split(".")
    for end in range(len(names), 0, -1):
        path = PROJECT.joinpath(*names[:end])
        for file in (path.with_suffix(".py"), path / "__init__.py"):
            if file.is_file():
                return file, names[end:]
    raise AssertionError(f"there is no module {dotted}")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(PROJECT)))
def test_every_module_that_a_document_names_exists(document: Path) -> None:
    for part in quoted(document.read_text("utf-8")):
        for dotted in DOTTED.findall(part):
            file, rest = module_file(dotted)
            assert rest == [] or rest[0] in definitions()[file.parent.name] | definitions().get(
                file.stem, set()
            ), dotted


@pytest.mark.parametrize("name", ["docs/architecture.md", "CONTRIBUTING.md"])
def test_every_function_named_with_its_module_or_class_exists(name: str) -> None:
    calls = [
        match
        for part in quoted((PROJECT / name).read_text("utf-8"))
        if (match := CALLED.fullmatch(part)) and not FILE.fullmatch(part)
    ]
    for match in calls:
        owner, wanted = match.groups()
        assert wanted in definitions().get(owner, set()), match[0]


def test_a_document_that_names_what_is_gone_is_caught() -> None:
    text = (
        "See `games/tables.py` and `games/gone/`.\n```\ngames/\n  rules/  nowhere.py  words\n```\n"
    )
    assert [str(path) for path in tree(text)] == ["games", "games/rules", "games/rules/nowhere.py"]
    assert not is_there("games/tables.py", [PROJECT])
    assert not is_there("games/gone/", [PROJECT])
    assert is_there("games/<room>/moves.py", [PROJECT])
    with pytest.raises(AssertionError):
        module_file("nowhere.at.all")
