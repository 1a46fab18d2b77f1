"""The demo in half a minute: a game from its middle to the result, on the TV and on two phones.

A tour is chosen from a film: a claim in the middle that completes a ticket, as seen on the phone
that logs it, then the last round and the reveal. The phones show the same game. As it is a demo,
the tickets of its players may be shown.
"""

from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from games.archive.replays import Chapter, Film, Frame, chapters, demo_of, frame
from games.pages import contexts
from games.pages.cards import SeatCard, TicketCard, ticket_card
from games.pages.minimap import MiniMap, line, minimap, rails
from games.rules.events import RouteClaimed
from games.rules.state import Phase
from games.rules.text import _, text
from games.rules.views import OwnTicket, seat_view
from games.table.snapshot import TableSnapshot

MIDDLE = 0.6  # of the game: enough is on the map, and enough is still open
TICKETS = 4  # on a phone of the demo, the one that was completed first

CAPTIONS = (
    text(_("Tap a route on your phone. The TV shows it and adds up the points.")),
    text(_("Your tickets stay on your phone, and it tells you when one is complete.")),
    text(_("At the end, every ticket is turned over. Nobody has to do the sums.")),
)


@dataclass(frozen=True, slots=True)
class Step:
    """A moment of the film, how long it is shown, and what the first phone shows meanwhile."""

    at: int
    seconds: float
    caption: int  # counted from 1
    shows: str = ""  # by default what a phone shows at such a moment


@dataclass(frozen=True, slots=True)
class Tour:
    """Whose phones are beside the TV, and the steps."""

    seats: tuple[int, int]
    claim: RouteClaimed
    ticket: str  # the one the claim completes
    steps: tuple[Step, ...]

    @property
    def seconds(self) -> float:
        return sum(step.seconds for step in self.steps)


@cache
def tour_of(slug: str) -> Tour | None:
    """The tour through a demo; None where there is none, or no claim of it completes a ticket."""
    film = demo_of(slug)
    if film is None:
        return None
    all_chapters = chapters(film)
    end = frame(film, 1)
    middle = MIDDLE * end.entries
    completed = [c for c in all_chapters if c.kind == "ticket" and _claim(film, c.at) is not None]
    if not completed:
        return None
    at = min(completed, key=lambda chapter: abs(chapter.at - middle)).at
    claim = _claim(film, at)
    assert claim is not None
    after = frame(film, at).state
    before = {t.id for t in seat_view(frame(film, at - 1).state, claim.seat).tickets if _done(t)}
    now = [t.id for t in seat_view(after, claim.seat).tickets if _done(t)]
    other = (claim.seat + 1) % len(after.players)
    return Tour(
        (claim.seat, other),
        claim,
        next(id for id in now if id not in before),
        (
            Step(at - 1, 2.2, 1, "turn"),
            Step(at - 1, 2.4, 1, "claim"),
            Step(at, 2.6, 1),
            Step(at, 3.6, 2, "tickets"),
            Step(at + 1, 1.5, 2),
            Step(at + 2, 1.5, 2),
            *_to_the_end(all_chapters, end),
        ),
    )


def _done(ticket: OwnTicket) -> bool:
    return bool(ticket.standing == "completed")


def _claim(film: Film, at: int) -> RouteClaimed | None:
    """The claim shown at frame `at`, if it is one."""
    fact = frame(film, at).game.entries[-1].fact
    return fact if isinstance(fact, RouteClaimed) else None


def _to_the_end(chapters: list[Chapter], end: Frame) -> list[Step]:
    """The steps through the last round, a part of the reveal, the winner and the result."""
    steps = [Step(c.at, 2.2, 2) for c in chapters if c.kind == "last_round"]
    steps.append(Step(end.entries, 1.6, 3))
    reveal = range(end.entries + 1, end.last - 1)
    every = max(1, len(reveal) // 4)
    steps += [Step(at, 1.7, 3) for at in reveal[::-1][::every][:4][::-1]]
    steps += [Step(end.last - 1, 2.4, 3), Step(end.last, 2.5, 3)]
    return steps


# -- Phones ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Handset:
    """A phone beside the TV: whose it is, what it shows (turn, claim, tickets, waiting, reveal or
    result), and what that is made of."""

    card: SeatCard
    shows: str
    claim: dict[str, Any] | None
    tickets: list[TicketCard]
    held: int
    map: MiniMap


def handsets(film: Film, tour: Tour, step: Step) -> list[Handset]:
    now = frame(film, step.at)
    cards = contexts.film(TableSnapshot(now.table, film.seats, now.game))["cards"]
    return [
        _handset(tour, now, cards[seat], step.shows if not place else "")
        for place, seat in enumerate(tour.seats)
    ]


def _handset(tour: Tour, now: Frame, card: SeatCard, shows: str) -> Handset:
    state, seat = now.state, card.number
    held = seat_view(state, seat).tickets
    first = sorted(held, key=lambda ticket: ticket.id != tour.ticket)[:TICKETS]
    return Handset(
        card,
        shows or _usual(now, seat),
        _about(tour, now) if shows == "claim" else None,
        [ticket_card(state.seen_by(seat), own.id, own.standing) for own in first],
        len(held),
        minimap(state.board, state.hands[seat].routes),
    )


def _usual(now: Frame, seat: int) -> str:
    if now.state.phase is Phase.OVER:
        return "result" if now.at >= now.last - 1 else "reveal"
    return "turn" if now.state.to_move == seat else "waiting"


def _about(tour: Tour, now: Frame) -> dict[str, Any]:
    """What the claim sheet says."""
    board = now.state.board
    route = board.route[tour.claim.route]
    return {
        "name": board.ends_name(route),
        "route": route,
        "points": board.points[route.length],
        "line": line(board, route),
    }


def facts(film: Film, tour: Tour, number: int) -> dict[str, Any]:
    """What step `number` of a tour shows beside the TV."""
    step = tour.steps[number - 1]
    return {
        "tour": tour,
        "number_of_step": number,
        "step": step,
        "caption": CAPTIONS[step.caption - 1],
        "phones": handsets(film, tour, step),
        "rails": rails(film.game.state.board),
    }


# -- A picture ------------------------------------------------------------------------------------


def picture(film: Film, tour: Tour) -> dict[str, Any]:
    """A still picture of the TV with two phones in front: one claims a route, one shows tickets."""
    asks = tour.steps[1]
    now = frame(film, asks.at)
    public = contexts.film(TableSnapshot(now.table, film.seats, now.game))
    claiming = handsets(film, tour, asks)[0]
    turned = replace(tour, seats=(tour.seats[1], tour.seats[0]))
    peeking = handsets(film, turned, replace(asks, shows="tickets"))[0]
    return {
        "board": public["board"],
        "cards": public["cards"],
        "mover": public["mover"],
        "owners": public["map_state"]["owners"],
        "phones": (claiming, peeking),
        "rails": rails(public["board"]),
        "ordered": (),
    }
