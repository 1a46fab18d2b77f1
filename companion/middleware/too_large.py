"""Answers requests whose body was discarded because it was too long."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from companion.server import limits

HEADER = limits.TOO_LARGE.decode()


class TooLarge:
    """Answers a request whose body was discarded (companion/server/daphne_limits.py) with 413."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if HEADER in request.headers:
            return render(request, "errors/too_large.html", status=413)
        return self.get_response(request)
