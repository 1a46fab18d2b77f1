"""Facts as stored: what is packed comes back the same, by way of JSON."""

import json
from typing import get_args

import pytest

from games.rules import codec, events
from games.rules.actions import Player, TicketSource
from games.rules.events import (
    CardsDrawn,
    Event,
    GameEndedEarly,
    GameStarted,
    OpeningChosen,
    PaperChecked,
    RouteClaimed,
    RouteCorrected,
    SheetCompared,
    StationBuilt,
    TicketsAgreed,
    TicketsCounted,
    TicketsDrawn,
    TicketSettled,
    TicketsMended,
    TicketsOffered,
    TicketsRevealed,
    TunnelGivenUp,
    TurnSkipped,
)
from games.rules.log import EntryCorrected, EntryUndone, Fact, Noted
from games.rules.sheet_facts import (
    ItemConfirmed,
    NewTicket,
    PlaceAdded,
    PlaceMoved,
    PlaceRenamed,
    RouteAdded,
    RouteStruck,
    TicketAdded,
    TicketStruck,
)

PLAYERS = (Player("Ada", "red"), Player("Bø “x”", "white", at_reveal=True))
FACTS = [
    GameStarted("london", PLAYERS, 2, TicketSource.PAPER),
    GameStarted("paris", PLAYERS, 1, TicketSource.DEALT, (("a--b", "c--d"), ("e--f",))),
    GameStarted(
        "germany",
        PLAYERS,
        2,
        TicketSource.RECORD,
        (),
        {"passengers": {"kiel": ("red",), "ulm": ()}},
    ),
    GameStarted("germany", PLAYERS, 2, TicketSource.RECORD, (), {"passengers": {}}),
    TicketsOffered(0, {"short": 1, "long": 3}, ("a--b", "c--d", "e--f", "g--h")),
    OpeningChosen(1, ("a--b",), None),
    OpeningChosen(1, ("a--b",), ("c--d",), (0.1 + 0.2,)),
    TicketsDrawn(2, ("a--b", "c--d"), ()),
    TicketsDrawn(2, ("a--b",), ("c--d",)),
    TicketsCounted(0, 2),
    CardsDrawn(4),
    RouteClaimed(0, "a--b--1"),
    RouteClaimed(
        3,
        "a--b",
        {"red": 1, "wild": 2},
        {"keep_card": True, "passengers": {"a": "red", "b": "blue"}},
    ),
    TurnSkipped(1),
    GameEndedEarly(),
    TicketsRevealed(0, ("a--b",)),
    TicketSettled("a--b", 1),
    EntryUndone(17),
    EntryCorrected(12, RouteClaimed(0, "a--b", {"wild": 1})),
    EntryCorrected(12, TicketsDrawn(0, ("a--b",), ("c--d",), ())),
    Noted("host_made", 1),
    Noted("seat_reissued"),
    RouteCorrected("a--b--1", "blue", 2),
    PlaceAdded("c", "Ç"),
    PlaceRenamed("c", "Ç", "Č"),
    PlaceMoved("c", 10.5, 20.0),
    RouteAdded("a--c", "a", "c", "grey", 2, 2),
    RouteStruck("a--c", "a", "c", "grey", 2),
    TicketAdded("a--c--9", "a", "c", 9, "tickets"),
    TicketStruck("a--c--9", "a", "c", 9),
    ItemConfirmed("routes", "a--b", False),
    SheetCompared((PlaceAdded("c", "C"), RouteCorrected("a--b", "red", 1))),
    SheetCompared((PlaceAdded("c", "C"),), 3),
    OpeningChosen(0, ("a--c--9",), None, (), (NewTicket("a", "c", 9, "tickets", {"c": "C"}),)),
    TicketsDrawn(0, ("a--c--9",), None, (), (NewTicket("a", "c", 9, "tickets"),)),
    TicketsRevealed(0, ("a--c--9",), False, (NewTicket("a", "c", 9, "tickets"),)),
    EntryUndone(18, set_aside=True),
    GameStarted("london", PLAYERS, 2, TicketSource.PAPER, paper_check=True),
    CardsDrawn(4, filled=3),
    EntryUndone(19, first=17),
    TicketsRevealed(0, ("a--b",), agreed=True),
    TicketSettled("a--b", 1, (0, 2)),
    PaperChecked(1),
    TicketsAgreed(1, 3),
    TicketsMended(1, ("a--b", "c--d")),
    TicketsMended(1, ("a--c--9",), (NewTicket("a", "c", 9, "tickets", {"c": "C"}),)),
    GameStarted("usa", PLAYERS, 2, TicketSource.RECORD, variant="big-cities"),
    RouteClaimed(0, "a--b", {"red": 3}, tunnel=0),
    RouteClaimed(0, "a--b", None, {"keep_card": True}, 3),
    TunnelGivenUp(2, "a--b"),
    StationBuilt(1, "a", {"red": 1, "wild": 1}),
    StationBuilt(1, "a"),
    TicketsOffered(1, {"tickets": 2}, ("a--b", "c--d"), (0.25, 0.1 + 0.2)),
]


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact.wire)
def test_a_fact_comes_back_as_it_was_packed(fact: Fact) -> None:
    name, payload = codec.pack(fact)
    assert name == fact.wire
    assert codec.unpack(name, json.loads(json.dumps(payload))) == fact


def test_no_fact_is_forgotten() -> None:
    assert {type(fact) for fact in FACTS} == set(get_args(Fact))


def test_wire_names_are_stable_and_dotted() -> None:
    """Logs outlive the code: a name once written is never changed."""
    assert {fact.wire for fact in FACTS} == {
        "game.started",
        "tickets.offered",
        "opening.chosen",
        "tickets.drawn",
        "tickets.counted",
        "cards.drawn",
        "route.claimed",
        "tunnel.given_up",
        "station.built",
        "turn.skipped",
        "game.ended_early",
        "tickets.revealed",
        "ticket.settled",
        "paper.checked",
        "tickets.agreed",
        "tickets.mended",
        "route.corrected",
        "entry.undone",
        "entry.corrected",
        "table.noted",
        "place.added",
        "place.renamed",
        "place.moved",
        "route.added",
        "route.struck",
        "ticket.added",
        "ticket.struck",
        "item.confirmed",
        "sheet.compared",
    }


def test_the_fields_on_the_wire_are_stable_too() -> None:
    assert codec.pack(FACTS[12]) == (
        "route.claimed",
        {
            "seat": 3,
            "route": "a--b",
            "cards": {"red": 1, "wild": 2},
            "keep_card": True,
            "passengers": {"a": "red", "b": "blue"},
        },
    )
    assert codec.pack(FACTS[6])[1] == {
        "seat": 1,
        "kept": ["a--b"],
        "returned": ["c--d"],
        "shuffle": [0.1 + 0.2],
    }
    assert codec.pack(FACTS[18]) == (
        "entry.corrected",
        {"entry": 12, "wire": "route.claimed", "event": codec.pack(FACTS[18].event)[1]},  # type: ignore[union-attr]
    )


def test_what_an_undone_draw_adds_to_the_wire_stands_there_only_where_it_is_needed() -> None:
    """Logs of before are read as ever, and most entries look as they always did."""
    assert codec.pack(EntryUndone(17)) == ("entry.undone", {"entry": 17})
    assert codec.pack(EntryUndone(18, set_aside=True))[1] == {"entry": 18, "set_aside": True}
    assert "shuffle" not in codec.pack(FACTS[4])[1]
    assert codec.pack(FACTS[-1])[1]["shuffle"] == [0.25, 0.1 + 0.2]
    assert codec.pack(CardsDrawn(4)) == ("cards.drawn", {"seat": 4})
    assert codec.pack(TicketSettled("a--b", 1))[1] == {"ticket": "a--b", "seat": 1}
    assert "paper_check" not in codec.pack(FACTS[0])[1]


def test_tunnels_and_variants_stand_on_the_wire_only_where_there_are_any() -> None:
    assert "tunnel" not in codec.pack(RouteClaimed(0, "a--b"))[1]
    assert codec.pack(RouteClaimed(0, "a--b", tunnel=0))[1]["tunnel"] == 0
    assert "variant" not in codec.pack(FACTS[0])[1]


def test_a_name_nobody_ever_wrote_is_refused() -> None:
    with pytest.raises(KeyError):
        codec.unpack("cards.stolen", {"seat": 0})
    with pytest.raises(KeyError):
        codec.unpack("entry.corrected", {"entry": 2, "wire": "entry.undone", "event": {}})


@pytest.mark.parametrize("fact", [f for f in FACTS if isinstance(f, get_args(Event))])
def test_an_event_keeps_everything_its_action_said(fact: Event) -> None:
    action = events.undecide(fact)
    action = getattr(action, "fact", action)  # of the sheet: the very fact is proposed
    for field in ("seat", "kept", "returned", "route", "cards", "answers", "count", "ticket"):
        assert getattr(action, field, None) == getattr(fact, field, None)
