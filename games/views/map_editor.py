"""The drawing board for map sheets: one page, and the few things its script asks the server.

The script keeps the sheet and every step of its history; here a sheet comes in whole, is judged by
the same checks as a file, and is stored by `editing`. Everything said is a sentence, never an error
page: whoever has drawn for an hour must not lose it to a lost session or a broken line.
"""

from collections.abc import Callable
from dataclasses import asdict
from functools import wraps
from typing import Any

from csp.decorators import csp_update
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.request import RawPostDataException
from django.middleware.csrf import get_token
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import path, reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.maps import drafts, library
from games.maps.drawing import draw
from games.maps.drawing.marks import COLORS, SIGNS
from games.models import MapSheet, Place
from games.refusals import Refused
from games.rules import checks
from games.rules.board import Board
from games.rules.bonuses import KINDS, place_fields
from games.rules.bonuses.base import Bonus
from games.rules.reading import Malformed, load_json
from games.rules.scoring import tie_break_words
from games.rules.text import _, color_word
from games.views.map_editor_text import words
from games.views.table import say

View = Callable[..., HttpResponse]
THEMES = ("plain", "germany", "london", "paris")
LENGTHS = range(1, 11)


def may_draw(user: Any) -> bool:
    return user.is_active and user.is_staff and user.has_perm("games.change_mapsheet")


def editors_page(view: View) -> View:
    """For people who may change map sheets; others are asked to sign in, or sent away."""

    @wraps(view)
    def wrapped(request: HttpRequest, **rest: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path(), reverse("admin:login"))
        if not may_draw(request.user):
            raise PermissionDenied
        return view(request, **rest)

    return never_cache(wrapped)


def editors_answer(view: View) -> View:
    """The same for what the script asks: JSON in, JSON out, a sentence for whatever goes wrong."""

    @wraps(view)
    def wrapped(request: HttpRequest, pk: int) -> HttpResponse:
        if not may_draw(request.user):
            return wrong(
                403,
                gettext(
                    "You are not signed in any more, or may not change map sheets."
                    " Sign in in another tab, then try again: nothing is lost."
                ),
            )
        row = MapSheet.objects.filter(pk=pk).first()
        if row is None:
            return wrong(404, gettext("This sheet is not there any more."))
        try:
            return view(request, row, _sent(request))
        except Malformed as malformed:
            return wrong(422, _with_place(malformed))
        except Refused as refused:
            return wrong(409 if refused.code == "stale" else 422, say(refused.text), refused.code)
        except library.UnsoundSheet as unsound:
            return JsonResponse(
                {
                    "error": gettext("This sheet has errors; they are listed."),
                    "problems": [told(problem) for problem in unsound.problems],
                },
                status=422,
            )

    return never_cache(require_POST(wrapped))


def wrong(status: int, sentence: str, code: str = "") -> JsonResponse:
    return JsonResponse({"error": sentence, "code": code}, status=status)


def _sent(request: HttpRequest) -> dict[str, Any]:
    """What the script sent: {"seen": …, "sheet": …}."""
    try:
        raw = request.body
    except (RequestDataTooBig, RawPostDataException):
        raise Refused("too-large", _("This sheet is too large to be stored.")) from None
    found = load_json(raw)
    if not isinstance(found, dict):
        raise Refused("malformed", _("This is not a map sheet."))
    return found


def _with_place(malformed: Malformed) -> str:
    sentence = say(malformed.text)
    return f"{malformed.where}: {sentence}" if malformed.where else sentence


def told(problem: checks.Problem) -> dict[str, Any]:
    return {"where": problem.where, "text": say(problem.text), "error": problem.error}


# -- Pages ----------------------------------------------------------------------------------------


@editors_page
def new(request: HttpRequest) -> HttpResponse:
    """A new map from nothing: its id and its name, then an empty canvas."""
    if not request.user.has_perm("games.add_mapsheet"):
        raise PermissionDenied
    slug, name = request.POST.get("slug", "").strip(), request.POST.get("name", "").strip()
    error = ""
    if request.method == "POST":
        try:
            draft = drafts.new_draft(slug=slug, name=name, by=_user(request))
        except Refused as refused:
            error = say(refused.text)
        except Malformed as malformed:
            error = _with_place(malformed)
        else:
            return redirect("sheet-draw", pk=draft.pk)
    context = {"slug": slug[:120], "name": name[:60], "error": error}
    return render(request, "editor/new.html", context, status=422 if error else 200)


@csp_update({"img-src": ["blob:"]})  # the picture to trace, which never leaves the browser
@editors_page
def board(request: HttpRequest, pk: int) -> HttpResponse:
    """The drawing board of a draft. A version that is out is only looked at, or copied by POST."""
    row = get_object_or_404(MapSheet, pk=pk)
    if request.method == "POST":
        try:
            draft = drafts.draft_of(row, _user(request))
        except library.UnsoundSheet as unsound:
            return _released(request, row, error=say(unsound.problems[0].text))
        return redirect("sheet-draw", pk=draft.pk)
    if not row.is_open:
        return _released(request, row)
    return render(request, "editor/page.html", _board_context(request, row))


def _released(request: HttpRequest, row: MapSheet, error: str = "") -> HttpResponse:
    try:
        drawing = draw(library.board_of(row))
    except library.UnsoundSheet:
        drawing = None
    draft = drafts.open_draft(row.slug)
    context = {"sheet": row, "drawing": drawing, "draft": draft, "error": error}
    return render(request, "editor/released.html", context, status=422 if error else 200)


def _board_context(request: HttpRequest, row: MapSheet) -> dict[str, Any]:
    # Game records name places by their ids: what was ever published keeps its id.
    published = Place.objects.filter(sheet__slug=row.slug).exclude(sheet__state__in=MapSheet.OPEN)
    data = drafts.sheet_data(row)
    return {
        "sheet": row,
        "data": data,
        "colors": [(color, SIGNS[color].letter, say(color_word(color))) for color in COLORS],
        "card_colors": [color for color in COLORS if color != "grey"],
        # Not the classes themselves: templates would call them.
        "bonuses": [
            {"kind": kind, "name": bonus.name, "editable": bonus.editable}
            for kind, bonus in KINDS.items()
        ],
        "place_fields": list(place_fields().values()),
        "tie_breaks": tie_break_words().items(),
        "lengths": LENGTHS,
        "themes": [theme for theme in THEMES if theme != "plain"],
        "theme_choices": sorted({*THEMES, str(data.get("theme", "plain"))}),
        "languages": [("en", "English"), ("de", "Deutsch"), ("fr", "Français"), ("it", "Italiano")],
        "ground": {"stretch": 1, "slug": "ground"},
        "board_setup": {
            "seen": row.checksum,
            "csrf": get_token(request),
            "save": reverse("sheet-save", kwargs={"pk": row.pk}),
            "check": reverse("sheet-check", kwargs={"pk": row.pk}),
            "publish": reverse("sheet-publish", kwargs={"pk": row.pk}),
            "token": reverse("sheet-token"),
            "here": reverse("sheet-draw", kwargs={"pk": row.pk}),
            "kept_ids": sorted(set(published.values_list("key", flat=True))),
            "letters": {SIGNS[color].letter.lower(): color for color in COLORS},
            "color_words": {color: say(color_word(color)) for color in COLORS},
            "words": words(),
            "bonuses": [_in_script(bonus) for bonus in KINDS.values()],
        },
    }


def _in_script(bonus: type[Bonus]) -> dict[str, Any]:
    """What static/js/editor/bonuses.js needs to know of a bonus."""
    field = bonus.place_field
    return {
        "kind": bonus.kind,
        "parameters": [asdict(parameter) for parameter in bonus.editable],
        "place_field": field and {**asdict(field), "hint": gettext(field.hint)},
    }


# -- What the script asks -------------------------------------------------------------------------


@editors_answer
def save(request: HttpRequest, row: MapSheet, sent: dict[str, Any]) -> HttpResponse:
    problems = drafts.save(
        sheet=row, data=sent.get("sheet"), seen=str(sent.get("seen", "")), by=_user(request)
    )
    row.refresh_from_db()
    return JsonResponse({"seen": row.checksum, "problems": [told(problem) for problem in problems]})


@editors_answer
def check(request: HttpRequest, row: MapSheet, sent: dict[str, Any]) -> HttpResponse:
    """What is wrong with a sheet that need not be saved; if asked for, as players would see it."""
    found, problems = checks.read_and_check(sent.get("sheet"))
    answer: dict[str, Any] = {"problems": [told(problem) for problem in problems]}
    if sent.get("draw") is True and found is not None:
        answer["drawing"] = _as_players_see_it(found)
    return JsonResponse(answer)


def _as_players_see_it(found: Board) -> str:
    return render_to_string("board/board.html", {"drawing": draw(found)})


@editors_answer
def publish(request: HttpRequest, row: MapSheet, sent: dict[str, Any]) -> HttpResponse:
    if sent.get("seen") != row.checksum:
        raise Refused(
            "stale", _("Somebody else has saved this sheet. Look at it before it is published.")
        )
    published = drafts.publish(row, _user(request))
    return JsonResponse({"to": reverse("sheet-draw", kwargs={"pk": published.pk})})


@require_safe
@never_cache
def token(request: HttpRequest) -> HttpResponse:
    """Signing in again changes the token that forms carry; a page still open asks for it."""
    return JsonResponse({"csrf": get_token(request)})


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user


urlpatterns = [
    path("new", new, name="sheet-new"),
    path("token", token, name="sheet-token"),
    path("<int:pk>/draw", board, name="sheet-draw"),
    path("<int:pk>/draw/save", save, name="sheet-save"),
    path("<int:pk>/draw/check", check, name="sheet-check"),
    path("<int:pk>/draw/publish", publish, name="sheet-publish"),
]
