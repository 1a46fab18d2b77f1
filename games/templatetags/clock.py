"""Moments on pages."""

from django import template

from games.pages.clock import in_words, instant, moment, short_month, shown

register = template.Library()

register.filter(in_words)
register.filter(moment)
register.filter(instant)
register.filter(short_month)
register.filter(shown)
