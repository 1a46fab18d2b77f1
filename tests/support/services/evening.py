"""A whole evening at one table of the service: lobby, tickets, turns, reveal, result."""

import itertools
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from games.rules import log
from games.rules.actions import (
    Action,
    AskForTickets,
    ChooseOpening,
    ClaimRoute,
    DrawCards,
    DrawTickets,
    EndGame,
)
from games.rules.state import Phase, State
from games.upkeep.bots import Bots
from tests.support.boards import board
from tests.support.services import ledger
from tests.support.services.parts import App, Service
from tests.support.services.phones import Reply, Sitting
from tests.support.services.visitors import Visitor

# Which process gets the next request; None leaves it to nginx.
Choice = Callable[[], App | None]


@dataclass
class Evening:
    service: Service
    slug: str
    choose: Choice
    screen: Visitor = field(init=False)
    phones: dict[str, Visitor] = field(default_factory=dict)
    sitting: Sitting = field(init=False)
    seats: dict[int, str] = field(default_factory=dict)  # names in turn order
    bots: Bots = field(default_factory=lambda: Bots(random.Random(3)))
    confirmed: int = 0  # the last entry that somebody was told is saved

    def open(self) -> None:
        self.screen = Visitor(self.service)
        self.screen.ask("/", at=self.choose())
        reply = self.screen.ask("/tables/", {"sheet": self.slug}, at=self.choose())
        assert reply.status == 302, reply.status
        self.sitting = Sitting(reply.headers["location"].split("/")[2], {})

    def join(self, name: str, color: str) -> None:
        phone = self.phones[name] = Visitor(self.service, address=f"203.0.113.{len(self.phones)}")
        assert phone.ask(self.sitting.path(), at=self.choose()).status == 200
        form = {"name": name, "color": color, "request": f"form-{name}"}
        reply = phone.ask(self.sitting.path("join"), form, at=self.choose())
        assert reply.status == 302, reply.status
        assert phone.ask(self.sitting.path("play"), at=self.choose()).status == 200

    def start(self) -> None:
        assert self.post(self.screen, "start").status == 200
        app = self.service.apps[0]
        self.seats = {place: name for name, place in ledger.seats(app, self.sitting).items()}

    @property
    def rows(self) -> list[ledger.Row]:
        return ledger.rows(self.service.apps[0], self.sitting)

    @property
    def state(self) -> State:
        return log.fold(board(self.slug), [row.entry for row in self.rows])

    @property
    def revision(self) -> int:
        return ledger.revision(self.service.apps[0], self.sitting)

    def post(self, visitor: Visitor, path: str, **form: object) -> Reply:
        return visitor.ask(self.sitting.path(path), {"page": "phone", **form}, at=self.choose())

    def move(self) -> None:
        """Let the player to move do something on their own phone."""
        entries = self.rows
        action = self.bots.next(log.fold(board(self.slug), [row.entry for row in entries]))
        path, form = as_form(action)
        phone = self.phones[self.seats[getattr(action, "seat", 0)]]
        reply = self.post(phone, path, seen=entries[-1].number, **form)
        assert reply.status == 200, (reply.status, path, reply.text)
        self.confirmed = entries[-1].number + 1


def in_turn(service: Service) -> Choice:
    """Requests to the running processes in turn."""
    turns = itertools.cycle(service.apps)
    return lambda: next(app for app in turns if app.runs)


def seated(service: Service, people: Sequence[str], slug: str = "london") -> Evening:
    evening = Evening(service, slug, in_turn(service))
    evening.open()
    for name, color in zip(people, board(slug).player_colors, strict=False):
        evening.join(name, color)
    return evening


def begun(service: Service, people: Sequence[str], slug: str = "london") -> Evening:
    evening = seated(service, people, slug)
    evening.start()
    while evening.state.phase is Phase.OPENING:
        evening.move()
    return evening


def as_form(action: Action) -> tuple[str, dict[str, object]]:
    match action:
        case AskForTickets(_, mix):
            return "tickets/ask", {f"deck-{deck}": count for deck, count in mix.items()}
        case ChooseOpening(_, kept) | DrawTickets(_, kept):
            return "tickets/keep", {"kept": kept}
        case ClaimRoute(_, route):
            return "claim", {"route": route}
        case DrawCards():
            return "cards", {}
        case EndGame():
            return "end", {}
    raise AssertionError(action)
