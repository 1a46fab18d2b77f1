"""Pages in parts: one template per DOM id, rendered alike by page, htmx reply and socket.

A page holds its parts; afterwards only those that look different are sent again.
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

# What a part is told of its viewer's role, beside what is public: viewers with the same role are
# shown the very same. It is told nothing else, so nothing else can be in it. Parts of a phone that
# are not here are told everything about their seat.
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

# Parts all of whose forms name the entry that the page shows: with the next entry they are others.
# The menu of the screen says it where it matters.
SEEING = (("phone", "last"), ("phone", "turn"))


@dataclass(frozen=True, slots=True)
class Part:
    """A part as it is in a page. Rows inside it are sent alone if only they changed."""

    html: SafeString
    rows: Mapping[str, SafeString] = field(default_factory=dict)  # by DOM id
    frame: str = ""  # what stands around the rows, and their order

    def news(self, before: "Part | None") -> str:
        """What looks different, as it is sent."""
        if before is None or before.frame != self.frame or (not self.rows and before != self):
            return out_of_band(self.html)
        return "".join(out_of_band(row) for id, row in self.rows.items() if before.rows[id] != row)


def out_of_band(html: str) -> str:
    """A part or a row as it is sent, marked for swapping into an open page: the first id in it is
    its own."""
    return html.replace(' id="', ' hx-swap-oob="morph" id="', 1)


@dataclass(frozen=True, slots=True)
class Rendered:
    """The parts of a page at one revision, by their DOM id."""

    revision: int
    parts: Mapping[str, Part]

    @property
    def html(self) -> str:
        """All of them, as they are sent."""
        return "".join(out_of_band(part.html) for part in self.parts.values())


def changed(before: Rendered | None, now: Rendered) -> str:
    """What a page that shows `before` is sent: every part that looks different."""
    old = before.parts if before else {}
    return "".join(part.news(old.get(name)) for name, part in now.parts.items())


class PartsRenderer:
    """Renders the pages of one table at one revision, for one push or one request.

    What viewers of the same role are shown is rendered once (`SCREEN_ROLES` and the others). With
    `before`, the renderer of an earlier revision, what is made of the same facts is not rendered
    again: most entries leave most of a page alone.
    """

    def __init__(
        self, facts: TableFacts, before: "PartsRenderer | None" = None, csrf_input: str = ""
    ) -> None:
        self.facts = facts
        self.csrf_input = csrf_input  # of the browser that a whole page is made for
        self.pages: dict[tuple[Any, ...], Rendered] = {}
        self.parts: dict[tuple[Any, ...], Part] = {}
        self.made: dict[tuple[Any, ...], Made] = {}
        self.made_before = before.all_made(facts) if before else {}

    def all_made(self, facts: TableFacts) -> Mapping[tuple[Any, ...], Made]:
        """What others may go on with."""
        if not (facts.comparable and self.facts.comparable):
            return {}
        if facts.revision == self.facts.revision:  # somebody has come to look, and no more
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
            roles["notice"] = ()
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
    # What moves on the map, and what is announced, is public and alike on every page.
    folder = "screen" if name in ("mapstate", "news") else page
    return Part(render(f"table/{folder}/{name}.jinja", facts, ""))


# What fills the screen beside the map, or instead of it; while turns are played, nothing does.
STAGES = ("lobby", "entering", "reveal", "result")


def _around_stage(facts: Mapping[str, Any], render: Render) -> Mapping[str, Any]:
    """What the frame of the stage is told: no more than it shows, so that it is seldom new."""
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
ROWS = SafeString("<!-- rows -->")  # where they stand in the frame


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
    """The parts of the screen at a moment of a film, and what stands beside it: what players held
    then (`film`), or phones (`tour`)."""
    with_fields = {**facts, "fields": FormFields("screen", facts["table"].code)}
    return {name: _part("screen", name, with_fields, _alone) for name in (*SCREEN, beside)}


def _alone(template: str, facts: Mapping[str, Any], _row: str) -> SafeString:
    return render(template, facts)


def page_for(audience: Audience) -> str:
    return "phone" if audience.seat else "screen"
