"""Whether the parts behind the companion answer: the database, and Redis if there is one."""

from collections.abc import Callable
from concurrent.futures import Future
from threading import Lock, Thread
from typing import Any

import redis
from django.conf import settings
from django.db import connection

PATIENCE = 2.0  # seconds; who asks (a proxy, a service manager) does not wait for long

_lock = Lock()
_asked: dict[str, Future[None]] = {}


def trouble() -> str:
    """What does not answer, in a plain sentence; empty if all is well."""
    if not _answers("database", ask_database):
        return "the database does not answer"
    if redis_url() and not _answers("redis", ask_redis):
        return "Redis does not answer"
    return ""


def ask_database() -> None:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    finally:
        connection.close()


def ask_redis() -> None:
    with redis.Redis.from_url(redis_url(), socket_timeout=1, socket_connect_timeout=1) as client:
        client.ping()


def redis_url() -> str:
    layer: dict[str, Any] = settings.CHANNEL_LAYERS["default"]
    hosts: list[str] = layer.get("CONFIG", {}).get("hosts", [])
    return hosts[0] if hosts else ""


def _answers(part: str, ask: Callable[[], None]) -> bool:
    """Ask in a thread of its own: a part that is frozen does not even say no.

    As long as one question hangs, no second one is asked.
    """
    with _lock:
        answer = _asked.get(part)
        if answer is None or answer.done():
            answer = _asked[part] = Future()
            # A daemon: a hanging question must not keep the process from ending.
            Thread(target=_ask, args=(ask, answer), name=f"health-{part}", daemon=True).start()
    try:
        answer.result(PATIENCE)
    except Exception:  # noqa: BLE001 - whatever went wrong, it is no good answer
        return False
    return True


def _ask(ask: Callable[[], None], answer: Future[None]) -> None:
    try:
        ask()
    except Exception as error:  # noqa: BLE001 - told to whoever waits
        answer.set_exception(error)
    else:
        answer.set_result(None)
