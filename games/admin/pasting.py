"""A pasted table of places, routes and tickets: previewed first, then saved in a draft."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.admin.items import save_and_tell
from games.admin.pages import REFUSALS, Admin, page, sentence, sheet_view
from games.maps import drafts, pasted_table
from games.maps.pasted_words import examples, vocabulary
from games.models import MapSheet
from games.pages.text import letter, letters


class TableForm(forms.Form):
    text = forms.CharField(
        label=pgettext_lazy("of text", "Table"),
        max_length=pasted_table.MOST_LETTERS,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 14, "spellcheck": "false", "wrap": "off"}),
    )
    add_places = forms.BooleanField(label=_("Treat unknown names as new places"), required=False)


@sheet_view(change=True)
def paste(model_admin: Admin, request: HttpRequest, sheet: MapSheet) -> HttpResponse:
    """Preview and save a pasted table; nothing is saved unseen, or while a line is wrong."""
    if not sheet.is_open:
        return redirect("admin:games_mapsheet_change", sheet.pk)
    data, seen = drafts.sheet_data(sheet), sheet.checksum
    form = TableForm(request.POST or None, initial={"add_places": not data["places"]})
    pasted: Any = None
    error = ""
    if request.method == "POST" and form.is_valid():
        pasted = pasted_table.read(
            form.cleaned_data["text"],
            data,
            vocabulary(letters()),
            add_places=form.cleaned_data["add_places"],
        )
        if "take" in request.POST:
            seen = request.POST.get("seen", "")[:64]
        try:
            if pasted.data is not None:
                drafts.readable(pasted.data)
                if "take" in request.POST:
                    save_and_tell(request, sheet, pasted.data, gettext("Pasted table"))
                    return redirect("admin:games_mapsheet_change", sheet.pk)
        except REFUSALS as refused:
            error, seen = sentence(refused), sheet.checksum
    return page(
        model_admin,
        request,
        "admin/sheets/paste.html",
        status=422 if form.errors or error or (pasted and pasted.errors) else 200,
        title=gettext("Paste a table"),
        sheet=sheet,
        form=form,
        pasted=pasted,
        error=error,
        seen=seen,
        examples=examples(letter("black")),
    )
