"""Pieces of a part that are rendered once for the same values."""

from typing import Any

from django import template
from django.template.loader import get_template
from django.utils.safestring import SafeString

from games.live import parts

register = template.Library()


@register.simple_tag(takes_context=True)
def shown(context: template.Context, template_name: str, names: str) -> SafeString:
    """`{% shown "screen/line.html" "line" %}`: include it, with these values and no others."""
    # A whole page is made for one browser: its forms carry that browser's token.
    if context.get("stage") != "turns" or "request" in context:
        values: Any = context.flatten()
        return SafeString(get_template(template_name).render(values))
    return parts.shown(template_name, names.split(), context)
