"""Pages in parts: one template per DOM id, rendered alike by page, htmx reply and socket.

A page includes its parts; afterwards only parts that look different are sent again.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.template.loader import render_to_string

from games import presenting
from games.access import Audience
from games.models import Table

SCREEN = ("banner", "scores", "stage", "lines", "menu", "colors", "mapstate")
PHONE = ("strip", "notice", "facts", "turn", "tickets", "mapstate")


@dataclass(frozen=True, slots=True)
class Rendered:
    """The parts of a page at one revision, by their DOM id."""

    revision: int
    parts: Mapping[str, str]


def context(audience: Audience, page: str) -> dict[str, Any]:
    return presenting.phone(audience) if page == "phone" else presenting.screen(audience)


def names(page: str) -> tuple[str, ...]:
    return PHONE if page == "phone" else SCREEN


def render_parts(audience: Audience, page: str, request: HttpRequest | None = None) -> Rendered:
    """Every part of a page for an audience; `oob` marks them for swapping into an open page."""
    table = audience.table
    filled = {**context(audience, page), "page": page, "oob": True}
    parts = {
        # Indentation is for whoever reads the template; every push would carry it.
        name: INDENT.sub("\n", render_to_string(f"{page}/{name}.html", filled, request))
        for name in names(page)
    }
    return Rendered(table.revision, parts)


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


def fresh(table: Table) -> Table:
    """The table as it is now."""
    return Table.objects.select_related("sheet", "claimant", "first_seat").get(pk=table.pk)
