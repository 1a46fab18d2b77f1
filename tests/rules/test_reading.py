"""Reading files from anybody: any error in them gives one message and nothing worse."""

import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import record
from games.rules.checks import read_and_check
from games.rules.reading import MAX_BYTES, Malformed, load_json
from tests.support.boards import SHEETS


def problem_of(reading: Callable[[], object]) -> Malformed | None:
    """What a file was found guilty of; any other exception is a fault of ours."""
    try:
        reading()
    except Malformed as problem:
        return problem
    return None


def complaint(raw: bytes) -> str:
    with pytest.raises(Malformed) as refused:
        load_json(raw)
    return refused.value.message


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        (b"", "The file isn’t valid JSON: line 1, column 1."),
        (b'{"a": 1,\n "b"', "The file isn’t valid JSON: line 2, column 5."),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "The file isn’t UTF-8 text."),
        ('{"a": 1}'.encode("utf-16"), "The file isn’t UTF-8 text."),
        (b"\x00\x00\x00", "The file isn’t valid JSON: line 1, column 1."),
        (b'{"a": 1, "a": 2}', "The field “a” appears twice in one object."),
        (b"[NaN]", "“NaN” isn’t a number in JSON."),
        (b"[-Infinity]", "“-Infinity” isn’t a number in JSON."),
        (b"[" + b"1" * 5000 + b"]", "The file has a number that’s too large."),
        (b"[" * 100_000, "The file is nested too deeply."),
        (b"[" * 100_000 + b"]" * 100_000, "The file is nested too deeply."),
        (b'{"a":' * 100_000, "The file is nested too deeply."),
    ],
    ids=range(12),
)
def test_what_is_not_json_is_refused_in_one_sentence(raw: bytes, sentence: str) -> None:
    assert complaint(raw) == sentence


def test_a_huge_file_is_not_even_parsed() -> None:
    assert complaint(b" " * (10 * 2**20)) == "The file is too large: at most 8 MB are read."
    assert load_json(b" " * (MAX_BYTES - 2) + b"[]") == []


def test_a_byte_order_mark_is_forgiven() -> None:
    assert load_json(b"\xef\xbb\xbf[1]") == [1]


def test_a_truncated_sheet_is_refused_wherever_it_was_cut() -> None:
    raw = SHEETS["tangle"].read_bytes().rstrip()
    for length in range(0, len(raw), 97):
        assert complaint(raw[:length])


@given(st.binary(max_size=200))
def test_any_bytes_at_all_are_json_or_malformed(raw: bytes) -> None:
    problem = problem_of(lambda: load_json(raw))
    if problem is None:
        assert load_json(raw) == json.loads(raw.decode("utf-8-sig"))
    else:
        assert problem.message


@pytest.mark.parametrize("where", ["format", "map", "players", "moves"])
def test_nesting_that_json_still_bears_breaks_nothing_later(where: str) -> None:
    """What is quoted in a sentence must not be the thing that overflows."""
    for depth in range(700, 1100):
        nested = "[" * depth + "]" * depth
        fields = {"format": '"stationmaster-record"', "version": "1", "map": '"x"'}
        fields |= {"players": "[]", "moves": "[]", where: nested}
        raw = "{" + ", ".join(f'"{key}": {value}' for key, value in fields.items()) + "}"
        problem = problem_of(lambda raw=raw: record.read(load_json(raw.encode())))
        assert problem is not None
        assert len(problem.message) < 300


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)


@given(json_values)
def test_any_json_is_no_record_and_no_sheet_but_breaks_nothing(data: object) -> None:
    with pytest.raises(Malformed) as refused:
        record.read(data)
    assert refused.value.message
    board, problems = read_and_check(data)
    assert board is None
    assert problems


RECORD_FIELDS = ("format", "version", "map", "options", "players", "setup", "moves")
record_like = st.fixed_dictionaries(
    {
        "format": st.just("stationmaster-record"),
        "version": st.just(1),
        "map": st.just("london"),
        "players": json_values | st.lists(json_values, max_size=2),
        "moves": st.lists(
            st.fixed_dictionaries(
                {"player": json_values, "action": st.sampled_from([*record.FIELDS])},
                optional=dict.fromkeys(
                    ("kept", "returned", "count", "route", "cards", "passengers"), json_values
                ),
            ),
            max_size=2,
        ),
    },
    optional={"options": json_values, "setup": json_values},
)


@given(record_like)
def test_nearly_a_record_is_read_or_malformed_and_nothing_else(data: object) -> None:
    problem = problem_of(lambda: record.read(data))
    if problem is None:
        assert record.read(data).map == "london"
    else:
        assert problem.where.split(".")[0].split("[")[0] in RECORD_FIELDS
