"""The only door from a cookie or a link to an audience.

A seat is opened by its secret alone: knowing a name or the table's code never opens one.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare

from games import codes
from games.models import Seat, Table

DAYS = 30


@dataclass(frozen=True, slots=True)
class Audience:
    """Who is looking at a table. Without a seat: the screen, or somebody who watches."""

    table: Table
    seat: Seat | None = None
    opener: bool = False  # the browser that opened the table

    @property
    def host(self) -> bool:
        return self.opener or (self.seat is not None and self.seat.host)

    @property
    def at_table(self) -> bool:
        return self.opener or self.seat is not None


def audience(table: Table, cookies: Mapping[str, str]) -> Audience:
    return Audience(table, _seat(table, cookies), _opener(table, cookies))


def _seat(table: Table, cookies: Mapping[str, str]) -> Seat | None:
    return seat_by_secret(table, cookies.get(_seat_cookie(table), ""))


def seat_by_secret(table: Table, secret: str) -> Seat | None:
    if not secret:
        return None
    # Looked up by digest: comparing hashes of a secret tells an attacker nothing useful.
    return table.seats.filter(digest=codes.digest(secret)).first()


def _opener(table: Table, cookies: Mapping[str, str]) -> bool:
    secret = cookies.get(_screen_cookie(table), "")
    return bool(secret) and constant_time_compare(codes.digest(secret), table.screen_digest)


def own_secret(request: HttpRequest, table: Table) -> str:
    return request.COOKIES.get(_seat_cookie(table), "")


def own_screen(request: HttpRequest, table: Table) -> str:
    return request.COOKIES.get(_screen_cookie(table), "")


def _seat_cookie(table: Table) -> str:
    return f"seat_{table.pk}"


def _screen_cookie(table: Table) -> str:
    return f"screen_{table.pk}"


def remember_seat(response: HttpResponse, request: HttpRequest, table: Table, secret: str) -> None:
    _remember(response, request, _seat_cookie(table), secret)


def remember_screen(
    response: HttpResponse, request: HttpRequest, table: Table, secret: str
) -> None:
    _remember(response, request, _screen_cookie(table), secret)


def _remember(response: HttpResponse, request: HttpRequest, name: str, secret: str) -> None:
    response.set_cookie(
        name,
        secret,
        max_age=DAYS * 24 * 3600,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )
