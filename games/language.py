"""The rules' sentences in the reader's language: where their templates are translated."""

from collections.abc import Iterable

from django.utils.translation import get_language, gettext, ngettext, npgettext, pgettext

from games.rules import text as rules_text
from games.rules.text import Text


def say(text: Text) -> str:
    return text.render(_template)


def _template(text: Text) -> str:
    """The translated sentence. No line of a page begins with the dash between two places or with
    the number of a parallel route, and the points of a claim stay beside their noun."""
    template = _translated(text).replace("} – {", "}\u00a0– {")
    template = template.replace("{color} {number}", "{color}\u00a0{number}")
    return template.replace("}: {count} ", "}: {count}\u00a0")


def _translated(text: Text) -> str:
    if text.names:
        return text.names.get((get_language() or "en")[:2], text.template)
    if text.many and text.context:
        return npgettext(text.context, text.template, text.many, text.count)
    if text.many:
        return ngettext(text.template, text.many, text.count)
    if text.context:
        return pgettext(text.context, text.template)
    return gettext(text.template) if text.template else ""


def listed(names: Iterable[str | Text]) -> str:
    """Names in a row: “Ada, Bo and Cy”."""
    return say(rules_text.listed(names))
