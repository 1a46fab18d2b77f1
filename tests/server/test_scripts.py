"""Scripts are bundled per page, without comments and indentation, and still do the same."""

from pathlib import Path

import pytest
from django.conf import settings

from companion.server.scripts import IMPORT, for_sending, joined, tight

STATIC = settings.BASE_DIR / "static"
SCRIPTS = sorted((STATIC / "js").rglob("*.js"))


def test_comments_and_indentation_go() -> None:
    script = (
        "// What it is.\n\n/** Why,\n * at length. */\nfunction act() {\n"
        "  const wait = 500; // milliseconds\n\n  // Then:\n  go(wait);\n}\n"
    )
    assert tight(script) == "function act() {\nconst wait = 500;\ngo(wait);\n}\n"


@pytest.mark.parametrize(
    "line",
    [
        'const address = "https://example.org";',
        'const text = "; // no comment";',
        "const text = `${a}, // no comment`;",
        "const pattern = /[/]/; const half = a / 2 / b;",
        "const text = '/* no comment */';",
    ],
)
def test_what_only_looks_like_a_comment_stays(line: str) -> None:
    assert tight(f"  {line}\n") == f"{line}\n"


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_no_text_of_ours_goes_over_a_line_break(path: Path) -> None:
    """Its own indentation would be lost."""
    for number, line in enumerate(tight(path.read_text("utf-8")).splitlines(), start=1):
        assert line.count("`") % 2 == 0, f"{path.name}: {number}"
        assert not line.endswith("\\"), f"{path.name}: {number}"


MODULES = {
    "js/page.js": '// Everything.\nimport "./a/first.js";\nimport "./a/second.js";\n',
    "js/a/first.js": 'import { add, ONE } from "../sums.js";\nwindow.two = add(ONE, ONE);\n',
    "js/a/second.js": 'import * as sums from "../sums.js";\nwindow.one = sums.ONE;\n',
    "js/sums.js": "export const ONE = 1;\nexport function add(a, b) {\n  return a + b;\n}\n",
}


def test_the_script_of_a_page_is_sent_with_all_that_it_imports() -> None:
    """What two of them import runs once, and before both."""
    assert for_sending("js/page.js", MODULES.__getitem__) == (
        "const module0 = (() => {\n"
        "const ONE = 1;\nfunction add(a, b) {\nreturn a + b;\n}\n"
        "return { ONE, add };\n})();\n"
        "const module1 = (() => {\n"
        "const { add, ONE } = module0;\nwindow.two = add(ONE, ONE);\n})();\n"
        "const module2 = (() => {\nconst sums = module0;\nwindow.one = sums.ONE;\n})();\n"
        "const module3 = (() => {\n\n\n})();\n"
    )


def test_other_scripts_are_sent_alone() -> None:
    assert for_sending("js/a/second.js", MODULES.__getitem__) == MODULES["js/a/second.js"]


@pytest.mark.parametrize(
    "script",
    [
        'const more = await import("./sums.js");',
        "export let count = 0;",
        "export default 1;",
        "export { a };",
        'import first, { add } from "./sums.js";',
        "const here = import.meta.url;",
        'import "./page.js";',
    ],
)
def test_what_would_mean_something_else_is_not_joined(script: str) -> None:
    modules = {**MODULES, "js/a/second.js": f"{script}\n", "js/a/page.js": MODULES["js/page.js"]}
    modules["js/a/page.js"] = 'import "./second.js";\n'
    with pytest.raises(ValueError, match=r"second\.js"):
        joined("js/a/second.js", modules.__getitem__)


def test_a_phone_runs_on_one_script_of_ours() -> None:
    def read(name: str) -> str:
        return (STATIC / name).read_text("utf-8")

    sent = for_sending("js/table/phone.js", read)
    assert not IMPORT.search(sent)
    assert sent.count("new WebSocket(") == 1
    assert "function paintOwners(" in sent
