"""The server is killed fifty times, on PostgreSQL. A file of its own, so that both run at once."""

from collections.abc import Callable

from tests.support.services.killing import kill_again_and_again
from tests.support.services.parts import App, Postgres, Redis


def test_killed_fifty_times_on_postgresql_every_confirmed_entry_is_there_once(
    postgres: Postgres, redis: Redis, figure: Callable[[str], None]
) -> None:
    database = {"DATABASE_URL": postgres.create("killed"), "REDIS_URL": redis.url}
    app = App(settings={"DEBUG": "true", **database})
    app.manage("setup")
    with app:
        figure("PostgreSQL: " + kill_again_and_again(app))
