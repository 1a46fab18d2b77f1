"""What a table finds out about its printed board: in the lobby, and while it plays.

In the lobby there is no log yet, so the facts wait in `Table.lessons`; the start writes them down
as its second entry. From then on each is an entry like any other.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from games.maps import library
from games.models import Seat, Table
from games.refusals import Refused
from games.rules import codec, engine, log, public_log
from games.rules.actions import Action, CorrectRoute, CorrectSheet, TicketSource
from games.rules.board import Board, Place, Route, Ticket
from games.rules.corrections.words import naming
from games.rules.events import Event, GameStarted, RouteCorrected, SheetCompared
from games.rules.log import Fact
from games.rules.names import new_id, place_called
from games.rules.record_corrections import BoardFact, board_facts
from games.rules.sheet_facts import (
    ItemConfirmed,
    NewTicket,
    PlaceAdded,
    PlaceRenamed,
    RouteAdded,
    RouteStruck,
    SheetFact,
    TicketAdded,
    TicketStruck,
    ticket_id,
)
from games.rules.state import State
from games.rules.text import Text, _
from games.rules.violations import RuleViolation
from games.table.snapshot import Game, TableSnapshot, load_locked, load_table
from games.table.writing import changing, write

MOST_LESSONS = 2000  # of one lobby: more than any board has to tell


def may_learn(table: Table, board: Board) -> bool:
    """Whether a table may correct its sheet: one that nobody has verified, or a host allows it."""
    return table.learns or not board.verified


def may_mend(table: Table, sheet: Board, item: Place | Route | Ticket) -> bool:
    """Whether a host may mend an item here: one that nobody has verified on the sheet, or that this
    table added itself."""
    kinds: dict[type, Mapping[str, Place | Route | Ticket]]
    kinds = {Place: sheet.place, Route: sheet.route, Ticket: sheet.ticket}
    on_sheet = kinds[type(item)].get(item.id)
    return table.learns or on_sheet is None or not library.is_verified(sheet, on_sheet)


def asks_whether_printed(state: State, route: Route) -> bool:
    """Whether a claim asks if the route is printed like this: once, and not what is known."""
    if ("routes", route.id) in state.lessons.confirmed:
        return False
    unchanged = state.sheet.route.get(route.id) == route
    return not (unchanged and library.is_verified(state.sheet, route))


# -- The lobby ------------------------------------------------------------------------------------


def lobby_state(table: Table) -> State:
    """The board of a lobby with what was found out already: a game nobody plays yet."""
    board = library.board_of(table.sheet)
    dealt = table.tickets == Table.Tickets.DEALT
    source = TicketSource.DEALT if dealt else TicketSource.PAPER
    state = engine.start(board, GameStarted(board.slug, (), 0, source, variant=table.variant))
    return engine.evolve_all(state, lessons(table))


def lessons(table: Table) -> tuple[BoardFact, ...]:
    return tuple(codec.sheet_fact(item["wire"], item["event"]) for item in table.lessons)


def compared(table: Table) -> tuple[SheetCompared, ...]:
    """The entry with which a game begins whose board was compared before."""
    facts = lessons(table)
    return (SheetCompared(facts),) if facts else ()


def state_of(snapshot: TableSnapshot) -> State:
    """The state of a table: of its game, or of its lobby."""
    return lobby_state(snapshot.table) if snapshot.game is None else snapshot.game.state


def carry_over(played: Table, following: Table) -> None:
    """A rematch on the same sheet knows what the game before found out (not saved yet).

    Facts that needed something a lobby has not got, such as tickets on paper, are left out.
    """
    game = load_locked(played).game
    facts = board_facts([event for _number, event in log.in_force(game.entries)] if game else [])
    following.learns = played.learns
    relearn(following, facts)


def relearn(table: Table, facts: Iterable[BoardFact]) -> None:
    """The lobby of another sheet with what was found out before (not saved yet)."""
    table.lessons = []
    state = lobby_state(table)
    for fact in facts:
        state, written = _replayed(state, fact)
        table.lessons += written


def _replayed(state: State, fact: BoardFact) -> tuple[State, list[dict[str, Any]]]:
    """A fact found out elsewhere, on another lobby's board; nothing where it does not apply."""
    action: Action = (
        CorrectRoute(fact.route, fact.color, fact.length)
        if isinstance(fact, RouteCorrected)
        else CorrectSheet(fact)
    )
    try:
        events = engine.decide(state, action)
    except RuleViolation:
        return state, []  # the board says so already, or no longer has it
    return engine.evolve_all(state, events), [packed(event) for event in events]


def packed(event: Event) -> dict[str, Any]:
    """As it waits in `Table.lessons`."""
    wire, payload = codec.pack(event)
    return {"wire": wire, "event": payload}


# -- Finding out ----------------------------------------------------------------------------------


def learn(
    *,
    table: Table,
    actions: Sequence[Action],
    by: Seat | None,
    request: str = "",
    seen: int | None = None,
) -> TableSnapshot:
    """Do several things at once, each judged on what the one before has left, all or none."""
    check_allowed(table, actions)
    if table.stage == Table.Stage.LOBBY:
        return _learn_in_lobby(table, actions)

    def decide(game: Game) -> Sequence[Fact]:
        return decided(game.state, actions)

    return write(table=table, decide=decide, by=by, request=request, seen=seen)


def decided(state: State, actions: Iterable[Action]) -> list[Event]:
    decisions: list[Event] = []
    for action in actions:
        events = engine.decide(state, action)
        decisions.extend(events)
        state = engine.evolve_all(state, events)
    return decisions


def _learn_in_lobby(table: Table, actions: Sequence[Action]) -> TableSnapshot:
    with changing(table) as row:
        if row.stage != Table.Stage.LOBBY:
            raise Refused(
                "started", _("The game has started in the meantime. Please take another look.")
            )
        state = lobby_state(row)
        row.lessons = [*row.lessons, *_step(decided(state, actions))]
        if len(row.lessons) > MOST_LESSONS:
            raise Refused("full", _("That’s more corrections than a board can have."))
    return load_table(row)


def _step(events: Sequence[Event]) -> list[dict[str, Any]]:
    """What was found out with one tap: it is taken back with one, too."""
    return [
        {**packed(event), "joined": True} if i else packed(event) for i, event in enumerate(events)
    ]


def _last_step(table: Table) -> int:
    """Where in `Table.lessons` the latest step begins."""
    first = len(table.lessons) - 1
    while first > 0 and table.lessons[first].get("joined"):
        first -= 1
    return max(first, 0)


def take_back_last(*, table: Table) -> None:
    """Undo the latest step in the lobby: a new route goes with the place it needed."""
    with changing(table) as row:
        if row.stage == Table.Stage.LOBBY:
            row.lessons = row.lessons[: _last_step(row)]


def last_step_words(table: Table) -> Text | None:
    """What `take_back_last` would undo, as the log would say it; None if there is nothing."""
    facts = lessons(table)
    return _telling(lobby_state(table).board, facts[_last_step(table) :])


def step_words(before: TableSnapshot, after: TableSnapshot) -> Text | None:
    """What was just found out, as the log says it."""
    if before.game is None or after.game is None:
        return last_step_words(after.table)
    new = after.game.entries[len(before.game.entries) :]
    return _telling(after.game.state.board, [entry.fact for entry in new])


def _telling(board: Board, facts: Sequence[Fact]) -> Text | None:
    """The sentence of a step: what was changed, not what came along with it."""
    events = [fact for fact in facts if isinstance(fact, SheetFact | RouteCorrected)]
    changed = [e for e in events if not isinstance(e, PlaceAdded | ItemConfirmed)]
    if not events:
        return None
    return public_log.words(naming(board, events), (), (changed or events)[-1])


def check_allowed(table: Table, actions: Iterable[Action]) -> None:
    """What was compared with the printed board is not changed, unless a host allows it here."""
    if table.learns:
        return
    board = library.board_of(table.sheet)
    for action in actions:
        item: Any = None
        match action:
            case CorrectRoute(route):
                item = board.route.get(route)
            case CorrectSheet(RouteStruck(route)):
                item = board.route.get(route)
            case CorrectSheet(PlaceRenamed(place)):
                item = board.place.get(place)
            case CorrectSheet(TicketStruck(ticket)):
                item = board.ticket.get(ticket)
            case CorrectSheet(PlaceAdded() | RouteAdded() | TicketAdded()) if board.verified:
                raise _verified()
        if item is not None and library.is_verified(board, item):
            raise _verified()


def _verified() -> Refused:
    return Refused(
        "verified",
        _(
            "This has been verified against the printed board. It can’t change here "
            "unless a host allows corrections at this table."
        ),
    )


def allow(*, table: Table, learns: bool) -> None:
    """A host lets this table correct a sheet that was compared with the printed board."""
    with changing(table) as row:
        row.learns = learns


# -- From what people type to what the rules judge ------------------------------------------------


def place_facts(
    state: State, seat: int | None, names: Sequence[str]
) -> tuple[list[str], list[PlaceAdded]]:
    """The ids of places that somebody named, and what has to be added for them.

    A place that only this seat knows, from a ticket of its own, keeps its id.
    """
    board = state.board
    own = board if seat is None else state.seen_by(seat)
    ids: list[str] = []
    added: list[PlaceAdded] = []
    for name in names:
        name = " ".join(name.split())[:60]
        place = place_called(board, name) or place_called(own, name)
        if place is not None and place.id in board.place:
            ids.append(place.id)
            continue
        taken = {*board.place, *(fact.place for fact in added)}
        id = place.id if place is not None else new_id(name, taken)
        added.append(PlaceAdded(id, name))
        ids.append(id)
    return ids, added


def printed_route(
    state: State, seat: int | None, a: str, b: str, color: str, length: int, parallels: int
) -> tuple[list[Action], str]:
    """What has to be found out before a printed route can be claimed, and the route's id."""
    (first, second), places = place_facts(state, seat, (a, b))
    actions: list[Action] = [CorrectSheet(place) for place in places]
    route = RouteAdded("", first, second, color, length, parallels)
    for event in decided(state, [*actions, CorrectSheet(route)]):
        if isinstance(event, RouteAdded):
            route = event
    return [*actions, CorrectSheet(route)], route.route


def with_twin(state: State, actions: Sequence[Action], color: str) -> list[Action]:
    """The same with the other one of a double route, in its colour."""
    route = next(
        a.fact for a in actions if isinstance(a, CorrectSheet) and isinstance(a.fact, RouteAdded)
    )
    twin = CorrectSheet(replace(route, route="", color=color))
    event = decided(state, [*actions, twin])[-1]
    assert isinstance(event, RouteAdded)
    return [*actions, CorrectSheet(event)]


def printed_ticket(state: State, a: str, b: str, points: int, deck: str) -> list[Action]:
    """A ticket of the box for everybody's list, and what has to be added for it."""
    (first, second), places = place_facts(state, None, (a, b))
    first, second = sorted((first, second))
    id = ticket_id(first, second, points)
    facts: list[SheetFact] = [*places, TicketAdded(id, first, second, points, deck)]
    facts.append(ItemConfirmed("tickets", id))
    return [CorrectSheet(fact) for fact in facts]


def new_ticket(state: State, seat: int, a: str, b: str, points: int, deck: str) -> NewTicket | str:
    """A paper ticket as its owner reads it; the id of one in the list, if it is there after all."""
    (first, second), places = place_facts(state, seat, (a, b))
    for ticket in state.board.tickets:
        if {ticket.a, ticket.b} == {first, second} and ticket.points == points:
            return ticket.id
    first, second = sorted((first, second))
    names = {place.place: place.name for place in places}
    return NewTicket(first, second, points, deck, names)


def listed_since(before: State, state: State, tickets: Sequence[str]) -> list[NewTicket]:
    """Tickets added to everyone's list after an entry, for the player who kept one in it."""
    new = []
    for id in tickets:
        ticket = state.board.ticket.get(id)
        if ticket is not None and id not in before.board.ticket:
            a, b = sorted((ticket.a, ticket.b))
            new.append(NewTicket(a, b, ticket.points, ticket.deck))
    return [ticket for ticket in new if ticket.id in tickets]


def as_read_before(before: State, state: State, new: NewTicket) -> NewTicket:
    """A paper ticket for an entry before its places came on the map: their names go with it."""
    names = {
        id: state.board.place[id].name
        for id in (new.a, new.b)
        if id not in before.board.place and id in state.board.place
    }
    return replace(new, names={**names, **new.names})
