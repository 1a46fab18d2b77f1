"""Places, routes and tickets as lines of text or cells of a spreadsheet, read into a map sheet.

Pure: the sheet's data and a text go in; out come every line with what it means or why it means
nothing, and the sheet with all of them, if none is wrong. `docs/map-sheets.md` says how to write
such a table. What a table says of two places replaces what the sheet had between them, so that the
same table can be pasted again. People who type a whole board beside the box write the beginnings of
names and a colour's letter.
"""

import copy
import re
from collections import Counter
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Any

from games.folding import folded
from games.maps import sheet_items
from games.maps.pasted_lines import Line, Row, Words, is_number, key, property_of, rows_of
from games.maps.place_spots import as_spread, spread
from games.rules.adjectives import colored
from games.rules.limits import MOST_PLACES, MOST_ROUTES, MOST_TICKETS
from games.rules.text import Text, _, color_word, either, listed, plural, text

Data = dict[str, Any]
MOST_LINES = 2000
MOST_LETTERS = 200_000
MOST_GUESSES = 4
UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


@dataclass(slots=True)
class Pasted:
    """`data` is None if a line is wrong, or if there is nothing in the table."""

    lines: list[Line]
    data: Data | None = None
    gone: list[Text] = field(default_factory=list)
    new_places: list[str] = field(default_factory=list)
    new_cards: Text | None = None

    @property
    def errors(self) -> int:
        return sum(line.how == "error" for line in self.lines)

    @property
    def worst_first(self) -> list[Line]:
        """What has to be mended, what has to be looked at, then the rest, each from the top."""
        shown = [line for line in self.lines if line.how != "left out"]
        return sorted(shown, key=lambda line: (line.how != "error", line.note is None))


class Wrong(Exception):
    def __init__(self, template: str, **params: object) -> None:
        self.text = text(template, **params)
        super().__init__(template)


def read(source: str, data: Data, words: Words, *, add_places: bool = True) -> Pasted:
    """The table on top of a sheet. With `add_places`, names nobody knows become new places."""
    lines = [
        Line(number, raw.strip()[:300])
        for number, raw in enumerate(source[: MOST_LETTERS + 1].splitlines(), start=1)
        if raw.strip()
    ]
    if len(source) > MOST_LETTERS or len(lines) > MOST_LINES:
        too_long = Line(1, "", "error", text(_("That’s too long. The limit is 2000 lines.")))
        return Pasted([too_long])
    decks = {key(deck[name]) for deck in data["ticket_decks"] for name in ("name", "id")}
    letters = {sign: color for sign, color in words.letters.items() if key(sign) not in decks}
    words = replace(words, letters=letters)
    reader = _Reader(copy.deepcopy(data), words, add_places)
    rows = list(rows_of(lines, words))
    for kind in ("places", "routes", "tickets"):
        for row in rows:
            if row.kind == kind:
                reader.take(row)
    new_cards = None if data["routes"] else reader.add_cards()
    reader.join_routes()
    reader.ask_about_new_names()
    names = [reader.name(id) for id in reader.without_spot]
    pasted = Pasted(lines, None, reader.gone, names, new_cards)
    if not pasted.errors and rows:
        pasted.data = reader.finished()
    return pasted


# -- Cells to a sheet -----------------------------------------------------------------------------


class _Reader:
    def __init__(self, data: Data, words: Words, add_places: bool) -> None:
        self.data, self.words, self.add_places = data, words, add_places
        self.gone: list[Text] = []
        self.full_decks = _full_decks(data)
        self.without_spot: list[str] = as_spread(data)
        self.named: dict[str, set[str]] = {}  # ids of the places that are called so
        for place in data["places"]:
            self._learn(place)
        # Lines that say something of the same two places, and what they say.
        self.routes: dict[frozenset[str], list[tuple[Line, Data]]] = {}
        self.tickets: dict[frozenset[str], int] = {}
        self.place_lines: dict[str, int] = {}
        self.new_ends: dict[str, list[Line]] = {}  # lines that name a place nobody knew before

    def _learn(self, place: Data) -> None:
        spellings = [place["name"], *place.get("names", {}).values(), *place.get("aliases", [])]
        for spelling in (*spellings, place["id"]):
            for form in (spelling, spelling.lower().translate(UMLAUTS)):
                self.named.setdefault(key(form), set()).add(place["id"])

    def name(self, id: str) -> str:
        place = sheet_items.item_of(self.data, "places", id)
        return str(place["name"]) if place else id

    def take(self, row: Row) -> None:
        try:
            {"places": self._place, "routes": self._route, "tickets": self._ticket}[row.kind](row)
        except Wrong as wrong:
            row.line.how, row.line.sentence = "error", wrong.text

    # -- Places -----------------------------------------------------------------------------------

    def _find(self, name: str) -> str | None:
        ids = self.named.get(key(name)) or self.named.get(key(name.lower().translate(UMLAUTS)))
        if ids and len(ids) > 1:
            raise Wrong(_("More than one place is called “{name}”."), name=name)
        return next(iter(ids)) if ids else None

    def _add(self, name: str) -> Data:
        if not key(name):
            raise Wrong(_("A place name is missing here."))
        if len(name) > 60:
            raise Wrong(_("A place name can have at most 60 letters."))
        if len(self.data["places"]) >= MOST_PLACES:
            raise Wrong(_("A map has at most {most} places."), most=MOST_PLACES)
        plain = folded(name.lower().translate(UMLAUTS)).replace("'", "").replace("’", "")
        slug = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:50].strip("-") or "place"
        place: Data = {"id": sheet_items.free_id(self.data, slug), "name": name}
        self.data["places"].append(place)
        self.without_spot.append(place["id"])
        self._learn(place)
        return place

    def _place(self, row: Row) -> None:
        name, *rest = row.cells
        if not key(name):
            raise Wrong(_("A place name is missing here."))
        id = self._find(name)
        if id in self.place_lines:
            raise Wrong(_("Line {line} already has this place."), line=self.place_lines[id])
        facts, spot, aliases = self._place_facts(rest)
        place = sheet_items.item_of(self.data, "places", id) if id else None
        before = copy.deepcopy(place)
        if place is None:
            place = self._add(name)
        self.place_lines[place["id"]] = row.line.number
        spellings = {place["name"], *place.get("names", {}).values(), *place.get("aliases", [])}
        more = [alias for alias in dict.fromkeys(aliases) if alias not in spellings]
        if more:
            place["aliases"] = [*place.get("aliases", []), *more]
        place.update(facts)
        if spot:
            place["x"], place["y"] = spot
            if place["id"] in self.without_spot:
                self.without_spot.remove(place["id"])
        self._learn(place)
        row.line.how = "new" if before is None else "same" if before == place else "changed"
        row.line.sentence = text(_("Place {name}"), name=Text("{name}", {"name": place["name"]}))

    def _place_facts(self, cells: list[str]) -> tuple[Data, tuple[float, float] | None, list[str]]:
        facts: Data = {}
        numbers: list[float] = []
        aliases: list[str] = []
        for cell in cells:
            named = property_of(cell, self.words) if cell else None
            if not cell:
                continue
            if is_number(cell):
                numbers.append(_plain(float(cell.replace(",", "."))))
            elif named is None:
                aliases.append(cell[:60])
            elif named[0] == "country":
                facts["kind"] = "country"
            elif named[0] == "verified":
                facts["verified"] = True
            elif named[0] in ("tunnel", "ferry"):
                raise Wrong(_("“{cell}” belongs to a route."), cell=cell)
            else:
                facts[named[0]] = 1 if named[1] is None else named[1]
        if len(numbers) not in (0, 2):
            raise Wrong(_("A position needs two numbers: from the left and from the top."))
        return facts, (numbers[0], numbers[1]) if numbers else None, aliases

    def _ends(self, row: Row) -> tuple[str, str]:
        if len(row.cells) < 2 or not key(row.cells[0]) or not key(row.cells[1]):
            raise Wrong(_("Two places are needed."))
        ids = [self._find(name) or self._begun(name) for name in row.cells[:2]]
        for at, id in enumerate(ids):
            if id is None:
                ids[at] = id = self._new_end(row, row.cells[at])
            if id and id in self.new_ends:
                self.new_ends[id].append(row.line)
        a, b = (id or "" for id in ids)
        if a == b:
            raise Wrong(_("Both ends are the same place."))
        return a, b

    def _begun(self, name: str) -> str | None:
        """“Nash” is Nashville, if nothing else begins so. It may be a new place's whole name where
        new places are wanted, so there a full stop has to say that something is left out."""
        if (self.add_places and not name.endswith(".")) or is_number(name) or not key(name):
            return None
        begun: set[str] = set()
        for form, ids in self.named.items():
            if form.startswith(key(name)):
                begun |= ids
        if len(begun) > 1:
            names = [Text("{name}", {"name": self.name(id)}) for id in sorted(begun)]
            raise Wrong(
                _("“{name}” could be {names}. Type another letter."),
                name=name,
                names=either(names[:MOST_GUESSES]),
            )
        return next(iter(begun), None)

    def _new_end(self, row: Row, name: str) -> str:
        if not self.add_places or is_number(name):
            meant = self._close_to(name, "")
            if meant:
                row.line.slip = (name, self.name(meant))
                raise Wrong(
                    _("There’s no place called “{name}”. Did you mean {meant}?"),
                    name=name,
                    meant=self.name(meant),
                )
            raise Wrong(_("There’s no place called “{name}”."), name=name)
        id = str(self._add(name)["id"])
        self.new_ends[id] = []
        return id

    def _close_to(self, name: str, id: str) -> str:
        """The place whose name is nearly this one, other than itself."""
        others = [form for form, ids in self.named.items() if id not in ids]
        close = get_close_matches(key(name), others, n=1, cutoff=0.75)
        return next(iter(self.named[close[0]])) if close else ""

    def ask_about_new_names(self) -> None:
        """A question beside a new name that is nearly another: of two new ones, beside the one that
        the table has less often, or has later."""
        order = list(self.new_ends)
        slips: dict[str, str] = {}
        for id in order:
            meant = self._close_to(self.name(id), id)
            if not meant or id in slips or meant in slips:
                continue
            slip = id
            if meant in self.new_ends:
                slip, meant = sorted(
                    (id, meant), key=lambda id: (len(self.new_ends[id]), -order.index(id))
                )
            slips[slip] = meant
        for slip, meant in slips.items():
            lines = self.new_ends[slip]
            line = next((line for line in lines if line.note is None), lines[0])
            line.slip = self.name(slip), self.name(meant)
            line.note = text(
                _("“{name}” will be a new place. Or did you mean {meant}?"),
                name=self.name(slip),
                meant=self.name(meant),
            )

    # -- Routes -----------------------------------------------------------------------------------

    def _route(self, row: Row) -> None:
        route = self._route_facts(row.cells[2:])
        route["a"], route["b"] = self._ends(row)
        beside = self.routes.setdefault(frozenset((route["a"], route["b"])), [])
        if beside and beside[0][1]["length"] != route["length"]:
            raise Wrong(
                _("Parallel routes must be the same length: line {line} says {length}."),
                line=beside[0][0].number,
                length=beside[0][1]["length"],
            )
        if len(self.data["routes"]) + sum(map(len, self.routes.values())) >= 2 * MOST_ROUTES:
            raise Wrong(_("A map has at most {most} routes."), most=MOST_ROUTES)
        beside.append((row.line, route))
        row.line.sentence = self._route_words(route)

    def _route_facts(self, cells: list[str]) -> Data:
        facts: Data = {}
        for cell in filter(None, cells):
            named = property_of(cell, self.words)
            if is_number(cell) and "length" not in facts:
                facts["length"] = _whole(cell, 1, 99)
            elif "color" not in facts and (color := self.words.color(cell)):
                facts["color"] = color
            elif named and named[0] == "tunnel":
                facts["tunnel"] = True
            elif named and named[0] == "ferry":
                facts["ferry"] = 1 if named[1] is None else named[1]
            elif named and named[0] == "verified":
                facts["verified"] = True
            else:
                raise Wrong(_("“{cell}” isn’t a colour, length, tunnel or ferry."), cell=cell)
        if "color" not in facts:
            raise Wrong(_("The colour is missing."))
        if "length" not in facts:
            raise Wrong(_("The length is missing."))
        if facts.get("ferry", 0) > facts["length"]:
            raise Wrong(_("A ferry can’t need more wild cards than it has spaces."))
        return facts

    def _route_words(self, route: Data) -> Text:
        return text(
            _("Route {a} – {b}, {color}, length {length}"),
            a=self.name(route["a"]),
            b=self.name(route["b"]),
            color=colored(route["color"], "route is"),
            length=route["length"],
        )

    def add_cards(self) -> Text | None:
        """A board that has no routes yet gets cards of every colour that the table's have."""
        cards: dict[str, int] = self.data["cards"]
        used = {route["color"] for beside in self.routes.values() for _line, route in beside}
        missing = sorted(used - set(cards) - {"grey"})
        if not missing:
            return None
        each = max((count for color, count in cards.items() if color != "wild"), default=1)
        cards.update(dict.fromkeys(missing, each))
        return text(
            _("Cards added to the settings: {colors}, {each} of each."),
            colors=listed(map(color_word, missing)),
            each=each,
        )

    def join_routes(self) -> None:
        """What the table says of two places takes the place of what the sheet had between them."""
        routes: list[Data] = self.data["routes"]
        for ends, pasted in self.routes.items():
            had = [route for route in routes if frozenset((route["a"], route["b"])) == ends]
            at = routes.index(had[0]) if had else len(routes)
            partners = _matched([route for _line, route in pasted], had)
            made = []
            for (line, route), partner in zip(pasted, partners, strict=True):
                made.append(self._joined(line, route, partner))
            replaced = [id(partner) for partner in partners if partner is not None]
            self.gone += [
                text(_("{name} was removed."), name=self._route_words(route))
                for route in had
                if id(route) not in replaced
            ]
            others = {id(route) for route in had}
            before = [route for route in routes[:at] if id(route) not in others]
            after = [route for route in routes[at:] if id(route) not in others]
            routes[:] = [*before, *made, *after]

    def _joined(self, line: Line, route: Data, partner: Data | None) -> Data:
        if partner is None:
            line.how = "new"
            return {"id": "", **route}
        keeps = {name: partner[name] for name in ("id", "via", "country_end") if name in partner}
        made = {**keeps, **route, "a": partner["a"], "b": partner["b"]}
        facts = ("color", "length", "tunnel", "ferry")
        if all(made.get(name) == partner.get(name) for name in facts):
            line.how = "same"
            if "verified" in partner:
                made.setdefault("verified", partner["verified"])
        else:
            line.how = "changed"
            line.note = text(_("was: {what}"), what=self._route_words(partner))
        return made

    # -- Tickets ----------------------------------------------------------------------------------

    def _ticket(self, row: Row) -> None:
        facts = self._ticket_facts(row.cells[2:])
        a, b = self._ends(row)
        ends = frozenset((a, b))
        if ends in self.tickets:
            raise Wrong(_("Line {line} already has this ticket."), line=self.tickets[ends])
        self.tickets[ends] = row.line.number
        tickets: list[Data] = self.data["tickets"]
        ticket = next((t for t in tickets if frozenset((t["a"], t["b"])) == ends), None)
        if ticket is None:
            if len(tickets) >= MOST_TICKETS:
                raise Wrong(_("A map has at most {most} tickets."), most=MOST_TICKETS)
            if len(self.data["ticket_decks"]) > 1:
                facts.setdefault("deck", self.data["ticket_decks"][0]["id"])
            ticket = {"id": f"{a}--{b}", "a": a, "b": b, **facts}
            tickets.append(ticket)
            row.line.how = "new"
        elif all(ticket.get(name) == value for name, value in facts.items()):
            row.line.how = "same"
        else:
            row.line.how = "changed"
            row.line.note = text(_("was: {what}"), what=self._ticket_words(ticket))
            ticket.pop("verified", None)
            ticket.update(facts)
        row.line.sentence = self._ticket_words(ticket)

    def _ticket_facts(self, cells: list[str]) -> Data:
        decks = {
            key(spelling): deck["id"]
            for deck in self.data["ticket_decks"]
            for spelling in (deck["name"], deck["id"])
        }
        facts: Data = {}
        for cell in filter(None, cells):
            named = property_of(cell, self.words)
            if is_number(cell) and "points" not in facts:
                facts["points"] = _whole(cell, 1, 1000)
            elif key(cell) in decks:
                if len(self.data["ticket_decks"]) > 1:
                    facts["deck"] = decks[key(cell)]
            elif named and named[0] == "verified":
                facts["verified"] = True
            else:
                raise Wrong(_("“{cell}” is neither a number of points nor a deck."), cell=cell)
        if "points" not in facts:
            raise Wrong(_("The points are missing."))
        return facts

    def _ticket_words(self, ticket: Data) -> Text:
        return plural(
            "Ticket {a} – {b}, {count} point",
            "Ticket {a} – {b}, {count} points",
            ticket["points"],
            a=self.name(ticket["a"]),
            b=self.name(ticket["b"]),
        )

    # -- All together -----------------------------------------------------------------------------

    def finished(self) -> Data:
        for place in self.data["places"]:
            if place["id"] in self.without_spot:
                place["x"], place["y"] = 0, 0
        for id, (x, y) in spread(self.data, self.without_spot).items():
            place = sheet_items.item_of(self.data, "places", id)
            assert place is not None
            place["x"], place["y"] = x, y
        held = _tickets_by_deck(self.data)
        for deck in self.data["ticket_decks"]:
            if deck["id"] in self.full_decks and held[deck["id"]]:
                deck["size"] = held[deck["id"]]
        return sheet_items.tidy(self.data)


def _tickets_by_deck(data: Data) -> Counter[str]:
    first = data["ticket_decks"][0]["id"] if data["ticket_decks"] else ""
    return Counter(ticket.get("deck", first) for ticket in data["tickets"])


def _full_decks(data: Data) -> set[str]:
    """Decks that hold as many tickets as they should, or none yet: they grow with the table."""
    held = _tickets_by_deck(data)
    return {deck["id"] for deck in data["ticket_decks"] if held[deck["id"]] in (0, deck["size"])}


def _matched(pasted: list[Data], had: list[Data]) -> list[Data | None]:
    """To each route of the table one of the sheet: of the same colour, else any that is left."""
    rest = list(had)
    partners: list[Data | None] = [None] * len(pasted)
    for same_color in (True, False):
        for at, route in enumerate(pasted):
            if partners[at] is None:
                twin = next(
                    (r for r in rest if not same_color or r["color"] == route["color"]), None
                )
                if twin is not None:
                    partners[at] = twin
                    rest.remove(twin)
    return partners


def _whole(cell: str, least: int, most: int) -> int:
    if not cell.isdigit() or not least <= int(cell) <= most:
        raise Wrong(
            _("“{cell}” isn’t a whole number from {least} to {most}."),
            cell=cell,
            least=least,
            most=most,
        )
    return int(cell)


def _plain(value: float) -> float:
    return int(value) if value == int(value) else value
