"""Pages in parts: one template per DOM id, rendered the same for page, htmx reply and socket.

The first response holds all parts; after that, only those that have changed are sent.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games import metrics
from games.access.audience import Audience
from games.pages.bonus_parts import beside_names
from games.pages.contexts import TableFacts
from games.pages.rendering import FormFields, Made, render, render_changed

SCREEN = ("banner", "scores", "stage", "lines", "menu", "colors", "mapstate", "news")
PHONE = ("strip", "notice", "stats", "last", "turn", "tickets", "mapstate", "news")

# The facts about a viewer's role that each part gets, besides public ones. Viewers with the same
# role see the same thing, and the part can't leak anything else. Parts of a phone that aren't
# listed here get everything about their seat.
SCREEN_ROLES: Mapping[str, tuple[str, ...]] = {
    "banner": (),
    "scores": (),
    "lines": (),
    "mapstate": (),
    "news": (),
    "stage": ("host",),
    "menu": ("host",),
    "colors": ("host",),
}
EVERY_PHONE: Mapping[str, tuple[str, ...]] = {
    "last": ("can_undo", "can_finish"),
    "mapstate": (),
    "news": (),
}
WAITING_PHONE: Mapping[str, tuple[str, ...]] = {
    "strip": ("mine", "must_choose"),
    "turn": ("host", "mine", "must_choose", "offer"),
}

# Parts whose forms all send the number of the entry the page shows, so they change with every
# entry. The menu of the screen sends it only where it matters.
SEEING = (("phone", "last"), ("phone", "turn"))


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a page. If only some of its rows have changed, just those rows are sent."""

    html: SafeString
    rows: Mapping[str, SafeString] = field(default_factory=dict)  # by DOM id
    frame: str = ""  # the HTML around the rows, and their order

    def news(self, before: "Part | None") -> str:
        """The part, or those of its rows, that have changed, ready to send."""
        if before is None or before.frame != self.frame or (not self.rows and before != self):
            return out_of_band(self.html)
        return "".join(out_of_band(row) for id, row in self.rows.items() if before.rows[id] != row)


def out_of_band(html: str) -> str:
    """A part or row marked for swapping into an open page. The first id in the HTML must be its
    own."""
    return html.replace(' id="', ' hx-swap-oob="morph" id="', 1)


@dataclass(frozen=True, slots=True)
class Rendered:
    """The parts of a page at one revision, by their DOM id."""

    revision: int
    parts: Mapping[str, Part]

    @property
    def html(self) -> str:
        """All parts, ready to send."""
        return "".join(out_of_band(part.html) for part in self.parts.values())


def changed(before: Rendered | None, now: Rendered) -> str:
    """The update for a page that shows `before`: every part that has changed."""
    old = before.parts if before else {}
    return "".join(part.news(old.get(name)) for name, part in now.parts.items())


class PartsRenderer:
    """Renders the pages of one table at one revision, for one push or one request.

    Viewers with the same role share one rendering (`SCREEN_ROLES` and the others). With `before`,
    the renderer of an earlier revision, parts whose facts haven't changed are reused: most entries
    leave most of a page as it was.
    """

    def __init__(
        self, facts: TableFacts, before: "PartsRenderer | None" = None, csrf_input: str = ""
    ) -> None:
        self.facts = facts
        self.csrf_input = csrf_input  # of the browser that asked for the page
        self.pages: dict[tuple[Any, ...], Rendered] = {}
        self.parts: dict[tuple[Any, ...], Part] = {}
        self.made: dict[tuple[Any, ...], Made] = {}
        self.made_before = before.all_made(facts) if before else {}

    def all_made(self, facts: TableFacts) -> Mapping[tuple[Any, ...], Made]:
        """What the renderer of a later revision can reuse."""
        if not (facts.comparable and self.facts.comparable):
            return {}
        if facts.revision == self.facts.revision:  # only a viewer is new
            return {**self.made_before, **self.made}
        return self.made

    def render(self, audience: Audience, page: str) -> Rendered:
        with metrics.RENDERING.labels(page).time():
            return self.phone(audience) if page == "phone" else self.screen(host=audience.host)

    def screen(self, *, host: bool) -> Rendered:
        language = get_language()
        key = ("screen", language, host)
        if key not in self.pages:
            facts = {"host": host}
            parts = {
                name: self._for_role("screen", name, language, SCREEN_ROLES[name], facts)
                for name in SCREEN
            }
            self.pages[key] = Rendered(self.facts.revision, parts)
        return self.pages[key]

    def phone(self, audience: Audience) -> Rendered:
        seat, language = audience.seat, get_language()
        assert seat is not None
        key = ("phone", language, audience.host, seat.pk)
        if key not in self.pages:
            facts = {"host": audience.host, **self.facts.own(audience, seat)}
            roles = self._phone_roles(facts)
            parts = {
                name: self._for_role("phone", name, language, roles[name], facts)
                if name in roles
                else self._part(("phone", name, language, "seat", seat.pk), facts)
                for name in PHONE
            }
            self.pages[key] = Rendered(self.facts.revision, parts)
        return self.pages[key]

    def _phone_roles(self, facts: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
        roles = dict(EVERY_PHONE)
        public = self.facts.public
        if public["table"].claimant_id is None:
            roles["notice"] = ("host",) if public["reported"] else ()
        if public["stage"] == "turns" and not facts["mine"] and not facts["offer"]:
            roles |= WAITING_PHONE
        return roles

    def _for_role(
        self,
        page: str,
        name: str,
        language: str | None,
        role: Iterable[str],
        facts: Mapping[str, Any],
    ) -> Part:
        """A part for everybody in the same role, rendered once."""
        of_role = {word: facts[word] for word in role}
        key = (page, name, language, *of_role.values())
        if key not in self.parts:
            self.parts[key] = self._part(key, of_role)
        return self.parts[key]

    def _part(self, key: tuple[Any, ...], of_role: Mapping[str, Any]) -> Part:
        page, name, *_role = key
        facts = {**self.facts.public, "fields": self._fields(page, name), **of_role}

        def render(template: str, facts: Mapping[str, Any], row: str = "") -> SafeString:
            which = (*key, row)
            made = render_changed(template, facts, self.made_before.get(which))
            self.made[which] = made
            return made.html

        return _part(page, name, facts, render)

    def _fields(self, page: str, name: str) -> FormFields:
        public = self.facts.public
        seen = public["number"] if (page, name) in SEEING else None
        return FormFields(page, public["table"].code, seen, csrf_input=self.csrf_input)


Render = Callable[[str, Mapping[str, Any], str], SafeString]  # template, facts, id of the row


def _part(page: str, name: str, facts: Mapping[str, Any], render: Render) -> Part:
    if name == "scores":
        cards = [(f"row-{card.number}", {"card": card}) for card in facts.get("ordered", ())]
        beside = beside_names(facts["cards"], facts["board"])
        around = {**facts, "seats": len(facts["cards"]), "beside": beside}
        return _with_rows(
            "table/screen/scores.jinja", "table/screen/row.jinja", cards, around, render
        )
    if name == "stage":
        return Part(render("table/screen/stage.jinja", _around_stage(facts, render), ""))
    if name == "lines":
        lines = [
            (f"line-{line.number}", {"line": line})
            for line in facts["lines_in_force"][: -LINES - 1 : -1]
        ]
        return _with_rows(
            "table/screen/lines.jinja", "table/screen/line.jinja", lines, facts, render
        )
    # Changes on the map and announcements are public and the same on every page.
    folder = "screen" if name in ("mapstate", "news") else page
    return Part(render(f"table/{folder}/{name}.jinja", facts, ""))


# What the screen shows beside the map or instead of it; nothing while turns are played.
STAGES = ("lobby", "entering", "reveal", "result")


def _around_stage(facts: Mapping[str, Any], render: Render) -> Mapping[str, Any]:
    """The facts for the frame of the stage: only those it shows, so that it's rarely sent again."""
    stage, cards = facts["stage"], facts["cards"]
    by_lot = stage == "opening" and facts["drawn_by_lot"]
    content = []
    if desk_is_open(facts):
        content.append(render("table/screen/desk.jinja", facts, "desk"))
    if stage in STAGES:
        content.append(render(f"table/screen/{stage}.jinja", facts, "content"))
    return {
        "stage": stage,
        "begun": facts["begun"],
        "table": facts["table"],
        "lot": [card.name for card in cards] if by_lot else [],
        "content": SafeString("".join(content)),
    }


def desk_is_open(facts: Mapping[str, Any]) -> bool:
    """Whether the host's screen logs everything, because nobody at the table has a phone."""
    return (
        bool(facts.get("host"))
        and not facts["film"]
        and facts["stage"] in ("turns", "opening", "entering")
        and all(card.phoneless for card in facts["cards"])
    )


LINES = 8  # of the log, on the screen
ROWS = SafeString("<!-- rows -->")  # their place in the frame


def _with_rows(
    around: str,
    row: str,
    rows: Iterable[tuple[str, Mapping[str, Any]]],
    facts: Mapping[str, Any],
    render: Render,
) -> Part:
    """A part and its rows, each a part of its own."""
    made = {id: render(row, {**facts, **of_row}, id) for id, of_row in rows}
    frame = render(around, {**facts, "rows": ROWS}, "")
    html = SafeString(frame.replace(ROWS, "".join(made.values())))
    return Part(html, made, frame=f"{frame} {list(made)}")


def render_parts(audience: Audience, page: str) -> Rendered:
    """Every part of a page for an audience."""
    return PartsRenderer(TableFacts(audience.snapshot)).render(audience, page)


def film_parts(facts: Mapping[str, Any], beside: str = "film") -> dict[str, Part]:
    """The parts of the screen at a moment of a film, and beside it what players held then (`film`)
    or their phones (`tour`)."""
    with_fields = {**facts, "fields": FormFields("screen", facts["table"].code)}
    return {name: _part("screen", name, with_fields, _alone) for name in (*SCREEN, beside)}


def _alone(template: str, facts: Mapping[str, Any], _row: str) -> SafeString:
    return render(template, facts)


def page_for(audience: Audience) -> str:
    return "phone" if audience.seat else "screen"
