"""PostgreSQL, Redis, nginx with TLS and two processes: one service, whichever process answers."""

import itertools
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from games.rules.state import Phase
from tests.support.services import ledger
from tests.support.services.evening import Evening, begun, in_turn, seated
from tests.support.services.parts import App, Postgres, Service
from tests.support.services.visitors import Listener, Visitor, metric, until

PEOPLE = ("Ada", "Bo", "Cy")


def spellings(code: str) -> list[str]:
    """A table's code in capital and small letters. nginx deals pages out by the code as it is
    written in their address, so these spectators sit at both processes."""
    both = itertools.product(*((letter, letter.lower()) for letter in code))
    return ["".join(letters) for letters in both][1:13]


def test_a_game_is_played_across_both_processes_and_outlives_each_of_them(
    service: Service, figure: Callable[[str], None]
) -> None:
    began = time.monotonic()
    evening = seated(service, PEOPLE)
    code = evening.sitting.code
    pages = [Listener(evening.screen, code, "screen")]
    pages += [Listener(phone, code, "phone") for phone in evening.phones.values()]
    pages += [Listener(Visitor(service), typed, "screen") for typed in spellings(code)]
    spread = [int(metric(app, "stationmaster_sockets_open")) for app in service.apps]
    assert min(spread) > 0, "all pages hang on one process"
    evening.start()

    def everybody_knows() -> None:
        for page in pages:
            page.wait_for(evening.revision)

    killed: list[App] = []
    while (state := evening.state).phase in (Phase.OPENING, Phase.TURNS):
        evening.move()
        everybody_knows()
        # Twice a process is gone without a goodbye; the first one is back before the second goes.
        if len(killed) < 2 and state.turns_played == 8 * (len(killed) + 1):
            service.mend()
            victim = service.apps[len(killed)]
            victim.kill()
            killed.append(victim)
            evening.choose = lambda: None  # through nginx, as real pages do
            assert evening.post(evening.screen, "undo", seen=evening.confirmed).status == 200
            everybody_knows()
        elif len(killed) == 2 and not killed[1].runs and state.turns_played > 20:
            service.mend()
            evening.choose = in_turn(service)
    assert len(killed) == 2

    numbers = [row.number for row in evening.rows]
    assert numbers == list(range(1, len(numbers) + 1))
    assert evening.confirmed <= numbers[-1]
    ledger.replayed(evening.rows)

    shown, host = "", evening.phones["Ada"]
    for step in itertools.count(1):
        shown = evening.post(host, "reveal/step", step=step).text
        everybody_knows()
        if "/result/" in shown:
            break
        assert step < 100, "the reveal does not end"
    key = shown.split("/result/")[1].split("/")[0]
    records = [host.ask(f"/result/{key}/record.json", at=app) for app in service.apps]
    assert [reply.status for reply in records] == [200, 200]
    assert records[0].text == records[1].text
    assert all(name in records[0].text for name in PEOPLE)

    back = sum(page.connections - 1 for page in pages)
    assert back > 0, "nobody was on the process that was killed"
    for page in pages:
        page.close()
    figure(
        f"two processes: a game of {len(numbers)} entries and its reveal in"
        f" {time.monotonic() - began:.0f} s, both processes killed in turn; sockets {spread},"
        f" {back} came back through nginx, {sum(len(page.texts) for page in pages)} pushes heard"
    )


def at_once(*jobs: Callable[[], int]) -> list[int]:
    barrier = Barrier(len(jobs))

    def run(job: Callable[[], int]) -> int:
        barrier.wait(timeout=20)
        return job()

    with ThreadPoolExecutor(len(jobs)) as pool:
        return [future.result() for future in [pool.submit(run, job) for job in jobs]]


def test_eight_phones_claim_the_same_route_at_once_on_both_processes(service: Service) -> None:
    evening = begun(service, PEOPLE, "germany")
    seen, route = evening.confirmed, "berlin--magdeburg"
    phones = list(evening.phones.values())

    def claim(i: int) -> int:
        form = {"page": "phone", "route": route, "seen": seen}
        path = evening.sitting.path("claim")
        return phones[i % 3].ask(path, form, at=service.apps[i % 2]).status

    replies = at_once(*(lambda i=i: claim(i) for i in range(8)))
    assert set(replies) <= {200, 409, 422}  # too late, or: the route is taken
    assert [row.wire for row in evening.rows].count("route.claimed") == 1
    # The first one: turns before theirs are filled in.
    assert set(evening.state.owners) == {route}


def test_a_form_sent_twice_to_both_processes_acts_once(service: Service) -> None:
    evening = begun(service, PEOPLE)
    phone = evening.phones[evening.seats[0]]
    form = {"page": "phone", "seen": evening.confirmed}
    path = evening.sitting.path("cards")
    replies = at_once(
        *(lambda app=app: phone.ask(path, form, at=app).status for app in service.apps)
    )
    assert replies == [200, 200]
    assert evening.state.turns_played == 1


def test_everybody_logs_at_once_on_both_processes_for_ten_turns(service: Service) -> None:
    evening = begun(service, PEOPLE)
    path = evening.sitting.path("cards")
    for turn in range(10):
        form = {"page": "phone", "seen": evening.rows[-1].number}
        replies = at_once(
            *(
                lambda phone=phone, app=app, form=form: phone.ask(path, form, at=app).status
                for phone, app in zip(evening.phones.values(), service.apps * 2, strict=False)
            )
        )
        assert replies.count(200) == 1
        assert set(replies) == {200, 409}
        assert evening.state.turns_played == turn + 1
    ledger.replayed(evening.rows)


def test_two_people_take_the_same_colour_at_once_on_both_processes(service: Service) -> None:
    evening = Evening(service, "london", in_turn(service))
    evening.open()

    def join(name: str, app: App) -> int:
        guest = Visitor(service)
        guest.ask(evening.sitting.path(), at=app)
        form = {"name": name, "color": "red", "request": name}
        return guest.ask(evening.sitting.path("join"), form, at=app).status

    first, second = service.apps
    assert sorted(at_once(lambda: join("Ada", first), lambda: join("Bo", second))) == [302, 422]
    assert len(ledger.seats(first, evening.sitting)) == 1


def test_setup_on_postgresql_makes_everything_once(postgres: Postgres) -> None:
    app = App(settings={"DATABASE_URL": postgres.create("fresh")})
    try:
        assert "migrations applied" in app.manage("setup")
        assert "migrations applied" not in app.manage("setup")
        app.manage("migrate", "--check")
        slugs = ledger.query(app, "SELECT slug FROM games_mapsheet ORDER BY slug")
        boards = ("europe", "germany", "london", "new-york", "paris", "usa")
        assert slugs == [(slug,) for slug in boards]
    finally:
        app.remove()


def test_open_sockets_are_counted_by_the_kind_of_page(service: Service) -> None:
    evening = begun(service, PEOPLE)
    code = evening.sitting.code

    def open_pages(page: str) -> float:
        return sum(metric(app, "stationmaster_sockets_open", page=page) for app in service.apps)

    until(lambda: open_pages("phone") == 0)
    phone = Listener(evening.phones["Ada"], code, "phone")
    assert (open_pages("phone"), open_pages("screen")) == (1, 0)
    phone.close()
    until(lambda: open_pages("phone") == 0)
