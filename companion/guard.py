"""Stands before every page: slows down guessing, bounds what is opened, adds the headers.

Cheap where nothing is wrong: one look into the cache. docs/security.md says what is guarded from
whom.
"""

import hashlib
import re
import secrets
from collections.abc import Callable

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext, ngettext

from games import access, guesses, tables

TABLE = re.compile(r"/t/([A-Za-z]{4})(?:/|$)")
OPENING = re.compile(r"/tables/$|/t/[A-Za-z]{4}/rematch$")
SITTING = re.compile(r"/t/[A-Za-z]{4}/join$")
SEATS_PER_TABLE = 5
KNOWN = f"{settings.COOKIE_PREFIX}known"
KNOWN_FOR = 365 * guesses.DAY
# What no page of ours uses is switched off, for whatever else might be made to run in one.
PERMISSIONS = ", ".join(
    f"{feature}=()"
    for feature in (
        "camera", "display-capture", "geolocation", "microphone", "midi", "payment",
        "publickey-credentials-get", "serial", "usb", "xr-spatial-tracking",
    )
)  # fmt: skip


def may_knock(address: str, code: str, cookies: dict[str, str]) -> bool:
    """Whether a table is opened to an address that has guessed: only to those who know it."""
    if guesses.is_welcome(address, code):
        return True
    moment = tables.at(code)
    return moment is not None and access.audience_at(moment, cookies).at_table


class Guard:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.login = reverse("admin:login")

    def __call__(self, request: HttpRequest) -> HttpResponse:
        who = guesses.household(request.META.get("REMOTE_ADDR", ""))
        refused = self.refusal(request, who)
        response = refused or self.get_response(request)
        if refused is None:
            self.note(request, response, who)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        if TABLE.match(request.path_info) and not response.has_header("Cache-Control"):
            add_never_cache_headers(response)  # a seat's pages hold its tickets
        return response

    def refusal(self, request: HttpRequest, who: str) -> HttpResponse | None:
        path, posted = request.path_info, request.method == "POST"
        at_table = TABLE.match(path)
        if at_table or path == "/join/":
            seconds = guesses.wait(guesses.CODE, who)
            code = at_table[1] if at_table else request.GET.get("code", "")
            if seconds and not may_knock(who, code, request.COOKIES):
                return too_many(request, _codes(), seconds)
        if posted and path == self.login:
            seconds = max(guesses.wait(kind, key) for kind, key in _attempt(request, who))
            if seconds:
                return too_many(request, _passwords(), seconds)
        if posted and OPENING.match(path):
            if guesses.in_this_hour("tables", who) >= settings.TABLES_PER_HOUR:
                return too_many(request, _tables(), guesses.HOUR)
        elif posted and SITTING.match(path):
            most = SEATS_PER_TABLE * settings.TABLES_PER_HOUR
            if guesses.in_this_hour("seats", who) >= most:
                return too_many(request, _seats(), guesses.HOUR)
        return None

    def note(self, request: HttpRequest, response: HttpResponse, who: str) -> None:
        path, status = request.path_info, response.status_code
        if status == 404 and TABLE.match(path):
            guesses.failed(guesses.CODE, who)
        elif request.method != "POST":
            return
        elif path == self.login:
            if status == 302:
                self.remember(request, response, who)
            elif status == 200:  # the form again, with a complaint
                for kind, key in _attempt(request, who):
                    guesses.failed(kind, key)
        elif status != 302 or not TABLE.match(response.headers["Location"]):
            return
        elif OPENING.match(path):
            guesses.counted("tables", who)
        elif SITTING.match(path):
            guesses.counted("seats", who)

    def remember(self, request: HttpRequest, response: HttpResponse, who: str) -> None:
        """A browser in which somebody signed in is not made to wait for what others try."""
        for kind, key in _attempt(request, who):
            guesses.forgive(kind, key)
        response.set_cookie(
            KNOWN,
            signing.dumps([_account(request), secrets.token_hex(8)], salt=KNOWN),
            max_age=KNOWN_FOR,
            httponly=True,
            samesite="Lax",
            secure=settings.HTTPS,
        )


# -- Signing in -----------------------------------------------------------------------------------


def _account(request: HttpRequest) -> str:
    """A digest: names are of any length and hold any character."""
    name = request.POST.get("username", "").casefold()
    return hashlib.sha256(name.encode("utf-8", "replace")).hexdigest()[:32]


def _attempt(request: HttpRequest, who: str) -> list[tuple[guesses.Kind, str]]:
    """What an attempt to sign in counts for."""
    account = _account(request)
    try:
        known, browser = signing.loads(
            request.COOKIES.get(KNOWN, ""), salt=KNOWN, max_age=KNOWN_FOR
        )
    except (signing.BadSignature, ValueError, TypeError):
        known = browser = None
    if known == account:
        return [(guesses.PASSWORD, f"{browser}:{account}")]
    return [
        (guesses.PASSWORD, f"{who}:{account}"),
        (guesses.PASSWORDS, who),
        (guesses.ACCOUNT, account),
    ]


# -- What is said ---------------------------------------------------------------------------------


def too_many(request: HttpRequest, said: str, seconds: int) -> HttpResponse:
    minutes = round(seconds / 60)
    wait = (
        ngettext("Please wait {n} second.", "Please wait {n} seconds.", seconds).format(n=seconds)
        if seconds < 90
        else ngettext("Please wait {n} minute.", "Please wait {n} minutes.", minutes).format(
            n=minutes
        )
    )
    # Nothing reloads by itself: that would take the page away from whoever is reading it.
    again = request.get_full_path() if request.method == "GET" else None
    clock = f"{seconds // 60:02}:{seconds % 60:02}"
    filled = {"said": said, "wait": wait, "again": again, "clock": clock}
    response = render(request, "too_many.html", filled, status=429)
    response["Retry-After"] = str(seconds)
    add_never_cache_headers(response)
    return response


def _codes() -> str:
    return gettext(
        "From your network, many codes or links were tried that open no table. Whoever sits at a"
        " table already plays on undisturbed."
    )


def _passwords() -> str:
    return gettext("Too many wrong passwords were tried.")


def _tables() -> str:
    return gettext("Very many tables were opened from your network in the last hour.")


def _seats() -> str:
    return gettext("Very many seats were taken from your network in the last hour.")
