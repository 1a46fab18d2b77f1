"""A game built up entry by entry is the same as one read from its log at once."""

from datetime import UTC, datetime

from games.rules import public_log
from games.rules.actions import CorrectSheet, DrawCards
from games.rules.sheet_facts import PlaceAdded, RouteAdded, RouteStruck
from games.table.snapshot import Game, Written
from tests.support.play import Table, table

WRITTEN = Written(datetime(2026, 11, 18, 20, 0, tzinfo=UTC), None)
SOHO = PlaceAdded("soho", "Soho")
TO_SOHO = RouteAdded("", "soho", "hyde-park", "green", 2)


def grown(played: Table, since: int) -> Game:
    """The game after `since` entries, and then one entry after the other."""
    game = Game.fold(played.board, played.entries[:since], [WRITTEN] * since)
    for entry in played.entries[since:]:
        game = game.extended([entry], [WRITTEN])
    return game


def sentences(game: Game) -> list[str]:
    lines = public_log.lines_of(game.naming, game.entries, game.entries, game.withdrawn)
    return [str(line.text) for line in lines]


def test_an_entry_that_names_nothing_new_leaves_the_names_alone() -> None:
    """They are gathered from the whole log, which may be long."""
    played = table("london", 3)
    begun = len(played.entries)
    played.do(DrawCards(0), DrawCards(1), DrawCards(2))
    before = Game.fold(played.board, played.entries[:begun], [WRITTEN] * begun)
    assert before.extended(played.entries[begun:], [WRITTEN] * 3).naming is before.naming


def test_lines_name_what_was_added_and_struck_out_again() -> None:
    played = table("london", 3)
    begun = len(played.entries)
    played.do(CorrectSheet(SOHO), CorrectSheet(TO_SOHO), DrawCards(0))
    route = next(r for r in played.state.board.routes if "soho" in r.ends)
    played.do(CorrectSheet(RouteStruck(route.id, route.a, route.b, route.color, route.length)))
    game = grown(played, begun)
    assert sentences(game) == [
        str(line.text) for line in public_log.lines(played.state.board, played.entries)
    ]
    assert sum("Soho" in sentence for sentence in sentences(game)) == 3
