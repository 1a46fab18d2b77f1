"""The pages of the administration, for tests: addresses, buttons and drafts."""

from typing import Any

from django.test import Client

from games.maps import drafts
from games.models import MapSheet
from tests.support.markup import Element, read
from tests.support.sittings import loaded

SHEETS = "/admin/games/mapsheet/"
TABLES = "/admin/games/table/"


def at(sheet: MapSheet, rest: str = "change/") -> str:
    return f"{SHEETS}{sheet.pk}/{rest}"


def page(client: Client, url: str, status: int = 200) -> Element:
    reply = client.get(url)
    assert reply.status_code == status, url
    return read(reply)


def press(client: Client, sheet: MapSheet, deed: str) -> Any:
    """Press a button on a sheet's page, and follow the redirect."""
    reply = client.post(at(sheet, f"do/{deed}/"), {"seen": sheet.checksum}, follow=True)
    assert reply.status_code == 200
    sheet.refresh_from_db()
    return reply


def drafted(slug: str = "london") -> MapSheet:
    return drafts.draft_of(loaded(slug), None)


def errors(reply: Any) -> list[str]:
    """The error messages of a page."""
    return [message.text for message in read(reply).all("li", of_class="error")]
