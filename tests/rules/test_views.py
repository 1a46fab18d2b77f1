"""docs/rules.md, “What is secret”: each audience has its own view, without a field too many."""

from dataclasses import fields

import pytest

from games.rules.actions import AskForTickets, ChooseOpening
from games.rules.reveal import TicketStep, reveal_view
from games.rules.scoring import score
from games.rules.state import FinalRound, Phase
from games.rules.ticket_status import Standing
from games.rules.views import (
    HostView,
    PublicSeat,
    ScreenView,
    claimable,
    host_view,
    screen_view,
    seat_view,
    track_points,
)
from tests.support.boards import board
from tests.support.play import DEALT, PAPER, table

TICKETS = [ticket.id for ticket in board("london").tickets]


def test_what_is_not_there_cannot_leak() -> None:
    names = {field.name for view in (ScreenView, PublicSeat, HostView) for field in fields(view)}
    assert names.isdisjoint({"tickets", "offer", "offers", "hands", "hand", "decks", "total"})
    assert "ticket_count" in names


def test_the_screen_shows_only_how_many_tickets_are_held() -> None:
    t = table("london", 2, PAPER, opening=[TICKETS[:1], TICKETS[1:3]])
    view = screen_view(t.state)
    assert [seat.ticket_count for seat in view.seats] == [1, 2]
    assert not any(ticket in repr(view) for ticket in TICKETS[:3])
    assert view.tickets_left == 17


def test_nobody_counts_the_tickets_of_a_player_without_a_phone() -> None:
    t = table("london", 2, PAPER, at_reveal=(1,))
    assert [seat.ticket_count for seat in screen_view(t.state).seats] == [1, None]


def test_the_screen_shows_routes_vehicles_and_the_public_score() -> None:
    t = table("london", 2).claim("covent-garden--st-pauls--1")
    view = screen_view(t.state)
    assert view.owners == {"covent-garden--st-pauls--1": 0}
    assert view.closed == {"covent-garden--st-pauls--2"}
    assert (view.seats[0].vehicles, view.seats[0].points) == (14, 4)
    assert (view.to_move, view.waiting_for, view.turns_played) == (1, (1,), 1)
    assert view.phase is Phase.TURNS


def test_at_a_large_table_nothing_is_closed() -> None:
    t = table("london", 3).claim("covent-garden--st-pauls--1")
    assert screen_view(t.state).closed == frozenset()


def test_the_public_score_never_includes_tickets() -> None:
    t = table("london", 2, opening=[["piccadilly-circus--waterloo"], TICKETS[:1]])
    t.build(0, "piccadilly-circus--trafalgar-square--1", "trafalgar-square--waterloo")
    assert track_points(t.state) == (3, 0)
    assert screen_view(t.state).seats[0].points == 3


def test_during_the_opening_the_screen_shows_who_is_still_choosing() -> None:
    t = table("london", 3, DEALT, opened=False)
    t.do(ChooseOpening(1, t.state.hands[1].offer))
    view = screen_view(t.state)
    assert [seat.choosing for seat in view.seats] == [True, False, True]
    assert view.to_move is None
    assert view.waiting_for == (0, 2)


def test_the_screen_shows_the_last_round() -> None:
    t = table("london", 3, final_round_at=13).claim("baker-street--hyde-park")
    view = screen_view(t.state)
    assert view.final_round == FinalRound(0, 3)
    assert [seat.turns_left for seat in view.seats] == [1, 1, 1]


# -- A player's own phone -------------------------------------------------------------------------


def test_a_player_sees_their_own_tickets_and_how_they_stand() -> None:
    t = table("london", 2, PAPER, opening=[["piccadilly-circus--waterloo"], TICKETS[:1]])
    t.build(0, "piccadilly-circus--trafalgar-square--1", "trafalgar-square--waterloo")
    view = seat_view(t.state, 0)
    (own,) = view.tickets
    assert (own.id, own.value, own.standing) == (
        "piccadilly-circus--waterloo",
        3,
        Standing.COMPLETED,
    )
    assert view.projected_total == 3 + 3
    assert view.screen == screen_view(t.state)


def test_the_projected_total_holds_public_bonuses_and_no_secret_of_others() -> None:
    london = table("london", 2, opening=[TICKETS[-1:], TICKETS[:1]])
    london.build(0, "british-museum--covent-garden--1")
    assert seat_view(london.state, 0).projected_total == 1 - 11 + 1, "district 1 is public"
    germany = table(
        "germany",
        2,
        opening=[["berlin--leipzig", "kiel--schweiz"], ["emden--freiburg", "hamburg--berlin"]],
    )
    germany.build(0, "berlin--leipzig")
    assert seat_view(germany.state, 0).projected_total == 7 + 4 - 20, "no Globetrotter"
    assert score(germany.state).rows[0].total == 7 + 4 - 20 + 15


def test_a_player_sees_what_can_be_claimed_by_rule() -> None:
    t = table("london", 2).claim("covent-garden--st-pauls--1").claim("big-ben--waterloo")
    gone = {"covent-garden--st-pauls--1", "covent-garden--st-pauls--2", "big-ben--waterloo"}
    everything = {route.id for route in t.board.routes}
    assert claimable(t.state, 0) == everything - gone


def test_an_offer_is_seen_by_its_player_only() -> None:
    t = table("germany", 2, DEALT, opened=False).do(AskForTickets(0, {"short": 4}))
    mine, theirs = seat_view(t.state, 0), seat_view(t.state, 1)
    assert len(mine.offer) == 4
    assert mine.must_keep == 2
    assert (theirs.offer, theirs.tickets) == ((), ())
    assert theirs.screen == mine.screen
    assert mine.screen.seats[0].choosing


# -- The host -------------------------------------------------------------------------------------


def test_the_host_sees_what_the_screen_sees_and_what_a_host_may_do() -> None:
    t = table("london", 2, PAPER, opened=False)
    assert not host_view(t.state).may_end
    t.do(ChooseOpening(0, (TICKETS[0],)), ChooseOpening(1, (TICKETS[1],)))
    view = host_view(t.state)
    assert view.screen == screen_view(t.state)
    assert view.may_end
    assert view.may_skip
    assert view.to_reveal == ()


def test_the_host_cannot_skip_somebody_who_is_looking_at_tickets() -> None:
    t = table("london", 2, DEALT, opened=False)
    t.do(*(ChooseOpening(seat, t.state.hands[seat].offer) for seat in (0, 1)))
    t.do(AskForTickets(0, {"tickets": 2}))
    assert not host_view(t.state).may_skip
    assert host_view(t.state).may_end


def test_the_host_sees_whose_tickets_are_still_to_be_entered() -> None:
    t = table("london", 2, PAPER, at_reveal=(1,)).end()
    assert host_view(t.state).to_reveal == (1,)


# -- At the end -----------------------------------------------------------------------------------


def test_everything_is_shown_once_the_game_is_over_and_not_before() -> None:
    t = table("london", 2)
    with pytest.raises(ValueError, match="not over"):
        reveal_view(t.state, 100)
    t.end()
    view = reveal_view(t.state, 100)
    tickets = [(step.seat, step.line.ticket) for step in view.shown if isinstance(step, TicketStep)]
    assert tickets == [(0, TICKETS[0]), (1, TICKETS[1])]
    assert view.sheet == score(t.state)
    assert view.screen.ended_early
