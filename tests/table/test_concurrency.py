"""Many phones at once: one wins, the others get an error with the reason, and the log has no
gap."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connections
from django.test import Client

from games.rules import engine, log
from games.table.snapshot import snapshots
from tests.support.games import game_of
from tests.support.sittings import Sitting, begun

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*jobs):
    """Run all jobs at the same moment, each in a thread with a connection of its own."""
    barrier = Barrier(len(jobs))

    def run(job):
        try:
            barrier.wait(timeout=20)
            return job()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(jobs)) as pool:
        return [future.result() for future in [pool.submit(run, job) for job in jobs]]


def devices(sitting: Sitting, count: int) -> list[Client]:
    """So many phones: every seat's own, and second devices of the same seats."""
    clients = []
    for i in range(count):
        phone = sitting.phones[i % len(sitting.phones)]
        device = Client()
        device.cookies = phone.cookies.copy()
        clients.append(device)
    return clients


def test_eight_phones_claim_the_same_route_at_once() -> None:
    sitting = begun("germany", 5)
    seen, route = sitting.number, "berlin--magdeburg"
    replies = at_once(
        *(
            lambda device=device: sitting.post(device, "claim", route=route, seen=seen).status_code
            for device in devices(sitting, 8)
        )
    )
    claims = sitting.table.entries.filter(wire="route.claimed")
    assert claims.count() == 1
    # 409: it was decided on what others changed; 422: the route is taken.
    assert 200 in replies
    assert set(replies) <= {200, 409, 422}
    assert list(sitting.state.owners) == [route]


def test_every_phone_logs_at_once_for_twenty_turns() -> None:
    sitting = begun("germany", 4)
    for turn in range(20):
        seen = sitting.number
        at_once(
            *(
                lambda device=device, seen=seen: sitting.post(device, "cards", seen=seen)
                for device in devices(sitting, 4)
            )
        )
        assert sitting.state.turns_played == turn + 1
    numbers = list(sitting.table.entries.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))

    snapshots.clear()
    game = game_of(sitting.table)
    state = engine.start(sitting.board, log.started(game.entries))
    for entry in game.entries[1:]:  # every entry is legal where it stands
        assert engine.decide(state, log.undecide(entry.fact)) == (entry.fact,)
        state = engine.evolve(state, entry.fact)


def test_opening_choices_do_not_get_in_each_others_way() -> None:
    from tests.support.sittings import sit_down

    sitting = sit_down("london", 4)
    sitting.post(sitting.screen, "start")
    offers = [hand.offer for hand in sitting.state.hands]
    replies = at_once(
        *(
            lambda n=n: (
                sitting.post(sitting.phone(n), "tickets/keep", kept=offers[n][:1]).status_code
            )
            for n in range(4)
        )
    )
    assert replies == [200] * 4
    assert [hand.tickets for hand in sitting.state.hands] == [offer[:1] for offer in offers]


def test_two_people_take_the_same_colour_at_once() -> None:
    from tests.support.sittings import sit_down

    sitting = sit_down("london", 0)

    def join(name: str) -> int:
        form = {"name": name, "color": "red", "request": name}
        return Client().post(sitting.url("join"), form).status_code

    assert sorted(at_once(lambda: join("Ada"), lambda: join("Bo"))) == [302, 422]
    assert sitting.table.seats.count() == 1
