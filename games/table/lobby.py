"""The lobby: opening a table, taking seats, the rematch. Nothing here is a rule of the game."""

import unicodedata
from collections.abc import Sequence

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone

from games.maps import library
from games.models import MapSheet, Origin, Seat, Table
from games.refusals import Refused
from games.rules.board import Board
from games.rules.bonuses.base import Bonus
from games.rules.text import _, color_word, plural, sheet_name
from games.table import codes, index, learning, ratings, series
from games.table.writing import changing

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
    variant: str = "",
    score_hidden: bool = False,
    lead_hidden: bool = False,
    hints: bool = True,
    nudge_minutes: int = 0,
    demo: bool = False,
) -> tuple[Table, str]:
    """Open a table on exactly this version of the sheet; also the secret of the opening browser."""
    board = library.board_of(sheet)
    _check_variant(board, variant)
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
                    tickets=tickets if board.deals else Table.Tickets.PAPER,
                    variant=variant,
                    score_hidden=score_hidden,
                    lead_hidden=lead_hidden,
                    hints=hints,
                    nudge_minutes=nudge_minutes,
                    demo=demo,
                    origin=Origin.DEMO if demo else Origin.HERE,
                )
                table.setup = setup
                table.save(force_insert=True)
        except IntegrityError:  # the code is in use: draw another
            continue
        ratings.keep_up(demo=demo)  # for the favourite; soon people sit down
        return table, secret
    raise Refused("full", _("Too many tables are open. Please close one first."))


def last_played_first(sheets: Sequence[MapSheet]) -> list[MapSheet]:
    """Maps in the order in which tables were last opened on them, then those never played."""
    opened = Table.objects.filter(demo=False).values_list("sheet__slug")
    latest = dict(opened.annotate(at=Max("opened_at")).order_by())
    played = [sheet for sheet in sheets if sheet.slug in latest]
    played.sort(key=lambda sheet: latest[sheet.slug], reverse=True)
    return [*played, *(sheet for sheet in sheets if sheet.slug not in latest)]


def _check_variant(board: Board, variant: str) -> None:
    if variant and variant not in [each.id for each in board.variants]:
        raise Refused("variant", _("Please pick one of this map’s expansions."))


# -- Seats ----------------------------------------------------------------------------------------


def join(*, table: Table, name: str, color: str, request: str) -> tuple[Seat, str]:
    """Take a seat with a phone; the first one is a host. Also the seat's secret, for its cookie."""
    secret = codes.seat_secret(table.key, request)
    with changing(table) as row:
        earlier = row.seats.filter(request=request).first()
        if earlier and earlier.digest == codes.digest(secret):
            return earlier, secret
        if earlier:
            raise Refused(
                "reissued", _("A host has given this seat a new link. Ask for the new QR code.")
            )
        seat = _new_seat(row, name, color, request)
        seat.digest = codes.digest(secret)
        seat.host = not row.seats.filter(host=True).exists()
        seat.seen_at = timezone.now()
        seat.save()
        return seat, secret


def add_phoneless(*, table: Table, name: str, color: str, request: str) -> Seat:
    with changing(table) as row:
        earlier = row.seats.filter(request=request).first()
        if earlier:
            return earlier
        seat = _new_seat(row, name, color, request)
        seat.phoneless = True
        seat.save()
        return seat


def _new_seat(table: Table, name: str, color: str, request: str) -> Seat:
    if table.stage != Table.Stage.LOBBY:
        raise Refused("started", _("The game has already started, but you can watch."))
    if table.locked:
        raise Refused("locked", _("A host has locked this table."))
    board = library.board_of(table.sheet)
    seats = list(table.seats.all())
    if len(seats) >= board.players[1]:
        raise Refused(
            "full",
            plural("The only seat is taken.", "All {count} seats are taken.", board.players[1]),
        )
    name = typed_name(name)
    if any(_looks(seat.name) == _looks(name) for seat in seats):
        raise Refused("name", _("Someone at this table is already called {name}."), name=name)
    if color not in board.player_colors:
        raise Refused("color", _("Please pick a colour."))
    if any(seat.color == color for seat in seats):
        raise Refused(
            "color",
            _("Someone just took {color}. Please pick another colour."),
            color=color_word(color),
        )
    position = 1 + max((seat.position for seat in seats), default=0)
    return Seat(table=table, name=name, color=color, position=position, request=request)


def typed_name(typed: str) -> str:
    """A name as it is stored. Refuses characters that records cannot hold, and names nobody could
    see."""
    name = " ".join(typed.split())[:NAME_MOST].strip()
    if any(unicodedata.category(c) in ("Cc", "Cs") or c in TURNING for c in name):
        raise Refused("name", _("This name has a character we can’t show. Please try another."))
    if not any(unicodedata.category(c)[0] in "LNPS" and c not in BLANK for c in name):
        raise Refused("name", _("Please enter a name."))
    return name


def _looks(name: str) -> str:
    """A key that is equal for names that look alike: with full-width letters, say, or invisible
    ones."""
    return index.spelling_key("".join(c for c in name if unicodedata.category(c) != "Cf"))


def free_colors(table: Table) -> list[tuple[str, bool]]:
    """The colours of the map, each with whether it is free."""
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
    """Set who starts; None leaves it to the map's rule."""
    with changing(table) as row:
        _lobby(row)
        row.first_seat = seat


def set_locked(*, table: Table, locked: bool) -> None:
    with changing(table) as row:
        row.locked = locked


def change_options(
    *,
    table: Table,
    final_round_at: int | None,
    tickets: str,
    setup: str,
    variant: str,
    score_hidden: bool,
    lead_hidden: bool,
    hints: bool,
    nudge_minutes: int,
) -> None:
    """Change how the table is played, before the start."""
    with changing(table) as row:
        _lobby(row)
        _check_variant(library.board_of(row.sheet), variant)
        if final_round_at is not None:
            row.final_round_at = final_round_at
        row.tickets = tickets if library.board_of(row.sheet).deals else Table.Tickets.PAPER
        row.setup = setup
        row.variant = variant
        row.score_hidden = score_hidden
        row.lead_hidden = lead_hidden
        row.hints = hints
        row.nudge_minutes = nudge_minutes


def set_up(*, table: Table, bonus: Bonus, placed: dict[str, list[str]]) -> None:
    """Save what was typed in about where a bonus' pieces lie on the real board."""
    with changing(table) as row:
        _lobby(row)
        problem = bonus.setup_problem(
            library.board_of(row.sheet), {place: tuple(colors) for place, colors in placed.items()}
        )
        if problem:
            raise Refused("setup", problem[1])
        row.placed = placed
        row.setup = Table.SetUp.TYPED


def close(*, table: Table) -> None:
    with changing(table) as row:
        row.stage = Table.Stage.CLOSED


# -- Rematch --------------------------------------------------------------------------------------


def rematch_maps(table: Table) -> list[MapSheet]:
    """The maps to choose from for a rematch: all published ones, and the board these people drew at
    this table even if it has not been kept yet."""
    maps = library.published()
    drawn_here = table.sheet.published_at is None and table.sheet.state == MapSheet.State.RETIRED
    if drawn_here and all(row.slug != table.sheet.slug for row in maps):
        return [table.sheet, *maps]
    return maps


def rematch(*, table: Table, sheet: MapSheet, kind: str = "") -> Table:
    """Open a table with the same people; asked twice, it is the same table.

    `kind` says whether that begins a series (see `series.KINDS`); a running one goes on. On the
    same version of the sheet the new table starts with what this one has found out about the board.
    Seats keep their secrets, so every phone finds its seat without joining again.
    """
    board = library.board_of(sheet)
    with changing(table) as row:
        if row.rematch and row.rematch.stage != Table.Stage.CLOSED:
            return row.rematch
        seats = list(row.seats.order_by("position"))
        if len(seats) > board.players[1]:
            raise Refused(
                "full",
                plural(
                    "{map} has only {count} seat.",
                    "{map} has only {count} seats.",
                    board.players[1],
                    map=sheet_name(board.name, board.names),
                ),
            )
        same = sheet.slug == row.sheet.slug
        new, _secret = open_table(
            sheet=sheet,
            language=row.language,
            final_round_at=row.final_round_at if same else None,
            tickets=row.tickets,
            setup=row.setup,
            variant=_kept_variant(row, board) if same else "",
            score_hidden=row.score_hidden,
            lead_hidden=row.lead_hidden,
            hints=row.hints,
            nudge_minutes=row.nudge_minutes,
            demo=row.demo,
        )
        new.screen_digest = row.screen_digest
        new.series = series.series_of_rematch(row, kind)
        new.events_digest, row.events_digest = row.events_digest, ""  # the stream goes along
        if sheet.pk == row.sheet_id:
            learning.carry_over(row, new)
        new.save()
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


def _kept_variant(table: Table, board: Board) -> str:
    """The expansion of a table, if the newer version of its sheet still has it."""
    return table.variant if table.variant in [each.id for each in board.variants] else ""
