"""The rules of a map in the reader's language, as docs/rules.md has them, our decisions marked."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.maps import findings, library
from games.pages.text import deck_of, labelled, name_in_language, named, say, wild_cards
from games.rules.adjectives import colored
from games.rules.board import GREY, WILD, Board, Variant
from games.rules.bonuses import KINDS
from games.rules.bonuses.base import Bonus
from games.rules.scoring import TICKETS_COMPLETED, tie_break_words
from games.rules.text import _


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    sheet = library.in_force(slug)
    if sheet is None:
        raise Http404
    stored = library.newest(slug)
    board, variants = sheet, [variant.id for variant in sheet.variants]
    if request.GET.get("tickets", "") in variants:  # as it is played with an expansion
        board = sheet.with_variant(request.GET["tickets"])
    measures = tie_break_words()
    counted = (bonus.counted_already for bonus in board.bonuses if bonus.counted_already)
    routes = _("Routes were scored during the game; Stationmaster recounts them.")
    context = {
        "board": board,
        "theme": board.theme,
        "kept": findings.kept_words(sheet, stored.version) if stored else None,
        "notes": named(board.notes) if board.notes else "",
        "with_claims": [_bonus_in_words(bonus) for bonus in board.bonuses if bonus.asks],
        "at_the_end": [_bonus_in_words(bonus) for bonus in board.bonuses if not bonus.asks],
        "counted_already": next(counted, routes),
        "further_measures": [
            (KINDS[name].breaks_tie if name in KINDS else "", measures[name])
            for name in board.tie_breaks
            if name != TICKETS_COMPLETED
        ],
        "ferries": any(route.ferry for route in board.routes),
        "tunnels": any(route.tunnel for route in board.routes),
        "variants": [
            _variant(sheet.with_variant(variant.id), variant)
            for variant in sheet.variants
            if variant.changes_something
        ],
        "grey": any(route.color == GREY for route in board.routes),
        "countries": bool(board.dead_ends),
        "cards": [
            _cards(board, color, count).replace(" ", "\u00a0")  # no line ends within one
            for color, count in board.cards.items()
        ],
        "decks": [f"{deck.size} {deck_of(deck.name, deck.size)}" for deck in board.decks],
        "opening_mix": [
            f"{(n := (board.opening.mix or {}).get(deck.id, 0))} {deck_of(deck.name, n)}"
            for deck in board.decks
        ],
        "opening_decks": [
            named(deck.name) for deck in board.decks if deck.id not in board.drawn_on_turns
        ],
        "turn_decks": [named(deck.name) for deck in board.decks if deck.id in board.drawn_on_turns],
        "editions": [labelled(named(edition.name), str(edition.at)) for edition in board.editions],
    }
    return render(request, "home/rules.html", context)


def _cards(board: Board, color: str, count: int) -> str:
    """“12 red”, “14 locomotives”"""
    if color == WILD:
        return wild_cards(board.vehicle, count)
    return f"{count} {say(colored(color, 'card' if count == 1 else 'cards'))}"


def _variant(board: Board, variant: Variant) -> dict[str, Any]:
    """A variant of an expansion in numbers, and what it counts in the end."""
    return {
        "id": variant.id,
        "name": name_in_language(variant),
        "sure": variant.verified is not False,
        "tickets": len(board.tickets),
        "opening": board.opening.draw,
        "keep": board.opening.keep,
        "turn": board.turn.draw,
        "bonuses": [named(bonus.name) for bonus in board.bonuses],
    }


def _bonus_in_words(bonus: Bonus) -> dict[str, Any]:
    """A bonus in words: its rule, and our decisions."""
    sentences = tuple(bonus.explained())
    return {
        "name": bonus.name,
        "rule": sentences[0] if sentences else None,
        "decided": sentences[1:],
    }
