"""The lobby: opening a table, taking seats, who is host. Services; nothing here is a rule."""

import time
import unicodedata
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import timedelta
from math import ceil
from typing import Any

from django.db import IntegrityError, OperationalError, connection, transaction
from django.db.models import Manager, QuerySet
from django.utils import timezone

from games.lru import Memory
from games.maps import library
from games.models import MapSheet, Seat, Table
from games.refusals import Refused
from games.rules.bonuses.base import Bonus
from games.rules.text import _, color_word
from games.table import codes, index, series
from games.table.moves import changing, note

OBJECTION = timedelta(seconds=20)  # how long any seat can object to a new host
CONSENT = timedelta(seconds=60)  # how long others who are there can agree to one
HERE = timedelta(minutes=4)  # a phone that was heard of within so long is at the table
NOTED = timedelta(seconds=15)  # how often it is written down that somebody is here
GONE = timedelta(seconds=60)  # a host whose phone was silent for so long has vanished
NAME_MOST = 24
TURNING = frozenset(
    "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)  # turn whole lines round
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters and signs with nothing to see


# -- Opening --------------------------------------------------------------------------------------


def open_table(
    *,
    sheet: MapSheet,
    language: str = "en",
    final_round_at: int | None = None,
    tickets: str = Table.Tickets.DEALT,
    setup: str = Table.SetUp.DRAWN,
    score_hidden: bool = False,
    hints: bool = True,
    demo: bool = False,
) -> tuple[Table, str]:
    """Open a table on exactly this version of the sheet; also the secret of the opening browser."""
    board = library.board_of(sheet)
    secret = codes.secret()
    for _attempt in range(50):
        try:
            with transaction.atomic():
                table = Table(
                    code=codes.table_code(),
                    key=codes.table_key(),
                    sheet=sheet,
                    language=language,
                    screen_digest=codes.digest(secret),
                    final_round_at=(
                        board.edition_for(language).at if final_round_at is None else final_round_at
                    ),
                    tickets=tickets,
                    score_hidden=score_hidden,
                    hints=hints,
                    demo=demo,
                )
                table.setup = setup
                table.save(force_insert=True)
        except IntegrityError:  # the code is in use: draw another
            continue
        return table, secret
    raise Refused("full", _("Too many tables are open. Please close one first."))


# -- Seats ----------------------------------------------------------------------------------------


def join(*, table: Table, name: str, color: str, request: str) -> tuple[Seat, str]:
    """Take a seat with a phone; the first one is a host. Also the seat's secret, for its cookie."""
    secret = codes.seat_secret(table.key, request)
    with changing(table) as row:
        known = row.seats.filter(request=request).first()
        if known and known.digest == codes.digest(secret):
            return known, secret
        if known:
            raise Refused(
                "reissued", _("A host has given the seat a new link. Ask for the new QR code.")
            )
        seat = _new_seat(row, name, color, request)
        seat.digest = codes.digest(secret)
        seat.host = not row.seats.filter(host=True).exists()
        seat.seen_at = timezone.now()
        seat.save()
        return seat, secret


def add_phoneless(*, table: Table, name: str, color: str, request: str) -> Seat:
    with changing(table) as row:
        known = row.seats.filter(request=request).first()
        if known:
            return known
        seat = _new_seat(row, name, color, request)
        seat.phoneless = True
        seat.save()
        return seat


def _new_seat(table: Table, name: str, color: str, request: str) -> Seat:
    if table.stage != Table.Stage.LOBBY:
        raise Refused("started", _("The game has already started; you can watch it."))
    if table.locked:
        raise Refused("locked", _("A host has locked this table."))
    board = library.board_of(table.sheet)
    seats = list(table.seats.all())
    if len(seats) >= board.players[1]:
        raise Refused("full", _("All {most} seats are taken."), most=board.players[1])
    name = typed_name(name)
    if any(_looks(seat.name) == _looks(name) for seat in seats):
        raise Refused("name", _("Somebody at this table is already called {name}."), name=name)
    if color not in board.player_colors:
        raise Refused("color", _("Please pick one of the colours."))
    if any(seat.color == color for seat in seats):
        raise Refused(
            "color",
            _("{color} has just been taken. Please pick another colour."),
            color=color_word(color),
        )
    position = 1 + max((seat.position for seat in seats), default=0)
    return Seat(table=table, name=name, color=color, position=position, request=request)


def typed_name(typed: str) -> str:
    """A name as it is kept. Refuses what no game record could hold, and what nobody could see."""
    name = " ".join(typed.split())[:NAME_MOST].strip()
    if any(unicodedata.category(c) in ("Cc", "Cs") or c in TURNING for c in name):
        raise Refused("name", _("This name holds a character that cannot be shown. Type another."))
    if not any(unicodedata.category(c)[0] in "LNPS" and c not in BLANK for c in name):
        raise Refused("name", _("Please type a name."))
    return name


def _looks(name: str) -> str:
    """What makes two names look alike: full-width letters, say, or something invisible in one."""
    return index.spelling("".join(c for c in name if unicodedata.category(c) != "Cf"))


def free_colors(table: Table) -> list[tuple[str, bool]]:
    """The colours of the map, each with whether it is still free."""
    taken = set(table.seats.values_list("color", flat=True))
    return [(color, color not in taken) for color in library.board_of(table.sheet).player_colors]


def _lobby(row: Table) -> None:
    if row.stage != Table.Stage.LOBBY:
        raise Refused("started", _("The game has already started."))


def move_seat(*, table: Table, seat: Seat, place: int) -> None:
    """Put a seat at a place of the clockwise order, from 0; the others close up."""
    with changing(table) as row:
        _lobby(row)
        seats = [other for other in row.seats.order_by("position") if other.pk != seat.pk]
        seats.insert(max(0, min(place, len(seats))), row.seats.get(pk=seat.pk))
        for position, other in enumerate(seats, start=1):
            Seat.objects.filter(pk=other.pk).update(position=position)


def remove_seat(*, table: Table, seat: Seat) -> None:
    with changing(table) as row:
        _lobby(row)
        row.seats.filter(pk=seat.pk).delete()
        _keep_a_host(row)


def _keep_a_host(row: Table) -> None:
    if not row.seats.filter(host=True).exists():
        heir = row.seats.filter(phoneless=False).order_by("position").first()
        if heir:
            Seat.objects.filter(pk=heir.pk).update(host=True)


def name_first(*, table: Table, seat: Seat | None) -> None:
    """Say who starts; None leaves it to the map's rule."""
    with changing(table) as row:
        _lobby(row)
        row.first_seat = seat


def set_locked(*, table: Table, locked: bool) -> None:
    with changing(table) as row:
        row.locked = locked


def set_up(*, table: Table, bonus: Bonus, placed: dict[str, list[str]]) -> None:
    """What a bonus has on the board, as somebody typed in what lies where on the real one."""
    with changing(table) as row:
        _lobby(row)
        problem = bonus.setup_problem(
            library.board_of(row.sheet), {place: tuple(colors) for place, colors in placed.items()}
        )
        if problem:
            raise Refused("setup", problem[1].template, **problem[1].params)
        row.placed = placed
        row.setup = Table.SetUp.TYPED


def close(*, table: Table) -> None:
    with changing(table) as row:
        row.stage = Table.Stage.CLOSED


# -- Rematch --------------------------------------------------------------------------------------


def rematch(*, table: Table, sheet: MapSheet, kind: str = "") -> Table:
    """A new table with the same people; asked twice, it is the same table.

    `kind` says whether it begins a series (see `series.KINDS`); one that is running goes on.

    Seats keep their secrets, so that every phone finds its seat again without joining.
    """
    board = library.board_of(sheet)
    with changing(table) as row:
        if row.rematch and row.rematch.stage != Table.Stage.CLOSED:
            return row.rematch
        seats = list(row.seats.order_by("position"))
        if len(seats) > board.players[1]:
            raise Refused(
                "full", _("{map} has only {most} seats."), map=board.name, most=board.players[1]
            )
        same = sheet.slug == row.sheet.slug
        new, _secret = open_table(
            sheet=sheet,
            language=row.language,
            final_round_at=row.final_round_at if same else None,
            tickets=row.tickets,
            setup=row.setup,
            score_hidden=row.score_hidden,
            hints=row.hints,
            demo=row.demo,
        )
        new.screen_digest = row.screen_digest
        new.series = series.following(row, kind)
        new.save(update_fields=["screen_digest", "series"])
        free = [color for color in board.player_colors if color not in {s.color for s in seats}]
        for seat in seats:
            color = seat.color if seat.color in board.player_colors else free.pop(0)
            Seat.objects.create(
                table=new,
                name=seat.name,
                color=color,
                position=seat.position,
                host=seat.host,
                phoneless=seat.phoneless,
                digest=seat.digest,
                request=seat.request,
            )
        row.rematch = new
        return new


# -- Hosts ----------------------------------------------------------------------------------------


def make_host(*, table: Table, seat: Seat, by: Seat | None, instead: bool) -> None:
    """Give the role to another seat; `instead` gives it away, otherwise it is shared."""
    with changing(table) as row:
        if seat.phoneless:
            raise Refused("phoneless", _("A host needs a phone."))
        Seat.objects.filter(pk=seat.pk, table=row).update(host=True)
        if instead and by and by.pk != seat.pk:
            Seat.objects.filter(pk=by.pk, table=row).update(host=False)
        note(table=row, note="host_made", about=seat, by=by)


def reissue(*, table: Table, seat: Seat, by: Seat | None) -> str:
    """A new secret for a seat whose phone is lost; the old one stops working, and all are told."""
    secret = codes.secret()
    with changing(table) as row:
        Seat.objects.filter(pk=seat.pk, table=row).update(
            digest=codes.digest(secret), phoneless=False
        )
        note(table=row, note="seat_reissued", about=seat, by=by)
    return secret


def hosts_gone(table: Table) -> bool:
    """Whether no host has been heard of lately: no host's phone, nor the opening browser."""
    now = timezone.now()
    # Heard of in the future: the clock was set back, and nobody has spoken since.
    lately = (now - GONE, now + GONE)
    if table.screen_seen_at is not None and lately[0] <= table.screen_seen_at <= lately[1]:
        return False
    return not table.seats.filter(host=True, seen_at__range=lately).exists()


def ask_to_host(*, table: Table, seat: Seat) -> None:
    """Every phone is asked. Where others are there, at least half of them must agree; where nobody
    is, silence is enough. One objection ends it, and so does a host who is back."""
    with changing(table) as row:
        if not hosts_gone(row):
            raise Refused("host_here", _("A host is still at the table."))
        if row.claimant_id is None:
            row.claimant = seat
            row.claimed_at = timezone.now()
            row.seats.update(agrees=False)


def others_here(table: Table) -> QuerySet[Seat]:
    """Who can agree to a new host: phones heard of lately, besides the claimant's and the hosts'.

    Counted from when the claim was made: nobody drops out by waiting for an answer.
    """
    now = timezone.now()
    since = (table.claimed_at or now) - HERE
    here = table.seats.filter(phoneless=False, host=False, seen_at__range=(since, now + GONE))
    return here.exclude(pk=table.claimant_id or 0)


def agree_to_host(*, table: Table, seat: Seat) -> None:
    with changing(table) as row:
        if row.claimant_id is not None and row.claimant_id != seat.pk:
            row.seats.filter(pk=seat.pk).update(agrees=True, seen_at=timezone.now())
            _settle(row)


def object_to_host(*, table: Table, seat: Seat) -> None:
    with changing(table) as row:
        if row.claimant_id != seat.pk:
            _end_claim(row)


def settle_host(*, table: Table) -> None:
    """End a claim whose time is over, one way or the other; harmless at any other time."""
    with changing(table) as row:
        now = timezone.now()
        if row.claimed_at is not None and row.claimed_at > now:
            row.claimed_at = now  # the clock was set back: the time to object begins again
        _settle(row)


def _settle(row: Table) -> None:
    if row.claimant is None or row.claimed_at is None:
        return
    others = list(others_here(row))
    agreed = sum(seat.agrees for seat in others)
    over = timezone.now() - row.claimed_at >= (CONSENT if others else OBJECTION)
    if not hosts_gone(row):
        _end_claim(row)
    elif (over and 2 * agreed >= len(others)) or (others and agreed == len(others)):
        claimant = row.claimant
        Seat.objects.filter(pk=claimant.pk).update(host=True)
        _end_claim(row)
        note(table=row, note="host_taken", about=claimant, by=claimant)
    elif over:
        _end_claim(row)


def _end_claim(row: Table) -> None:
    row.claimant = None
    row.claimed_at = None


def time_to_object(table: Table) -> int:
    """Whole seconds left in which others can agree or object to a new host."""
    if table.claimed_at is None:
        return 0
    patience = CONSENT if needs_consent(table) else OBJECTION
    left = min(table.claimed_at + patience - timezone.now(), patience)
    return max(0, ceil(left.total_seconds()))


def needs_consent(table: Table) -> bool:
    """Whether somebody wants to be host and others are there to agree."""
    return table.claimed_at is not None and others_here(table).exists()


def heard_of(*, table: Table, seat: Seat | None, opener: bool) -> None:
    """Remember who was here; at most every few seconds, so that reading stays reading."""
    seats = {seat.pk} if seat and _long_ago("seat", seat.pk) else set()
    screens = {table.pk} if opener and _long_ago("screen", table.pk) else set()
    if not heard_from(seats=seats, screens=screens):
        for kind, pks in (("seat", seats), ("screen", screens)):
            for pk in pks:
                _noted.forget((kind, pk))


def heard_from(*, seats: Collection[int], screens: Collection[int]) -> bool:
    """Remember who is here now; False if that could not be written down at once.

    A page that is read never waits for somebody who writes: then, and on a full disk, it is
    written down with the next sign of life.
    """
    if not seats and not screens:
        return True
    now = timezone.now()
    try:
        with _without_waiting(), transaction.atomic():
            _unlocked(Seat.objects, seats).update(seen_at=now)
            _unlocked(Table.objects, screens).update(screen_seen_at=now)
    except OperationalError:
        return False
    return True


def _unlocked(rows: Manager[Any], pks: Collection[int]) -> QuerySet[Any]:
    """PostgreSQL locks rows: those that somebody is writing just now are left out."""
    free = rows.select_for_update(skip_locked=True, no_key=True).filter(pk__in=pks)
    return rows.filter(pk__in=free.values("pk")) if pks else rows.none()


@contextmanager
def _without_waiting() -> Iterator[None]:
    """SQLite locks everything: it says so at once, instead of asking again for a while."""
    if connection.vendor != "sqlite":
        yield
        return
    usual = connection.settings_dict["OPTIONS"].get("timeout", 5)
    connection.ensure_connection()
    connection.connection.execute("PRAGMA busy_timeout = 0")
    try:
        yield
    finally:
        if connection.connection is not None:  # closed if it broke; a new one waits as usual
            connection.connection.execute(f"PRAGMA busy_timeout = {int(1000 * usual)}")


_noted: Memory[tuple[str, int], float] = Memory(most=5_000)


def _long_ago(kind: str, pk: int) -> bool:
    # By a clock that nobody sets back.
    now = time.monotonic()
    noted = _noted.get((kind, pk))
    if noted is not None and now - noted < NOTED.total_seconds():
        return False
    _noted.put((kind, pk), now)
    return True
