"""Logs outlive the code: those from before bonuses had their own fields still read the same."""

from games.rules import codec
from games.rules.actions import Player, TicketSource
from games.rules.events import GameStarted, RouteClaimed


def test_an_old_claim_that_answers_nothing_reads_as_one() -> None:
    old = {"seat": 1, "route": "a--b", "cards": None, "keep_card": False, "passengers": {}}
    assert codec.unpack("route.claimed", old) == RouteClaimed(1, "a--b")


def test_an_old_claim_keeps_its_answers() -> None:
    old = {"seat": 1, "route": "a--b", "cards": {"red": 2}, "keep_card": True, "passengers": {}}
    read = codec.unpack("route.claimed", old)
    assert read == RouteClaimed(1, "a--b", {"red": 2}, {"keep_card": True})


def test_an_old_start_knows_what_is_tracked_and_what_is_not() -> None:
    old = {
        "map": "germany",
        "players": [{"name": "Ada", "color": "red", "at_reveal": False}],
        "final_round_at": 2,
        "tickets": "paper",
        "decks": [],
    }
    ada = (Player("Ada", "red"),)
    untracked = GameStarted("germany", ada, 2, TicketSource.PAPER)
    assert codec.unpack("game.started", {**old, "passengers": None}) == untracked
    placed = codec.unpack("game.started", {**old, "passengers": {"kiel": ["red"]}})
    assert isinstance(placed, GameStarted)
    assert placed.setup == {"passengers": {"kiel": ("red",)}}
