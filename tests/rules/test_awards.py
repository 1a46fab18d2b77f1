"""Awards are drawn from the log: each test is the rule of one of them."""

import pytest

from games.rules import log
from games.rules.actions import ClaimRoute, RevealTickets
from games.rules.awards import Award, awards
from games.rules.log import Entry
from tests.support.boards import board
from tests.support.golden_records import play as replayed
from tests.support.golden_records import source
from tests.support.play import Table, table

FAR = "baker-street--tower-of-london"  # 11 points
NEAR = "british-museum--piccadilly-circus"  # 2 points
SPARE = "hyde-park--covent-garden"


def undo(t: Table) -> Table:
    return t.note(log.decide_undo(t.entries))


def given(t: Table) -> dict[str, Award]:
    return {award.kind: award for award in awards(t.board, t.entries)}


def london(*opening: str) -> Table:
    return table("london", len(opening), opening=[[ticket] for ticket in opening])


# -- Longest route --------------------------------------------------------------------------------


def test_the_longest_route_is_the_one_with_most_spaces() -> None:
    t = london(NEAR, FAR).claim("big-ben--waterloo").claim("kings-cross--charterhouse").end()
    award = given(t)["longest_route"]
    assert award.seats == (1,)
    assert str(award.why) == (
        "Bo claimed King's Cross – The Charterhouse, 3 spaces long, in round 1."
    )
    assert str(award.how) == "Nobody else claimed one as long."


def test_of_equally_long_routes_the_first_claimed_counts() -> None:
    t = london(NEAR, FAR).claim("baker-street--hyde-park").claim("baker-street--british-museum")
    award = given(t.end())["longest_route"]
    assert award.seats == (0,)
    assert str(award.how) == "Nobody claimed a longer one; 1 other just as long came later."


def test_a_claim_that_was_undone_wins_nothing() -> None:
    t = undo(london(NEAR, FAR).claim("baker-street--hyde-park"))
    award = given(t.claim("big-ben--waterloo").end())["longest_route"]
    assert "Big Ben – Waterloo, 1 space long" in str(award.why)


def test_without_a_claim_there_is_no_longest_route() -> None:
    assert "longest_route" not in given(london(NEAR, FAR).pass_turns(2).end())


# -- Boldest ticket -------------------------------------------------------------------------------


def test_the_boldest_ticket_had_most_spaces_to_build_when_it_was_kept() -> None:
    t = london(NEAR, SPARE).build(0, "british-museum--piccadilly-circus")
    t = t.pass_to(1).tickets(["trafalgar-square--st-pauls"])
    t = t.build(1, "covent-garden--trafalgar-square--1", "covent-garden--st-pauls--1").end()
    award = given(t)["boldest_ticket"]
    assert award.seats == (1,)
    assert str(award.why) == (
        "Bo kept Trafalgar Square – St Paul's for 4 points with 4 spaces still to build,"
        " and completed it."
    )
    assert "round 1" in str(award.how)


def test_spaces_that_were_built_already_are_not_bold() -> None:
    t = london(SPARE, FAR).build(0, "covent-garden--trafalgar-square--1")
    t = t.build(0, "covent-garden--st-pauls--1").pass_to(0).tickets(["trafalgar-square--st-pauls"])
    assert "boldest_ticket" not in given(t.end())


def test_a_ticket_that_failed_is_not_bold() -> None:
    assert "boldest_ticket" not in given(london(FAR, NEAR).pass_turns(2).end())


def test_a_ticket_shown_at_the_reveal_was_kept_nobody_knows_when() -> None:
    t = table("london", 2, at_reveal=[1], opening=[[SPARE], []])
    t = t.build(1, "british-museum--piccadilly-circus").end().do(RevealTickets(1, (NEAR,)))
    assert t.row(1).tickets_completed == 1
    assert "boldest_ticket" not in given(t)


# -- Closest race ---------------------------------------------------------------------------------


def test_the_closest_race_is_the_smallest_gap_of_two_who_overtook_each_other() -> None:
    t = london(NEAR, "piccadilly-circus--waterloo", FAR)
    t = t.claim("big-ben--waterloo").claim("waterloo--globe-theatre").pass_turns()
    t = t.claim("kings-cross--charterhouse").pass_turns(2).end()
    assert [t.row(seat).total for seat in (0, 1)] == [1 + 4 - 2, 2 - 3]
    award = given(t)["closest_race"]
    assert award.seats == (0, 1)
    assert str(award.why) == "Ada and Bo finished 4 points apart."
    assert "here 2 times" in str(award.how)


def test_drawing_level_is_not_overtaking() -> None:
    t = london(NEAR, SPARE, FAR).claim("waterloo--globe-theatre").claim("big-ben--waterloo")
    t = t.pass_turns(2).claim("trafalgar-square--big-ben").pass_turns().end()  # 2 : 1, then 2 : 2
    assert "closest_race" not in given(t)


def test_who_finishes_far_apart_has_not_raced_to_the_end() -> None:
    t = london(FAR, "british-museum--st-pauls", SPARE)
    t = t.claim("big-ben--waterloo").claim("covent-garden--st-pauls--1").pass_turns()
    t = t.claim("baker-street--hyde-park").claim("british-museum--covent-garden--1").pass_turns()
    t = t.end()
    assert abs(t.row(0).total - t.row(1).total) > 10
    assert "closest_race" not in given(t)


def test_two_players_are_the_closest_two_whatever_they_do() -> None:
    t = london(NEAR, "piccadilly-circus--waterloo")
    t = t.claim("big-ben--waterloo").claim("waterloo--globe-theatre")
    t = t.claim("kings-cross--charterhouse").pass_turns().end()
    assert "closest_race" not in given(t)


# -- Comeback -------------------------------------------------------------------------------------


def test_a_comeback_is_a_gap_during_the_game_that_was_made_good() -> None:
    t = london(FAR, "british-museum--st-pauls")
    t = t.build(0, "baker-street--hyde-park", "elephant-and-castle--tower-of-london")
    t = t.pass_to(1).claim("covent-garden--st-pauls--1")
    t = t.build(1, "british-museum--covent-garden--1").end()
    assert t.row(1).rank == 1
    award = given(t)["comeback"]
    assert award.seats == (1,)
    assert str(award.why) == "Bo was 14 points behind Ada in round 2 and still finished ahead."


def test_a_small_gap_is_how_every_game_goes() -> None:
    t = london(FAR, NEAR).claim("baker-street--hyde-park")
    t = t.build(1, "british-museum--piccadilly-circus").end()
    assert t.row(1).rank == 1
    assert "comeback" not in given(t)


# -- Most undone ----------------------------------------------------------------------------------


def test_most_tunnels_are_an_award_where_nobody_built_as_many() -> None:
    t = table("europe", 2)
    tunnels = [route.id for route in t.board.routes if route.tunnel]
    for route in tunnels[:2]:
        t.do(ClaimRoute(0, route)).pass_turns()
    assert str(given(t.end())["most_tunnels"].why) == "Ada built 2 tunnels."
    assert "most_tunnels" not in given(table("london", 2).pass_turns(2).end())


def test_most_undone_entries_are_counted_by_whose_entry_it_was() -> None:
    t = undo(undo(london(NEAR, FAR).pass_turns(2)))  # Bo's, then Ada's
    t = undo(t.pass_turns())  # Ada's again
    award = given(t.pass_turns(2).end())["most_undone"]
    assert award.seats == (0,)
    assert str(award.why) == "Ada: 2 entries undone."
    assert str(award.how) == "Out of 3 entries undone in this game."


def test_equally_many_undone_entries_share_the_award() -> None:
    t = undo(undo(london(NEAR, FAR).pass_turns(2)))
    t = undo(undo(t.pass_turns(2)))
    award = given(t.pass_turns(2).end())["most_undone"]
    assert award.seats == (0, 1)
    assert str(award.why) == "Ada and Bo: 2 entries undone each."


def test_a_single_slip_is_no_award() -> None:
    t = undo(undo(london(NEAR, FAR).pass_turns(2)))
    assert "most_undone" not in given(t.pass_turns(2).end())


def test_nothing_undone_is_no_award_and_the_end_of_the_game_is_nobodys_entry() -> None:
    t = london(NEAR, FAR).pass_turns(2).end()
    assert "most_undone" not in given(t)
    assert "most_undone" not in given(undo(t).end())


# -- All together ---------------------------------------------------------------------------------


def test_a_game_that_ended_before_it_began_has_no_awards() -> None:
    assert awards(board("london"), london(NEAR, FAR).end().entries) == ()


@pytest.mark.parametrize("name", ["germany-five-players", "germany-triple", "paris-flags"])
def test_whole_games_give_each_award_once_at_most(name: str) -> None:
    game = replayed(source(name))
    entries = [Entry(i, fact) for i, fact in enumerate((game.started, *game.events), start=1)]
    given = awards(board(name.split("-")[0]), entries)
    kinds = [award.kind for award in given]
    assert len(kinds) == len(set(kinds)) >= 3
    for award in given:
        assert all(0 <= seat < len(game.started.players) for seat in award.seats)
        assert any(letter.isdigit() for letter in f"{award.why} {award.how}")
