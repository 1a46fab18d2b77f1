"""Addresses people outside this machine can open; never made from what a request says of itself."""

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse

from games.access import addresses
from games.models import Table

COOKIE = "address"


def reachable(request: HttpRequest) -> tuple[str, ...]:
    """Base addresses a phone can open, the likeliest first; empty without a network."""
    port = int(request.META.get("SERVER_PORT") or settings.PORT)
    return addresses.phone_urls(port=port, public_url=settings.PUBLIC_URL)


def base_url(request: HttpRequest) -> str:
    """The base address in use: the one the host picked, else the likeliest."""
    found = reachable(request)
    picked = request.COOKIES.get(COOKIE, "")
    if picked in found:
        return picked
    return found[0] if found else request.build_absolute_uri("/")


def join_url(request: HttpRequest, table: Table) -> str:
    return base_url(request).rstrip("/") + reverse("join", kwargs={"code": table.code})
