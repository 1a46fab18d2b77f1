"""A finished game as a film: every moment of its log, then every step of its reveal."""

import json

import pytest
from django.test import Client

from games.archive import replays
from games.rules.actions import DrawCards, EndGame
from games.rules.reveal import reveal_view
from games.rules.state import Phase
from games.table import moves
from tests.support.finished import recorded
from tests.support.games import game_of
from tests.support.markup import Element, read
from tests.support.sittings import Sitting, begun, loaded, play_on

pytestmark = pytest.mark.django_db


def finished(slug: str = "london") -> Sitting:
    """A game of three players from a file: quicker than to play one."""
    return Sitting(recorded(slug), Client())


def played(**options: object) -> Sitting:
    sitting = begun("london", 2, **options)
    play_on(sitting)
    moves.step_reveal(table=sitting.table, step=1000)
    sitting.table.refresh_from_db()
    return sitting


def parts(sitting: Sitting, at: int, view: str = "") -> dict[str, Element]:
    """What is sent for a moment, by DOM id."""
    reply = Client().get(f"/result/{sitting.table.key}/replay/frame", {"at": at, "as": view})
    assert reply.status_code == 200
    return {part["id"]: part for part in read(reply).all(hx_swap_oob=True)}


def page(sitting: Sitting, **query: object) -> Element:
    reply = Client().get(f"/result/{sitting.table.key}/replay", query)
    assert reply.status_code == 200
    return read(reply)


# -- Moments --------------------------------------------------------------------------------------


def test_a_film_has_a_moment_per_entry_and_one_per_step_of_the_reveal() -> None:
    sitting = finished()
    game = game_of(sitting.table)
    steps = reveal_view(game.state, 0).steps
    frame = replays.frame(replays.film_of(sitting.table), 1)
    assert frame.last == len(game.entries) + steps
    assert frame.state.phase is Phase.OPENING
    assert replays.frame(replays.film_of(sitting.table), len(game.entries)).table.reveal_step == 0
    assert replays.frame(replays.film_of(sitting.table), frame.last).table.reveal_step == steps


@pytest.mark.parametrize("asked", [0, -5, 10**5])
def test_a_moment_that_is_not_there_is_the_nearest_one(asked: int) -> None:
    sitting = finished()
    last = replays.frame(replays.film_of(sitting.table), 1).last
    assert replays.frame(replays.film_of(sitting.table), asked).at == (last if asked > 0 else 1)


@pytest.mark.parametrize("asked", ["", "x", "-1", "9" * 5000, "½"])
def test_whatever_stands_in_the_address_shows_a_moment(asked: str) -> None:
    sitting = finished()
    for path in ("replay", "replay/frame"):
        reply = Client().get(f"/result/{sitting.table.key}/{path}", {"at": asked, "as": asked})
        assert reply.status_code == 200


def test_map_scores_and_log_move_together() -> None:
    sitting = finished()
    game = game_of(sitting.table)
    claim = next(entry for entry in game.entries if entry.fact.wire == "route.claimed")
    before, after = parts(sitting, claim.number - 1), parts(sitting, claim.number)
    color = game.state.players[claim.fact.seat].color  # type: ignore[union-attr]

    def owned(sent: dict[str, Element]) -> dict[str, list[int]]:
        drawn = json.loads(sent["mapstate"]["data-state"])
        return {who: routes for who, routes in drawn["owned"].items() if routes}

    assert owned(before) == {}
    assert list(owned(after)) == [color]
    assert before["scores"] != after["scores"]
    assert "claims" in after["lines"].text
    assert "claims" not in before["lines"].text


def test_the_reveal_is_part_of_the_film_and_then_the_ranking() -> None:
    sitting = finished()
    entries = len(game_of(sitting.table).entries)
    last = replays.frame(replays.film_of(sitting.table), 1).last
    assert parts(sitting, entries)["stage"].get("data-stage") == "reveal"
    assert parts(sitting, last)["stage"].get("data-stage") == "result"


def test_what_was_undone_is_shown_as_it_happened_and_then_its_undoing() -> None:
    sitting = begun()
    mover = sitting.state.to_move
    moves.act(table=sitting.table, action=DrawCards(mover), by=sitting.seat(mover))
    number = game_of(sitting.table).last
    moves.undo(table=sitting.table, by=None, host=True)
    moves.act(table=sitting.table, action=EndGame(), by=None)
    moves.step_reveal(table=sitting.table, step=1000)
    line = f"line-{number}"
    drawn, undone = parts(sitting, number)["lines"], parts(sitting, number + 1)["lines"]
    assert drawn.has(id=line)
    assert not undone.has(id=line)
    assert "Undone" in undone.text
    assert replays.frame(replays.film_of(sitting.table), number).state.turns_played == 1
    assert replays.frame(replays.film_of(sitting.table), number + 1).state.turns_played == 0


def test_a_score_that_was_hidden_at_the_table_is_shown_in_the_film() -> None:
    sitting = played(score_hidden="on")
    assert sitting.table.score_hidden
    entries = len(game_of(sitting.table).entries)
    scores = parts(sitting, entries // 2)["scores"].values("data-text")
    assert scores
    assert "---" not in scores


def test_a_film_leads_to_no_rematch() -> None:
    sitting = played()
    sitting.screen.post(sitting.url("rematch"), {"page": "screen"})
    last = replays.frame(replays.film_of(sitting.table), 1).last
    shown = parts(sitting, last)
    assert not shown["stage"].has(data_follow=True)
    assert not [href for href in shown["stage"].values("href") if "follow" in href]
    sitting.table.refresh_from_db()
    assert sitting.table.rematch_id is not None  # only the copy was changed


# -- Points of view -------------------------------------------------------------------------------


def test_nobodys_tickets_are_shown_unless_somebody_is_picked() -> None:
    sitting = finished()
    assert not parts(sitting, 20)["film"].has(of_class="stub")
    assert not parts(sitting, 20, "7")["film"].has(of_class="stub")


def test_one_players_tickets_are_shown_as_they_stood_then() -> None:
    sitting = finished()
    game = game_of(sitting.table)
    for at in range(1, len(game.entries)):
        state = replays.frame(replays.film_of(sitting.table), at).state
        (hand,) = replays.tickets(state, (0,))
        assert [ticket.id for ticket in hand["tickets"]] == list(state.hands[0].tickets)
    shown = parts(sitting, len(game.entries) - 1, "0")["film"]
    assert len(shown.all(of_class="stub")) == len(state.hands[0].tickets)
    assert state.players[0].name in shown.words
    (hand_shown,) = shown.all(of_class="hand")
    assert state.players[1].name not in hand_shown.words.split()


def test_a_player_does_not_know_tickets_that_are_drawn_later() -> None:
    sitting = played()
    entries = game_of(sitting.table).entries
    first = next(entry for entry in entries if entry.fact.wire == "opening.chosen")
    held = replays.frame(replays.film_of(sitting.table), first.number - 1).state
    seat = first.fact.seat  # type: ignore[union-attr]
    (before,) = replays.tickets(held, (seat,))
    assert before["tickets"] == []
    assert len(before["offer"]) == 2  # dealt, and not yet chosen from


def test_everybodys_tickets_can_be_shown_at_once() -> None:
    sitting = finished("germany")
    entries = len(game_of(sitting.table).entries)
    shown = parts(sitting, entries, "all")["film"]
    assert len(shown.all(of_class="hand")) == 3
    held = sum(len(hand.tickets) for hand in sitting.state.hands)
    assert len(shown.all(of_class="stub")) == held


# -- Pages ----------------------------------------------------------------------------------------


def test_the_result_page_leads_to_the_film_and_the_film_back() -> None:
    sitting = finished()
    result = f"/result/{sitting.table.key}/"
    assert f"{result}replay" in read(Client().get(result)).values("href", "a")
    assert result in page(sitting).values("href", "a")


def test_the_address_carries_the_moment_and_the_point_of_view() -> None:
    sitting = finished()
    shown = page(sitting, at=9, **{"as": 1})
    assert shown.one(id="reel")["value"] == "9"
    assert shown.has("option", value="1", selected=True)
    # One step on, without any script.
    assert any(href.endswith("?at=10&as=1") for href in shown.values("href", "a"))


def test_every_line_of_the_log_can_be_jumped_to() -> None:
    sitting = finished()
    entries = len(game_of(sitting.table).entries)
    last = replays.frame(replays.film_of(sitting.table), 1).last
    moments = [int(at) for at in page(sitting).one(id="scenes").values("data-at", "a")]
    assert moments == [*range(1, entries + 1), last]


def test_a_game_that_goes_on_has_no_film() -> None:
    sitting = begun()
    for path in ("replay", "replay/frame"):
        assert Client().get(f"/result/{sitting.table.key}/{path}").status_code == 404


def test_a_film_offers_nothing_to_a_host_and_changes_nothing() -> None:
    sitting = played()
    before = game_of(sitting.table).last, sitting.table.revision
    shown = read(sitting.screen.get(f"/result/{sitting.table.key}/replay"))
    assert not shown.one("main").has("form", method="post")
    sitting.table.refresh_from_db()
    assert (game_of(sitting.table).last, sitting.table.revision) == before


@pytest.mark.parametrize("slug", ["paris", "london", "germany"])
def test_the_demo_is_a_film_with_the_same_controls(slug: str) -> None:
    loaded(slug)
    shown = read(Client().get(f"/demo/{slug}/", {"at": 1}))  # behind the tour
    assert shown.has(id="projector")
    assert shown.has(data_by_itself=True)
    assert shown.has(data_frames=f"/demo/{slug}/frame")
    assert Client().get(f"/demo/{slug}/frame", {"at": 30, "as": "all"}).status_code == 200
    assert Client().get(f"/demo/{slug}x/frame").status_code == 404
