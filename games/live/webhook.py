"""The webhook: posts every change of a table to the address in WEBHOOK_URL (docs/events.md).

Best effort, after the commit and in its own thread: no move waits for it or fails because the
receiver is down.
"""

import http.client
import logging
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from queue import Empty, Full, Queue
from threading import Event, Thread

from django.db import close_old_connections, connections

from games.live import events
from games.models import Table
from games.pages.contexts import TableFacts
from games.table import notify
from games.table.notify import Change
from games.table.snapshot import reload

TIMEOUT = 3.0  # seconds for an answer
PAUSES = (1.0, 5.0)  # seconds before each retry; after the last one the message is dropped
WAITING = 100  # messages; beyond that, the oldest is dropped

logger = logging.getLogger(__name__)


@contextmanager
def posting(url: str | None) -> Iterator[None]:
    """A context within which changes made by this process are posted to `url`."""
    if url is None:
        yield
        return
    stop = Event()
    queue: Queue[Change | None] = Queue(WAITING)
    thread = Thread(target=_work, args=(url, queue, stop), name="webhook", daemon=True)
    thread.start()
    notify.on_commit(lambda change: put(queue, change))
    try:
        yield
    finally:
        notify.on_commit(None)
        stop.set()
        put(queue, None)
        thread.join(timeout=TIMEOUT)


def put(queue: "Queue[Change | None]", change: Change | None) -> None:
    """Queue a message; if the queue is full, drop the oldest."""
    while True:
        try:
            queue.put_nowait(change)
            return
        except Full:
            try:
                queue.get_nowait()
            except Empty:
                continue
            logger.warning("The webhook is too slow: a message was given up")


def _work(url: str, queue: "Queue[Change | None]", stop: Event) -> None:
    try:
        while (change := queue.get()) is not None:
            try:
                text = _message(change)
            except Exception:  # the database may be down; the next change tries again
                logger.exception("Table %s: nothing to post to the webhook", change.table_id)
                continue
            if text is not None:
                _post(url, text, stop)
    finally:
        connections.close_all()


def _message(change: Change) -> str | None:
    close_old_connections()
    try:
        snapshot = reload(Table(pk=change.table_id))
    except Table.DoesNotExist:
        return None
    if snapshot.table.stage == Table.Stage.CLOSED:
        return None
    return events.message(TableFacts(snapshot), change.entries)


def _post(url: str, text: str, stop: Event) -> None:
    """Send a message, with a few retries. The address is secret, so it isn't logged."""
    body, headers = text.encode(), {"Content-Type": "application/json; charset=utf-8"}
    for pause in (*PAUSES, None):
        request = urllib.request.Request(url, body, headers, method="POST")  # noqa: S310 - http(s)
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT):  # noqa: S310
                return
        except urllib.error.HTTPError as error:
            reason = f"it answered {error.code}"
            error.close()
        except (OSError, http.client.HTTPException) as error:
            reason = type(error).__name__
        if pause is None or stop.wait(pause):
            logger.warning("The webhook could not be told of a change: %s", reason)
            return
