"""Changes one place, route or ticket of a sheet, for forms that edit a draft piece by piece.

Pure: a sheet's data in, another sheet's data out. `drafts.save` stores it.
"""

import copy
from typing import Any

from games.refusals import Refused
from games.rules.text import _

Data = dict[str, Any]


def item_of(data: Data, kind: str, key: str) -> Data | None:
    return next((item for item in data[kind] if item["id"] == key), None)


def with_item(data: Data, kind: str, item: Data, key: str = "") -> Data:
    """The sheet with an item added, or in the place of the one with this id."""
    changed = copy.deepcopy(data)
    items = changed[kind]
    if not key:
        items.append(item)
    else:
        at = next((i for i, other in enumerate(items) if other["id"] == key), None)
        if at is None:
            raise Refused("gone", _("This is no longer on the sheet."))
        items[at] = item
    if kind == "routes":
        _same_length(items, item)
    return tidy(changed)


def without_item(data: Data, kind: str, key: str) -> Data:
    """The sheet without an item; without a place, also without its routes and tickets."""
    changed = copy.deepcopy(data)
    changed[kind] = [item for item in changed[kind] if item["id"] != key]
    if kind == "places":
        for other in ("routes", "tickets"):
            changed[other] = [item for item in changed[other] if key not in (item["a"], item["b"])]
    return tidy(changed)


def _same_length(routes: list[Data], route: Data) -> None:
    """Give parallel routes the length of the one that was changed."""
    for other in routes:
        if _ends(other) == _ends(route):
            other["length"] = route["length"]


def _ends(item: Data) -> frozenset[str]:
    return frozenset((item["a"], item["b"]))


def tidy(data: Data) -> Data:
    """Derive the ids of routes and tickets from their ends. Parallel routes run in one direction
    and are numbered in the order of the file. A ticket that was added at a table keeps its points
    in its id, so that it stays the same ticket."""
    groups: dict[frozenset[str], list[Data]] = {}
    for route in data["routes"]:
        groups.setdefault(_ends(route), []).append(route)
    for group in groups.values():
        first = group[0]
        for number, route in enumerate(group, start=1):
            if route["a"] != first["a"]:
                route["a"], route["b"] = first["a"], first["b"]
            end = f"--{number}" if len(group) > 1 else ""
            route["id"] = f"{first['a']}--{first['b']}{end}"
    for ticket in data["tickets"]:
        derived = f"{ticket['a']}--{ticket['b']}"
        start, _dashes, points = str(ticket.get("id", "")).rpartition("--")
        if start != derived or not points.isdigit():
            ticket["id"] = derived
    return data


def free_id(data: Data, wanted: str) -> str:
    """An id for a new place: as wanted, with a number behind it if that is taken."""
    taken = {place["id"] for place in data["places"]}
    id, number = wanted, 1
    while id in taken:
        number += 1
        id = f"{wanted}-{number}"
    return id
