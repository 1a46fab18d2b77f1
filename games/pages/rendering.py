"""Rendering parts: the Jinja2 templates, `*.jinja` under `templates/` (games/pages/jinja.py)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.db.models import Model
from django.template import engines
from django.template.backends.jinja2 import Jinja2
from django.utils.html import format_html
from django.utils.safestring import SafeString
from jinja2 import Environment, TemplateNotFound, meta, nodes


@dataclass(frozen=True, slots=True)
class FormFields:
    """The hidden fields of every form that posts a move (`move_form` in table/macros.jinja)."""

    page: str  # phone or screen: which parts the answer has
    code: str  # of the table
    seen: int | None = None  # the entry whose result the page shows
    for_seat: int | None = None  # who holds this phone, if it is not its owner
    csrf_input: str = ""  # in whole pages only: parts are shared


def csrf_input(token: str) -> SafeString:
    return format_html('<input type="hidden" name="csrfmiddlewaretoken" value="{}">', token)


def render(template: str, facts: Mapping[str, Any]) -> SafeString:
    """Render a part with just these facts: using any other name is an error."""
    return SafeString(_environment().get_template(template).render(facts))


@dataclass(frozen=True, slots=True)
class Made:
    """A rendered template, with the facts it was rendered from."""

    html: SafeString
    inputs: tuple[Any, ...]


def render_changed(template: str, facts: Mapping[str, Any], before: Made | None) -> Made:
    """Render a template, or reuse `before` if that was rendered from equal facts."""
    inputs = tuple(map(facts.get, _names_in(template)))
    if before is not None and all(map(_same, before.inputs, inputs)):
        return before
    return Made(render(template, facts), inputs)


def _same(before: Any, now: Any) -> bool:
    if before is now:
        return True
    # Django considers model instances equal if they have the same key, whatever their fields are.
    return not isinstance(now, Model) and bool(before == now)


@lru_cache(maxsize=500)
def _names_in(template: str) -> tuple[str, ...]:
    """The names of facts used in a template and in those it includes."""
    return tuple(sorted(set(_mentioned(_environment(), template))))


def _mentioned(environment: Environment, name: str) -> Iterator[str]:
    assert environment.loader is not None
    source, _path, _current = environment.loader.get_source(environment, name)
    tree = environment.parse(source)
    yield from meta.find_undeclared_variables(tree) - environment.globals.keys()
    for include in tree.find_all(nodes.Include):
        assert isinstance(include.template, nodes.Const), "an include that is known beforehand"
        yield from _mentioned(environment, include.template.value)


def render_if_there(template: str, facts: Mapping[str, Any]) -> SafeString:
    """Render a template that may be missing; empty if it is."""
    try:
        loaded = _environment().get_template(template)
    except TemplateNotFound:
        return SafeString("")
    return SafeString(loaded.render(facts))


def _environment() -> Environment:
    engine = engines["jinja2"]
    assert isinstance(engine, Jinja2)
    return engine.env
