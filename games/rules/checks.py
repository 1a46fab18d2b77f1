"""Checks whether a map sheet makes sense. Each problem has its place in the file and a sentence."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from games.rules import sheet
from games.rules.board import GREY, WILD, Board, Place, Route, Ticket
from games.rules.bonuses import KINDS
from games.rules.network import shortest_on
from games.rules.reading import SLUG, Malformed
from games.rules.scoring import TICKETS_COMPLETED
from games.rules.sheet_facts import ticket_id
from games.rules.stand_ins import STAND_INS
from games.rules.text import Text, _, color_word, plural, sheet_name, text
from games.rules.vehicles import cards_of, vehicles, wild_cards


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
        problems = [Problem(complaint.where, complaint.text) for complaint in complaints]
        return None, [*problems, *_unknown_places(data), *_among_the_rest(data, complaints)]
    problems = check(board)
    return (None if any(problem.error for problem in problems) else board), problems


def check(board: Board) -> list[Problem]:
    errors = [*_ids(board), *_references(board)]
    lost = bool(errors)
    errors += [*_settings(board), *_places(board), *_routes(board)]
    if not lost:  # what follows needs places and routes that can be found
        errors += [
            *_unreached(board),
            *_tickets(board),
            *_bonuses(board),
            *_draws(board),
            *_expansions(board),
        ]
    warnings = [] if errors else [*_ticket_values(board), *_deck_sizes(board), *_balance(board)]
    return errors + warnings


def _error(where: str, sentence: str | Text, **params: object) -> Problem:
    return Problem(where, _text(sentence, params))


def _warning(where: str, sentence: str | Text, **params: object) -> Problem:
    return Problem(where, _text(sentence, params), error=False)


def _text(sentence: str | Text, params: dict[str, object]) -> Text:
    return sentence if isinstance(sentence, Text) else text(sentence, **params)


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
                    _("The id “{id}” appears twice: first at {first}."),
                    id=item.id,
                    first=f"{kind}[{first[item.id]}]",
                )
            first.setdefault(item.id, i)


def _unknown_places(data: object) -> Iterator[Problem]:
    """Ends of routes and tickets that no place has, in a sheet that cannot be read as a whole.

    Where the id of a place cannot be read either, nobody knows which are missing.
    """
    lists = data if isinstance(data, dict) else {}
    items = {
        kind: [item if isinstance(item, dict) else {} for item in lists[kind]]
        for kind in ("places", "routes", "tickets")
        if isinstance(lists.get(kind), list)
    }
    ids = [place.get("id") for place in items.get("places", ())]
    if not ids or not all(isinstance(id, str) and SLUG.match(id) for id in ids):
        return
    for kind in ("routes", "tickets"):
        for i, item in enumerate(items.get(kind, ())):
            for end in ("a", "b"):
                place = item.get(end)
                if isinstance(place, str) and SLUG.match(place) and place not in ids:
                    where = f"{kind}[{i}].{end}"
                    yield _error(where, _("There’s no place “{place}”."), place=place)


ITEM = re.compile(r"(places|routes|tickets)\[(\d+)\]")
KINDS_OF_ITEMS = ("places", "routes", "tickets")


def _among_the_rest(data: object, complaints: Sequence[Malformed]) -> Iterator[Problem]:
    """What is wrong with the items that can be read, where others or settings cannot: nothing is
    asked of them that needs a setting which cannot be read."""
    if not isinstance(data, dict) or not all(isinstance(data.get(k), list) for k in KINDS_OF_ITEMS):
        return
    items = [ITEM.match(complaint.where) for complaint in complaints]
    broken = {match[0] for match in items if match}
    others = (c.where for c, match in zip(complaints, items, strict=True) if not match)
    settings = {re.split(r"[.\[]", where)[0] for where in others}
    if settings & {"", *KINDS_OF_ITEMS}:
        return
    kept = {
        kind: [i for i in range(len(data[kind])) if f"{kind}[{i}]" not in broken]
        for kind in KINDS_OF_ITEMS
    }
    if "ticket_decks" in settings:
        kept["tickets"] = []
    sound = {name: value for name, value in data.items() if name not in settings}
    sound |= {name: STAND_INS[name] for name in settings & STAND_INS.keys()}
    rest = {kind: [data[kind][i] for i in indices] for kind, indices in kept.items()}
    board, _complaints = sheet.read({**sound, **rest})
    if board is None:
        return

    def in_the_file(where: str) -> str:
        return ITEM.sub(lambda match: f"{match[1]}[{kept[match[1]][int(match[2])]}]", where)

    problems = list(_ids(board))
    if not settings & {"canvas", "bonuses"}:
        problems += _places(board)
    if "cards" not in settings:
        payable = (_payable(board, route, f"routes[{i}]") for i, route in enumerate(board.routes))
        problems += chain.from_iterable(payable)
    for problem in problems:
        params = {
            name: in_the_file(str(value)) if name == "first" else value
            for name, value in problem.text.params.items()
        }
        where = in_the_file(problem.where)
        yield Problem(where, replace(problem.text, params=params), problem.error)


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
                        f"{kind}[{i}].{end}", _("There’s no place “{place}”."), place=place
                    )
            if item.a == item.b:
                yield _error(
                    f"{kind}[{i}].b",
                    _("A route has to connect two different places.")
                    if isinstance(item, Route)
                    else _("A ticket has to connect two different places."),
                )
            if isinstance(item, Ticket) and item.deck not in decks:
                yield _error(f"tickets[{i}].deck", _("There’s no deck “{deck}”."), deck=item.deck)


def _settings(board: Board) -> Iterator[Problem]:
    if len(board.player_colors) < board.players[1]:
        yield _error(
            "player_colors",
            plural(
                "{count} player needs {count} colour, but there are {found}.",
                "{count} players need {count} colours, but there are {found}.",
                board.players[1],
                found=len(board.player_colors),
            ),
        )
    for i, edition in enumerate(board.editions):
        if edition.at >= board.vehicles_each:
            yield _error(
                f"final_round[{i}].at",
                _("The last round would start straight away: everyone has {vehicles}."),
                vehicles=vehicles(board.vehicle, board.vehicles_each),
            )
    kinds = {bonus.kind for bonus in board.bonuses}
    for i, name in enumerate(board.tie_breaks):
        if name != TICKETS_COMPLETED and name not in kinds:
            yield _error(
                f"tie_breaks[{i}]", _("The tie-break “{name}” needs that bonus."), name=name
            )
    if not board.deals and not board.learnt:
        yield _error(
            "tickets",
            _too_few_tickets(board, board.opening.draw, len(board.tickets)),
        )


def _places(board: Board) -> Iterator[Problem]:
    spots: dict[tuple[float, float], Place] = {}
    for i, place in enumerate(board.places):
        where = f"places[{i}]"
        other = spots.setdefault((place.x, place.y), place)
        if other is not place:
            yield _error(
                where,
                _("{place} is on the same spot as {other}."),
                place=place.name,
                other=other.name,
            )
        if place.x > board.canvas[0] or place.y > board.canvas[1]:
            yield _error(where, _("{place} is outside the canvas."), place=place.name)
        yield from _facts(board, place, where)


def _unreached(board: Board) -> Iterator[Problem]:
    for i, place in enumerate(board.places):
        if not board.neighbours[place.id]:
            yield _error(f"places[{i}]", _("No route reaches {place}."), place=place.name)


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
            _("“{color}” is neither grey nor a card colour."),
            color=color_word(route.color),
        )
        return
    richest = max((count for color, count in board.cards.items() if color != WILD), default=0)
    have = (richest if route.color == GREY else board.cards[route.color]) + board.cards[WILD]
    if route.length > have:
        yield _error(
            f"{where}.length",
            _("This takes {cards}, but the box only has {have} with its {wilds}."),
            cards=cards_of(board.vehicle, route.color, route.length),
            have=have,
            wilds=wild_cards(board.vehicle),
        )
    if route.length not in board.points:
        yield _error(f"{where}.length", _("No points are set for length {n}."), n=route.length)
    if route.length > board.vehicles_each:
        yield _error(
            f"{where}.length",
            _("Nobody has that many {vehicles}."),
            vehicles=vehicles(board.vehicle),
        )
    if route.ferry > min(route.length, board.cards[WILD]):
        yield _error(
            f"{where}.ferry",
            _("Nobody can pay that many {wilds} for this ferry."),
            wilds=wild_cards(board.vehicle),
        )


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
                plural(
                    "Parallel routes must be the same length, but {first} has {count} space.",
                    "Parallel routes must be the same length, but {first} has {count} spaces.",
                    first.length,
                    first=board.route_name(first),
                ),
            )
        if not _numbered(route.id, f"{first.a}--{first.b}"):
            expected = f"{first.a}--{first.b}" + (f"--{number}" if len(indices) > 1 else "")
            yield _error(f"routes[{i}].id", _("The id of this route must be “{id}”."), id=expected)


def _numbered(id: str, base: str) -> bool:
    """Whether an id is that of its places, with or without a number: games that are on file go on
    naming a route by its id, whatever came beside it or went."""
    rest = id.removeprefix(base)
    return id.startswith(base) and (not rest or re.fullmatch(r"--[1-9]", rest) is not None)


def _tickets(board: Board) -> Iterator[Problem]:
    pairs: dict[frozenset[str], str] = {}
    for i, ticket in enumerate(board.tickets):
        where = f"tickets[{i}]"
        # With its points, where a table added it (`sheet_facts.ticket_id`).
        long_id = ticket_id(ticket.a, ticket.b, ticket.points)
        if ticket.id not in (f"{ticket.a}--{ticket.b}", long_id):
            yield _error(
                f"{where}.id",
                _("The id of this ticket must be “{id}”."),
                id=f"{ticket.a}--{ticket.b}",
            )
        other = pairs.setdefault(frozenset((ticket.a, ticket.b)), ticket.id)
        if other != ticket.id:
            yield _error(
                where,
                _("{other} already connects these two places."),
                other=board.ticket_name(board.ticket[other]),
            )
        way = shortest_on(board, ticket.a, ticket.b)
        if way is None or way[0] > board.vehicles_each:
            yield _error(
                where,
                _("No set of routes can complete the ticket {ticket}."),
                ticket=board.ticket_name(ticket),
            )


def _bonuses(board: Board) -> Iterator[Problem]:
    for i, bonus in enumerate(board.bonuses):
        for where, sentence in bonus.problems(board):
            yield Problem(f"bonuses[{i}].{where}", sentence)


def _draws(board: Board, where: str = "ticket_draws") -> Iterator[Problem]:
    """Where the rules say how many tickets come from each deck: decks that exist and suffice."""
    decks = {deck.id for deck in board.decks}
    for name, draw in (("opening", board.opening), ("turn", board.turn)):
        for deck, count in (draw.mix or {}).items():
            if deck not in decks:
                yield _error(f"{where}.{name}.draw", _("There’s no deck “{deck}”."), deck=deck)
            elif name == "opening" and count * board.players[1] > len(board.deck_tickets[deck]):
                yield _error(
                    f"{where}.{name}.draw",
                    _too_few_tickets(board, count, len(board.deck_tickets[deck])),
                )


def _too_few_tickets(board: Board, each: int, count: int) -> Text:
    return plural(
        "For {players} players, {count} ticket each at the start: there are only {found}.",
        "For {players} players, {count} tickets each at the start: there are only {found}.",
        each,
        players=board.players[1],
        found=count,
    )


def _expansions(board: Board) -> Iterator[Problem]:
    every = {ticket.id: ticket for ticket in board.tickets}
    for i, ticket in enumerate(board.extra_tickets):
        where = f"expansions.tickets[{i}]"
        if ticket.id in every:
            yield _error(f"{where}.id", _("The id “{id}” appears twice."), id=ticket.id)
        if ticket.a not in board.place or ticket.b not in board.place:
            yield _error(where, _("There’s no place “{place}”."), place=ticket.id)
        every[ticket.id] = ticket
    for i, variant in enumerate(board.variants):
        where = f"expansions.variants[{i}]"
        for id in (*variant.tickets, *variant.points):
            if id not in every:
                yield _error(where, _("There’s no ticket “{ticket}” on this map."), ticket=id)
        if all(id in every for id in variant.tickets):
            yield from _variant(board.with_variant(variant.id), where)


def _variant(board: Board, where: str) -> Iterator[Problem]:
    """What is wrong with the board as it is in a variant."""
    decks = {deck.id for deck in board.decks}
    for ticket in board.tickets:
        if ticket.deck not in decks:
            yield _error(f"{where}.ticket_decks", _("There’s no deck “{deck}”."), deck=ticket.deck)
            return
    yield from (
        Problem(f"{where}.{problem.where}", problem.text)
        for problem in (*_draws(board), *_tickets(board), *_bonuses(board))
    )
    yield from (Problem(f"{where}.{problem.where}", problem.text) for problem in _deck_sizes(board))


def _ticket_values(board: Board) -> Iterator[Problem]:
    """Printed values are within a point of the shortest path; a misread one rarely is."""
    for i, ticket in enumerate(board.tickets):
        way = shortest_on(board, ticket.a, ticket.b)
        if way and abs(ticket.points - way[0]) > max(1, way[0] // 5):
            yield _warning(
                f"tickets[{i}].points",
                _("{ticket} is worth {points}, but its shortest path has {spaces}."),
                ticket=board.ticket_name(ticket),
                points=plural("{count} point", "{count} points", ticket.points),
                spaces=plural("{count} space", "{count} spaces", way[0]),
            )


def _deck_sizes(board: Board) -> Iterator[Problem]:
    for i, deck in enumerate(board.decks):
        count = len(board.deck_tickets[deck.id])
        if count != deck.size:
            yield _warning(
                f"ticket_decks[{i}].size",
                plural(
                    "The deck “{deck}” should hold {count} ticket, but there are {found}.",
                    "The deck “{deck}” should hold {count} tickets, but there are {found}.",
                    deck.size,
                    deck=sheet_name(deck.name),
                    found=count,
                ),
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
            _("Colours are out of balance: {most} has {spaces}, {least} has {m}."),
            most=color_word(most),
            spaces=plural("{count} space", "{count} spaces", spaces[most]),
            least=color_word(least),
            m=spaces[least],
        )
