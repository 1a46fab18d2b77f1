"""Pages in parts: one template per DOM id, rendered alike by page, htmx reply and socket.

A page holds its parts; afterwards only those that look different are sent again.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games import metrics
from games.access.audience import Audience
from games.pages.contexts import TableFacts
from games.pages.rendering import FormFields, render

SCREEN = ("banner", "scores", "stage", "lines", "menu", "colors", "mapstate")
PHONE = ("strip", "notice", "stats", "last", "turn", "tickets", "mapstate")

# What a part is told of its viewer's role, beside what is public: who has the same role is shown
# the very same. It is told nothing else, so nothing else can be in it. Parts of a phone that are
# not here are told everything about their seat.
SCREEN_ROLES: Mapping[str, tuple[str, ...]] = {
    "banner": (),
    "scores": (),
    "lines": (),
    "mapstate": (),
    "stage": ("host",),
    "menu": ("host",),
    "colors": ("host",),
}
EVERY_PHONE: Mapping[str, tuple[str, ...]] = {"last": ("can_undo",), "mapstate": ()}
WAITING_PHONE: Mapping[str, tuple[str, ...]] = {
    "strip": ("mine", "must_choose"),
    "turn": ("host", "mine", "must_choose", "offer"),
}


@dataclass(frozen=True, slots=True)
class Part:
    """A part as it stands in a page. Rows inside it are sent alone if only they changed."""

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

    What viewers of the same role are shown is rendered once (`SCREEN_ROLES` and the others).
    """

    def __init__(self, facts: TableFacts, csrf_input: str = "") -> None:
        self.facts = facts
        self.csrf_input = csrf_input  # of the browser that a whole page is made for
        self.done: dict[tuple[Any, ...], Any] = {}

    def render(self, audience: Audience, page: str) -> Rendered:
        with metrics.RENDERING.labels(page).time():
            return self.phone(audience) if page == "phone" else self.screen(host=audience.host)

    def screen(self, *, host: bool) -> Rendered:
        key = ("screen", host, get_language())
        if key not in self.done:
            facts = {"host": host}
            self.done[key] = self._rendered(
                {name: self._for_role("screen", name, SCREEN_ROLES[name], facts) for name in SCREEN}
            )
        rendered: Rendered = self.done[key]
        return rendered

    def phone(self, audience: Audience) -> Rendered:
        seat = audience.seat
        assert seat is not None
        key = ("phone", seat.pk, audience.host, get_language())
        if key not in self.done:
            facts = {"host": audience.host, **self.facts.own(audience, seat)}
            roles = self._phone_roles(facts)
            self.done[key] = self._rendered(
                {
                    name: self._for_role("phone", name, roles[name], facts)
                    if name in roles
                    else self._own_part("phone", name, facts)
                    for name in PHONE
                }
            )
        rendered: Rendered = self.done[key]
        return rendered

    def _phone_roles(self, facts: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
        roles = dict(EVERY_PHONE)
        public = self.facts.public
        if public["table"].claimant_id is None:
            roles["notice"] = ()
        if public["stage"] == "turns" and not facts["mine"] and not facts["offer"]:
            roles |= WAITING_PHONE
        return roles

    def _rendered(self, parts: Mapping[str, Part]) -> Rendered:
        return Rendered(self.facts.public["table"].revision, parts)

    def _for_role(
        self, page: str, name: str, role: Iterable[str], facts: Mapping[str, Any]
    ) -> Part:
        """A part for everybody in the same role, rendered once."""
        told = {word: facts[word] for word in role}
        key = (page, name, get_language(), *told.values())
        if key not in self.done:
            self.done[key] = self._own_part(page, name, told)
        part: Part = self.done[key]
        return part

    def _own_part(self, page: str, name: str, told: Mapping[str, Any]) -> Part:
        return _part(page, name, {**self.facts.public, **told, "fields": self._fields(page)})

    def _fields(self, page: str) -> FormFields:
        public = self.facts.public
        # A form of the screen names the entry it means where it matters (menu.html).
        seen = public["number"] if page == "phone" else None
        return FormFields(page, public["table"].code, seen, csrf_input=self.csrf_input)


def _part(page: str, name: str, facts: Mapping[str, Any]) -> Part:
    if name == "scores":
        return _scores(facts)
    # What moves on the map is public and alike on every page.
    folder = "screen" if name == "mapstate" else page
    return Part(render(f"{folder}/{name}.html", facts))


ROWS = SafeString("<!-- rows -->")  # where they stand in the frame


def _scores(facts: Mapping[str, Any]) -> Part:
    """The board of scores and its rows, each a part of its own."""
    rows = {
        f"row-{card.number}": render("screen/row.html", {**facts, "card": card, "first": not place})
        for place, card in enumerate(facts.get("ordered", ()))
    }
    frame = render("screen/scores.html", {**facts, "rows": ROWS})
    html = SafeString(frame.replace(ROWS, "".join(rows.values())))
    return Part(html, rows, frame=f"{frame} {list(rows)}")


def render_parts(audience: Audience, page: str) -> Rendered:
    """Every part of a page for an audience."""
    return PartsRenderer(TableFacts(audience.snapshot)).render(audience, page)


def film_parts(facts: Mapping[str, Any]) -> dict[str, Part]:
    """The parts of the screen at a moment of a film, and what players held then."""
    told = {**facts, "fields": FormFields("screen", facts["table"].code)}
    return {name: _part("screen", name, told) for name in (*SCREEN, "film")}


def page_for(audience: Audience) -> str:
    return "phone" if audience.seat else "screen"
