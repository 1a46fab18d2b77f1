"""The layout of the chart of the score over time: numbers in, positions out. The template only
prints them."""

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 900, 420
LEFT, RIGHT, TOP, BOTTOM = 56, 24, 20, 36
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500)


@dataclass(frozen=True, slots=True)
class Track:
    """One player's line: `points` for a polyline, and from `last` on a dashed jump to the end."""

    points: str
    jump: str
    x: float
    y: float
    mark_x: float
    mark_y: float
    final: int


@dataclass(frozen=True, slots=True)
class Chart:
    width: int
    height: int
    left: int
    right: int
    bottom: int
    ticks: tuple[tuple[int, float], ...]
    tracks: tuple[Track, ...]
    end: float  # where the count at the end begins


def chart(history: Sequence[Sequence[int]], totals: Sequence[int]) -> Chart:
    """`history` is the score track after every entry, per seat; `totals` the final ones."""
    steps = max(2, max(len(track) for track in history))
    low = min(0, min(totals), *(min(track) for track in history))
    high = max(1, max(totals), *(max(track) for track in history))
    step = next((s for s in STEPS if (high - low) / s <= 6), STEPS[-1])
    low, high = low // step * step, -(-high // step) * step
    end = (WIDTH - RIGHT - LEFT) * 0.9 + LEFT  # the last tenth is the count at the end

    def x(i: int) -> float:
        return round(LEFT + (end - LEFT) * i / (steps - 1), 1)

    def y(points: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - points) / (high - low), 1)

    tracks = []
    for track, total in zip(history, totals, strict=True):
        # A step line: the score stays until something adds to it.
        path = [f"{x(0)},{y(track[0])}"]
        for i in range(1, len(track)):
            path.append(f"{x(i)},{y(track[i - 1])}")
            path.append(f"{x(i)},{y(track[i])}")
        far = float(WIDTH - RIGHT)
        jump = f"{x(len(track) - 1)},{y(track[-1])} {far},{y(total)}"
        tracks.append(Track(" ".join(path), jump, far, y(total), far - 9, y(total) - 9, total))
    ticks = tuple((value, y(value)) for value in range(low, high + 1, step))
    return Chart(WIDTH, HEIGHT, LEFT, WIDTH - RIGHT, HEIGHT - BOTTOM, ticks, tuple(tracks), end)
