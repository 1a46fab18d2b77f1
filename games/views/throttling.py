"""Decorators that slow down guessing and limit what one address may open.

They cost one look into the cache where nothing is wrong. docs/security.md says what is protected
from whom; games/access/throttle.py counts.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext, ngettext

from games.access import throttle
from games.access.audience import may_skip_wait
from games.access.downloads import Downloads
from games.table import codes

View = Callable[..., HttpResponse]
SEATS_PER_TABLE = 5

_downloads = Downloads()


def household(request: HttpRequest) -> str:
    """The key under which an attempt is counted: the address, or the network of a home."""
    return throttle.household(request.META.get("REMOTE_ADDR", ""))


def slows_guessing(view: View) -> View:
    """Slow down guessing codes and seat links, on a view that takes a code from its address or
    form.

    After too many wrong ones from an address, only people who belong to a table can open it from
    there: if a right code worked, the wait would be useless.
    """

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        who = household(request)
        seconds = throttle.wait(throttle.CODE, who)
        if seconds:
            code = codes.tidy(kwargs.get("code") or request.GET.get("code", ""))
            if not may_skip_wait(who, code, request.COOKIES):
                return too_many(request, _codes(), seconds)
        try:
            response = view(request, *args, **kwargs)
        except Http404:
            throttle.failed(throttle.CODE, who)
            raise
        if response.status_code == 404:
            throttle.failed(throttle.CODE, who)
        return response

    return wrapped


def limits_tables(view: View) -> View:
    """Limit how many tables one address opens within an hour; the view calls `table_opened`."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        opened = throttle.in_this_hour("tables", household(request))
        if request.method == "POST" and opened >= settings.TABLES_PER_HOUR:
            return too_many(request, _tables(), throttle.HOUR)
        return view(request, *args, **kwargs)

    return wrapped


def limits_seats(view: View) -> View:
    """Limit how many seats one address takes within an hour; the view calls `seat_taken`."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        taken = throttle.in_this_hour("seats", household(request))
        if request.method == "POST" and taken >= SEATS_PER_TABLE * settings.TABLES_PER_HOUR:
            return too_many(request, _seats(), throttle.HOUR)
        return view(request, *args, **kwargs)

    return wrapped


def limits_downloads(view: Callable[..., StreamingHttpResponse]) -> View:
    """Limit how many downloads run at once for one address, on a view that streams one."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        response = view(request, *args, **kwargs)
        if _downloads.admit(response, household(request)):
            return response
        response.close()
        sentence = gettext(
            "Other downloads are still running on your network. Wait for one to finish."
        )
        return too_many(request, sentence, 10, heading=gettext("One at a time"))

    return wrapped


def table_opened(request: HttpRequest) -> None:
    throttle.counted("tables", household(request))


def seat_taken(request: HttpRequest) -> None:
    throttle.counted("seats", household(request))


# -- What is said ---------------------------------------------------------------------------------


def too_many(
    request: HttpRequest, sentence: str, seconds: int, heading: str | None = None
) -> HttpResponse:
    minutes = round(seconds / 60)
    wait = (
        ngettext("Please wait {n} second.", "Please wait {n} seconds.", seconds).format(n=seconds)
        if seconds < 90
        else ngettext("Please wait {n} minute.", "Please wait {n} minutes.", minutes).format(
            n=minutes
        )
    )
    # Nothing reloads automatically: that would take the page away from anyone who is reading it.
    again = request.get_full_path() if request.method == "GET" else None
    clock = f"{seconds // 60:02}:{seconds % 60:02}"
    heading = heading or gettext("Too many attempts")
    context = {
        "sentence": sentence,
        "wait": wait,
        "again": again,
        "clock": clock,
        "heading": heading,
    }
    response = render(request, "errors/too_many.html", context, status=429)
    response["Retry-After"] = str(seconds)
    add_never_cache_headers(response)
    return response


def _codes() -> str:
    return gettext(
        "Too many wrong codes or links were tried from your network. Anyone already "
        "at a table can keep playing."
    )


def _tables() -> str:
    return gettext("Too many tables were opened from your network in the last hour.")


def _seats() -> str:
    return gettext("Too many seats were taken from your network in the last hour.")
