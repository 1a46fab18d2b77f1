"""Addresses that other devices can open; never derived from what a request says of itself."""

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse

from games.access import addresses
from games.models import Table

COOKIE = "address"


def reachable(request: HttpRequest) -> tuple[str, ...]:
    """Base addresses a phone can open, the likeliest first; empty without a network."""
    return addresses.phone_urls(port=port_of(request), public_url=settings.PUBLIC_URL)


def port_of(request: HttpRequest) -> int:
    return int(request.META.get("SERVER_PORT") or settings.PORT)


def base_url(request: HttpRequest) -> str:
    """The base address in use: the one the host picked, else the likeliest."""
    urls = reachable(request)
    picked = request.COOKIES.get(COOKIE, "")
    if picked in urls:
        return picked
    # Without a network nobody else can open anything; `localhost` says so where a number does not.
    return urls[0] if urls else addresses.url("localhost", port_of(request))


def join_url(request: HttpRequest, table: Table) -> str:
    return base_url(request).rstrip("/") + reverse("join", kwargs={"code": table.code})
