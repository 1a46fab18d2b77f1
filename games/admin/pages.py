"""What all pages about a sheet share: permissions, and the sentence if something is refused."""

import re
from collections.abc import Callable, Iterator
from functools import wraps
from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.contrib.admin import ModelAdmin
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext

from games.language import say as say
from games.maps import library
from games.maps.library import UnsoundSheet
from games.models import MapSheet, Report, Table
from games.pages.text import sheet_name
from games.refusals import Refused
from games.rules.reading import Malformed

if TYPE_CHECKING:
    Admin = ModelAdmin[Any]
    SheetsAdmin = ModelAdmin[MapSheet]
    ReportsAdmin = ModelAdmin[Report]
    TablesAdmin = ModelAdmin[Table]
else:  # Django's own classes know no brackets
    Admin = SheetsAdmin = ReportsAdmin = TablesAdmin = ModelAdmin
View = Callable[..., HttpResponse]
REFUSALS = (Refused, Malformed, UnsoundSheet)


def sentence(refused: Exception) -> str:
    """Why nothing was changed, in the reader's language."""
    match refused:
        case UnsoundSheet(problems=[first, *_rest]):
            words = say(first.text)
            where = f"{first.where}: {words}" if first.where else words
            return gettext("This sheet has errors: {first}").format(first=where)
        case Malformed(where=where, text=text) if where:
            return f"{where}: {say(text)}"
        case Refused(text=text) | Malformed(text=text):
            return say(text)
    return str(refused)


class MapFilter(admin.AllValuesFieldListFilter):
    """Maps by their names in the reader's language; addresses go on saying the id."""

    def choices(self, changelist: Any) -> Iterator[Any]:
        names = {sheet.slug: sheet_name(sheet) for sheet in library.latest()}
        for choice in super().choices(changelist):
            label = str(choice["display"])
            yield {**choice, "display": names.get(label, label)}


def row_number(typed: str) -> int:
    """The row number in an address, or 0, which no row has."""
    return int(typed) if re.fullmatch(r"[0-9]{1,18}", typed) else 0


def person(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user


def require(model_admin: Admin, request: HttpRequest, *, change: bool = False) -> None:
    """Refuse anyone who may not view or change these rows.

    This comes before the row is looked up, so that nobody learns whether it exists.
    """
    allowed = model_admin.has_change_permission if change else model_admin.has_view_permission
    if not allowed(request):
        raise PermissionDenied


def sheet_view(*, change: bool = False, post: bool = False) -> Callable[[View], View]:
    """Turn a number into a sheet: `view(model_admin, request, sheet, …)`.

    `change` asks for the permission to change sheets, `post` for a button that was pressed.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def wrapped(model_admin: Admin, request: HttpRequest, pk: int, **rest: Any) -> HttpResponse:
            require(model_admin, request, change=change)
            if post and request.method != "POST":
                return HttpResponseNotAllowed(["POST"])
            sheet = get_object_or_404(MapSheet, pk=pk)
            try:
                return view(model_admin, request, sheet, **rest)
            except REFUSALS as refused:
                messages.error(request, sentence(refused))
                return redirect("admin:games_mapsheet_change", pk)

        return wrapped

    return decorate


class OwnPage:
    """Mixin for an admin whose rows have a page of ours instead of Django's form."""

    def row_page(self, request: HttpRequest, pk: int) -> HttpResponse:
        raise NotImplementedError

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        return self.row_page(request, row_number(object_id))


def page(
    model_admin: Admin, request: HttpRequest, template: str, *, status: int = 200, **context: Any
) -> HttpResponse:
    """A page of the administration, with its header and the way back."""
    context = {
        **model_admin.admin_site.each_context(request),
        "opts": model_admin.opts,
        "may_change": model_admin.has_change_permission(request),
        **context,
    }
    return TemplateResponse(request, template, context, status=status)
