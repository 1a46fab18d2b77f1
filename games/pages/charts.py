"""The layout of charts: numbers in, positions out. Templates only print them.

Charts are small, so that their labels are still legible at half the size on a phone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

WIDTH, HEIGHT = 640, 300
LEFT, RIGHT, TOP, BOTTOM = 66, 14, 24, 44
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000, 10_000)
LETTER = 13  # the width of a letter below a bar, at its largest on any phone
BINS = 14  # bars of a distribution, at most
SMOOTHED = 5  # games in a running average
WEEKS, DAY = 53, 12  # of a calendar, and the width of a day
MOST_SHADE = 4


@dataclass(frozen=True, slots=True)
class Bar:
    x: float
    y: float
    width: float
    height: float
    middle: float
    value: int
    label: str  # in full, for the table
    axis: str  # below the bar; empty where there is no room


@dataclass(frozen=True, slots=True)
class Frame:
    """The area of a chart, with its horizontal lines."""

    ticks: tuple[tuple[int, float], ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    bottom: int = HEIGHT - BOTTOM


@dataclass(frozen=True, slots=True)
class Bars:
    frame: Frame
    bars: tuple[Bar, ...]


def bars(values: Sequence[tuple[str, str, int]]) -> Bars | None:
    """A bar per value, with its height, its label and the text below it."""
    if not values:
        return None
    low, high, step = _scale(0, max(value for _label, _axis, value in values))
    room = (WIDTH - LEFT - RIGHT) / max(len(values), 4)  # a single bar doesn't fill the page
    every = max(1, -(-len(values) // 5))  # about five labels, never overlapping
    drawn = []
    for i, (label, axis, value) in enumerate(values):
        top = _y(value, low, high)
        x = LEFT + i * room + room * 0.1
        whole = x + room * 0.4 + len(axis) * LETTER / 2 <= WIDTH
        drawn.append(
            Bar(
                round(x, 1),
                top,
                round(room * 0.8, 1),
                round(HEIGHT - BOTTOM - top, 1),
                round(x + room * 0.4, 1),
                value,
                label,
                axis if i % every == 0 and whole else "",
            )
        )
    return Bars(_frame(low, high, step), tuple(drawn))


def distribution(counts: Sequence[tuple[int, int]]) -> list[tuple[int, int, int]]:
    """Counts in equal bins (from, to, count), empty ones in between included."""
    if not counts:
        return []
    low, high = min(value for value, _n in counts), max(value for value, _n in counts)
    step = next((s for s in STEPS if high // s - low // s < BINS), STEPS[-1])
    bins = dict.fromkeys(range(low // step * step, high + 1, step), 0)
    for value, count in counts:
        bins[value // step * step] += count
    return [(start, start + step - 1, count) for start, count in bins.items()]


@dataclass(frozen=True, slots=True)
class Dot:
    x: float
    y: float
    value: int
    best: bool  # drawn as a diamond, so that it doesn't depend on colour


@dataclass(frozen=True, slots=True)
class Line:
    frame: Frame
    dots: tuple[Dot, ...]
    average: str  # points of a polyline; empty for a single dot


def line(values: Sequence[tuple[int, bool]], *, smooth: bool = True) -> Line | None:
    """Values in order, the outstanding ones marked, with their running average or a line through
    all."""
    if not values:
        return None
    numbers = [value for value, _best in values]
    flat = 5 if min(numbers) == max(numbers) else 0  # some space above and below a single value
    low, high, step = _scale(min(numbers) - flat, max(numbers) + flat)
    room = WIDTH - LEFT - RIGHT - 20
    gap = room / max(len(values) - 1, 1)

    def x(i: int) -> float:
        return round(LEFT + 10 + (i * gap if len(values) > 1 else room / 2), 1)

    dots = tuple(
        Dot(x(i), _y(value, low, high), value, best) for i, (value, best) in enumerate(values)
    )
    running = []
    for i in range(len(numbers)):
        last = numbers[max(0, i + 1 - (SMOOTHED if smooth else 1)) : i + 1]
        running.append(f"{x(i)},{_y(sum(last) / len(last), low, high)}")
    return Line(_frame(low, high, step), dots, " ".join(running) if len(running) > 1 else "")


@dataclass(frozen=True, slots=True)
class Day:
    at: date
    count: int


@dataclass(frozen=True, slots=True)
class Weeks:
    """Some weeks of a calendar, one column each; `months` are written above their first column."""

    width: int
    months: tuple[tuple[int, date], ...]
    shades: tuple[tuple[int, str], ...]  # all days of a shade in one path; 0 for none
    height: int = 7 * DAY + 18


@dataclass(frozen=True, slots=True)
class Calendar:
    """A year of days in two halves: side by side, or one below the other on a phone."""

    days: tuple[Day, ...]
    halves: tuple[Weeks, ...]

    @property
    def filled(self) -> list[Day]:
        """The days with something on them, the latest first."""
        return [day for day in reversed(self.days) if day.count]


def first_day(until: date) -> date:
    """The Monday with which a calendar begins that ends on this day."""
    return until - timedelta(days=until.weekday() + 7 * (WEEKS - 1))


def calendar(counts: Mapping[date, int], *, until: date) -> Calendar:
    first = first_day(until)
    dates = [first + timedelta(days=i) for i in range((until - first).days + 1)]
    days = tuple(Day(at, counts.get(at, 0)) for at in dates)
    middle = 7 * (WEEKS // 2)
    return Calendar(days, (_weeks(days[:middle]), _weeks(days[middle:])))


def _weeks(days: Sequence[Day]) -> Weeks:
    """Days from a Monday on."""
    columns = -(-len(days) // 7)
    months, shades = [], [""] * (MOST_SHADE + 1)
    for i, day in enumerate(days):
        x, y = i // 7 * DAY, 18 + i % 7 * DAY
        shades[min(day.count, MOST_SHADE)] += f"M{x} {y}h10v10h-10z"
        if day.at.day == 1 and x <= (columns - 2) * DAY:  # otherwise its name would be cut off
            months.append((x, day.at))
    return Weeks(columns * DAY - 2, tuple(months), tuple(enumerate(shades)))


def _scale(low: int, high: int) -> tuple[int, int, int]:
    """Round limits around the values, and the step between lines."""
    step = next((s for s in STEPS if (high - low) / s <= 4), STEPS[-1])
    bottom, top = low // step * step, -(-high // step) * step
    return bottom, max(top, bottom + step), step


def _y(value: float, low: int, high: int) -> float:
    return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / (high - low), 1)


def _frame(low: int, high: int, step: int) -> Frame:
    return Frame(tuple((value, _y(value, low, high)) for value in range(low, high + 1, step)))
