"""Does a map sheet make sense? Each problem has its place in the file and a plain sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.rules import sheet
from games.rules.board import GREY, WILD, Board, Place, Route, Ticket
from games.rules.bonuses import KINDS
from games.rules.network import shortest_on
from games.rules.scoring import TICKETS_COMPLETED
from games.rules.text import Text, _, color_word, text


@dataclass(frozen=True, slots=True)
class Problem:
    """An error stops an import; a warning asks for a second look."""

    where: str
    text: Text
    error: bool = True

    def __str__(self) -> str:
        return f"{self.where}: {self.text}" if self.where else str(self.text)


def read_and_check(data: object) -> tuple[Board | None, list[Problem]]:
    """The board of a sheet and everything that can be said against it, errors first.

    The board is None exactly when there are errors.
    """
    board, complaints = sheet.read(data)
    if board is None:
        return None, [Problem(complaint.where, complaint.text) for complaint in complaints]
    problems = check(board)
    return (None if any(problem.error for problem in problems) else board), problems


def check(board: Board) -> list[Problem]:
    errors = [*_ids(board), *_references(board)]
    if not errors:  # what follows needs places and routes that can be found
        errors = [
            *_settings(board),
            *_places(board),
            *_routes(board),
            *_tickets(board),
            *_bonuses(board),
        ]
    warnings = [] if errors else [*_ticket_values(board), *_deck_sizes(board), *_balance(board)]
    return errors + warnings


def _error(where: str, template: str, **params: object) -> Problem:
    return Problem(where, text(template, **params))


def _warning(where: str, template: str, **params: object) -> Problem:
    return Problem(where, text(template, **params), error=False)


def _ids(board: Board) -> Iterator[Problem]:
    kinds: tuple[tuple[str, Sequence[Place | Route | Ticket]], ...] = (
        ("places", board.places),
        ("routes", board.routes),
        ("tickets", board.tickets),
    )
    for kind, items in kinds:
        first: dict[str, int] = {}
        for i, item in enumerate(items):
            if item.id in first:
                yield _error(
                    f"{kind}[{i}].id",
                    _("The id “{id}” stands twice: first at {first}."),
                    id=item.id,
                    first=f"{kind}[{first[item.id]}]",
                )
            first.setdefault(item.id, i)


def _references(board: Board) -> Iterator[Problem]:
    decks = {deck.id for deck in board.decks}
    kinds: tuple[tuple[str, Sequence[Route | Ticket]], ...] = (
        ("routes", board.routes),
        ("tickets", board.tickets),
    )
    for kind, items in kinds:
        for i, item in enumerate(items):
            for end, place in (("a", item.a), ("b", item.b)):
                if place not in board.place:
                    yield _error(
                        f"{kind}[{i}].{end}", _("There is no place “{place}”."), place=place
                    )
            if item.a == item.b:
                yield _error(
                    f"{kind}[{i}].b",
                    _("A route joins two different places.")
                    if isinstance(item, Route)
                    else _("A ticket joins two different places."),
                )
            if isinstance(item, Ticket) and item.deck not in decks:
                yield _error(f"tickets[{i}].deck", _("There is no deck “{deck}”."), deck=item.deck)


def _settings(board: Board) -> Iterator[Problem]:
    if len(board.player_colors) < board.players[1]:
        yield _error(
            "player_colors",
            _("{most} players need {most} colours, here are {found}."),
            most=board.players[1],
            found=len(board.player_colors),
        )
    for i, edition in enumerate(board.editions):
        if edition.at >= board.vehicles_each:
            yield _error(
                f"final_round[{i}].at",
                _("The last round would start at once: everybody has {each} vehicles."),
                each=board.vehicles_each,
            )
    kinds = {bonus.kind for bonus in board.bonuses}
    for i, name in enumerate(board.tie_breaks):
        if name != TICKETS_COMPLETED and name not in kinds:
            yield _error(
                f"tie_breaks[{i}]", _("The tie-break “{name}” needs that bonus."), name=name
            )
    if len(board.tickets) < board.opening.draw * board.players[1]:
        yield _error(
            "tickets",
            _("{most} players open with {draw} tickets each, but there are only {found}."),
            most=board.players[1],
            draw=board.opening.draw,
            found=len(board.tickets),
        )


def _places(board: Board) -> Iterator[Problem]:
    spots: dict[tuple[float, float], Place] = {}
    for i, place in enumerate(board.places):
        where = f"places[{i}]"
        other = spots.setdefault((place.x, place.y), place)
        if other is not place:
            yield _error(
                where,
                _("{place} lies on the same spot as {other}."),
                place=place.name,
                other=other.name,
            )
        if place.x > board.canvas[0] or place.y > board.canvas[1]:
            yield _error(where, _("{place} lies outside the canvas."), place=place.name)
        if not board.neighbours[place.id]:
            yield _error(where, _("No route reaches {place}."), place=place.name)
        yield from _facts(board, place, where)


def _facts(board: Board, place: Place, where: str) -> Iterator[Problem]:
    """What is said of a place that no bonus of the map understands."""
    present = {bonus.kind: bonus for bonus in board.bonuses}
    for kind, bonus_class in KINDS.items():
        field = bonus_class.place_field
        if field is None or field.name not in place.facts:
            continue
        if kind in present:
            sentence = present[kind].place_problem(place)
        else:
            sentence = bonus_class.place_problem_elsewhere(place)
        if sentence:
            yield Problem(f"{where}.{field.name}", sentence)


def _routes(board: Board) -> Iterator[Problem]:
    groups: dict[frozenset[str], list[int]] = {}
    for i, route in enumerate(board.routes):
        groups.setdefault(frozenset(route.ends), []).append(i)
        yield from _payable(board, route, f"routes[{i}]")
    for indices in groups.values():
        yield from _parallels(board, indices)


def _payable(board: Board, route: Route, where: str) -> Iterator[Problem]:
    if route.color != GREY and (route.color not in board.cards or route.color == WILD):
        yield _error(
            f"{where}.color",
            _("“{color}” is neither grey nor a colour of the cards."),
            color=route.color,
        )
        return
    richest = max((count for color, count in board.cards.items() if color != WILD), default=0)
    have = (richest if route.color == GREY else board.cards[route.color]) + board.cards[WILD]
    if route.length > have:
        yield _error(
            f"{where}.length",
            _("{length} {color} cards are demanded, the box has {have} with the wild ones."),
            length=route.length,
            color=color_word(route.color),
            have=have,
        )
    if route.length not in board.points:
        yield _error(f"{where}.length", _("There are no points for length {n}."), n=route.length)
    if route.length > board.vehicles_each:
        yield _error(f"{where}.length", _("Nobody has so many vehicles."))


def route_problem(board: Board, route: Route) -> Problem | None:
    """The first reason why nobody could ever claim this route; None if somebody can."""
    return next(_payable(board, route, route.id), None)


def _parallels(board: Board, indices: list[int]) -> Iterator[Problem]:
    first = board.routes[indices[0]]
    for number, i in enumerate(indices, start=1):
        route = board.routes[i]
        if route.length != first.length:
            yield _error(
                f"routes[{i}].length",
                _("Parallel routes are equally long, but {first} is {n} long."),
                first=first.id,
                n=first.length,
            )
        expected = f"{first.a}--{first.b}"
        if len(indices) > 1:
            expected += f"--{number}"
        if route.id != expected:
            yield _error(f"routes[{i}].id", _("The id of this route must be “{id}”."), id=expected)


def _tickets(board: Board) -> Iterator[Problem]:
    pairs: dict[frozenset[str], str] = {}
    for i, ticket in enumerate(board.tickets):
        where = f"tickets[{i}]"
        if ticket.id != f"{ticket.a}--{ticket.b}":
            yield _error(
                f"{where}.id",
                _("The id of this ticket must be “{id}”."),
                id=f"{ticket.a}--{ticket.b}",
            )
        other = pairs.setdefault(frozenset((ticket.a, ticket.b)), ticket.id)
        if other != ticket.id:
            yield _error(where, _("{other} already joins these two places."), other=other)
        way = shortest_on(board, ticket.a, ticket.b)
        if way is None or way[0] > board.vehicles_each:
            yield _error(
                where,
                _("No network can complete the ticket {ticket}."),
                ticket=board.ticket_name(ticket),
            )


def _bonuses(board: Board) -> Iterator[Problem]:
    for i, bonus in enumerate(board.bonuses):
        for where, sentence in bonus.problems(board):
            yield Problem(f"bonuses[{i}].{where}", sentence)


def _ticket_values(board: Board) -> Iterator[Problem]:
    """Printed values follow the shortest path within a point; a misread one rarely does."""
    for i, ticket in enumerate(board.tickets):
        way = shortest_on(board, ticket.a, ticket.b)
        if way and abs(ticket.points - way[0]) > max(1, way[0] // 5):
            yield _warning(
                f"tickets[{i}].points",
                _("{ticket} is worth {points}, its shortest path is {spaces}."),
                ticket=board.ticket_name(ticket),
                points=ticket.points,
                spaces=way[0],
            )


def _deck_sizes(board: Board) -> Iterator[Problem]:
    for i, deck in enumerate(board.decks):
        found = len(board.deck_tickets[deck.id])
        if found != deck.size:
            yield _warning(
                f"ticket_decks[{i}].size",
                _("The deck “{deck}” is said to hold {size} tickets, here are {found}."),
                deck=deck.name,
                size=deck.size,
                found=found,
            )


def _balance(board: Board) -> Iterator[Problem]:
    """Spaces per colour should not differ by more than a factor of two, nor a colour be unused."""
    spaces = Counter({color: 0 for color in board.cards if color != WILD})
    for route in board.routes:
        if route.color != GREY:
            spaces[route.color] += route.length
    if not spaces or not any(spaces.values()):
        return
    most, least = max(spaces, key=spaces.__getitem__), min(spaces, key=spaces.__getitem__)
    if spaces[most] > 2 * spaces[least]:
        yield _warning(
            "routes",
            _("Colours are out of balance: {most} has {n} spaces, {least} has {m}."),
            most=color_word(most),
            n=spaces[most],
            least=color_word(least),
            m=spaces[least],
        )
