"""A player's colour and mark. Every template has these (TEMPLATES in companion/settings.py)."""

from django import template

from games.pages.widgets import badge, mark

register = template.Library()

register.simple_tag(badge)
register.simple_tag(mark)
