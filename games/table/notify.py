"""Announces changes of tables: small events that say what changed, never what it looks like.

Nothing else sends through the channel layer. Listeners render for their own audience (see
`games/live`). Announcing is best effort: an entry that is committed is never held up or failed by a
layer that is away, and listeners look for themselves every few seconds.
"""

import asyncio
import logging
from collections.abc import Callable
from contextvars import Context
from dataclasses import dataclass
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import InMemoryChannelLayer, get_channel_layer
from django.db import transaction

from games.models import Table

LAYER_TIMEOUT = 2.0  # seconds for the layer; then listeners find out by looking

logger = logging.getLogger(__name__)
# Tasks that send messages, on the loop that serves sockets: a task nobody holds may vanish.
_sending: set[asyncio.Task[None]] = set()
_serving: asyncio.AbstractEventLoop | None = None
_on_changed: Callable[[int, int], None] | None = None
_on_commit: "Callable[[Change], None] | None" = None


@dataclass(frozen=True, slots=True)
class Change:
    """What a transaction of this process did to a table, and which entries it wrote."""

    table_id: int
    revision: int
    entries: range


def on_commit(listener: Callable[[Change], None] | None) -> None:
    """Call this with every change that this process commits.

    It is called by the thread that wrote: it must neither wait nor fail.
    """
    global _on_commit
    _on_commit = listener


def group(table_id: int) -> str:
    return f"table.{table_id}"


def serve_from(
    loop: asyncio.AbstractEventLoop | None,
    on_changed: Callable[[int, int], None] | None,
) -> None:
    """Send announcements from this loop from now on, so that nobody who writes waits for them.

    `on_changed` is called at once for what this process wrote itself; other processes hear of it
    through the layer.
    """
    global _serving, _on_changed
    _serving, _on_changed = loop, on_changed


def announce(table: Table) -> None:
    """Tell everybody at the table that it changed, once that is committed."""
    table_id, revision = table.pk, table.revision
    transaction.on_commit(lambda: _send(table_id, revision))
    if _on_commit is not None:
        # Looked up when it is committed: entries may be written after the revision was raised.
        transaction.on_commit(
            lambda: _committed(Change(table_id, revision, table.entries_written)), robust=True
        )


def _committed(change: Change) -> None:
    if _on_commit is not None:
        _on_commit(change)


def _send(table_id: int, revision: int) -> None:
    loop = _serving
    if loop is None or not loop.is_running():
        async_to_sync(_tell)(table_id, revision)
        return
    try:
        # In a context of its own: who looks has nothing to do with the request that wrote.
        loop.call_soon_threadsafe(_start_telling, table_id, revision, context=Context())
    except RuntimeError:  # it stopped this very moment
        logger.warning("Table %s: nobody was told of revision %s", table_id, revision)


def _start_telling(table_id: int, revision: int) -> None:
    if _on_changed is not None:
        _on_changed(table_id, revision)
    if isinstance(get_channel_layer(), InMemoryChannelLayer):
        return  # there is no other process
    task = asyncio.ensure_future(_tell(table_id, revision))
    _sending.add(task)
    task.add_done_callback(_sending.discard)


async def _tell(table_id: int, revision: int) -> None:
    layer = get_channel_layer()
    if layer is None:
        return
    message: dict[str, Any] = {"type": "table.changed", "table": table_id, "revision": revision}
    try:
        await asyncio.wait_for(layer.group_send(group(table_id), message), LAYER_TIMEOUT)
    except Exception as error:  # noqa: BLE001 (whatever a layer raises, the entry stands)
        logger.warning("Table %s, revision %s was not announced: %s", table_id, revision, error)
