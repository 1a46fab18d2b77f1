"""The dependency audit reports what it found, and never takes silence for success."""

from tests.audit import verdict

SOUND = {"name": "a", "version": "1", "vulns": []}
LEFT_OUT = {"name": "b", "version": "1", "skip_reason": "not found"}
HOLED = {"name": "c", "version": "1", "vulns": [{"id": "PYSEC-1", "fix_versions": ["2"]}]}


def test_a_known_hole_fails_the_run_and_names_the_version_that_mends_it() -> None:
    line, bad = verdict([SOUND, HOLED, LEFT_OUT], "")
    assert bad
    assert line == "Known holes: c 1: PYSEC-1 (mended in 2)"


def test_what_was_looked_at_is_counted_and_what_was_not_is_said() -> None:
    assert verdict([SOUND, SOUND], "") == ("Dependencies: 2 looked at, no known holes.", False)
    line, bad = verdict([SOUND, LEFT_OUT], "")
    assert line == "Dependencies: 1 looked at, no known holes; 1 could not be."
    assert not bad


def test_without_an_answer_it_says_that_it_was_left_out() -> None:
    for packages, trouble in (([], "connection refused"), ([LEFT_OUT], "")):
        line, bad = verdict(packages, trouble)
        assert line.startswith("Left out: the dependency audit")
        assert not bad
