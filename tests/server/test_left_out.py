"""If a program is missing, its tests are skipped with a message; in CI they fail instead."""

import re

import pytest

from tests.support.commands import run


@pytest.mark.parametrize(("ci", "code", "outcome"), [("", 0, "skipped"), ("true", 1, "error")])
def test_what_cannot_run_is_left_out_but_never_in_ci(ci: str, code: int, outcome: str) -> None:
    done = run(
        *("-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/services/test_faults_clock.py"),
        CI=ci,
        PATH="/nowhere",
    )
    assert done.returncode == code, done.stdout + done.stderr
    assert re.search(rf"\d+ {outcome}s?\b", done.stdout)
    assert "passed" not in done.stdout
    assert ("in CI nothing may be left out" in done.stdout) == bool(ci)
    assert ("not installed" in done.stdout) == bool(ci)
