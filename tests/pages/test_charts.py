"""Numbers to drawings: bars, distributions and lines."""

from datetime import date

import pytest
from django.utils import translation

from games.pages import charts
from games.templatetags.figures import percent, width

pytestmark = pytest.mark.django_db


def test_bars_are_as_high_as_their_values() -> None:
    drawn = charts.bars([("a", "a", 10), ("b", "b", 5), ("c", "c", 0)])
    assert drawn is not None
    a, b, c = drawn.bars
    assert a.height == pytest.approx(2 * b.height, abs=0.2)
    assert c.height == 0
    assert a.y + a.height == b.y + b.height == drawn.frame.bottom
    assert a.x < b.x < c.x < drawn.frame.right
    assert charts.bars([]) is None


def test_a_distribution_counts_everything_in_even_bins() -> None:
    bins = charts.distribution([(-3, 1), (17, 2), (41, 1), (42, 5)])
    assert sum(count for _low, _high, count in bins) == 9
    assert all(high - low == bins[0][1] - bins[0][0] for low, high, _count in bins)
    assert [low for low, _high, _count in bins[1:]] == [high + 1 for _l, high, _c in bins[:-1]]
    assert charts.distribution([(7, 3)]) == [(7, 7, 3)]


def test_a_line_of_one_game_has_a_dot_and_no_line() -> None:
    drawn = charts.line([(30, True)])
    assert drawn is not None
    assert (len(drawn.dots), drawn.dots[0].best, drawn.average) == (1, True, "")
    two = charts.line([(30, False), (40, True)])
    assert two is not None
    assert two.dots[0].y > two.dots[1].y
    assert two.average.startswith(f"{two.dots[0].x},{two.dots[0].y} ")


def test_shares_are_rounded_and_written_as_the_reader_writes_numbers() -> None:
    with translation.override("en"):
        assert [percent(n) for n in (0, 4.56, 44.6, 100.0)] == ["0%", "4.6%", "45%", "100%"]
    with translation.override("de"):
        assert percent(4.56).startswith("4,6")
        assert width(4.56) == "4.6", "a width in a drawing is no number for people"


def test_a_calendar_has_every_day_of_a_year_once_in_two_halves() -> None:
    until = date(2026, 11, 18)  # a Wednesday
    drawn = charts.calendar({until: 2, date(2026, 1, 5): 9}, until=until)
    squares = [path.count("M") for half in drawn.halves for _shade, path in half.shades]
    assert sum(squares) == len(drawn.days) == 52 * 7 + 3
    assert [(day.at, day.count) for day in drawn.filled] == [(until, 2), (date(2026, 1, 5), 9)]
    shades = [{shade for shade, path in half.shades if path} for half in drawn.halves]
    assert shades == [{0, 4}, {0, 2}]
    named = [month for half in drawn.halves for _x, month in half.months]
    assert all(month.day == 1 for month in named)
    assert all(x + 24 <= half.width for half in drawn.halves for x, _month in half.months)


def test_no_label_is_cut_at_the_edge() -> None:
    drawn = charts.bars([(f"month {i}", "nov 2026", i) for i in range(21)])
    assert drawn is not None
    named = [bar for bar in drawn.bars if bar.axis]
    assert len(named) > 3
    assert all(bar.middle + len(bar.axis) * charts.LETTER / 2 <= charts.WIDTH for bar in named)
