"""Offers a corrected version of the board to tables that play on an older one."""

from collections.abc import Sequence

from games.maps import library
from games.models import MapSheet, Seat, Table
from games.refusals import Refused
from games.rules import engine
from games.rules.actions import CompareSheet
from games.rules.corrections.adopting import SETTINGS, adoption
from games.rules.log import Fact, Noted
from games.rules.state import State
from games.rules.text import _
from games.rules.violations import RuleViolation
from games.table import learning
from games.table.snapshot import Game, TableSnapshot, load_locked, load_table
from games.table.writing import append, changing, write


def offered(snapshot: TableSnapshot) -> MapSheet | None:
    """The published version that a table on an older one can change to, if any: nothing played so
    far may contradict it."""
    table = snapshot.table
    if table.stage not in (Table.Stage.LOBBY, Table.Stage.PLAYING):
        return None
    state = snapshot.game.state if snapshot.game else None
    newest = _newer(table, state)
    if newest is None:
        return None
    if state is None:
        return newest if _fits_lobby(table, newest) else None
    return newest if _step(state, newest) is not None else None


def _newer(table: Table, state: State | None = None) -> MapSheet | None:
    """The published version, if it is later than those the table was opened with and took over."""
    used = max(table.sheet.version, state.lessons.version if state else 0)
    newer = (
        library.versions(table.sheet.slug)
        .filter(state=MapSheet.State.PUBLISHED, version__gt=used)
        .first()
    )
    took_over = used > table.sheet.version  # then even the content it began with is news
    if newer is None or (newer.checksum == table.sheet.checksum and not took_over):
        return None
    return newer


def _fits_lobby(table: Table, newest: MapSheet) -> bool:
    old, new = library.board_of(table.sheet), library.board_of(newest)
    names = (*SETTINGS, "players", "player_colors", "editions")
    return all(getattr(old, name) == getattr(new, name) for name in names)


def _step(state: State, newest: MapSheet) -> CompareSheet | None:
    """The action that changes a table over; None if the new version contradicts what was played."""
    step = adoption(state, library.board_of(newest), newest.version)
    if step is None:
        return None
    try:
        engine.decide(state, step)
    except RuleViolation:
        return None
    return step


def adopt(*, table: Table, by: Seat | None, request: str = "") -> None:
    """Play on with the version in force. That is one entry, which can be undone.

    A table in the lobby simply switches to it and keeps what it has found out already.
    """
    if table.stage == Table.Stage.LOBBY:
        _adopt_in_lobby(table)
        return

    def decide(game: Game) -> Sequence[Fact]:
        newest = _newer(table, game.state)
        step = _step(game.state, newest) if newest else None
        if step is None:
            raise _does_not_fit()
        return engine.decide(game.state, step)

    write(table=table, decide=decide, by=by, request=request)


def _adopt_in_lobby(table: Table) -> None:
    with changing(table) as row:
        newest = _newer(row)
        if row.stage != Table.Stage.LOBBY or newest is None or not _fits_lobby(row, newest):
            raise _does_not_fit()
        lessons = learning.lessons(row)
        row.sheet = newest
        learning.learn_again(row, lessons)


def _does_not_fit() -> Refused:
    return Refused("stale", _("The new version of the board doesn’t fit what’s been played here."))


def announce_new_version(slug: str) -> None:
    """Note in the log of every table that plays on an older version that there is a newer one."""
    playing = Table.objects.filter(sheet__slug=slug, stage=Table.Stage.PLAYING)
    for table in playing.select_related("sheet"):
        if offered(load_table(table)) is None:
            continue
        with changing(table) as row:
            last = load_locked(row).started_game.last
            append(table=row, facts=[Noted("board_corrected")], after=last)
