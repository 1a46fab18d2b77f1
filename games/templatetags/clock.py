"""Moments on pages."""

from django import template

from games.pages.clock import instant, moment, shown

register = template.Library()

register.filter(moment)
register.filter(instant)
register.filter(shown)
