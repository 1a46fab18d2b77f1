"""The finished drawing of a board, as values. Templates only write them down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from games.maps.drawing.geometry import Bar, Box, Point, bar
from games.maps.drawing.plan import Sizes


def short(number: float) -> str:
    """One decimal at most: a tenth of a canvas unit is nothing one could see."""
    text = f"{number:.1f}"
    return text.removesuffix(".0").replace("-0.", "-.") if text != "-0.0" else "0"


def path(points: tuple[Point, ...] | list[Point]) -> str:
    return "M" + "L".join(f"{short(x)} {short(y)}" for x, y in points)


@dataclass(frozen=True, slots=True)
class Space:
    x: float
    y: float
    angle: float
    length: float
    width: float
    sign: float  # the side of the square in which its symbol or mark stands upright

    @property
    def bar(self) -> Bar:
        return bar(self.x, self.y, self.length, self.width, self.angle)

    @property
    def move(self) -> str:
        return f"translate({short(self.x)} {short(self.y)})"

    @property
    def turn(self) -> str:
        return f"rotate({short(self.angle)})"

    @property
    def shape(self) -> str:
        return short(self.length)


@dataclass(frozen=True, slots=True)
class RouteDrawing:
    id: str
    a: str
    b: str
    name: str  # “Berlin – Hamburg”; pages that know the reader's language say it better
    color: str
    spaces: tuple[Space, ...]
    hit: str  # the path a finger may touch
    hit_width: float

    @property
    def length(self) -> int:
        return len(self.spaces)


@dataclass(frozen=True, slots=True)
class TextLine:
    text: str
    x: float
    y: float
    width: float


@dataclass(frozen=True, slots=True)
class Slot:
    """Where a piece of a bonus stands: the middle of the figure, and its height."""

    kind: str
    x: float
    y: float
    height: float

    @property
    def figure(self) -> tuple[str, str, str, str]:
        """Left, top, width and height of the figure, seen from its middle."""
        width = 0.8 * self.height
        return short(-width / 2), short(-self.height / 2), short(width), short(self.height)

    @property
    def chest(self) -> tuple[str, str, str]:
        """Left, top and side of the symbol on it, seen from the middle of the figure."""
        side = 0.38 * self.height
        return short(-side / 2), short(0.06 * self.height), short(side)


@dataclass(frozen=True, slots=True)
class Post:
    """Where a route into a country ends, and the way from there to the country's sign."""

    route: str
    x: float
    y: float
    tether: str


@dataclass(frozen=True, slots=True)
class PlaceDrawing:
    id: str
    name: str
    x: float
    y: float
    country: bool
    number: int | None
    color: str
    lines: tuple[TextLine, ...]
    font: float
    label: Box  # what the name covers, or the sign
    leader: str  # a path from the place to a name that stands apart; mostly empty
    slots: tuple[Slot, ...]
    waiting: Box | None  # what the slots cover, if they are not on the disc or the sign
    platform_leader: str
    posts: tuple[Post, ...]

    @property
    def sign(self) -> tuple[str, str, str, str]:
        """Left, top, width and height of a country's sign."""
        left, top, right, bottom = self.label
        return short(left), short(top), short(right - left), short(bottom - top)

    @property
    def middle(self) -> str:
        """Where a name stands on a sign without pieces."""
        return short((self.label.left + self.label.right) / 2)

    @property
    def platform(self) -> tuple[str, str, str, str] | None:
        """Left, top, width and height of the plate on which pieces stand."""
        if self.waiting is None:
            return None
        left, top, right, bottom = self.waiting
        return short(left), short(top), short(right - left), short(bottom - top)

    @property
    def rim(self) -> tuple[str, str, str, str]:
        """The line inside the sign's edge."""
        left, top, right, bottom = self.label.grown(-0.09 * self.font)
        return short(left), short(top), short(right - left), short(bottom - top)

    @property
    def on_disc(self) -> bool:
        return bool(self.slots) and not self.country and self.waiting is None


@dataclass(frozen=True, slots=True)
class Shape:
    """A space of one length, drawn once and used often: the printed space and the vehicle on it."""

    id: str
    space: str
    vehicle: str
    windows: str


@dataclass(frozen=True)
class Drawing:
    slug: str
    name: str
    theme: str
    vehicle: str
    view: Box
    canvas: Point
    stretch: float
    size: Sizes
    routes: tuple[RouteDrawing, ...]
    places: tuple[PlaceDrawing, ...]
    shapes: tuple[Shape, ...]
    stubs: str  # from the places to the first spaces
    sign: str  # the side of the square of a symbol or mark

    @property
    def corner(self) -> str:
        """Where that square begins, seen from its middle."""
        return short(-float(self.sign) / 2)

    @property
    def view_box(self) -> str:
        left, top, right, bottom = self.view
        return f"{short(left)} {short(top)} {short(right - left)} {short(bottom - top)}"

    @property
    def frame(self) -> tuple[str, str, str, str]:
        """Left, top, width and height of a line just inside the view."""
        left, top, right, bottom = self.view.grown(-0.12 * self.size.unit)
        return short(left), short(top), short(right - left), short(bottom - top)

    @cached_property
    def route(self) -> Mapping[str, RouteDrawing]:
        return {route.id: route for route in self.routes}

    @cached_property
    def place(self) -> Mapping[str, PlaceDrawing]:
        return {place.id: place for place in self.places}
