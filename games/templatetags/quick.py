"""Tags that every template has, for what each push shows dozens of times.

Django works out an address anew each time it is asked for, and an included template costs as much
as ten lines of text; these remember.
"""

from functools import lru_cache
from typing import Any

from django import template
from django.template.base import Parser, Token
from django.template.defaulttags import URLNode
from django.template.defaulttags import url as django_url
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.templatetags.station import color_word

register = template.Library()


class RememberedURL(URLNode):
    """`{% url %}` as Django has it; the same name and values are worked out once."""

    def render(self, context: template.Context) -> str:
        if self.asvar or self.args or not isinstance(self.view_name.var, str):
            return super().render(context)
        values = {name: value.resolve(context) for name, value in self.kwargs.items()}
        return _address(self.view_name.var, tuple(values.items()))


@lru_cache(maxsize=10_000)
def _address(name: str, values: tuple[tuple[str, Any], ...]) -> str:
    return reverse(name, kwargs=dict(values))


@register.tag
def url(parser: Parser, token: Token) -> URLNode:
    node = django_url(parser, token)
    return RememberedURL(node.view_name, node.args, node.kwargs, node.asvar)


@register.simple_tag
def badge(color: str) -> SafeString:
    """A player's colour and mark, with its word; needs board/marks.html on the page."""
    return _badge(color, get_language())


@lru_cache(maxsize=500)
def _badge(color: str, _language: str | None) -> SafeString:
    return format_html(
        '<span class="badge" data-color="{}"><svg aria-hidden="true" focusable="false">'
        '<use href="#mark-{}"/></svg><span class="unseen">{}</span></span>',
        color,
        color,
        color_word(color),
    )


@register.simple_tag
@lru_cache(maxsize=500)
def mark(color: str) -> SafeString:
    """A player's colour and mark, where the name stands beside it."""
    return format_html(
        '<span class="mark" data-color="{}" aria-hidden="true"><svg><use href="#mark-{}"/></svg>'
        "</span>",
        color,
        color,
    )
