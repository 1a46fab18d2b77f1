"""The server is killed fifty times, on SQLite. A file of its own, so that both run at once."""

from collections.abc import Callable

from tests.support.services.killing import kill_again_and_again
from tests.support.services.parts import App


def test_killed_fifty_times_on_sqlite_every_confirmed_entry_is_there_once(
    figure: Callable[[str], None],
) -> None:
    app = App(settings={"DEBUG": "true"})
    app.manage("setup")
    with app:
        figure("SQLite: " + kill_again_and_again(app))
