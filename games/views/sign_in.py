"""Signing in to the admin: slows down guessing passwords without locking out the account's
owner.

A browser in which somebody has signed in is recognised by a cookie, and does not wait for
attempts of others (docs/security.md).
"""

import hashlib
import secrets
from functools import wraps
from typing import Any

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext

from games.access import throttle
from games.views.throttling import View, household, too_many

KNOWN = f"{settings.COOKIE_PREFIX}known"
KNOWN_FOR = 365 * throttle.DAY


def slows_passwords(login: View) -> View:
    """Slow down trying passwords on the view that signs people in."""

    @wraps(login)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method != "POST":
            return login(request, *args, **kwargs)
        attempt = counted_for(request)
        seconds = max(throttle.wait(kind, key) for kind, key in attempt)
        if seconds:
            return too_many(request, gettext("Too many wrong passwords."), seconds)
        response = login(request, *args, **kwargs)
        if response.status_code == 302:
            for kind, key in attempt:
                throttle.forgive(kind, key)
            remember_browser(request, response)
        elif response.status_code == 200:  # the form again, with a complaint
            for kind, key in attempt:
                throttle.failed(kind, key)
        return response

    return wrapped


def counted_for(request: HttpRequest) -> list[tuple[throttle.Kind, str]]:
    """The key under which an attempt to sign in is counted: a known browser has its own."""
    account = _account(request)
    try:
        remembered, browser = signing.loads(
            request.COOKIES.get(KNOWN, ""), salt=KNOWN, max_age=KNOWN_FOR
        )
    except (signing.BadSignature, ValueError, TypeError):
        remembered = browser = None
    if remembered == account:
        return [(throttle.PASSWORD, f"{browser}:{account}")]
    who = household(request)
    return [
        (throttle.PASSWORD, f"{who}:{account}"),
        (throttle.PASSWORDS, who),
        (throttle.ACCOUNT, account),
    ]


def remember_browser(request: HttpRequest, response: HttpResponse) -> None:
    """Recognise this browser from now on as one in which the account has signed in."""
    response.set_cookie(
        KNOWN,
        signing.dumps([_account(request), secrets.token_hex(8)], salt=KNOWN),
        max_age=KNOWN_FOR,
        httponly=True,
        samesite="Lax",
        secure=settings.HTTPS,
    )


def _account(request: HttpRequest) -> str:
    """A digest of the account's name, which may be of any length and hold any character."""
    name = request.POST.get("username", "").casefold()
    return hashlib.sha256(name.encode("utf-8", "replace")).hexdigest()[:32]
