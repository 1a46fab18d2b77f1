"""A backup made while people play has the game at one moment, and can be played on."""

import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.services import ledger
from tests.support.services.parts import App, Postgres, Redis
from tests.support.services.phones import Phone, sit_down
from tests.support.services.playing import playing

BACKUPS = 3


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def app(request: pytest.FixtureRequest) -> Iterator[App]:
    settings = {"DEBUG": "true"}
    if request.param == "PostgreSQL":
        postgres: Postgres = request.getfixturevalue("postgres")
        redis: Redis = request.getfixturevalue("redis")
        settings |= {"DATABASE_URL": postgres.create("copied"), "REDIS_URL": redis.url}
    made = App(settings=settings)
    made.manage("setup")
    with made:
        yield made


def test_a_backup_made_while_people_play_restores_to_a_legal_log(
    app: App, tmp_path: Path, figure: Callable[[str], None], request: pytest.FixtureRequest
) -> None:
    sitting = sit_down(app, players=3)
    luck = random.Random(3)
    files = [tmp_path / f"{i}.zip" for i in range(BACKUPS)]
    took, promised = [], []
    with playing(app, sitting) as play:
        for file in files:
            time.sleep(luck.uniform(0.2, 0.8))
            promised.append(list(play.sent))
            began = time.monotonic()
            app.manage("backup", str(file))
            took.append(time.monotonic() - began)
    now = ledger.rows(app, sitting)
    ledger.check_promises(now, play.sent)
    app.stop()
    for file, before in zip(files, promised, strict=True):
        app.manage("restore", "--replace", str(file))
        then = ledger.rows(app, sitting)
        ledger.replayed(then)
        # Everything confirmed before it began is in it, and nothing that never was.
        ledger.check_promises(then, [sent for sent in before if sent.status == 200])
        assert then == now[: len(then)]
    with app:
        # And the evening goes on from there, with the same seats.
        assert Phone(app.port, sitting).sit(next(iter(sitting.links))).log().status == 200
    figure(
        f"{request.node.callspec.id}: {BACKUPS} backups during {len(now)} entries, the slowest"
        f" {max(took):.1f} s; each restores to a legal log with all that was confirmed before it"
    )
