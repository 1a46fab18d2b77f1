"""The daily tidying of a running server: closes and deletes old tables.

A machine may start with a wrong clock that is set right later. So at the start only what was
counted before is acted on, and days are counted after an hour of running at the earliest.
"""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from threading import Event, Thread

from django.db import connections
from django.utils import timezone

from games.upkeep import cleanup

LOOK = timedelta(minutes=10).total_seconds()
AT_LEAST = timedelta(hours=1)  # of serving, by a clock that nobody sets
DAY = timedelta(days=1)
Say = Callable[[str], object]
logger = logging.getLogger(__name__)


@contextmanager
def tidied(say: Say) -> Iterator[None]:
    """While this context lasts, tidy tables every day; `say` is told what was done.

    It runs in a thread of its own, so that nobody waits for it. Several servers may do so at once.
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
    _tidy(timezone.now(), None, say)
    since, last = time.monotonic(), None
    while not stop.wait(LOOK):
        served, now = timedelta(seconds=time.monotonic() - since), timezone.now()
        if is_due(served=served, last=last, now=now):
            _tidy(now, served, say)
            since, last = time.monotonic(), now


def is_due(*, served: timedelta, last: datetime | None, now: datetime) -> bool:
    """Whether to count and tidy again, after running for this long since the last time."""
    if served < AT_LEAST:
        return False
    # By the clock on the wall, too: a laptop that slept over night does not wait a day longer.
    return last is None or served >= DAY or not last <= now < last + DAY


def _tidy(now: datetime, served: timedelta | None, say: Say) -> None:
    try:
        done = cleanup.tidy(now=now, served=served)
        if done:
            for line in done.lines():
                say(line)
    except Exception:  # the server goes on, and tries again tomorrow
        logger.exception("Old tables could not be tidied up.")
    finally:
        connections.close_all()
