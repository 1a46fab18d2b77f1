"""What the screen shows of bonuses under way. Public facts only: owners and passengers taken."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.rules.board import Board
from games.rules.bonuses.districts import Districts
from games.rules.bonuses.flags import Flags
from games.rules.bonuses.passengers import Passengers
from games.rules.network import Network
from games.rules.views import ScreenView


@dataclass(frozen=True, slots=True)
class Count:
    """How many passengers of a colour somebody has, and the place: 1, 2, or 0 for no points."""

    count: int
    place: int


@dataclass(frozen=True, slots=True)
class Lane:
    """The race for one colour of passengers, by seat."""

    color: str
    counts: tuple[Count, ...]


@dataclass(frozen=True, slots=True)
class DistrictProgress:
    """A district for one seat: at most `best` of its `places` are joined to one another."""

    number: int
    color: str
    best: int
    places: int

    @property
    def joined(self) -> bool:
        return self.best == self.places


def lanes(view: ScreenView, board: Board) -> list[Lane]:
    bonus = next((bonus for bonus in board.bonuses if isinstance(bonus, Passengers)), None)
    if bonus is None:
        return []
    return [
        Lane(color, _placed([_taken(seat, color) for seat in view.seats])) for color in bonus.bag
    ]


def _taken(seat: object, color: str) -> int:
    taken: Mapping[str, int] = seat.bonuses.get("passengers", {}).get("taken", {})  # type: ignore[attr-defined]
    return taken.get(color, 0)


def _placed(counts: Sequence[int]) -> tuple[Count, ...]:
    """First and second of a colour (docs/rules.md, “Germany: passengers”).

    Tied for most leaves no second; nobody is placed with none.
    """
    most = max(counts, default=0)
    second = max((count for count in counts if count < most), default=0)
    if counts.count(most) > 1:
        second = 0
    places = {0: 0, second: 2, most: 1} if second else {most: 1}
    return tuple(Count(count, places.get(count, 0) if count else 0) for count in counts)


def districts(view: ScreenView, board: Board) -> list[list[DistrictProgress]]:
    """Per seat, every district of the board; empty on a board without."""
    bonus = next((bonus for bonus in board.bonuses if isinstance(bonus, Districts)), None)
    if bonus is None:
        return []
    found = []
    for seat in range(len(view.seats)):
        network = Network(board, [id for id, owner in view.owners.items() if owner == seat])
        found.append(
            [
                DistrictProgress(
                    district.number,
                    district.color,
                    _best(network, bonus.places(board, district)),
                    len(bonus.places(board, district)),
                )
                for district in bonus.districts
            ]
        )
    return found


def _best(network: Network, places: Sequence[str]) -> int:
    """The most places of a district joined to one another; 0 where none is even touched."""
    best = max(sum(network.joins(a, b) for b in places) for a in places)
    if best > 1:
        return best
    ends = {end for id in network.routes for end in network.board.route[id].ends}
    return 1 if ends & set(places) else 0


def flag_colors(board: Board) -> tuple[str, ...]:
    return next((bonus.colors for bonus in board.bonuses if isinstance(bonus, Flags)), ())
