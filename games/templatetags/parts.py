"""Renders parts, which are Jinja2 templates, within Django's templates."""

from typing import Any

from django import template
from django.utils.safestring import SafeString

from games.pages.rendering import FormFields, csrf_input, render

register = template.Library()


@register.simple_tag(takes_context=True)
def part(context: template.Context, name: str, **more: Any) -> SafeString:
    """`{% part "table/phone/colors.jinja" picked="red" %}`: a Jinja2 template with this page's
    context and these values."""
    facts: dict[Any, Any] = {**context.flatten(), **more}
    if "table" in facts:
        facts["fields"] = form_fields(facts)
    return render(name, facts)


def form_fields(facts: dict[Any, Any]) -> FormFields:
    """The hidden fields of the forms on a page made for one browser."""
    screen = facts.get("page") == "screen"
    return FormFields(
        "screen" if screen else "phone",
        facts["table"].code,
        None if screen else facts.get("number"),
        facts["me"].pk if facts.get("handed") else None,
        csrf_input(str(facts.get("csrf_token", ""))),
    )
