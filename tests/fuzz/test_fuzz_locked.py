"""Another program has locked the database: readers don't notice, writers get an error message.

SQLite's timeout is 0 here, so a page that would wait for the lock fails at once.
"""

import contextlib
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from django.db import connection
from django.test import Client

from games.table.presence import _noted
from tests.fuzz import test_fuzz_pages
from tests.fuzz.test_fuzz_pages import World
from tests.support.nonsense import Nonsense
from tests.support.routes import routes

complaints, world = test_fuzz_pages.complaints, test_fuzz_pages.world  # fixtures

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif("sqlite" not in connection.vendor, reason="only SQLite locks everything"),
]

REQUESTS = 1500
# Somebody signs in or out there: a session is written, and anyone who may not write is told so.
SESSIONS = {"logout", "login", "password_change"}


@contextlib.contextmanager
def locked() -> Iterator[None]:
    connection.ensure_connection()
    connection.connection.execute("PRAGMA busy_timeout = 0")
    usual = connection.settings_dict["OPTIONS"]["timeout"]
    connection.settings_dict["OPTIONS"] = {
        **connection.settings_dict["OPTIONS"],
        "timeout": 0,  # also for those who set it back
    }
    other = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
    with contextlib.closing(other):
        other.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            other.execute("ROLLBACK")
            connection.settings_dict["OPTIONS"]["timeout"] = usual
            connection.connection.execute(f"PRAGMA busy_timeout = {1000 * usual}")


def everybody(world: World) -> dict[str, Client]:
    people = {
        "a stranger": Client(),
        "the screen": world.game.screen,
        "a player": world.game.phones[0],
        "somebody in a lobby": world.lobby.phones[0],
        "somebody after the game": world.over.phones[0],
        "an administrator": world.admin,
    }
    for client in people.values():
        client.raise_request_exception = False
    return people


def test_every_page_can_be_read_while_the_database_is_locked(
    world: World,
    complaints: list[str],
    figure: Callable[[str], None],
) -> None:
    asked = 0
    readers = everybody(world)
    with locked():
        for route in routes():
            if route.name in SESSIONS:
                continue
            for who, client in readers.items():
                for number in range(2):
                    values = {name: v[number % len(v)] for name, v in world.known.items()}
                    _noted.clear()  # so that everybody's visit would be written down
                    url = route.at(**values)
                    answer = client.get(url)
                    asked += 1
                    assert answer.status_code < 500, (who, url)
                    if answer.streaming:
                        b"".join(answer.streaming_content)
                    assert not complaints, (who, url, complaints)
    figure(f"fuzz: {asked} pages read while the database was locked")


def test_who_writes_meanwhile_is_told_and_nothing_changes(
    world: World,
    complaints: list[str],
    figure: Callable[[str], None],
) -> None:
    before = world.digest()
    nonsense = Nonsense(23, routes(), world.known)
    answers: Counter[int] = Counter()
    clients = list(everybody(world).values())
    with locked():
        for number in range(REQUESTS):
            sent = nonsense.next()
            client = clients[number % len(clients)]
            answer = client.generic(
                sent.method, sent.url, sent.body, sent.content_type, headers=sent.headers
            )
            answers[answer.status_code] += 1
            if answer.status_code >= 500:
                assert answer.status_code == 503, (sent, answer.content[:500])
                assert b"Traceback" not in answer.content
        seen = world.game.number
        sure = world.game.post(world.game.phones[0], "cards", seen=seen)
        assert sure.status_code == 503
        assert "Not saved" in sure.content.decode()
    assert world.digest() == before
    assert not [line for line in complaints if "Traceback" in line], complaints
    figure(f"fuzz: {REQUESTS} malformed requests at a locked database: {dict(answers)}")
    assert world.game.post(world.game.phones[0], "cards", seen=seen).status_code == 200
