"""What tables found out, as a file to send in. No names of people are in it."""

from collections.abc import Iterable
from typing import Any

from games.maps import empty_boards, library
from games.maps.alignment import Facts, Key
from games.maps.findings import KINDS, SPOTS, Basis, basis
from games.models import Finding, MapSheet
from games.rules import checks
from games.rules.reading import Malformed, Node
from games.rules.text import _

FORMAT, VERSION = "stationmaster-findings", 1


def write_file(stored: MapSheet, rows: Iterable[Finding]) -> dict[str, Any]:
    """What tables found out, to send in. No names of people are in it; a sheet that was drawn here
    goes along."""
    tables: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        item = {"kind": row.kind, "item": row.item, "facts": row.facts}
        tables.setdefault(row.source, []).append(item)
    return {
        "format": FORMAT,
        "version": VERSION,
        "map": stored.slug,
        "name": stored.name,
        **empty_boards.carried(stored),
        "tables": [{"table": source, "findings": items} for source, items in tables.items()],
    }


def read_file(data: object) -> tuple[str, dict[str, dict[Key, Facts]]]:
    """The map, and the findings of each table. Raises UnsoundSheet with all that is wrong."""
    complaints: list[Malformed] = []
    node = Node(data, complaints=complaints)
    node["format"].one_of([FORMAT])
    if node["version"].integer(1) != VERSION:
        node["version"].complain(
            _("Only version {known} of the format is supported."), known=VERSION
        )
    by_table: dict[str, dict[Key, Facts]] = {}
    for table in node["tables"].items(most=1000):
        table.only(("table", "findings"))
        by_item = by_table.setdefault(table["table"].text(64), {})
        for item in table["findings"].items(most=2000):
            item.only(("kind", "item", "facts"))
            kind = item["kind"].one_of((*KINDS, SPOTS))
            facts = item["facts"]
            there = facts.value is not None  # null: it is not on the printed board
            by_item[(kind, item["item"].id())] = _read_facts(kind, facts) if there else None
    slug = node["map"].slug()
    if complaints:
        raise library.UnsoundSheet(
            [checks.Problem(wrong.where, wrong.text) for wrong in complaints]
        )
    return slug, by_table


def basis_of(data: object, slug: str) -> Basis | None:
    """What findings are merged into: the version in force here, else the sheet they bring along."""
    if into := basis(slug):
        return into
    try:
        board = empty_boards.carried_in(data, slug)
    except Malformed as wrong:
        raise library.UnsoundSheet([checks.Problem(wrong.where, wrong.text)]) from None
    return Basis(board) if board else None


def _read_facts(kind: str, node: Node) -> dict[str, Any]:
    if kind == SPOTS:
        node.only(("x", "y"))
        return {"x": node["x"].number(), "y": node["y"].number()}
    if kind == "places":
        node.only(("name", "x", "y", "new"))
        spot = {"x": node["x"].number(), "y": node["y"].number()}
        return {"name": node["name"].text(60), **spot, **_read_new(node)}
    if kind == "routes":
        node.only(("a", "b", "color", "length", "new"))
        facts = {"color": node["color"].text(30), "length": node["length"].integer(1, 99)}
    else:
        node.only(("a", "b", "points", "deck", "new"))
        facts = {"points": node["points"].integer(1, 1000), "deck": node["deck"].slug()}
    return {"a": node["a"].slug(), "b": node["b"].slug(), **facts, **_read_new(node)}


def _read_new(node: Node) -> dict[str, bool]:
    new = node.get("new")
    return {"new": True} if new is not None and new.flag() else {}
