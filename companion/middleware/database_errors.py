"""Shows an error message when the database is down, without losing what people typed."""

import logging
import sqlite3
from collections.abc import Callable

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext

from games.upkeep import health

logger = logging.getLogger(__name__)

RETRY_AFTER = 3  # seconds
POSTGRES_DISK_FULL = "53100"


class DatabaseErrors:
    """Answers a request that fails because the database is down with 503 instead of 500."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, OperationalError | InterfaceError):
            return None
        logger.error("%s %s: %s", request.method, request.path, str(error).strip())
        return answer(request, error)


def answer(request: HttpRequest, error: Exception) -> HttpResponse:
    """The message, shown where this request would show one. The form stays as it is."""
    text = sentence(error, writing=request.method not in ("GET", "HEAD"))
    # Neither needs anything from the database.
    if request.headers.get("HX-Request"):
        response = HttpResponse(
            render_to_string("shared/toast.html", {"error": text, "message": ""})
        )
        response["HX-Reswap"] = "none"  # there's nothing to swap in: leave the page as it is
    else:
        response = HttpResponse(render_to_string("503.html", {"sentence": text}))
    response.status_code = 503
    response["Retry-After"] = str(RETRY_AFTER)
    response["Cache-Control"] = "no-store"
    return response


def sentence(error: Exception, *, writing: bool) -> str:
    if is_disk_full(error):
        return gettext(
            "Not saved: the disk on the computer running Stationmaster is full. Free up "
            "some space, then try again. Everything saved before is safe."
        )
    if writing:
        return gettext(
            "Not saved: the database isn’t responding. Please try again in a moment; "
            "anything sent twice counts only once."
        )
    return gettext("The database isn’t responding. Please try again in a moment.")


def is_disk_full(error: BaseException) -> bool:
    cause = error.__cause__ or error
    if getattr(cause, "sqlstate", None) == POSTGRES_DISK_FULL:
        return True
    if not isinstance(cause, sqlite3.OperationalError):
        return False
    code = cause.sqlite_errorcode & 0xFF
    # SQLite reports a full disk as such, or as an I/O error, like a broken disk.
    return code == sqlite3.SQLITE_FULL or (code == sqlite3.SQLITE_IOERR and health.disk_is_full())
