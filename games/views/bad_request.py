"""The page for requests that cannot be answered, above all those for a host name that is not
ours."""

import re

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from companion.server.own_hosts import OwnHosts
from games.views.addresses import reachable

NAME = re.compile(r"[A-Za-z0-9._\[\]:-]{1,100}")  # a name and a port, as they can be typed


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's `handler400`. For a wrong host name it says so, and which one is right."""
    context = {}
    if isinstance(exception, DisallowedHost):
        asked = request.META.get("HTTP_HOST", "")
        context = {
            "stranger": True,
            "asked": asked if NAME.fullmatch(asked) else "",
            "right": _right_address(request),
        }
    return render(request, "400.html", context, status=400)


def _right_address(request: HttpRequest) -> str:
    """The address to open instead; none where an administrator has listed the host names."""
    if not settings.PUBLIC_URL and not isinstance(settings.ALLOWED_HOSTS, OwnHosts):
        return ""
    return next(iter(reachable(request)), "")
