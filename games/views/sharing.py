"""The picture of a result, as SVG and as PNG."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games import sharing
from games.views.result import file_name, finished


@require_safe
def picture_svg(request: HttpRequest, key: str) -> HttpResponse:
    table, game = finished(key)
    response = HttpResponse(sharing.picture(table=table, game=game), content_type="image/svg+xml")
    response["Content-Disposition"] = f'inline; filename="{file_name(table, "svg")}"'
    return response


@require_safe
def picture_png(request: HttpRequest, key: str) -> HttpResponse:
    table, game = finished(key)
    drawn = sharing.png(sharing.picture(table=table, game=game))
    response = HttpResponse(drawn, content_type="image/png")
    response["Content-Disposition"] = f'inline; filename="{file_name(table, "png")}"'
    return response
