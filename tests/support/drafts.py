"""Drafts of map sheets, changed in few words."""

from typing import Any

from django.contrib.auth.models import User

from games.maps import drafts, sheet_items
from games.models import MapSheet
from games.rules import checks


def recolored(data: dict[str, Any], key: str, color: str) -> dict[str, Any]:
    route = sheet_items.item_of(data, "routes", key)
    assert route is not None
    return sheet_items.with_item(data, "routes", {**route, "color": color}, key)


def save(draft: MapSheet, data: object, by: User | None = None) -> list[checks.Problem]:
    return drafts.save(sheet=draft, data=data, seen=draft.checksum, by=by)


def first_route(sheet: MapSheet) -> str:
    return str(drafts.sheet_data(sheet)["routes"][0]["id"])
