"""A backup made by an older program moves from SQLite to PostgreSQL, and people play on there."""

import json

from tests.support.restored import BACKUP, WHAT_WAS_THERE, look_around
from tests.support.services.parts import App, Postgres


def test_a_backup_from_before_the_rooms_moves_to_postgresql(postgres: Postgres) -> None:
    was = json.loads(WHAT_WAS_THERE.read_text("utf-8"))
    url = postgres.create("from_before")
    app = App(settings={"DATABASE_URL": url})
    try:
        assert "Moved from another kind" in app.manage("restore", str(BACKUP))
        app.manage("setup")
        app.manage("migrate", "--check")
        now = look_around(DATA_DIR=app.data, DATABASE_URL=url)
    finally:
        app.remove()
    assert now["finished"]["totals"] == was["finished"]["totals"]
    assert now["finished"]["history"] == [f"/result/{was['finished']['key']}/"]
    for what in ("turns", "to move", "owners"):
        assert now["running"][what] == was["running"][what], what
    assert now["running"]["turns after"] == was["running"]["turns"] + 1
    assert now["lobby"]["stage"] == "playing"
    assert now["staff"]["edda"]["signed in"] == 302
    assert "games.view_table" in now["staff"]["edda"]["may"]
    assert now["kinds"]["content types after"] == len(now["kinds"]["content types"])
