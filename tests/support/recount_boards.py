"""A second count of records on USA, Europe and New York, independent of the engine.

It's brute force: every use of the stations is tried, and every path is followed to its end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import product
from typing import Any

Item = dict[str, Any]


def recount(data: Item, sheet: Item) -> list[Item]:
    """The `players` of a finished record as `replay --json` prints them."""
    names = [player["name"] for player in data["players"]]
    variant = _variant(sheet, data.get("options", {}).get("tickets", "classic"))
    owned: dict[str, list[Item]] = {name: [] for name in names}
    built: dict[str, list[str]] = {name: [] for name in names}
    held: dict[str, list[str]] = {name: [] for name in names}
    routes = {route["id"]: route for route in sheet["routes"]}
    for move in data["moves"]:
        if move["action"] == "claim_route":
            owned[move["player"]].append(routes[move["route"]])
        if move["action"] == "build_station":
            built[move["player"]].append(move["place"])
        if "kept" in move:
            held[move["player"]].extend(move["kept"])
    counted = [bonus["kind"] for bonus in variant.get("bonuses", sheet["bonuses"])]
    rows = []
    for name in names:
        lent = [_lendable(sheet, owned, name, place) for place in built[name]]
        tickets = _tickets(sheet, variant, held[name])
        (points, completed), use = _best(owned[name], tickets, lent)
        row: Item = {
            "name": name,
            "routes": sum(sheet["points"][str(route["length"])] for route in owned[name]),
            "tickets": points,
            "tickets_completed": completed,
            "tickets_failed": len(tickets) - completed,
            "vehicles_left": sheet["vehicles"]["each"] - _spaces(owned[name]),
            "bonuses": {},
        }
        if "stations" in sheet:
            row["stations"] = dict(zip(built[name], use, strict=True))
            row["stations_left"] = sheet["stations"]["each"] - len(built[name])
        rows.append(row)
    _count_bonuses(sheet, counted, rows, owned)
    _rank(sheet, rows)
    return rows


def _variant(sheet: Item, id: str) -> Item:
    variants: list[Item] = sheet.get("expansions", {}).get("variants", [])
    return next((variant for variant in variants if variant["id"] == id), {})


def _tickets(sheet: Item, variant: Item, held: Sequence[str]) -> list[tuple[str, str, int]]:
    printed = [*sheet["tickets"], *sheet.get("expansions", {}).get("tickets", [])]
    ticket = {item["id"]: item for item in printed}
    revised = variant.get("points", {})
    return [(ticket[t]["a"], ticket[t]["b"], revised.get(t, ticket[t]["points"])) for t in held]


def _spaces(routes: Iterable[Item]) -> int:
    return sum(route["length"] for route in routes)


# -- Tickets and stations -------------------------------------------------------------------------


def _lendable(
    sheet: Item, owned: dict[str, list[Item]], name: str, place: str
) -> list[Item | None]:
    """None, then the routes of others at a station, in the order of the sheet."""
    others = {route["id"] for owner in owned if owner != name for route in owned[owner]}
    lendable = [r for r in sheet["routes"] if r["id"] in others and place in (r["a"], r["b"])]
    return [None, *lendable]


def _best(
    own: list[Item], tickets: list[tuple[str, str, int]], lent: list[list[Item | None]]
) -> tuple[tuple[int, int], tuple[str | None, ...]]:
    """Points and completed tickets of the first among the best uses, and that use."""
    outcomes: list[tuple[tuple[int, int], tuple[str | None, ...]]] = []
    for use in product(*lent):
        reached = _reached([*own, *(route for route in use if route)])
        done = [points for a, b, points in tickets if b in reached.get(a, {a})]
        worth = 2 * sum(done) - sum(points for _a, _b, points in tickets), len(done)
        outcomes.append((worth, tuple(route and route["id"] for route in use)))
    return max(outcomes, key=lambda item: item[0])


def _reached(routes: Iterable[Item]) -> dict[str, set[str]]:
    """Each place with all places that routes join to it."""
    groups: dict[str, set[str]] = {}
    for route in routes:
        ends = {route["a"], route["b"]}
        joined = ends.union(*(groups.get(end, set()) for end in ends))
        groups.update(dict.fromkeys(joined, joined))
    return groups


# -- Bonuses --------------------------------------------------------------------------------------


def longest(own: Sequence[Item]) -> int:
    """The most spaces on one walk that takes no route twice."""
    at: dict[str, list[tuple[int, str]]] = {}
    for i, route in enumerate(own):
        at.setdefault(route["a"], []).append((i, route["b"]))
        at.setdefault(route["b"], []).append((i, route["a"]))

    @cache
    def further(place: str, walked: int) -> int:
        return max(
            (
                own[i]["length"] + further(other, walked | 1 << i)
                for i, other in at[place]
                if not walked >> i & 1
            ),
            default=0,
        )

    return max((further(place, 0) for place in at), default=0)


def _count_bonuses(
    sheet: Item, counted: list[str], rows: list[Item], owned: dict[str, list[Item]]
) -> None:
    paths = [longest(owned[row["name"]]) for row in rows]
    most_tickets = max(row["tickets_completed"] for row in rows)
    printed = {bonus["kind"] for bonus in sheet["bonuses"]} | set(counted)
    marked = {place["id"] for place in sheet["places"] if place.get("attraction")}
    for row, path in zip(rows, paths, strict=True):
        bonuses = row["bonuses"]
        if "longest_path" in printed:
            won = "longest_path" in counted and 0 < path == max(paths)
            bonuses["longest_path"] = 10 if won else 0
        if "globetrotter" in printed:
            bonuses["globetrotter"] = 15 if 0 < row["tickets_completed"] == most_tickets else 0
        if "stations" in printed:
            bonuses["stations"] = 4 * row["stations_left"]
        if "attractions" in printed:
            touched = {end for route in owned[row["name"]] for end in (route["a"], route["b"])}
            bonuses["attractions"] = len(touched & marked)
        row["total"] = row["routes"] + row["tickets"] + sum(bonuses.values())


def _rank(sheet: Item, rows: list[Item]) -> None:
    """Completed tickets, then fewer stations built, then the longest path, where the box has it."""
    strength = [
        (
            row["total"],
            row["tickets_completed"],
            row.get("stations_left", 0),
            row["bonuses"].get("longest_path", 0),
        )
        for row in rows
    ]
    for row, mine in zip(rows, strength, strict=True):
        row["rank"] = 1 + sum(other > mine for other in strength)
