"""Moments on pages."""

from django import template

from games.pages.clock import instant, moment, short_month, shown

register = template.Library()

register.filter(moment)
register.filter(instant)
register.filter(short_month)
register.filter(shown)
