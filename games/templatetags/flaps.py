"""Split-flap letters."""

from django import template

from games.pages.widgets import flaps

register = template.Library()

register.simple_tag(flaps)
