"""Pages in parts: one template per DOM id, rendered alike by page, htmx reply and socket.

A page includes its parts; afterwards only parts that look different are sent again. While turns are
played a part is given nothing but the values it shows, so the same values never need rendering
twice: six pages of a table share most of their parts, and most parts outlive an entry.
"""

import re
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.template import Context
from django.template.loader import get_template
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games import metrics
from games.access.audience import Audience
from games.lru import Memory
from games.models import Seat, Table
from games.pages import contexts
from games.rules.board import Board

SCREEN = ("banner", "scores", "stage", "lines", "menu", "colors", "mapstate")
PHONE = ("strip", "notice", "stats", "last", "turn", "tickets", "mapstate")

# What each part shows while turns are played; it gets no other values.
MAP = ("corrected", "map_wire")
SHOWN: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "screen": {
        "banner": (
            "board",
            "last_turns",
            "closing",
            "final",
            "final_by",
            "mover",
            "round",
            "table",
        ),
        "scores": ("board", "cards", "ordered", "table"),
        "stage": ("table",),
        "lines": ("latest", "lines"),
        "menu": ("host", "mover", "number", "table"),
        "colors": ("host",),
        "mapstate": MAP,
    },
    "phone": {  # those of another's turn are alike for all who wait
        "strip": (
            *("board", "last_turns", "final", "final_by", "me", "mine"),
            *("mover", "must_choose", "number", "round", "table"),
        ),
        "strip of another": ("board", "last_turns", "final", "final_by", "mine", "mover", "round"),
        "notice": ("claimant", "closing", "consent", "me", "objection", "table"),
        "stats": ("board", "my_card"),
        "last": ("can_undo", "latest", "number", "table", "undoing"),
        "last of another": ("latest",),
        "turn": ("host", "me", "mine", "mover", "must_keep", "number", "offer", "table"),
        "turn of another": ("host", "mine", "mover", "number", "offer", "table"),
        "tickets": ("projected", "tickets"),
        "mapstate": MAP,
    },
}


class Part:
    """A part as it is sent: its DOM id, and its pieces once somebody compares."""

    def __init__(self, html: str) -> None:
        self.html = html

    @cached_property
    def pieces(self) -> tuple[str, dict[str, str]]:
        return pieces(self.html)

    def news(self, before: "Part | None") -> str:
        """What looks different: the whole part, or only its pieces if the rest is as it was."""
        if before is None or before.html != self.html:
            frame, found = self.pieces
            old_frame, old = before.pieces if before else ("", {})
            if frame != old_frame:
                return self.html
            return "".join(alone(piece) for id, piece in found.items() if old[id] != piece)
        return ""


@dataclass(frozen=True, slots=True)
class Rendered:
    """The parts of a page at one revision, by their DOM id."""

    revision: int
    parts: Mapping[str, Part]

    @property
    def html(self) -> str:
        return "".join(part.html for part in self.parts.values())


# Enough for some three hundred tables; a table beyond that is rendered more often, nothing else.
pages: Memory[Hashable, Rendered] = Memory(most=2_000)
parts: Memory[Hashable, Part] = Memory(most=20_000)


def render_parts(audience: Audience, page: str) -> Rendered:
    """Every part of a page for an audience, marked for swapping into an open page."""
    table = audience.table
    seat = audience.seat.pk if audience.seat else None
    whose = (table.key, table.rewritten, page, seat, audience.opener, get_language())
    known = pages.get(whose)
    if known is not None and known.revision == table.revision and table.claimant_id is None:
        return known
    with metrics.RENDERING.labels(page).time():
        rendered = _render(audience, page)
    pages.put(whose, rendered)
    return rendered


def _render(audience: Audience, page: str) -> Rendered:
    filled = contexts.phone(audience) if page == "phone" else contexts.screen(audience)
    filled |= {"page": page, "oob": True, "language": get_language()}
    return Rendered(
        filled["table"].revision,
        {name: _part(page, name, filled) for name in (PHONE if page == "phone" else SCREEN)},
    )


def _part(page: str, name: str, filled: Mapping[str, Any]) -> Part:
    # What moves on the map is public and alike on every page.
    template = "screen/mapstate.html" if name == "mapstate" else f"{page}/{name}.html"
    if filled["stage"] != "turns":
        return Part(_tight(template, filled))
    if name in ("strip", "turn") and not filled["mine"] and not filled["offer"]:
        name = f"{name} of another"
    if name == "last" and not filled["can_undo"]:
        name = "last of another"
    return _known(template, ("language", "oob", "page", "stage", *SHOWN[page][name]), filled)


def shown(template: str, names: Iterable[str], values: Mapping[str, Any] | Context) -> SafeString:
    """A piece of a part that shows nothing but the named values."""
    return SafeString(_known(template, ("language", *names), values).html)


def _known(template: str, names: Iterable[str], values: Mapping[str, Any] | Context) -> Part:
    given = {name: values[name] for name in names if name in values}
    key = (template, *map(_told_apart, given.values()))
    known = parts.get(key)
    if known is None:
        known = Part(_tight(template, given))
        parts.put(key, known)
    return known


def _tight(template: str, filled: Mapping[str, Any]) -> str:
    # Indentation is for whoever reads the template; every push would carry it.
    return INDENT.sub("\n", get_template(template).render(dict(filled)))


class _Same:
    """A value that is equal to nothing but itself."""

    def __init__(self, value: object) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)


# A revision is in no part; who was seen when, neither.
_TOLD = "_told_apart"  # rows of one moment never change: worked out once
_PLAIN = {str, int, bool, type(None)}
_FLEETING = {
    "revision", "changed_at", "screen_seen_at", "seen_at",
    "idle_seconds", "idle_revision", "idle_at", "doomed_at",
}  # fmt: skip


def _told_apart(value: Any) -> Hashable:
    """Equal for two values if and only if a template shows them alike."""
    plain: Hashable = value
    if type(value) in _PLAIN:
        return plain
    match value:
        case Table() | Seat():
            if _TOLD not in value.__dict__:
                value.__dict__[_TOLD] = tuple(
                    str(value.__dict__[field.attname])
                    for field in value._meta.concrete_fields
                    if field.attname not in _FLEETING
                )
            told: Hashable = value.__dict__[_TOLD]
            return told
        case Board():
            return _Same(value)
        case list() | tuple() if not hasattr(value, "_fields"):
            return tuple(map(_told_apart, value))
        case dict():
            return tuple((key, _told_apart(item)) for key, item in value.items())
    return plain


INDENT = re.compile(r"\s*\n\s*")
PIECE = re.compile(r"<!--piece-->(.*?)<!--/piece-->", re.S)
ID = re.compile(r'\bid="([^"]+)"')


def pieces(html: str) -> tuple[str, dict[str, str]]:
    """A part taken apart: what holds it together, and its pieces by DOM id.

    Templates mark pieces with <!--piece-->…<!--/piece-->, so that a row that changed can be sent
    without its neighbours.
    """
    found: dict[str, str] = {}

    def take(match: re.Match[str]) -> str:
        id = ID.search(match[1])
        assert id is not None, match[1]
        found[id[1]] = match[1].strip()
        return f"<{id[1]}>"

    return PIECE.sub(take, html), found


def alone(piece: str) -> str:
    """A piece as it is sent by itself."""
    return re.sub(r"^<(\w+)", r'<\1 hx-swap-oob="morph"', piece, count=1)


def page_for(audience: Audience) -> str:
    return "phone" if audience.seat else "screen"
