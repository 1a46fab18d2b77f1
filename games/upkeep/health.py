"""Health checks: the database, its disk, and Redis if there is one."""

import shutil
import time
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from threading import Lock, Thread
from typing import Any

import redis
from django.apps import apps
from django.conf import settings
from django.db import connection

# Seconds from a question to its answer. A proxy or a service manager that asks is answered within
# two, whatever happens: everything is asked at once, and nobody waits for an older question.
ANSWER_WITHIN = 1.5
LEAST_ROOM = 1 << 20  # bytes: below this a disk counts as full

Question = Callable[[], str]  # gives what is wrong, or an empty string

_lock = Lock()
_asked: dict[str, tuple[float, Future[str]]] = {}  # by part: when, and the answer to come


def find_problem() -> str:
    """What is wrong, in a plain sentence; empty if all is well."""
    questions: dict[str, Question] = {"the database": ask_database}
    if redis_url():
        questions["Redis"] = ask_redis
    asked = {part: _put(part, question) for part, question in questions.items()}
    for part, (since, answer) in asked.items():
        try:
            complaint = answer.result(max(0.0, since + ANSWER_WITHIN - time.monotonic()))
        except Exception:  # noqa: BLE001 - whatever went wrong, it is no good answer
            return f"{part} does not answer"
        if complaint:
            return complaint
    return ""


def ask_database() -> str:
    try:
        with connection.cursor() as cursor:
            there = set(connection.introspection.table_names(cursor))
    finally:
        connection.close()
    wanted = {model._meta.db_table for model in apps.get_models(include_auto_created=True)}
    if wanted - there:
        command = f"{settings.COMMAND} setup"
        return f"tables are missing in the database: run `{command}`, or restore a backup"
    if disk_is_full():
        return "the disk is full: nothing can be saved"
    return ""


def disk_is_full() -> bool:
    """Whether SQLite's disk has no room left; of another server's disk, only that server knows."""
    if connection.vendor != "sqlite":
        return False
    folder = Path(connection.settings_dict["NAME"]).parent
    return shutil.disk_usage(folder).free <= LEAST_ROOM


def ask_redis() -> str:
    with redis.Redis.from_url(redis_url(), socket_timeout=1, socket_connect_timeout=1) as client:
        client.ping()
    return ""


def redis_url() -> str:
    layer: dict[str, Any] = settings.CHANNEL_LAYERS["default"]
    hosts: list[str] = layer.get("CONFIG", {}).get("hosts", [])
    return hosts[0] if hosts else ""


def _put(part: str, question: Question) -> tuple[float, Future[str]]:
    """Run a check in a thread of its own, because a frozen part does not even answer with an error.

    While one check of a part hangs, no second one is started.
    """
    with _lock:
        asked = _asked.get(part)
        if asked is None or asked[1].done():
            asked = _asked[part] = (time.monotonic(), Future())
            # A daemon: a hanging question must not keep the process from ending.
            Thread(target=_ask, args=(question, asked[1]), daemon=True, name=f"ask {part}").start()
        return asked


def _ask(question: Question, answer: Future[str]) -> None:
    try:
        complaint = question()
    except Exception as error:  # noqa: BLE001 - told to anyone who waits
        answer.set_exception(error)
    else:
        answer.set_result(complaint)
