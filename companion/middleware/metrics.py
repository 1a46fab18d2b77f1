"""Counts and times requests, for `/metrics`."""

import time
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from prometheus_client import Counter, Histogram

REQUESTS = Counter("stationmaster_requests", "Requests answered.", ["method", "route", "status"])
LATENCY = Histogram(
    "stationmaster_request_seconds",
    "Time to answer a request.",
    ["method", "route"],
    buckets=(0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0),
)
# Clients can make up methods, and each would add another time series.
METHODS = {"GET", "HEAD", "POST", "OPTIONS"}


class RequestMetrics:
    """Counts and times every request by the name of its route. It comes first, to include all other
    middleware."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        response = self.get_response(request)
        method = request.method if request.method in METHODS else "other"
        route = route_name(request)
        REQUESTS.labels(method, route, response.status_code).inc()
        LATENCY.labels(method, route).observe(time.perf_counter() - began)
        return response


def route_name(request: HttpRequest) -> str:
    """The name of the URL pattern, never the address itself: that may contain a code or a
    secret."""
    if request.resolver_match is not None:
        return request.resolver_match.view_name or "unnamed"
    return "static" if request.path.startswith(settings.STATIC_URL) else "none"
