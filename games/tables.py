"""Tables: services that write their log and selectors that read it."""

from collections.abc import Sequence

from games import sheets
from games.models import Entry as EntryRow
from games.models import MapSheet, Table
from games.rules import log, wire
from games.rules.log import Entry, Fact
from games.rules.state import State


def open_table(*, sheet: MapSheet) -> Table:
    """Open a table on exactly this version of the sheet."""
    return Table.objects.create(sheet=sheet)


def append(*, table: Table, facts: Sequence[Fact], after: int) -> None:
    """Add entries behind entry number `after`. The database refuses a number given twice."""
    rows = []
    for number, fact in enumerate(facts, start=after + 1):
        name, payload = wire.pack(fact)
        rows.append(EntryRow(table=table, number=number, wire=name, payload=payload))
    EntryRow.objects.bulk_create(rows)


def entries(table: Table) -> list[Entry]:
    """The log of a table as the rules know it."""
    return [
        Entry(row.number, wire.unpack(row.wire, row.payload))
        for row in table.entries.order_by("number")
    ]


def state_of(table: Table) -> State:
    return log.fold(sheets.board_of(table.sheet), entries(table))
