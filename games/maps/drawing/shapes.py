"""The finished drawing of a board, as values. Templates only print them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import cos, pi, sin

from games.maps.drawing.geometry import Bar, Box, Point, bar
from games.maps.drawing.plan import Sizes


def short(number: float) -> str:
    """Format a number with at most one decimal: less than a tenth of a canvas unit can't be
    seen."""
    text = f"{number:.1f}"
    return text.removesuffix(".0").replace("-0.", "-.") if text != "-0.0" else "0"


def path(points: tuple[Point, ...] | list[Point]) -> str:
    return "M" + "L".join(f"{short(x)} {short(y)}" for x, y in points)


def rosette(radius: float, waves: int = 10) -> str:
    """A round seal with a wavy edge, around the origin."""
    points = []
    for i in range(2 * waves):
        turn, away = pi * i / waves, radius * (1.0 if i % 2 else 0.82)
        points.append((away * sin(turn), -away * cos(turn)))
    steps = [
        f"Q{short(x)} {short(y)} {short((x + u) / 2)} {short((y + v) / 2)}"
        for (x, y), (u, v) in zip(points, points[1:] + points[:1], strict=True)
    ]
    (x, y), (u, v) = points[-1], points[0]
    return f"M{short((x + u) / 2)} {short((y + v) / 2)}{''.join(steps)}z"


def rough_path(points: tuple[Point, ...] | list[Point]) -> str:
    """A path in whole units and relative steps, which is half as long, where it needn't be
    exact."""
    rounded = [(round(x), round(y)) for x, y in points]
    steps = " ".join(f"{x1 - x0} {y1 - y0}" for (x0, y0), (x1, y1) in pairwise(rounded))
    x, y = rounded[0]
    return f"M{x} {y}l{steps}"


@dataclass(frozen=True, slots=True)
class Space:
    x: float
    y: float
    angle: float
    length: float
    width: float
    sign: float  # the side of the square for its upright symbol or mark

    @property
    def bar(self) -> Bar:
        return bar(self.x, self.y, self.length, self.width, self.angle)

    @property
    def move(self) -> str:
        return f"translate({self.x:.0f} {self.y:.0f})"

    @property
    def turn(self) -> str:
        return f"rotate({self.angle:.0f})"

    @property
    def shape(self) -> str:
        return short(self.length)


@dataclass(frozen=True, slots=True)
class RouteDrawing:
    id: str
    a: str
    b: str
    name: str  # “Berlin – Hamburg”; pages in the reader's language replace it
    color: str
    spaces: tuple[Space, ...]
    line: str  # the path along its spaces, from end to end
    hit: str  # the path of the touch area
    hit_width: float
    tunnel: bool = False
    wilds: int = 0  # how many of its first spaces show a wild card

    @property
    def length(self) -> int:
        return len(self.spaces)

    @property
    def kind(self) -> str:
        """A name for special kinds of routes; empty for most."""
        return "tunnel" if self.tunnel else "ferry" if self.wilds else ""


@dataclass(frozen=True, slots=True)
class TextLine:
    text: str
    x: float
    y: float
    width: float


@dataclass(frozen=True, slots=True)
class Slot:
    """The position of a bonus's piece: the centre of the figure, and its height."""

    kind: str
    x: float
    y: float
    height: float

    @property
    def figure(self) -> tuple[str, str, str, str]:
        """Left, top, width and height of the figure, relative to its centre."""
        width = 0.8 * self.height
        return short(-width / 2), short(-self.height / 2), short(width), short(self.height)

    @property
    def chest(self) -> tuple[str, str, str]:
        """Left, top and side of the symbol on it, relative to the figure's centre."""
        side = 0.38 * self.height
        return short(-side / 2), short(0.06 * self.height), short(side)


@dataclass(frozen=True, slots=True)
class Post:
    """The end of a route into a country, and the line from there to the country's sign."""

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
    label: Box  # the area of the name or the sign
    leader: str  # a path from the place to a distant name; usually empty
    slots: tuple[Slot, ...]
    waiting: Box | None  # the area of the slots, if they aren't on the disc or the sign
    platform_leader: str
    posts: tuple[Post, ...]
    sight: bool = False

    @property
    def sign(self) -> tuple[str, str, str, str]:
        """Left, top, width and height of a country's sign."""
        left, top, right, bottom = self.label
        return short(left), short(top), short(right - left), short(bottom - top)

    @property
    def middle(self) -> str:
        """The position of the name on a sign without pieces."""
        return short((self.label.left + self.label.right) / 2)

    @property
    def platform(self) -> tuple[str, str, str, str] | None:
        """Left, top, width and height of the plate under the pieces."""
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
    """A space of one length, defined once and used many times: the printed space and its
    vehicle."""

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
    rise: float
    size: Sizes
    routes: tuple[RouteDrawing, ...]
    places: tuple[PlaceDrawing, ...]
    shapes: tuple[Shape, ...]
    stubs: str  # from the places to the first spaces
    sign: str  # the side of the square of a symbol or mark
    stations: bool = False

    @property
    def house(self) -> str:
        """The outline of a station, above its city's disc, large enough for a legible mark."""
        half, eaves = 1.5 * self.size.disc, 0.45 * self.size.disc
        return (
            f"M{short(-half)} {short(half)}V{short(-eaves)}L0 {short(-1.95 * self.size.disc)} "
            f"{short(half)} {short(-eaves)}V{short(half)}z"
        )

    @property
    def plaque(self) -> tuple[str, str, str]:
        """Left, top and side of the owner's mark on a station."""
        side = 1.75 * self.size.disc
        return short(-side / 2), short(-0.4 * side), short(side)

    @property
    def bore(self) -> str:
        """The width of the lines around a tunnel and around a ferry."""
        return short(1.34 * self.size.width)

    @property
    def wild(self) -> tuple[str, str]:
        """Radius and line width of the wild card sign on a ferry's space."""
        return short(0.6 * self.size.width), short(1.2 * self.size.width)

    @property
    def rosette(self) -> str:
        """The disc of an attraction: a seal with a wavy edge."""
        return rosette(1.45 * self.size.disc)

    @property
    def casing(self) -> str:
        """The width of the dark outline of a route's vehicles."""
        return short(self.size.width)

    @property
    def corner(self) -> str:
        """The top left of that square, relative to its centre."""
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
