"""`/metrics`: the metrics of this process, in Prometheus' text format.

Each process shows its own figures; the collector scrapes all of them. They can be read from this
machine without a proxy, or by anyone with METRICS_TOKEN. Requests are counted in
companion/middleware/metrics.py.
"""

from collections.abc import Awaitable, Callable, Iterator
from ipaddress import ip_address
from typing import Any
from urllib.parse import parse_qs

from django.conf import settings
from django.db import DatabaseError
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from companion.server.forwarded import Application
from companion.server.socket_limits import stream_token
from games.metrics import SOCKETS
from games.models import Table

FORWARDED = ("X-Forwarded-For", "Forwarded", "X-Real-IP", "Via")


def count_sockets(application: Application) -> Application:
    """Count open sockets by the kind of page. Pushes are counted where they're sent."""

    async def counted(scope: dict[str, Any], receive: Any, send: Callable[..., Awaitable[None]]):  # type: ignore[no-untyped-def]
        sockets = SOCKETS.labels(_kind(scope))
        opened = False

        async def count(message: dict[str, Any]) -> None:
            nonlocal opened
            if message["type"] == "websocket.accept" and not opened:
                opened = True
                sockets.inc()
            await send(message)

        try:
            return await application(scope, receive, count)
        finally:
            if opened:
                sockets.dec()

    return counted


def _kind(scope: dict[str, Any]) -> str:
    if stream_token(scope):
        return "events"
    phone = parse_qs(scope["query_string"].decode("latin-1")).get("page") == ["phone"]
    return "phone" if phone else "screen"


class OpenTables(Collector):
    """Counted at each scrape. The figure is for the whole service, so it's the same from every
    process."""

    def describe(self) -> list[GaugeMetricFamily]:
        return []  # so that registering doesn't query the database

    def collect(self) -> Iterator[GaugeMetricFamily]:
        tables = GaugeMetricFamily(
            "stationmaster_tables", "Tables that are open, by stage.", labels=["stage"]
        )
        answers = GaugeMetricFamily("stationmaster_database_up", "1 if the database answers.")
        try:
            stages = Table.objects.exclude(stage=Table.Stage.CLOSED).values_list("stage")
            counts = dict.fromkeys(set(Table.Stage.values) - {Table.Stage.CLOSED.value}, 0)
            counts |= dict(stages.annotate(Count("pk")))
        except DatabaseError:
            answers.add_metric([], 0)
        else:
            answers.add_metric([], 1)
            for stage, count in sorted(counts.items()):
                tables.add_metric([stage], count)
        yield answers
        yield tables


REGISTRY.register(OpenTables())


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    if not may_read(request):
        raise Http404
    return HttpResponse(generate_latest(), content_type=CONTENT_TYPE_LATEST)


def may_read(request: HttpRequest) -> bool:
    token = settings.METRICS_TOKEN
    shown = request.headers.get("Authorization", "")
    if token and constant_time_compare(shown, f"Bearer {token}"):
        return True
    # With a local proxy that isn't in TRUSTED_PROXIES, every client looks local.
    if any(header in request.headers for header in FORWARDED):
        return False
    try:
        return ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False
