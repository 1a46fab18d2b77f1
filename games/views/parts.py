"""Parts and sheets in answers: whole pages made for one browser, with its token in their forms."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render

from games.access.audience import Audience
from games.live.parts import PartsRenderer
from games.pages.contexts import TableFacts
from games.pages.rendering import csrf_input


def page_renderer(request: HttpRequest, audience: Audience) -> PartsRenderer:
    """Renders the parts of a page that is loaded: its forms work without scripts, too."""
    facts = TableFacts(audience.snapshot)
    return PartsRenderer(facts, csrf_input=csrf_input(get_token(request)))


def render_sheet(request: HttpRequest, sheet: str, context: dict[str, Any]) -> HttpResponse:
    """A sheet for the dialog of an open page; without scripts, as a page of its own."""
    page = "table/phone/sheet.html" if request.htmx else "table/phone/sheet_page.html"  # type: ignore[attr-defined]
    return render(request, page, {**context, "sheet": sheet})
