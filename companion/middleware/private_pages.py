"""Keeps pages of a table out of all caches: a seat's pages contain its tickets."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers


class PrivatePages:
    """Tells browsers and proxies not to store pages with the code of a table in their address."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        match = request.resolver_match
        if match and "code" in match.kwargs and not response.has_header("Cache-Control"):
            add_never_cache_headers(response)
        return response
