"""Renders the templates of a bonus, `templates/table/bonuses/<kind>/`: seat.jinja, board.jinja,
claim.jinja and reveal.jinja. Any of them may be missing; nothing is shown then."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from django.utils.safestring import SafeString

from games.pages.cards import SeatCard
from games.pages.rendering import render_if_there
from games.rules.board import Board
from games.rules.bonuses.base import Bonus


def _partial(kind: str, name: str, values: Mapping[str, Any]) -> SafeString:
    return render_if_there(f"table/bonuses/{kind}/{name}.jinja", values)


# -- What it shows per seat: `where` is phone, screen, heads (above the seats) ---------


def _seat(bonus: Bonus, where: str, **values: Any) -> SafeString:
    return _partial(bonus.kind, "seat", {"where": where, "bonus": bonus, **values})


def bonuses_on_phone(card: SeatCard, board: Board) -> SafeString:
    """All bonuses of a seat, as the list of players shows them."""
    seen = dict(card.bonuses)
    shown = (_seat(b, "phone", seen=seen[b.kind]) for b in board.bonuses if b.kind in seen)
    return SafeString("".join(shown))


def _beside_names(card: SeatCard, board: Board) -> Bonus | None:
    """The one bonus that the screen has room for beside the names."""
    kinds = {kind for kind, _seen in card.bonuses}
    shown = (bonus for bonus in board.bonuses if bonus.kind in kinds)
    return max(shown, key=lambda bonus: bonus.tells_most, default=None)


def bonus_on_screen(card: SeatCard, board: Board) -> SafeString:
    bonus = _beside_names(card, board)
    if bonus is None:
        return SafeString("")
    return _seat(bonus, "screen", seen=dict(card.bonuses)[bonus.kind], card=card)


def beside_names(cards: Sequence[SeatCard], board: Board | None) -> Bonus | None:
    """The bonus that every seat shows beside its name."""
    return _beside_names(cards[0], board) if cards and board else None


def bonus_heads(bonus: Bonus | None) -> SafeString:
    """The line above all seats on the screen, if the bonus has one."""
    return _seat(bonus, "heads") if bonus else SafeString("")


def bonus_at_reveal(step: Mapping[str, Any], board: Board) -> SafeString:
    """What the reveal shows of a chapter instead of its reasons; empty if the reasons are shown."""
    bonus = next(bonus for bonus in board.bonuses if bonus.kind == step["bonus"])
    return _partial(bonus.kind, "reveal", {**step, "bonus": bonus, "where": "screen"})


def bonus_on_phone_at_reveal(step: Mapping[str, Any], board: Board) -> SafeString:
    """The same on phones; empty if the points of each player are shown."""
    bonus = next(bonus for bonus in board.bonuses if bonus.kind == step["bonus"])
    return _partial(bonus.kind, "reveal", {**step, "bonus": bonus, "where": "phone"})


# -- What it has on the board, and asks at a claim ------------------------------------------------


def pieces(place: Any, lying: Mapping[str, Any] | None) -> SafeString:
    """The pieces at a place of a drawing, by slot; a piece that is gone has no colour."""
    colors = list((lying or {}).get(place.id) or ())
    slots = [(slot, (colors[i : i + 1] or [""])[0] or "") for i, slot in enumerate(place.slots)]
    return SafeString(
        "".join(
            _partial(kind, "board", {"place": place, "slots": list(some)})
            for kind, some in groupby(slots, key=lambda slot: slot[0].kind)
        )
    )


def bonus_question(bonus: Bonus, question: Any, player: str = "") -> SafeString:
    """What a bonus asks at a claim; `player` is the claimant, if that is not the reader."""
    return _partial(bonus.kind, "claim", {"bonus": bonus, "question": question, "player": player})
