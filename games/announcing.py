"""The only door to the channel layer: small events that say what changed, never what it looks like.

Whoever listens renders for its own audience (see `live.py`).
"""

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

from games.models import Table


def group(table_id: int) -> str:
    return f"table.{table_id}"


def announce(table: Table) -> None:
    """Tell everybody at the table, once what was written is really there."""
    table_id, revision = table.pk, table.revision
    transaction.on_commit(lambda: _send(table_id, revision))


def _send(table_id: int, revision: int) -> None:
    layer = get_channel_layer()
    if layer is not None:
        message = {"type": "table.changed", "revision": revision}
        async_to_sync(layer.group_send)(group(table_id), message)
