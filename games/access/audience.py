"""Works out who is making a request: the only place that turns cookies or links into an audience.

A seat opens only with its secret, never with a name or the table's code.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, parse_cookie
from django.utils.crypto import constant_time_compare

from games.access import throttle
from games.models import Seat, Table
from games.table import codes
from games.table.snapshot import TableSnapshot, load, load_table

DAYS = 30


def cookies_of(scope: Mapping[str, Any]) -> dict[str, str]:
    """The cookies of a socket, parsed as Django parses those of a page.

    Browsers also send cookies set by other programs on the same host, at any port. Python's
    `SimpleCookie` stops at the first malformed one, and would lose the seat's cookie.
    """
    lines = (value.decode("latin-1") for name, value in scope["headers"] if name == b"cookie")
    return parse_cookie("; ".join(lines))


@dataclass(frozen=True, slots=True)
class Audience:
    """Who is looking at a table, with the snapshot loaded for them.

    Without a seat, that's the screen or a spectator.
    """

    snapshot: TableSnapshot
    seat: Seat | None = None
    opener: bool = False  # the browser that opened the table

    @property
    def table(self) -> Table:
        return self.snapshot.table

    @property
    def host(self) -> bool:
        return self.opener or (self.seat is not None and self.seat.host)

    @property
    def at_table(self) -> bool:
        return self.opener or self.seat is not None

    def may_log_for(self, number: int) -> bool:
        """Whether this audience can log a turn for a seat: it's that seat's turn, it's their own,
        or its player has no phone."""
        if not self.at_table:
            return False
        if number == self.snapshot.started_game.state.to_move:
            return True
        if self.seat is not None and self.seat.number == number:
            return True
        return any(seat.number == number and seat.phoneless for seat in self.snapshot.seats)


def audience_for(table: Table, cookies: Mapping[str, str]) -> Audience:
    """The audience of these cookies, with the table as committed."""
    return audience_at(load_table(table), cookies)


def audience_at(snapshot: TableSnapshot, cookies: Mapping[str, str]) -> Audience:
    table = snapshot.table
    seat = _holder(snapshot, cookies.get(_seat_cookie(table), ""))
    return Audience(snapshot, seat, _opener(table, cookies))


def may_skip_wait(address: str, code: str, cookies: Mapping[str, str]) -> bool:
    """Whether a blocked address may open a table: only people who are already part of it may."""
    if throttle.is_trusted(address, code):
        return True
    snapshot = load(code)
    return snapshot is not None and audience_at(snapshot, cookies).at_table


def seat_by_secret(table: Table, secret: str) -> Seat | None:
    return _holder(load_table(table), secret)


def _holder(snapshot: TableSnapshot, secret: str) -> Seat | None:
    if not secret:
        return None
    # Looked up by digest: the timing of comparing hashes is of no use to an attacker.
    digest = codes.digest(secret)
    return next((seat for seat in snapshot.seats if seat.digest == digest), None)


def _opener(table: Table, cookies: Mapping[str, str]) -> bool:
    secret = cookies.get(_screen_cookie(table), "")
    return bool(secret) and constant_time_compare(codes.digest(secret), table.screen_digest)


# -- Across tables: what a browser may see and change after the game ------------------------------


@dataclass(frozen=True, slots=True)
class Holder:
    """Every table that a browser's cookies open: its seats, and those it is host of."""

    seats: tuple[Seat, ...] = ()
    hosted: frozenset[int] = frozenset()

    @property
    def tables(self) -> frozenset[int]:
        return self.hosted | {seat.table_id for seat in self.seats}


def holder_of(cookies: Mapping[str, str]) -> Holder:
    """The holder of these cookies, in two queries however many tables there are."""
    seats = dict(_by_table(cookies, "seat"))
    screens = dict(_by_table(cookies, "screen"))
    held = tuple(
        seat
        for seat in Seat.objects.filter(table_id__in=seats, digest__in=set(seats.values()))
        if seats[seat.table_id] == seat.digest
    )
    opened = {
        pk
        for pk, digest in Table.objects.filter(
            pk__in=screens, screen_digest__in=set(screens.values())
        ).values_list("pk", "screen_digest")
        if screens[pk] == digest
    }
    return Holder(held, frozenset(opened | {seat.table_id for seat in held if seat.host}))


def _by_table(cookies: Mapping[str, str], kind: str) -> Iterator[tuple[int, str]]:
    """The number of each table and the digest of its secret."""
    for name, secret in cookies.items():
        match = re.fullmatch(rf"{settings.COOKIE_PREFIX}{kind}_([0-9]{{1,18}})", name)
        if match and secret:
            yield int(match[1]), codes.digest(secret)


def sees_everything(request: HttpRequest) -> bool:
    """Whether everyone may see lists of finished games and statistics (README, `HISTORY`)."""
    return settings.HISTORY == "open" or request.user.has_perm("games.view_play")


def own_secret(request: HttpRequest, table: Table) -> str:
    return request.COOKIES.get(_seat_cookie(table), "")


def own_screen(request: HttpRequest, table: Table) -> str:
    return request.COOKIES.get(_screen_cookie(table), "")


def _seat_cookie(table: Table) -> str:
    return f"{settings.COOKIE_PREFIX}seat_{table.pk}"


def _screen_cookie(table: Table) -> str:
    return f"{settings.COOKIE_PREFIX}screen_{table.pk}"


def remember_seat(response: HttpResponse, request: HttpRequest, table: Table, secret: str) -> None:
    _remember(response, _seat_cookie(table), secret)
    throttle.trust(request.META.get("REMOTE_ADDR", ""), table.code)


def remember_screen(
    response: HttpResponse, request: HttpRequest, table: Table, secret: str
) -> None:
    _remember(response, _screen_cookie(table), secret)
    throttle.trust(request.META.get("REMOTE_ADDR", ""), table.code)


def renew(response: HttpResponse, request: HttpRequest, audience: Audience) -> None:
    """Prolong the cookies of a table that is still being played."""
    if audience.seat is not None:
        remember_seat(response, request, audience.table, own_secret(request, audience.table))
    if audience.opener:
        remember_screen(response, request, audience.table, own_screen(request, audience.table))


def carry_over(
    response: HttpResponse, request: HttpRequest, old: Table, new: Table, *, screen: bool
) -> None:
    """Let the secret of a table open its rematch as well, as a seat or as the screen.

    Only if it does, and the browser has no secret for the rematch yet: an old tab must neither
    restore a secret that was replaced nor move the phone to another seat.
    """
    there = audience_for(new, request.COOKIES)
    if screen:
        secret = own_screen(request, old)
        if not there.opener and _opener(new, {_screen_cookie(new): secret}):
            remember_screen(response, request, new, secret)
    else:
        secret = own_secret(request, old)
        if there.seat is None and seat_by_secret(new, secret) is not None:
            remember_seat(response, request, new, secret)


def _remember(response: HttpResponse, name: str, secret: str) -> None:
    response.set_cookie(
        name,
        secret,
        max_age=DAYS * 24 * 3600,
        httponly=True,
        samesite="Lax",
        secure=settings.HTTPS,
    )
