"""How templates are written: one thought per line."""

import re
from pathlib import Path

TEMPLATES = Path(__file__).resolve().parents[1] / "templates"
LONGEST = 140
DRAWN = re.compile(r"""(?<=\sd=)("[^"]*"|'[^']*')""")  # the path of a drawing


def length(line: str) -> int:
    """Of a line without the paths that are drawn in it."""
    return len(DRAWN.sub("", line))


def test_no_line_of_a_template_is_longer_than_a_thought() -> None:
    files = [path for path in TEMPLATES.rglob("*") if path.is_file()]
    assert len(files) > 100
    long = [
        f"{path.relative_to(TEMPLATES)}:{number}: {length(line)} characters"
        for path in files
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if length(line) > LONGEST
    ]
    assert long == []


def test_only_the_path_itself_is_no_part_of_the_thought() -> None:
    path = f'<path d="{"M0 0" * 100}"/>'
    assert length(path) < LONGEST < length(path + "<b>a thought</b>" * 10)
