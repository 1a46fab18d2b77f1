"""Finished games as files: records, a zip of records, scores as CSV; and records read back in.

An imported record is checked exactly as `replay` does, stored as a closed table and indexed. The
same game is stored once, however often it is sent.
"""

import base64
import csv
import hashlib
import hmac
import io
import json
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.dateparse import parse_date, parse_datetime

from games.archive import replays
from games.maps import empty_boards, library
from games.models import Entry as EntryRow
from games.models import MapSheet, Play, Score, Table
from games.rules import codec, log, record
from games.rules.events import TicketSettled, TicketsMended
from games.rules.log import Entry
from games.rules.reading import Malformed, load_json
from games.rules.state import Phase
from games.rules.text import Text, _, text
from games.rules.violations import Code
from games.table import index
from games.table.lobby import NAME_MOST

AT_ONCE = 50  # games read in one go
VERSIONS = 5  # of a map's sheet that are tried, the newest first


# -- Out: records ---------------------------------------------------------------------------------


def record_of(entries: Sequence[Entry], play: Play | None, sheet: MapSheet) -> dict[str, Any]:
    """The record of a game, with when it was played (docs/record.md, “Times”)."""
    written = _written(entries, sheet) | empty_boards.carried(sheet)
    if play is None:
        return written
    times = {"started_at": play.started_at, "finished_at": play.finished_at}
    about: dict[str, Any] = {
        name: at.astimezone(UTC).isoformat(timespec="seconds") for name, at in times.items()
    }
    if play.demo:
        about["demo"] = True
    moves = written.pop("moves")
    return {**written, **about, "moves": moves}


def _written(entries: Sequence[Entry], sheet: MapSheet) -> dict[str, Any]:
    """The record of a game. The board is loaded only if tickets were corrected, which is rare."""
    events = [event for _number, event in log.in_force(entries)]
    started, board = log.started(entries), None
    if any(isinstance(event, TicketSettled | TicketsMended) for event in events):
        board = library.board_of(sheet).with_variant(started.variant)
    return record.write(started, events, board)


def dumps(written: dict[str, Any]) -> bytes:
    """A record as JSON that people can read: one line for each player and each move."""
    return ("{\n" + ",\n".join(_field(*item) for item in written.items()) + "\n}\n").encode()


def _field(name: str, value: object) -> str:
    if isinstance(value, list) and value:
        lines = ",\n".join(f"  {_json(item)}" for item in value)
        return f" {_json(name)}: [\n{lines}\n ]"
    return f" {_json(name)}: {_json(value)}"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def file_name(play: Play) -> str:
    day = timezone.localdate(play.finished_at)
    return f"stationmaster-{play.map}-{day:%Y-%m-%d}-{play.table_id}.json"


def records(plays: QuerySet[Play]) -> Iterator[tuple[Play, bytes]]:
    """Every game as a file: its name and content."""
    for play, entries in _logs(plays):
        yield play, dumps(record_of(entries, play, play.table.sheet))


def _logs(plays: QuerySet[Play]) -> Iterator[tuple[Play, list[Entry]]]:
    """The games and their logs, a few at a time: ten thousand need no more memory than fifty."""
    for some in _pieces(plays):
        entries: dict[int, list[Entry]] = {play.table_id: [] for play in some}
        rows = EntryRow.objects.filter(table__in=entries).order_by("table_id", "number")
        for table, number, name, payload in rows.values_list(
            "table_id", "number", "wire", "payload"
        ):
            entries[table].append(Entry(number, codec.unpack(name, payload)))
        for play in some:
            if log := entries[play.table_id]:  # else it was deleted a moment ago
                yield play, log


def _pieces(plays: QuerySet[Play]) -> Iterator[list[Play]]:
    numbers = list(plays.values_list("pk", flat=True))
    for start in range(0, len(numbers), AT_ONCE):
        wanted = numbers[start : start + AT_ONCE]
        plays_by_pk = Play.objects.in_bulk(wanted)
        yield [plays_by_pk[pk] for pk in wanted if pk in plays_by_pk]


def zipped(plays: QuerySet[Play]) -> Iterator[bytes]:
    """A zip archive of the records and the scores, in pieces as they are made."""
    made = _Outbox()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=4) as archive:
        for play, content in records(plays):
            info = zipfile.ZipInfo(file_name(play), _zip_time(play.finished_at))
            info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(info, content)
            yield made.take()
        with archive.open("scores.csv", "w", force_zip64=True) as member:
            for piece in scores_csv(plays):
                member.write(piece)
        yield made.take()
    yield made.take()


def _zip_time(at: datetime) -> tuple[int, int, int, int, int, int]:
    at = timezone.localtime(at)  # a zip knows no zones
    return (max(1980, at.year), at.month, at.day, at.hour, at.minute, at.second)


class _Outbox(io.RawIOBase):
    """A file that `zipfile` writes to, and whose content is taken out meanwhile."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, piece: Any) -> int:
        self._pieces.append(bytes(piece))
        return len(piece)

    def take(self) -> bytes:
        taken, self._pieces = b"".join(self._pieces), []
        return taken


# -- Out: scores ----------------------------------------------------------------------------------

COLUMNS = (
    *("finished_at", "started_at", "map", "players", "turns", "seat", "player", "name", "color"),
    *("rank", "total", "routes", "tickets", "bonuses", "tickets_completed", "tickets_failed"),
    "game",
)
# What a spreadsheet would take for a formula, in the wide forms of East Asian keyboards, too.
FORMULA = tuple("=+-@\t\r\n＝＋－＠")


def scores_csv(plays: QuerySet[Play]) -> Iterator[bytes]:
    """One line per player and game. It starts with a mark that tells spreadsheets it is UTF-8."""
    made = io.StringIO()
    write = csv.writer(made).writerow
    made.write("\ufeff")
    write(COLUMNS)
    for some in _pieces(plays):
        scores = Score.objects.filter(play__in=some).select_related("player", "play__table")
        by_game: dict[int, list[Score]] = {play.pk: [] for play in some}
        for score in scores.order_by("play_id", "rank", "seat"):
            by_game[score.play_id].append(score)
        for score in (score for play in some for score in by_game[play.pk]):
            write(_row(score))
        yield made.getvalue().encode()
        made.seek(0)
        made.truncate()
    yield made.getvalue().encode()


def _row(score: Score) -> list[object]:
    play = score.play
    return [
        f"{timezone.localtime(play.finished_at):%Y-%m-%d %H:%M}",
        f"{timezone.localtime(play.started_at):%Y-%m-%d %H:%M}",
        play.map,
        play.players,
        play.turns,
        score.seat + 1,
        harmless(score.player.name),
        harmless(score.name),
        score.color,
        score.rank,
        score.total,
        score.route_points,
        score.ticket_points,
        score.bonus_points,
        score.tickets_completed,
        score.tickets_failed,
        # Keys may begin with a minus.
        harmless(play.table.key),
    ]


def harmless(words: str) -> str:
    """Text that no spreadsheet takes for a formula."""
    return f"'{words}" if words.startswith(FORMULA) else words


# -- In -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Accepted:
    """A finished game that can be stored: played on this very version of its sheet."""

    key: str
    sheet: MapSheet
    game: record.Game
    started_at: datetime | None
    finished_at: datetime | None
    demo: bool


@dataclass(frozen=True, slots=True)
class AlreadyHere:
    """A record of a game that is stored already."""

    table: Table


class NotTaken(Exception):
    """A record that cannot be imported: code and sentence as of `replay`, and where it went
    wrong."""

    def __init__(self, code: str, sentence: Text, where: str = "", move: int | None = None) -> None:
        self.code, self.reason, self.where, self.move = code, sentence, where, move
        super().__init__(str(sentence))

    @property
    def sentence(self) -> Text:
        """The sentence with its place in front: a move counted from 1, or where in the file."""
        if self.move is not None:
            return text(_("move {n}: {sentence}"), n=self.move, sentence=self.reason)
        if self.where:
            return text("{where}: {sentence}", where=self.where, sentence=self.reason)
        return self.reason


def too_large(most: int) -> NotTaken:
    sentence = text(_("The file is too large: at most {limit} MB are read."), limit=most // 2**20)
    return NotTaken(Code.MALFORMED.value, sentence)


def judge(raw: bytes) -> Accepted | AlreadyHere:
    """Check a file without changing anything. Raises NotTaken."""
    try:
        data = load_json(raw)
        parsed = record.read(data)
        _check_names(parsed)
        sheet, game = _played(parsed, data)
    except Malformed as wrong:
        raise NotTaken(Code.MALFORMED.value, wrong.text, wrong.where) from None
    except record.IllegalMove as illegal:
        violation = illegal.violation
        raise NotTaken(str(violation.code), violation.text, move=illegal.move) from None
    if game.state.phase is not Phase.OVER:
        raise NotTaken("unfinished", text(_("This game isn’t finished yet.")))
    key = _key(game)
    if table := Table.objects.filter(key=key).first() or _twin(game):
        return AlreadyHere(table)
    assert isinstance(data, dict)
    return Accepted(key, sheet, game, *_times(data), demo=data.get("demo") is True)


@transaction.atomic
def store(accepted: Accepted) -> Table | None:
    """Store a record as a finished game; None if somebody else has just done it."""
    finished_at = accepted.finished_at or timezone.now()
    started_at = accepted.started_at or finished_at
    try:
        with transaction.atomic():
            sheet = accepted.sheet
            if sheet._state.adding:  # the record brought it along
                sheet = empty_boards.keep(sheet, accepted.game.state.sheet)
            table = replays.store(
                game=accepted.game, sheet=sheet, key=accepted.key, demo=accepted.demo
            )
    except IntegrityError:
        if Table.objects.filter(key=accepted.key).exists():
            return None
        raise
    # The log tells when it was played: the index can be rebuilt from it.
    Table.objects.filter(pk=table.pk).update(opened_at=started_at, changed_at=finished_at)
    table.entries.update(at=finished_at)
    table.entries.filter(number=1).update(at=started_at)
    index.add_game(
        table=table, state=accepted.game.state, started_at=started_at, finished_at=finished_at
    )
    return table


def _check_names(parsed: record.Record) -> None:
    """Refuse names that a record can hold but a seat cannot."""
    met: set[str] = set()
    for number, player in enumerate(parsed.players):
        where, spelled = f"players[{number}].name", index.spelling_key(player.name)
        if len(player.name) > NAME_MOST:
            raise Malformed(where, _("This text is longer than {most} characters."), most=NAME_MOST)
        if spelled in met:
            raise Malformed(where, _("Two players are called {name}."), name=player.name)
        met.add(spelled)


def _played(parsed: record.Record, data: object) -> tuple[MapSheet, record.Game]:
    """The game on the newest version of its sheet that it fits, or on the drawn one it brings along
    if there is none here. Raises the newest one's refusal."""
    versions = library.versions(parsed.map).exclude(state__in=MapSheet.OPEN)
    candidates = sorted(versions[:VERSIONS], key=lambda row: row.state != MapSheet.State.PUBLISHED)
    if not candidates:
        if board := empty_boards.carried_in(data, parsed.map):
            return empty_boards.unsaved(board), record.replay(parsed, board)
        raise NotTaken(
            Code.UNKNOWN_MAP.value, text(_("There’s no map sheet “{map}”."), map=parsed.map), "map"
        )
    refusal: Exception | None = None
    for sheet in candidates:
        try:
            return sheet, record.replay(parsed, library.board_of(sheet))
        except (Malformed, record.IllegalMove) as wrong:
            refusal = refusal or wrong
    assert refusal is not None
    raise refusal


def _key(game: record.Game) -> str:
    """The key of an imported game: the same for the same content, and not guessable by others."""
    content = b"record:" + _content(record.write(game.started, game.events))
    made = hmac.new(settings.SECRET_KEY.encode(), content, hashlib.sha256)
    return base64.urlsafe_b64encode(made.digest())[:22].decode("ascii")


def _content(written: dict[str, Any]) -> bytes:
    """What makes two records the same game, whatever the order and extra fields of their files."""
    return json.dumps(written, sort_keys=True).encode()


def _twin(game: record.Game) -> Table | None:
    """The same game, if it was played at a table here or imported under another key."""
    candidates = Play.objects.filter(
        map=game.started.map, players=len(game.started.players), turns=game.state.turns_played
    )
    for number, player in enumerate(game.started.players):
        same = Score.objects.filter(seat=number, name=player.name, color=player.color)
        candidates = candidates.filter(pk__in=same.values("play"))
    wanted = _content(record.write(game.started, game.events))
    for play, entries in _logs(candidates):
        if _content(_written(entries, play.table.sheet)) == wanted:
            return play.table
    return None


def _times(data: dict[str, Any]) -> tuple[datetime | None, datetime | None]:
    """When the game was played, if the record has times that can be true."""
    finished = _time(data.get("finished_at")) or _time(data.get("played"))
    started = _time(data.get("started_at"))
    if started and finished and not timedelta() <= finished - started <= timedelta(days=366):
        started = None
    return (started if finished else None), finished


def _time(written: object) -> datetime | None:
    if not isinstance(written, str):
        return None
    try:
        day = parse_date(written) if len(written) == 10 else None
        at = datetime(day.year, day.month, day.day, 12) if day else parse_datetime(written)
        if at is None:
            return None
        at = at if timezone.is_aware(at) else timezone.make_aware(at)
        at = at.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    return at if at.year >= 1900 and at <= timezone.now() + timedelta(days=1) else None


def outcome(raw: bytes, *, dry_run: bool = False) -> tuple[bool, Table | None]:
    """Import a record: whether it is new, and its table. Raises NotTaken."""
    judged = judge(raw)
    if isinstance(judged, AlreadyHere):
        return False, judged.table
    if dry_run:
        return True, None
    table = store(judged)
    if table is None:
        return False, Table.objects.get(key=judged.key)
    return True, table


class BrokenArchive(Exception):
    """A zip archive that cannot be opened, or not read to its end."""


@contextmanager
def reading_an_archive() -> Iterator[None]:
    """Turn everything that `zipfile` raises for a broken archive into BrokenArchive.

    There is no list of that: its own exceptions, those of four decompressors, and whatever happens
    to numbers from the file where they are used (ValueError, OSError, struct.error, MemoryError,
    …).
    """
    try:
        yield
    except Exception as error:  # noqa: BLE001
        raise BrokenArchive(str(error) or type(error).__name__) from None


def members(archive: zipfile.ZipFile) -> Iterable[zipfile.ZipInfo]:
    """The records of a zip archive, whatever folders they are in."""
    for info in archive.infolist():
        name = info.filename.rsplit("/", 1)[-1]
        hidden = name.startswith(".") or info.filename.startswith("__MACOSX/")
        if not info.is_dir() and not hidden and name.lower().endswith(".json"):
            yield info
