"""What a bonus shows, found by its kind: seat.html, board.html, claim.html in `templates/bonuses/`.

Every one of them may be missing; then the bonus has nothing to say there.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from django import template
from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.pages.cards import SeatCard
from games.rules.board import Board
from games.rules.bonuses import KINDS
from games.rules.bonuses.base import Bonus

register = template.Library()

BETWEEN = re.compile(r">\s*\n\s*<")  # lines are for whoever reads the template


def _partial(kind: str, name: str, values: Mapping[str, Any]) -> SafeString:
    try:
        found = get_template(f"bonuses/{kind}/{name}.html")
    except TemplateDoesNotExist:
        return SafeString("")
    return SafeString(BETWEEN.sub("><", found.render(dict(values)).strip()))


@register.filter
def bonus_name(kind: str) -> str:
    """The name of a bonus in the language of whoever reads."""
    return gettext(KINDS[kind].name) if kind in KINDS else kind


# -- What it shows per seat: `where` is phone, screen, heads (above the seats) or reveal -----------


def _seat(bonus: Bonus, where: str, **values: Any) -> SafeString:
    return _partial(bonus.kind, "seat", {"where": where, "bonus": bonus, **values})


@register.simple_tag
def bonuses_on_phone(card: SeatCard, board: Board) -> SafeString:
    """All bonuses of a seat, as the list of players shows them."""
    seen = dict(card.bonuses)
    shown = (_seat(b, "phone", seen=seen[b.kind]) for b in board.bonuses if b.kind in seen)
    return SafeString("".join(shown))


def _beside_names(card: SeatCard, board: Board) -> Bonus | None:
    """The one bonus for which there is room beside the names on the screen."""
    kinds = {kind for kind, _seen in card.bonuses}
    found = (bonus for bonus in board.bonuses if bonus.kind in kinds)
    return max(found, key=lambda bonus: bonus.tells_most, default=None)


@register.simple_tag
def bonus_on_screen(card: SeatCard, board: Board) -> SafeString:
    bonus = _beside_names(card, board)
    if bonus is None:
        return SafeString("")
    return _seat(bonus, "screen", seen=dict(card.bonuses)[bonus.kind], card=card)


@register.simple_tag
def bonus_heads(cards: Sequence[SeatCard] | str, board: Board) -> SafeString:
    """What stands above all seats on the screen; empty where a bonus needs no such line."""
    bonus = _beside_names(cards[0], board) if cards and not isinstance(cards, str) else None
    return _seat(bonus, "heads") if bonus else SafeString("")


@register.simple_tag
def bonus_at_reveal(kind: str, rows: Sequence[Mapping[str, Any]], board: Board) -> SafeString:
    """What the reveal shows of a bonus instead of its reasons; empty: the reasons will do."""
    bonus = next(bonus for bonus in board.bonuses if bonus.kind == kind)
    seen = [{**row, "seen": dict(row["card"].bonuses).get(kind)} for row in rows]
    return _seat(bonus, "reveal", rows=seen)


# -- What it has on the board, and asks at a claim ------------------------------------------------


@register.simple_tag
def pieces(place: Any, lying: Mapping[str, Any] | None) -> SafeString:
    """What lies at a place of a drawing, slot by slot; a piece that has gone has no colour."""
    colors = list((lying or {}).get(place.id) or ())
    slots = [(slot, (colors[i : i + 1] or [""])[0] or "") for i, slot in enumerate(place.slots)]
    return SafeString(
        "".join(
            _partial(kind, "board", {"place": place, "slots": list(some)})
            for kind, some in groupby(slots, key=lambda slot: slot[0].kind)
        )
    )


@register.simple_tag
def bonus_question(bonus: Bonus, question: Any) -> SafeString:
    return _partial(bonus.kind, "claim", {"bonus": bonus, "question": question})
