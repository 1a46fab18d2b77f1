"""The picture of a result, as SVG and as PNG."""

from contextlib import AbstractContextManager

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.pages import share_image, zones
from games.views.result import file_name, finished


def _zone(request: HttpRequest) -> AbstractContextManager[None]:
    """Draw in the zone that a page names, so that the picture has the same date as the page."""
    asked = zones.by_name(request.GET.get("zone", ""))
    return timezone.override(asked or timezone.get_default_timezone())


@require_safe
def picture_svg(request: HttpRequest, key: str) -> HttpResponse:
    table, game = finished(key)
    with _zone(request):
        drawn = share_image.picture(table=table, game=game)
    response = HttpResponse(drawn, content_type="image/svg+xml")
    response["Content-Disposition"] = f'inline; filename="{file_name(table, "svg")}"'
    return response


@require_safe
def picture_png(request: HttpRequest, key: str) -> HttpResponse:
    table, game = finished(key)
    with _zone(request):
        drawn = share_image.png(share_image.picture(table=table, game=game))
    response = HttpResponse(drawn, content_type="image/png")
    response["Content-Disposition"] = f'inline; filename="{file_name(table, "png")}"'
    return response
