"""What a bonus shows, where Django's templates show it."""

from django import template

from games.pages.bonus_parts import pieces
from games.pages.text import bonus_name

register = template.Library()

register.filter(bonus_name)
register.simple_tag(pieces)
