"""Stopping and restarting: nobody is dropped, nothing fails, pages come back."""

import http.client
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from tests.support.services.evening import begun
from tests.support.services.parts import App, Postgres, Redis, Service
from tests.support.services.phones import NO_ANSWER
from tests.support.services.visitors import Listener, Visitor, metric, until

PEOPLE = ("Ada", "Bo")


def test_a_rolling_restart_fails_no_request_and_every_page_comes_back(
    service: Service, figure: Callable[[str], None]
) -> None:
    evening = begun(service, PEOPLE, "germany")  # long: there's something to play till the end
    evening.choose = lambda: None  # through nginx
    code = evening.sitting.code
    pages = [Listener(phone, code, "phone") for phone in evening.phones.values()]
    pages += [Listener(Visitor(service), code, "screen") for _spectator in range(6)]
    over = threading.Event()
    answers: Counter[str] = Counter()

    def keep_asking() -> Counter[str]:
        statuses: Counter[str] = Counter()
        guest = Visitor(service)
        while not over.is_set():
            try:
                statuses[str(guest.ask(f"/t/{code}/screen").status)] += 1
            except NO_ANSWER as failed:
                statuses[repr(failed)] += 1
        return statuses

    def keep_playing() -> Counter[str]:
        while not over.is_set():
            evening.move()  # fails unless the answer is 200
            answers["moves"] += 1
            time.sleep(0.05)
        return answers

    with ThreadPoolExecutor(4) as crowd:
        asking = [crowd.submit(keep_asking) for _guest in range(2)]
        playing = crowd.submit(keep_playing)
        codes = []
        for app in service.apps:
            time.sleep(0.5)
            codes.append(app.stop())
            app.start()
        time.sleep(0.5)
        over.set()
    statuses = sum((future.result() for future in asking), Counter())
    moves = playing.result()["moves"]

    assert codes == [0, 0]
    assert set(statuses) == {"200"}, statuses
    for page in pages:
        page.wait_for(evening.revision)
    goodbyes = Counter(code for page in pages for code in page.goodbyes)
    assert set(goodbyes) == {1012}, goodbyes
    for page in pages:
        page.close()
    figure(
        f"rolling restart of two processes: {statuses['200']} pages and {moves} moves through"
        f" nginx, 0 failed; {goodbyes[1012]} sockets sent away with 1012, all of them back"
    )


def test_a_process_that_is_told_to_stop_answers_what_it_has_begun(
    service: Service, figure: Callable[[str], None]
) -> None:
    evening = begun(service, PEOPLE)
    phone, app = evening.phones[evening.seats[0]], service.apps[0]
    form = {"page": "phone", "seen": evening.rows[-1].number}
    database = app.settings["DATABASE_URL"].rsplit("/", 1)[1]
    with ThreadPoolExecutor(2) as pool, service.postgres.connect(database) as held:
        with held.transaction():
            # Anyone who moves waits for this row, so that the request is still running when told.
            held.execute("SELECT 1 FROM games_table FOR UPDATE")
            answer = pool.submit(phone.ask, evening.sitting.path("cards"), form, at=app)
            until(lambda: waiting(held))
            began = time.monotonic()
            stopping = pool.submit(app.stop)
            until(lambda: refuses(app))
            assert not stopping.done()
        assert answer.result().status == 200
        assert stopping.result() == 0
    assert evening.state.turns_played == 1
    took = time.monotonic() - began
    figure(f"told to stop with a request running: answered it, gone after {took:.1f} s")


def waiting(connection: object) -> bool:
    question = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    return bool(connection.execute(question).fetchone()[0])  # type: ignore[attr-defined]


def refuses(app: App) -> bool:
    """Its port is closed, though it may still run."""
    try:
        socket.create_connection(("127.0.0.1", app.port), timeout=2).close()
    except ConnectionRefusedError:
        return True
    return False


def test_a_killed_process_costs_no_request_that_comes_through_nginx(
    service: Service, figure: Callable[[str], None]
) -> None:
    evening = begun(service, PEOPLE)
    evening.choose = lambda: None
    before = evening.rows[-1].number
    for app in service.apps:
        app.kill()
        for _move in range(6):
            evening.move()
        service.mend()
    assert evening.rows[-1].number == before + 12
    figure("one process down, requests through nginx: 12 moves, 0 failed")


def test_health_tells_which_part_does_not_answer(postgres: Postgres) -> None:
    with Redis() as redis:
        app = App(settings={"DATABASE_URL": postgres.create("health"), "REDIS_URL": redis.url})
        app.manage("setup")
        with app:
            assert health(app) == (200, "ok")
            redis.stop()
            assert health(app) == (503, "Redis does not answer")
            redis.start()
            assert health(app) == (200, "ok")
            for part, sentence in (
                (redis, "Redis does not answer"),
                (postgres, "the database does not answer"),
            ):
                part.freeze()
                try:
                    assert health(app) == (503, sentence)
                finally:
                    part.thaw()
                until(lambda: health(app) == (200, "ok"))
            assert metric(app, "stationmaster_database_up") == 1


def health(app: App) -> tuple[int, str]:
    line = http.client.HTTPConnection("127.0.0.1", app.port, timeout=30)
    line.request("GET", "/healthz")
    answer = line.getresponse()
    text = answer.read().decode()
    line.close()
    return answer.status, text
