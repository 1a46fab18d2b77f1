"""“Did you mean Louvre?”: asked before a name that is nearly a known one becomes a new place."""

from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse

from games.access.audience import Audience
from games.pages.place_search import nearly_called
from games.rules.board import Board, Place
from games.rules.names import plain
from games.views.parts import render_sheet

NOT_SENT_ON = "csrfmiddlewaretoken"  # each form brings its own
MOST_FIELDS = 400
ENDS = ("a", "b", "new-a", "new-b")  # what the names of places are called in the forms


class Unclear(Exception):
    """A name that was typed, and the places that may be meant by it."""

    def __init__(self, typed: str, places: Sequence[Place]) -> None:
        self.typed, self.places = typed, places
        super().__init__(typed)


def check_names(request: HttpRequest, board: Board, names: Iterable[str]) -> None:
    """Raises Unclear for a name that nobody has said to be new (`sure`). The board is the one that
    the asking browser knows: what is suggested must be no news to it."""
    sent = request.POST if request.method == "POST" else request.GET
    sure = {plain(name) for name in sent.getlist("sure")}
    for name in names:
        near = nearly_called(board, name[:60])
        if near and plain(name[:60]) not in sure:
            raise Unclear(name[:60], near)


def asks_what_is_meant(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A view whose form names places: what it finds unclear is asked in a sheet that holds all of
    the form, once with each place that may be meant and once as it was typed."""

    @wraps(view)
    def wrapped(request: HttpRequest, audience: Audience, **rest: Any) -> HttpResponse:
        try:
            return view(request, audience, **rest)
        except Unclear as unclear:
            return _question(request, audience, unclear)

    return wrapped


def _question(request: HttpRequest, audience: Audience, unclear: Unclear) -> HttpResponse:
    sent = request.POST if request.method == "POST" else request.GET
    fields = [
        (name, value) for name, values in sent.lists() for value in values if name != NOT_SENT_ON
    ][:MOST_FIELDS]
    typed = plain(unclear.typed)

    def meaning(place: Place) -> list[tuple[str, str]]:
        return [
            (name, place.name if name in ENDS and plain(value) == typed else value)
            for name, value in fields
        ]

    context = {
        "table": audience.table,
        "page": sent.get("page", "phone"),
        "method": "post" if request.method == "POST" else "get",
        "address": request.path,
        "typed": unclear.typed,
        "places": [(place.name, meaning(place)) for place in unclear.places],
        "as_typed": [*fields, ("sure", unclear.typed)],
    }
    response = render_sheet(request, "table/learning/meant.jinja", context)
    response["HX-Retarget"], response["HX-Reswap"] = "#sheet-body", "innerHTML"
    return response
