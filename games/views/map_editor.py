"""The drawing board for map sheets: one page, and the few things its script asks the server.

The script keeps the sheet and every step of its history; here a sheet comes in whole, is judged by
the same checks as a file, and is stored by `drafts`. Everything said is a sentence, never an error
page: anyone who has drawn for an hour must not lose it to a lost session or a broken line.
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

from games.maps import drafts, history, library, pasted_table
from games.maps.drawing.marks import COLORS
from games.maps.kept_drawings import draw
from games.maps.pasted_words import examples, vocabulary
from games.maps.summaries import summary
from games.maps.themes import THEMES
from games.models import MapSheet, Place
from games.pages.text import LONG, SHORT, deck_of_one, letter, letters, route_color, theme_name
from games.refusals import Refused
from games.rules import checks
from games.rules import sheet as sheet_format
from games.rules.board import Board
from games.rules.bonuses import KINDS, place_fields
from games.rules.bonuses.base import Bonus
from games.rules.reading import Malformed, load_json
from games.rules.scoring import tie_break_words
from games.rules.text import _, color_word
from games.views.map_editor_text import words
from games.views.table import say

View = Callable[..., HttpResponse]
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
                    "You’re signed out, or you’re not allowed to edit map sheets. Sign in on "
                    "another tab and try again. Nothing is lost."
                ),
            )
        row = MapSheet.objects.filter(pk=pk).first()
        if row is None:
            return wrong(404, gettext("This sheet no longer exists."))
        try:
            return view(request, row, _sent(request))
        except Malformed as malformed:
            return wrong(422, _with_place(malformed))
        except Refused as refused:
            return wrong(409 if refused.code == "stale" else 422, say(refused.text), refused.code)
        except library.UnsoundSheet as unsound:
            return JsonResponse(
                {
                    "error": gettext("This sheet has errors. See the list."),
                    "problems": [problem_fields(problem) for problem in unsound.problems],
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
        raise Refused("too-large", _("This sheet is too large to save.")) from None
    sent = load_json(raw)
    if not isinstance(sent, dict):
        raise Refused("malformed", _("This isn’t a map sheet."))
    return sent


def _with_place(malformed: Malformed) -> str:
    sentence = say(malformed.text)
    return f"{malformed.where}: {sentence}" if malformed.where else sentence


def problem_fields(problem: checks.Problem) -> dict[str, Any]:
    """A problem of a sheet as the script of the editor reads it."""
    return {"where": problem.where, "text": say(problem.text), "error": problem.error}


# -- Pages ----------------------------------------------------------------------------------------


@editors_page
def new(request: HttpRequest) -> HttpResponse:
    """A new map from nothing: its name, and its id or one after the name; then an empty canvas."""
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
    return render(request, "maps/editor/new.html", context, status=422 if error else 200)


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
    return render(request, "maps/editor/page.html", _board_context(request, row))


def _released(request: HttpRequest, row: MapSheet, error: str = "") -> HttpResponse:
    try:
        drawing = draw(library.board_of(row))
    except library.UnsoundSheet:
        drawing = None
    draft = drafts.open_draft(row.slug)
    context = {"sheet": row, "drawing": drawing, "draft": draft, "error": error}
    return render(request, "maps/editor/released.html", context, status=422 if error else 200)


def _board_context(request: HttpRequest, row: MapSheet) -> dict[str, Any]:
    # Game records name places by their ids: what was ever published keeps its id.
    published = Place.objects.filter(sheet__slug=row.slug).exclude(sheet__state__in=MapSheet.OPEN)
    data = drafts.sheet_data(row)
    return {
        "sheet": row,
        "data": data,
        "colors": [(color, letter(color), say(color_word(color))) for color in COLORS],
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
        "theme_choices": [
            (theme, theme_name(theme))
            for theme in dict.fromkeys((*THEMES, str(data.get("theme", "plain"))))
        ],
        "languages": [("en", "English"), ("de", "Deutsch"), ("fr", "Français"), ("it", "Italiano")],
        "examples": examples(letter("black")),
        "ground": {"stretch": 1, "rise": 1, "slug": "ground"},
        "board_setup": {
            "seen": row.checksum,
            "csrf": get_token(request),
            "save": reverse("sheet-save", kwargs={"pk": row.pk}),
            "check": reverse("sheet-check", kwargs={"pk": row.pk}),
            "paste": reverse("sheet-paste", kwargs={"pk": row.pk}),
            "publish": reverse("sheet-publish", kwargs={"pk": row.pk}),
            "token": reverse("sheet-token"),
            "here": reverse("sheet-draw", kwargs={"pk": row.pk}),
            "kept_ids": sorted(set(published.values_list("key", flat=True))),
            "letters": letters(),
            "deck_words": {name: deck_of_one(name) for name in (SHORT, LONG)},
            "color_words": {color: route_color(color) for color in COLORS},
            "words": words(),
            "bonuses": [_in_script(bonus) for bonus in KINDS.values()],
        },
    }


def _in_script(bonus: type[Bonus]) -> dict[str, Any]:
    """What static/js/maps/editor/bonuses.js needs to know of a bonus."""
    field = bonus.place_field
    return {
        "kind": bonus.kind,
        "parameters": [asdict(parameter) for parameter in bonus.editable],
        "place_field": field and {**asdict(field), "hint": gettext(field.hint)},
    }


# -- What the script asks -------------------------------------------------------------------------


@editors_answer
def save(request: HttpRequest, row: MapSheet, sent: dict[str, Any]) -> HttpResponse:
    before, by = library.sketch_of(row), _user(request)
    problems = drafts.save(sheet=row, data=sent.get("sheet"), seen=str(sent.get("seen", "")), by=by)
    row.refresh_from_db()
    history.note_changes(row, before, by, gettext("Drawing board"))
    return JsonResponse(
        {"seen": row.checksum, "problems": [problem_fields(problem) for problem in problems]}
    )


@editors_answer
def check(request: HttpRequest, row: MapSheet, sent: dict[str, Any]) -> HttpResponse:
    """What is wrong with a sheet, saved or not; if asked for, as players would see it."""
    board, problems = checks.read_and_check(sent.get("sheet"))
    answer: dict[str, Any] = {"problems": [problem_fields(problem) for problem in problems]}
    if sent.get("draw") is True and board is not None:
        answer["drawing"] = _as_players_see_it(board)
    if sent.get("summary") is True:
        answer["summary"] = render_to_string(
            "maps/summary.html", {"sheet": row, "deed": "publish", **summary(row, "publish")}
        )
    return JsonResponse(answer)


def _as_players_see_it(board: Board) -> str:
    return render_to_string("board/board.html", {"drawing": draw(board)})


@editors_answer
def paste(request: HttpRequest, row: MapSheet, sent: dict[str, Any]) -> HttpResponse:
    """A pasted table on top of the drawing as it is now: every line, and the sheet it makes."""
    data = sheet_format.write(drafts.readable(sent.get("sheet")))
    source, add_places = str(sent.get("text", "")), sent.get("add_places") is True
    pasted = pasted_table.read(source, data, vocabulary(letters()), add_places=add_places)
    if pasted.data is not None:
        drafts.readable(pasted.data)
    lines = render_to_string("maps/pasted.html", {"pasted": pasted, "jump": True})
    return JsonResponse({"lines": lines, "errors": pasted.errors, "sheet": pasted.data})


@editors_answer
def publish(request: HttpRequest, row: MapSheet, sent: dict[str, Any]) -> HttpResponse:
    if sent.get("seen") != row.checksum:
        raise Refused(
            "stale", _("Someone else has saved this sheet. Look at it before you publish.")
        )
    published = drafts.publish(row, _user(request))
    history.note(published, _user(request), gettext("Published. New tables will use this version."))
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
    path("<int:pk>/draw/paste", paste, name="sheet-paste"),
    path("<int:pk>/draw/publish", publish, name="sheet-publish"),
]
