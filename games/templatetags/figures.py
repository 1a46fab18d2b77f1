"""Filters for numbers in the reader's language, and links to statistics."""

from django import template
from django.urls import reverse
from django.utils import formats
from django.utils.translation import gettext

from games.access.audience import sees_everything
from games.models import Player
from games.rules.text import figure

register = template.Library()
register.filter("figure", figure)


@register.filter
def percent(share: float | None) -> str:
    """`row.share|percent`, from 0 to 100; small shares with a decimal, or they would be nothing."""
    if share is None:
        return "–"
    places = 1 if 0 < share < 10 else 0
    number = formats.number_format(round(share, places), places)
    return gettext("{number}%").format(number=number)


@register.filter
def average(number: float | None) -> str:
    """`row.gap|average`, with one decimal; below zero with a minus, unless it rounds to nothing."""
    if number is None:
        return "–"
    return formats.number_format(round(number, 1) + 0.0, 1).replace("-", "−")


@register.filter
def width(share: float) -> str:
    """A share as the width of a bar: plain digits, whatever the language."""
    return f"{max(0.0, min(100.0, share)):.1f}"


@register.simple_tag(takes_context=True)
def statistics_url(context: template.Context, player: Player | None = None) -> str:
    """The address of all figures, or of a player's; empty if the page would refuse them."""
    request = context.get("request")
    if request is None or not sees_everything(request):
        return ""
    if player is None:
        return reverse("statistics")
    return "" if player.anonymous else reverse("player", kwargs={"pk": player.pk})
