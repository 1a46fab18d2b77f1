"""Tables of figures, which scroll by themselves where a phone is too narrow for them."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

register = template.Library()


@register.simple_block_tag
def scrolling_table(content: SafeString, name: str) -> SafeString:
    """`{% scrolling_table _("By map") %}<thead>…{% endscrolling_table %}`"""
    return _scrolling(format_html('<table class="list">{}</table>', content), name)


@register.simple_block_tag
def drawn_table(content: SafeString, name: str, id: str) -> SafeString:
    """What a drawing shows, folded away below it, under the id that the drawing refers to."""
    return format_html(
        '<details class="as-table" id="{}-table">'
        '<summary>{}<span class="unseen">: {}</span></summary>{}</details>',
        id,
        gettext("Show as table"),
        name,
        _scrolling(format_html("<table>{}</table>", content), name),
    )


def _scrolling(table: SafeString, name: str) -> SafeString:
    """Reached by keyboard, because it may scroll, and therefore named."""
    return format_html(
        '<div class="scroll" tabindex="0" role="region" aria-label="{}">{}</div>', name, table
    )
