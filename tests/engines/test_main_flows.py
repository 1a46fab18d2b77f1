"""An evening on each engine: joined, played, undone, revealed and scored."""

from collections.abc import Callable

from tests.support.browser.server import TV
from tests.support.engines.page import Page
from tests.support.engines.people import (
    choose_opening,
    claim_from_list,
    claim_on_map,
    draw_cards,
    end_early,
    join,
    open_table,
    peek,
    start,
    undo,
    watch_reveal,
)

ROUTE, ENDS = "british-museum--covent-garden--1", "British Museum – Covent Garden"


def test_a_game_is_joined_played_undone_revealed_and_scored(device: Callable[..., Page]) -> None:
    sitting = open_table(device("TV", TV), "london")
    for name, color in (("Ada", "red"), ("Bo", "blue")):
        join(sitting, device(name), name, color)
    screen = sitting.screen
    start(sitting)
    for phone in sitting.phones.values():
        choose_opening(phone, 1)
    for phone in sitting.phones.values():
        phone.stage("turns")

    first = sitting.mover()
    claim_from_list(sitting, "covent", ROUTE)
    screen.see("#lines", f"{first} claims {ENDS}")
    for phone in sitting.phones.values():
        peek(phone)
    undo(sitting.phones[first])
    screen.see("#banner", first)
    screen.wait(
        "route => !document.querySelector(`[data-route='${route}'][data-owner]`)?.dataset.owner",
        ROUTE,
    )

    claim_on_map(sitting, ROUTE)
    draw_cards(sitting)
    end_early(sitting)
    assert watch_reveal(sitting) >= 2
    screen.stage("result")
    phone = sitting.phones[first]
    phone.tap("a", "Full score sheet")
    phone.arrive("/result/[^/]+/$")
    phone.see("main", ENDS)
