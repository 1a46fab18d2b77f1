"""A series of games on a page of its own, found by the address of any of its games."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from games.maps import library
from games.models import Table
from games.table import series


@require_safe
def series_page(request: HttpRequest, key: str) -> HttpResponse:
    table = get_object_or_404(Table.objects.select_related("sheet", "series"), key=key)
    standing = series.standing(table)
    if standing is None:
        raise Http404
    board = library.board_of(table.sheet)
    return render(
        request,
        "archive/series/page.html",
        {"series": standing, "theme": board.theme, "table": table},
    )
