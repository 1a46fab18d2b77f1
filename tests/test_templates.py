"""How templates are written: one thought per line."""

import re
from pathlib import Path

TEMPLATES = Path(__file__).resolve().parents[1] / "templates"
LONGEST = 140
DRAWN = re.compile(r"""\sd=["']""")  # the path of a drawing


def test_no_line_of_a_template_is_longer_than_a_thought() -> None:
    files = [path for path in TEMPLATES.rglob("*") if path.is_file()]
    assert len(files) > 100
    long = [
        f"{path.relative_to(TEMPLATES)}:{number}: {len(line)} characters"
        for path in files
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if len(line) > LONGEST and not DRAWN.search(line)
    ]
    assert long == []
