"""What a table finds out about its printed board: in the lobby, and while it plays.

In the lobby there is no log yet, so the facts wait in `Table.lessons`; the start writes them down
as its second entry. From then on each is an entry like any other.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from games.maps import library, mistake_reports
from games.models import Report, Seat, Table
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
from games.table.revision import raise_revision
from games.table.snapshot import Game, TableSnapshot, load_locked, load_table
from games.table.writing import changing, write

MOST_LESSONS = 2000  # of one lobby: more than any board has to tell


def may_learn(table: Table, board: Board) -> bool:
    """Whether a table may correct its sheet: if nobody has verified it, or a host allows it."""
    return table.learns or not board.verified


def may_mend(table: Table, sheet: Board, item: Place | Route | Ticket) -> bool:
    """Whether a host may correct an item here: it is not verified, or was added by this table."""
    kinds: dict[type, Mapping[str, Place | Route | Ticket]]
    kinds = {Place: sheet.place, Route: sheet.route, Ticket: sheet.ticket}
    on_sheet = kinds[type(item)].get(item.id)
    return table.learns or on_sheet is None or not library.is_verified(sheet, on_sheet)


def asks_whether_printed(state: State, route: Route) -> bool:
    """Whether a claim asks if the route is printed like this: once, and not if verified."""
    if ("routes", route.id) in state.lessons.confirmed:
        return False
    unchanged = state.sheet.route.get(route.id) == route
    return not (unchanged and library.is_verified(state.sheet, route))


def report_mistake(
    *, table: Table, route: str, color: str, length: int, by: Seat | None
) -> Report | None:
    """Tell the map editors what is printed, and this table's hosts, who may correct it here."""
    report = mistake_reports.report(table=table, route=route, color=color, length=length, by=by)
    raise_revision(Table.objects.filter(pk=table.pk))
    return report


# -- The lobby ------------------------------------------------------------------------------------


def lobby_state(table: Table) -> State:
    """The state of a lobby: nobody plays yet, and the board has what was found out already."""
    board = library.board_of(table.sheet)
    dealt = table.tickets == Table.Tickets.DEALT
    source = TicketSource.DEALT if dealt else TicketSource.PAPER
    state = engine.start(board, GameStarted(board.slug, (), 0, source, variant=table.variant))
    return engine.evolve_all(state, lessons(table))


def lessons(table: Table) -> tuple[BoardFact, ...]:
    return tuple(codec.sheet_fact(item["wire"], item["event"]) for item in table.lessons)


def comparison_entry(table: Table) -> tuple[SheetCompared, ...]:
    """The first entry of a game whose board was compared in the lobby; none if it was not."""
    facts = lessons(table)
    return (SheetCompared(facts),) if facts else ()


def state_of(snapshot: TableSnapshot) -> State:
    """The state of a table: of its game, or of its lobby."""
    return lobby_state(snapshot.table) if snapshot.game is None else snapshot.game.state


def carry_over(played: Table, following: Table) -> None:
    """Give a rematch on the same sheet what this game found out about the board. Saves nothing.

    Facts that do not apply in a lobby, such as paper tickets, are left out.
    """
    game = load_locked(played).game
    facts = board_facts([event for _number, event in log.in_force(game.entries)] if game else [])
    following.learns = played.learns
    learn_again(following, facts)


def learn_again(table: Table, facts: Iterable[BoardFact]) -> None:
    """Replace a lobby's lessons by facts found out on another sheet, where they apply. Saves
    nothing."""
    table.lessons = []
    state = lobby_state(table)
    for fact in facts:
        state, written = _replayed(state, fact)
        table.lessons += written


def _replayed(state: State, fact: BoardFact) -> tuple[State, list[dict[str, Any]]]:
    """A fact from elsewhere applied to a lobby's state; without effect where it does not fit."""
    action: Action = (
        CorrectRoute(fact.route, fact.color, fact.length)
        if isinstance(fact, RouteCorrected)
        else CorrectSheet(fact)
    )
    try:
        events = engine.decide(state, action)
    except RuleViolation:
        return state, []  # the board says so already, or no longer has it
    return engine.evolve_all(state, events), [packed_lesson(event) for event in events]


def packed_lesson(event: Event) -> dict[str, Any]:
    """An event as it is stored in `Table.lessons`."""
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
    """Find out several things at once, each judged after those before it: all of them or none."""
    check_allowed(table, actions)
    if table.stage == Table.Stage.LOBBY:
        return _learn_in_lobby(table, actions)

    def decide(game: Game) -> Sequence[Fact]:
        return decide_all(game.state, actions)

    return write(table=table, decide=decide, by=by, request=request, seen=seen)


def decide_all(state: State, actions: Iterable[Action]) -> list[Event]:
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
        row.lessons = [*row.lessons, *_packed_step(decide_all(state, actions))]
        if len(row.lessons) > MOST_LESSONS:
            raise Refused("full", _("That’s more corrections than a board can have."))
    return load_table(row)


def _packed_step(events: Sequence[Event]) -> list[dict[str, Any]]:
    """The events of one tap as they are stored: they are undone together."""
    return [
        {**packed_lesson(event), "joined": True} if i else packed_lesson(event)
        for i, event in enumerate(events)
    ]


def _last_step(table: Table) -> int:
    """Where in `Table.lessons` the latest step begins."""
    first = len(table.lessons) - 1
    while first > 0 and table.lessons[first].get("joined"):
        first -= 1
    return max(first, 0)


def undo_last_step(*, table: Table) -> None:
    """Undo the latest step in the lobby; a new route goes together with the place it needed."""
    with changing(table) as row:
        if row.stage == Table.Stage.LOBBY:
            row.lessons = row.lessons[: _last_step(row)]


def last_step_words(table: Table) -> Text | None:
    """What `undo_last_step` would undo, worded as in the log; None if there is nothing."""
    facts = lessons(table)
    return _step_words(lobby_state(table).board, facts[_last_step(table) :])


def step_words(before: TableSnapshot, after: TableSnapshot) -> Text | None:
    """What was just found out, worded as in the log."""
    if before.game is None or after.game is None:
        return last_step_words(after.table)
    new = after.game.entries[len(before.game.entries) :]
    return _step_words(after.game.state.board, [entry.fact for entry in new])


def _step_words(board: Board, facts: Sequence[Fact]) -> Text | None:
    """The sentence for a step: what was changed, not what came along with it."""
    events = [fact for fact in facts if isinstance(fact, SheetFact | RouteCorrected)]
    changed = [e for e in events if not isinstance(e, PlaceAdded | ItemConfirmed)]
    if not events:
        return None
    return public_log.words(naming(board, events), (), (changed or events)[-1])


def check_allowed(table: Table, actions: Iterable[Action]) -> None:
    """Refuse to change what was verified on the printed board, unless a host allows it here."""
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
                raise verified_refusal()
        if item is not None and library.is_verified(board, item):
            raise verified_refusal()


def verified_refusal() -> Refused:
    """Why a verified board cannot be corrected."""
    return Refused(
        "verified",
        _(
            "This has been verified against the printed board. It can’t change here "
            "unless a host allows corrections at this table."
        ),
    )


def allow(*, table: Table, learns: bool) -> None:
    """Let this table correct a sheet that was verified against the printed board, or not."""
    with changing(table) as row:
        row.learns = learns


# -- From what people type to what the rules judge ------------------------------------------------


def place_facts(
    state: State, seat: int | None, names: Sequence[str]
) -> tuple[list[str], list[PlaceAdded]]:
    """The ids of places that somebody named, and the facts that add those the board lacks.

    A place that only this seat knows, from its own ticket, keeps its id.
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
    """The actions that put a printed route on the board before a claim, and the route's id."""
    (first, second), places = place_facts(state, seat, (a, b))
    actions: list[Action] = [CorrectSheet(place) for place in places]
    route = RouteAdded("", first, second, color, length, parallels)
    for event in decide_all(state, [*actions, CorrectSheet(route)]):
        if isinstance(event, RouteAdded):
            route = event
    return [*actions, CorrectSheet(route)], route.route


def with_twin(state: State, actions: Sequence[Action], color: str) -> list[Action]:
    """The same actions with the other track of a double route, in its colour."""
    route = next(
        a.fact for a in actions if isinstance(a, CorrectSheet) and isinstance(a.fact, RouteAdded)
    )
    twin = CorrectSheet(replace(route, route="", color=color))
    event = decide_all(state, [*actions, twin])[-1]
    assert isinstance(event, RouteAdded)
    return [*actions, CorrectSheet(event)]


def printed_ticket(state: State, a: str, b: str, points: int, deck: str) -> list[Action]:
    """The actions that add a ticket of the box, and places it needs, to everybody's list."""
    (first, second), places = place_facts(state, None, (a, b))
    first, second = sorted((first, second))
    id = ticket_id(first, second, points)
    facts: list[SheetFact] = [*places, TicketAdded(id, first, second, points, deck)]
    facts.append(ItemConfirmed("tickets", id))
    return [CorrectSheet(fact) for fact in facts]


def new_ticket(state: State, seat: int, a: str, b: str, points: int, deck: str) -> NewTicket | str:
    """A paper ticket as its owner reads it, or the id of the same ticket in the list."""
    (first, second), places = place_facts(state, seat, (a, b))
    for ticket in state.board.tickets:
        if {ticket.a, ticket.b} == {first, second} and ticket.points == points:
            return ticket.id
    first, second = sorted((first, second))
    names = {place.place: place.name for place in places}
    return NewTicket(first, second, points, deck, names)


def listed_since(before: State, state: State, tickets: Sequence[str]) -> list[NewTicket]:
    """Tickets of an entry that were not in everyone's list when it was written, but are now."""
    new = []
    for id in tickets:
        ticket = state.board.ticket.get(id)
        if ticket is not None and id not in before.board.ticket:
            a, b = sorted((ticket.a, ticket.b))
            new.append(NewTicket(a, b, ticket.points, ticket.deck))
    return [ticket for ticket in new if ticket.id in tickets]


def as_read_before(before: State, state: State, new: NewTicket) -> NewTicket:
    """A paper ticket for an entry older than its places on the map: their names go with it."""
    names = {
        id: state.board.place[id].name
        for id in (new.a, new.b)
        if id not in before.board.place and id in state.board.place
    }
    return replace(new, names={**names, **new.names})
