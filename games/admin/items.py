"""Pages that edit a draft with plain forms: its settings, its places, routes and tickets."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.forms import BaseFormSet, formset_factory
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import register_converter
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.admin.item_forms import FORMS, ROWS, Row, colors
from games.admin.pages import REFUSALS, Admin, page, person, sentence, sheet_view
from games.admin.settings_form import SettingsForm
from games.folding import folded, words
from games.maps import drafts, history, sheet_items
from games.maps.differences import NUMBERS
from games.maps.library import sketch_of
from games.maps.sheet_items import Data
from games.models import MapSheet
from games.rules.bonuses import place_fields
from games.rules.network import shortest_on

TITLES = {"places": _("Places"), "routes": _("Routes"), "tickets": _("Tickets")}
NEW = {"places": _("New place"), "routes": _("New route"), "tickets": _("New ticket")}


class KindConverter:
    """The lists of a sheet, as its file names them."""

    regex = "places|routes|tickets"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(KindConverter, "items")

ON_A_PAGE = 100  # as many rows as one form may send (DATA_UPLOAD_MAX_NUMBER_FIELDS)


def _seen(request: HttpRequest) -> str:
    """The draft as the form was made from it."""
    return request.POST.get("seen", "")[:64]


def save_and_tell(request: HttpRequest, sheet: MapSheet, data: Data, what: str) -> None:
    """Store it, and tell where it was changed (`what`) in the history."""
    before, by = sketch_of(sheet), person(request)
    problems = drafts.save(sheet=sheet, data=data, seen=_seen(request), by=by)
    history.note_changes(sheet, before, by, what)
    errors = sum(problem.error for problem in problems)
    messages.success(request, gettext("Saved."))
    if errors:
        messages.warning(
            request,
            gettext("Errors on this sheet: {count}. They are listed on its page.").format(
                count=errors
            ),
        )


# -- Settings -------------------------------------------------------------------------------------


@sheet_view(change=True)
def settings(model_admin: Admin, request: HttpRequest, sheet: MapSheet) -> HttpResponse:
    if not sheet.is_open:
        return redirect("admin:games_mapsheet_change", sheet.pk)
    data, seen = drafts.sheet_data(sheet), sheet.checksum
    form = SettingsForm(request.POST or None, sheet_data=data)
    if request.method == "POST":
        seen = _seen(request)
        if form.is_valid():
            try:
                save_and_tell(request, sheet, form.data_of_sheet(), gettext("Settings"))
                return redirect("admin:games_mapsheet_change", sheet.pk)
            except REFUSALS as refused:
                form.add_error(None, sentence(refused))
    return page(
        model_admin,
        request,
        "admin/sheets/settings.html",
        status=422 if form.errors else 200,
        title=gettext("Settings"),
        sheet=sheet,
        seen=seen,
        form=form,
    )


# -- Lists ----------------------------------------------------------------------------------------


@sheet_view()
def items(model_admin: Admin, request: HttpRequest, sheet: MapSheet, kind: str) -> HttpResponse:
    """Many items at a time: what is compared with the printed board first, to be ticked off."""
    data = drafts.sheet_data(sheet)
    editable = sheet.is_open and model_admin.has_change_permission(request)
    looked_for = Listing(request.GET)
    shown = Paginator(looked_for.items(data, kind), ON_A_PAGE).get_page(request.GET.get("p"))
    rows = [_initial(data, kind, item) for item in shown]
    posted = request.method == "POST" and editable
    formset = _formset(data, kind, rows, request.POST if posted else None)
    error, seen = "", sheet.checksum
    if posted:
        seen = _seen(request)
        if formset.is_valid():
            changed = _changed(data, kind, formset, "verify_all" in request.POST)
            try:
                save_and_tell(request, sheet, changed, str(TITLES[kind]))
                return redirect(request.get_full_path())
            except REFUSALS as refused:
                error = sentence(refused)
        else:
            error = gettext("Not saved. Please fix the highlighted fields.")
    names = _names(data)
    marks = {mark.key: mark for mark in sheet.verifications.filter(kind=kind).select_related("by")}
    return page(
        model_admin,
        request,
        "admin/sheets/items.html",
        status=422 if error else 200,
        title=TITLES[kind],
        new=NEW[kind],
        sheet=sheet,
        kind=kind,
        place_fields=list(place_fields().values()),
        listing=looked_for,
        sorts=SORTS[kind],
        editable=editable,
        seen=seen,
        error=error,
        formset=formset,
        shown=shown,
        rows=[
            {
                "item": item,
                "form": form,
                "name": _name(item, names),
                "verified": item.get("verified", data["verified"]),
                "mark": marks.get(item["id"]),
            }
            for item, form in zip(shown, formset.forms, strict=False)
        ],
    )


SORTS = {
    "places": {
        "": _("as in the file"),
        "name": _("by name"),
        "verified": _("unverified first"),
    },
    "routes": {
        "": _("as in the file"),
        "name": _("by name"),
        "color": _("by colour"),
        "length": _("by length"),
        "verified": _("unverified first"),
    },
    "tickets": {
        "": _("as in the file"),
        "name": _("by name"),
        "points": _("by points"),
        "verified": _("unverified first"),
    },
}


class Listing:
    """What of a list is shown, and in which order, as asked for in the address."""

    def __init__(self, asked: Mapping[str, str]) -> None:
        self.search = asked.get("q", "")[:60]
        self.sort = asked.get("sort", "")[:20]

    @property
    def query(self) -> str:
        """The same in an address, to be followed by a page."""
        chosen = {"q": self.search, "sort": self.sort}
        return urlencode({name: value for name, value in chosen.items() if value})

    def items(self, data: Data, kind: str) -> list[Data]:
        names = _names(data)
        spelled = {place["id"]: " ".join(_spellings(place)) for place in data["places"]}

        def text(item: Data) -> str:
            ids = [str(item[end]) for end in ("a", "b") if end in item] or [item["id"]]
            return folded(" ".join(spelled.get(id, id) for id in ids))

        def order(item: Data) -> tuple[object, str]:
            by = item.get("verified", data["verified"]) if self.sort == "verified" else ""
            if self.sort in ("color", "length", "points") and self.sort in SORTS[kind]:
                by = item[self.sort]
            return by, folded(_name(item, names))

        asked = words(self.search)
        matching = [item for item in data[kind] if all(word in text(item) for word in asked)]
        return sorted(matching, key=order) if self.sort in SORTS[kind] and self.sort else matching


def _spellings(place: Data) -> list[str]:
    return [place["name"], *place.get("names", {}).values(), *place.get("aliases", []), place["id"]]


def _initial(data: Data, kind: str, item: Data) -> Data:
    return {**item, "verified": item.get("verified", data["verified"])}


def _formset(data: Data, kind: str, rows: list[Data], sent: Any) -> BaseFormSet[Row]:
    made = formset_factory(ROWS[kind], extra=0, max_num=ON_A_PAGE, absolute_max=ON_A_PAGE)
    more = {"form_kwargs": {"colors": colors(data)}} if kind == "routes" else {}
    return made(sent, initial=rows, prefix="row", **more)  # type: ignore[arg-type]


def _changed(data: Data, kind: str, formset: BaseFormSet[Row], all_verified: bool) -> Data:
    """The sheet with what was typed into the rows; a row whose item is gone is left out."""
    changed = copy.deepcopy(data)
    relaid = []
    for form in formset.forms:
        item = sheet_items.item_of(changed, kind, form.cleaned_data.get("id", ""))
        if item is None:
            continue
        length = item.get("length")
        if all_verified:
            form.cleaned_data["verified"] = True
        form.change(item, changed["verified"])
        if item.get("length") != length:
            relaid.append(dict(item))
    for route in relaid:  # after all rows: an untouched twin says what it was before
        changed = sheet_items.with_item(changed, kind, route, route["id"])
    return changed


def _names(data: Data) -> dict[str, str]:
    return {place["id"]: place["name"] for place in data["places"]}


def _name(item: Data, names: dict[str, str]) -> str:
    if "name" in item:
        return str(item["name"])
    return f"{names.get(item['a'], item['a'])} – {names.get(item['b'], item['b'])}"


# -- One place, route or ticket -------------------------------------------------------------------


@sheet_view(change=True)
def item(
    model_admin: Admin, request: HttpRequest, sheet: MapSheet, kind: str, key: str = ""
) -> HttpResponse:
    """All fields of one item; without a key, of a new one."""
    if not sheet.is_open:
        return redirect("admin:games_mapsheet_items", sheet.pk, kind)
    data, seen = drafts.sheet_data(sheet), sheet.checksum
    if key and sheet_items.item_of(data, kind, key) is None:
        raise Http404
    form = FORMS[kind](request.POST or None, data_of=data, key=key)
    if request.method == "POST":
        seen = _seen(request)
        if form.is_valid():
            made = form.item()
            try:
                changed = sheet_items.with_item(data, kind, made, key)
                save_and_tell(request, sheet, changed, _name(made, _names(data)))
            except REFUSALS as refused:
                form.add_error(None, sentence(refused))
            else:
                if "another" in request.POST:
                    return redirect("admin:games_mapsheet_item_add", sheet.pk, kind)
                return redirect("admin:games_mapsheet_items", sheet.pk, kind)
    return page(
        model_admin,
        request,
        "admin/sheets/item.html",
        status=422 if form.errors else 200,
        title=key or NEW[kind],
        sheet=sheet,
        kind=kind,
        kind_title=TITLES[kind],
        key=key,
        seen=seen,
        form=form,
        shortest=_shortest(sheet, form.before) if kind == "tickets" else None,
    )


def _shortest(sheet: MapSheet, ticket: Data) -> int | None:
    """How far it is between the ends of a ticket: printed values are close to it."""
    board = sketch_of(sheet)
    if board is None or not ticket or not {ticket["a"], ticket["b"]} <= set(board.place):
        return None
    way = shortest_on(board, ticket["a"], ticket["b"])
    return way[0] if way else None


@sheet_view(change=True)
def delete_item(
    model_admin: Admin, request: HttpRequest, sheet: MapSheet, kind: str, key: str
) -> HttpResponse:
    data = drafts.sheet_data(sheet)
    item = sheet_items.item_of(data, kind, key)
    if item is None or not sheet.is_open:
        return redirect("admin:games_mapsheet_items", sheet.pk, kind)
    without = sheet_items.without_item(data, kind, key)
    if request.method == "POST":
        save_and_tell(request, sheet, without, _name(item, _names(data)))
        return redirect("admin:games_mapsheet_items", sheet.pk, kind)
    names = _names(data)

    def gone(kind: str) -> int:
        return len(data[kind]) - len(without[kind])

    return page(
        model_admin,
        request,
        "admin/sheets/delete_item.html",
        title=gettext("Delete"),
        sheet=sheet,
        kind=kind,
        kind_title=TITLES[kind],
        key=key,
        name=_name(item, names),
        seen=sheet.checksum,
        going=[NUMBERS[name](n) for name in ("routes", "tickets") if (n := gone(name))]
        if kind == "places"
        else [],
    )
