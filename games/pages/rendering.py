"""Rendering parts: the Jinja2 templates under `templates/parts` (games/pages/jinja.py)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.template import engines
from django.template.backends.jinja2 import Jinja2
from django.utils.html import format_html
from django.utils.safestring import SafeString
from jinja2 import Environment, TemplateNotFound


@dataclass(frozen=True, slots=True)
class FormFields:
    """What every form of a page that posts a move carries (`move_form` in parts/macros.html)."""

    page: str  # phone or screen: which parts the answer has
    code: str  # of the table
    seen: int | None = None  # the entry whose result the page shows
    for_seat: int | None = None  # whoever has this phone in their hands, if it is not its owner
    csrf_input: str = ""  # in whole pages only: parts are alike for many


def csrf_input(token: str) -> SafeString:
    return format_html('<input type="hidden" name="csrfmiddlewaretoken" value="{}">', token)


def render(template: str, facts: Mapping[str, Any]) -> SafeString:
    """A part, from these facts and no others: a name that is not among them is an error."""
    return SafeString(_environment().get_template(template).render(facts))


def render_if_there(template: str, facts: Mapping[str, Any]) -> SafeString:
    """The same for a template that may be missing: nothing then."""
    try:
        found = _environment().get_template(template)
    except TemplateNotFound:
        return SafeString("")
    return SafeString(found.render(facts))


def _environment() -> Environment:
    engine = engines["jinja2"]
    assert isinstance(engine, Jinja2)
    return engine.env
