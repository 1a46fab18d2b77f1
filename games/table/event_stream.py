"""The token of a table's event stream: made, replaced and revoked by hosts (docs/events.md)."""

from games.models import Table
from games.table import codes
from games.table.writing import changing


def make_token(*, table: Table, request: str) -> str:
    """A new token; the one before stops working. The same form sent twice makes the same one."""
    token = codes.seat_secret(table.key, f"events {request}")
    with changing(table) as row:
        row.events_digest = codes.digest(token)
    return token


def revoke_token(*, table: Table) -> None:
    """Listeners are sent away at once."""
    with changing(table) as row:
        row.events_digest = ""


def table_of(token: str) -> Table | None:
    """The open table whose stream a token opens."""
    tables = Table.objects.exclude(stage=Table.Stage.CLOSED)
    return tables.filter(events_digest=codes.digest(token)).order_by("-pk").first()
