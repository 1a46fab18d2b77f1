"""A second count of a record, independent of the engine, with networkx."""

from __future__ import annotations

from collections import Counter
from typing import Any

import networkx as nx

# docs/rules.md, “The boxes”
VEHICLES = {"paris": 15, "london": 17, "germany": 45}
POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 7: 18}
FLAG = {"blue", "white", "red"}


def recount(data: dict[str, Any], sheet: dict[str, Any]) -> list[dict[str, Any]]:
    """The `players` of a finished record as `replay --json` prints them."""
    names = [player["name"] for player in data["players"]]
    routes = {route["id"]: route for route in sheet["routes"]}
    worth = {ticket["id"]: ticket for ticket in sheet["tickets"]}
    claims = [move for move in data["moves"] if move["action"] == "claim_route"]
    rows = []
    for name in names:
        mine = [move for move in claims if move["player"] == name]
        own = [routes[move["route"]] for move in mine]
        graph = network(own, sheet)
        held = [
            worth[ticket]
            for move in data["moves"]
            if move.get("player") == name
            for ticket in move.get("kept", ())
        ]
        done = [ticket["points"] for ticket in held if joined(graph, ticket["a"], ticket["b"])]
        rows.append(
            {
                "name": name,
                "routes": sum(POINTS[route["length"]] for route in own),
                "tickets": 2 * sum(done) - sum(ticket["points"] for ticket in held),
                "bonuses": {},
                "tickets_completed": len(done),
                "tickets_failed": len(held) - len(done),
                "vehicles_left": VEHICLES[data["map"]] - sum(route["length"] for route in own),
            }
        )
        if data["map"] == "paris":
            rows[-1]["bonuses"]["flags"] = flags(mine, routes)
        if data["map"] == "london":
            rows[-1]["bonuses"]["districts"] = districts(graph, sheet)
        if data["map"] == "germany":
            colors = [color for move in mine for color in move.get("passengers", {}).values()]
            rows[-1]["passengers"] = dict(Counter(colors))
    if data["map"] == "germany":
        globetrotter(rows)
        passengers(rows)
    rank(rows)
    return rows


def network(own: list[dict[str, Any]], sheet: dict[str, Any]) -> nx.Graph:
    """The network, with a separate node in a country for every route into it.

    docs/rules.md, “Germany: countries”.
    """
    countries = {place["id"] for place in sheet["places"] if place.get("kind") == "country"}
    graph = nx.Graph()
    for route in own:
        a, b = (
            (end, route["id"]) if end in countries else (end, "")
            for end in (route["a"], route["b"])
        )
        graph.add_edge(a, b)
    return graph


def joined(graph: nx.Graph, a: str, b: str) -> bool:
    spots_a = [spot for spot in graph if spot[0] == a]
    spots_b = [spot for spot in graph if spot[0] == b]
    return any(nx.has_path(graph, one, other) for one in spots_a for other in spots_b)


def flags(mine: list[dict[str, Any]], routes: dict[str, Any]) -> int:
    front: set[str] = set()
    points = 0
    for move in mine:
        if move.get("keep_card"):
            front.add(routes[move["route"]]["color"])
        if front == FLAG:
            points, front = points + 4, set()
    return points


def districts(graph: nx.Graph, sheet: dict[str, Any]) -> int:
    places: dict[int, list[str]] = {}
    for place in sheet["places"]:
        places.setdefault(place["district"], []).append(place["id"])
    return sum(
        number
        for number, (first, *others) in places.items()
        if all(joined(graph, first, other) for other in others)
    )


def globetrotter(rows: list[dict[str, Any]]) -> None:
    most = max(row["tickets_completed"] for row in rows)
    for row in rows:
        won = most > 0 and row["tickets_completed"] == most
        row["bonuses"]["globetrotter"] = 15 if won else 0


def passengers(rows: list[dict[str, Any]]) -> None:
    for row in rows:
        row["bonuses"]["passengers"] = 0
    for color in ("black", "blue", "green", "red", "white", "yellow"):
        owners = [row for row in rows if row["passengers"].get(color)]
        counts = sorted({row["passengers"][color] for row in owners}, reverse=True)
        firsts = [row for row in owners if row["passengers"][color] == counts[0]]
        seconds = [row for row in owners if row["passengers"][color] in counts[1:2]]
        for row in firsts:
            row["bonuses"]["passengers"] += 20
        if len(firsts) == 1:
            for row in seconds:
                row["bonuses"]["passengers"] += 10


def rank(rows: list[dict[str, Any]]) -> None:
    for row in rows:
        row["total"] = row["routes"] + row["tickets"] + sum(row["bonuses"].values())
    strength = {
        row["name"]: (
            row["total"],
            row["tickets_completed"],
            sum(row.get("passengers", {}).values()),
        )
        for row in rows
    }
    for row in rows:
        row["rank"] = 1 + sum(other > strength[row["name"]] for other in strength.values())
