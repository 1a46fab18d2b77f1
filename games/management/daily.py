"""What a running server does once a day by itself: old tables tidy themselves up."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from threading import Event, Thread

from django.db import connections
from django.utils import timezone

from games import tidying

LOOK = timedelta(minutes=10).total_seconds()
Say = Callable[[str], object]
logger = logging.getLogger(__name__)


@contextmanager
def tidied(say: Say) -> Iterator[None]:
    """While this lasts, tables are tidied at once and then every day; `say` is told what was done.

    In a thread of its own, so that nobody waits for it. Several servers may do so at once.
    """
    stop = Event()
    thread = Thread(target=_every_day, args=(stop, say), name="tidying", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join(timeout=10)


def _every_day(stop: Event, say: Say) -> None:
    due = timezone.now()
    while not stop.is_set():
        # By the clock on the wall: a laptop that slept over night does not wait a day longer.
        if timezone.now() >= due:
            due = _tidy(timezone.now(), say) + timedelta(days=1)
        stop.wait(LOOK)


def _tidy(now: datetime, say: Say) -> datetime:
    try:
        done = tidying.tidy(now=now)
        if done:
            for line in done.lines():
                say(line)
    except Exception:  # the server goes on, and tries again tomorrow
        logger.exception("Old tables could not be tidied up.")
    finally:
        connections.close_all()
    return now
