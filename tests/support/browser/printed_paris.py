"""A made-up printed Paris: what differs from the sheet (fixtures/paris.json), and whether a kept
version is that board."""

import json
from collections import Counter
from typing import Any

from tests.support.browser.server import PROJECT, Server

# How the printed board differs from the sheet (fixtures/paris.json).
NAMES = {  # 4
    "gare-du-nord": "Gare de l'Est",
    "belleville": "Ménilmontant",
    "invalides": "Champ de Mars",
    "place-d-italie": "Gobelins",
}
PLACES = {"Bercy", "Passy"}  # 2
MISSING = (  # 5
    "champs-elysees--louvre",
    "tour-eiffel--montparnasse",
    "opera--republique--2",
    "gare-du-nord--belleville",
    "arc-de-triomphe--batignolles",
)
IN_THE_LOBBY = (  # 4 of 8 that are printed, and not on the sheet
    ("Louvre", "Quartier Latin", "yellow", 2),
    ("Opéra", "Bastille", "green", 3),
    ("Montmartre", "Ménilmontant", "white", 2),
    ("Bastille", "Bercy", "purple", 3),
)
MENDED = {  # 6: colour and length as printed; the last one is a double route
    "batignolles--champs-elysees": ("yellow", 2),
    "montparnasse--place-d-italie": ("purple", 3),
    "notre-dame--quartier-latin": ("white", 2),
    "opera--louvre--2": ("green", 1),
    "gare-du-nord--republique--2": ("white", 1),
    "bastille--pere-lachaise--1": ("green", 2),
}
NOT_IN_THE_BOX = (  # 10 tickets: nine that are not there, and one with another value
    "tour-eiffel--pere-lachaise",
    "batignolles--place-d-italie",
    "montmartre--montparnasse",
    "arc-de-triomphe--belleville",
    "tour-eiffel--montmartre",
    "champs-elysees--place-d-italie",
    "belleville--montparnasse",
    "opera--pere-lachaise",
    "batignolles--quartier-latin",
)
IN_THE_BOX = (
    ("Bercy", "Montmartre", 8),
    ("Louvre", "Bercy", 5),
    ("Arc de Triomphe", "Gobelins", 7),
    ("Opéra", "Bastille", 3),
    ("Batignolles", "Bastille", 6),
)


def check_kept(home: Server) -> dict[str, Any]:
    """The version in force is the printed board, item by item."""
    before = json.loads((PROJECT / "fixtures" / "paris.json").read_text())
    sheet: dict[str, Any] = json.loads(home.manage("exportmap", "paris"))
    names = {place["id"]: place["name"] for place in before["places"]} | NAMES
    assert {place["name"] for place in sheet["places"]} == set(names.values()) | PLACES
    named = {place["id"]: place["name"] for place in sheet["places"]}

    def printed(route: dict[str, Any]) -> tuple[frozenset[str], str, int]:
        return frozenset((named[route["a"]], named[route["b"]])), route["color"], route["length"]

    expected = []
    for route in before["routes"]:
        color, length = MENDED.get(route["id"], (route["color"], route["length"]))
        if route["id"] == "bastille--pere-lachaise--2":
            length = 2  # parallels are equally long
        if route["id"] not in MISSING:
            expected.append(printed({**route, "color": color, "length": length}))
    expected += [(frozenset((a, b)), color, length) for a, b, color, length in IN_THE_LOBBY]
    expected += [
        (frozenset(("Tour Eiffel", "Passy")), "red", 1),
        (frozenset(("Tour Eiffel", "Passy")), "blue", 1),
        (frozenset(("Passy", "Montparnasse")), "green", 3),
        (frozenset(("Bercy", "Gobelins")), "yellow", 2),
    ]
    assert Counter(map(printed, sheet["routes"])) == Counter(expected)
    gone = {*NOT_IN_THE_BOX, "arc-de-triomphe--notre-dame"}
    tickets = [
        (frozenset((names[t["a"]], names[t["b"]])), t["points"])
        for t in before["tickets"]
        if t["id"] not in gone
    ]
    from_the_table = (
        *IN_THE_BOX,
        ("Arc de Triomphe", "Notre-Dame", 6),
        ("Passy", "Gobelins", 6),
        ("Passy", "Bastille", 8),
        ("Père-Lachaise", "Notre-Dame", 4),
        ("Louvre", "Quartier Latin", 3),
    )
    tickets += [(frozenset((a, b)), points) for a, b, points in from_the_table]
    exported_tickets = [
        (frozenset((named[t["a"]], named[t["b"]])), t["points"]) for t in sheet["tickets"]
    ]
    assert Counter(exported_tickets) == Counter(tickets)
    return sheet
