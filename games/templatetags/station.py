"""Small words for templates: sentences of the rules in the reader's language."""

from django import template

from games.pages.text import color_word, map_name, named, say

register = template.Library()

register.filter(say)
register.filter(color_word)
register.filter(map_name)
register.filter(named)
