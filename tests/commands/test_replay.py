"""A finished game as a film: every moment of its log, then every step of its reveal."""

import json
import re

import pytest
from django.test import Client

from games.archive import replays
from games.rules.actions import DrawCards, EndGame
from games.rules.reveal import reveal_view
from games.rules.state import Phase
from games.table import moves
from games.table.snapshot import game_of
from tests.support.finished import recorded
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


def parts(sitting: Sitting, at: int, view: str = "") -> dict[str, str]:
    """What is sent for a moment, by DOM id."""
    reply = Client().get(f"/result/{sitting.table.key}/replay/frame", {"at": at, "as": view})
    assert reply.status_code == 200
    html = reply.content.decode()
    starts = [
        (match.start(), match[1])
        for match in re.finditer(r'<(?:div|section)[^>]* ?id="([\w-]+)"[^>]*hx-swap-oob', html)
    ]
    ends = [start for start, _id in starts[1:]] + [len(html)]
    return {id: html[start:end] for (start, id), end in zip(starts, ends, strict=True)}


def page(sitting: Sitting, **query: object) -> str:
    reply = Client().get(f"/result/{sitting.table.key}/replay", query)
    assert reply.status_code == 200
    return reply.content.decode()


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

    def owned(found: dict[str, str]) -> dict[str, list[int]]:
        state = re.search(r'data-state="([^"]+)"', found["mapstate"])
        assert state is not None
        wired = json.loads(state[1].replace("&quot;", '"'))
        return {who: routes for who, routes in wired["owned"].items() if routes}

    assert owned(before) == {}
    assert list(owned(after)) == [color]
    assert before["scores"] != after["scores"]
    assert "claims" in after["lines"]
    assert "claims" not in before["lines"]


def test_the_reveal_is_part_of_the_film_and_then_the_ranking() -> None:
    sitting = finished()
    entries = len(game_of(sitting.table).entries)
    last = replays.frame(replays.film_of(sitting.table), 1).last
    assert 'data-stage="reveal"' in parts(sitting, entries)["stage"]
    assert 'data-stage="result"' in parts(sitting, last)["stage"]


def test_what_was_undone_is_shown_as_it_happened_and_then_its_undoing() -> None:
    sitting = begun()
    mover = sitting.state.to_move
    moves.act(table=sitting.table, action=DrawCards(mover), by=sitting.seat(mover))
    number = game_of(sitting.table).last
    moves.undo(table=sitting.table, by=None, host=True)
    moves.act(table=sitting.table, action=EndGame(), by=None)
    moves.step_reveal(table=sitting.table, step=1000)
    line = f'id="line-{number}"'
    drawn, undone = parts(sitting, number)["lines"], parts(sitting, number + 1)["lines"]
    assert f"{line}>" in drawn
    assert f'{line} class="withdrawn"' in undone
    assert replays.frame(replays.film_of(sitting.table), number).state.turns_played == 1
    assert replays.frame(replays.film_of(sitting.table), number + 1).state.turns_played == 0


def test_a_score_that_was_hidden_at_the_table_is_shown_in_the_film() -> None:
    sitting = played(score_hidden="on")
    assert sitting.table.score_hidden
    entries = len(game_of(sitting.table).entries)
    assert 'data-text="---"' not in parts(sitting, entries // 2)["scores"]


def test_a_film_leads_to_no_rematch() -> None:
    sitting = played()
    sitting.screen.post(sitting.url("rematch"), {"page": "screen"})
    last = replays.frame(replays.film_of(sitting.table), 1).last
    shown = parts(sitting, last)
    assert "follow" not in shown["stage"]
    sitting.table.refresh_from_db()
    assert sitting.table.rematch_id is not None  # only the copy was changed


# -- Points of view -------------------------------------------------------------------------------


def test_nobodys_tickets_are_shown_unless_somebody_is_picked() -> None:
    sitting = finished()
    assert 'class="stub' not in parts(sitting, 20)["film"]
    assert 'class="stub' not in parts(sitting, 20, "7")["film"]


def test_one_players_tickets_are_shown_as_they_stood_then() -> None:
    sitting = finished()
    game = game_of(sitting.table)
    for at in range(1, len(game.entries)):
        state = replays.frame(replays.film_of(sitting.table), at).state
        (hand,) = replays.tickets(state, (0,))
        assert [ticket.id for ticket in hand["tickets"]] == list(state.hands[0].tickets)
    shown = parts(sitting, len(game.entries) - 1, "0")["film"]
    assert shown.count('class="stub') == len(state.hands[0].tickets)
    assert state.players[0].name in shown
    assert f"{state.players[1].name}<" not in shown


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
    assert shown.count('class="hand"') == 3
    assert shown.count('class="stub') == sum(len(hand.tickets) for hand in sitting.state.hands)


# -- Pages ----------------------------------------------------------------------------------------


def test_the_result_page_leads_to_the_film_and_the_film_back() -> None:
    sitting = finished()
    result = f"/result/{sitting.table.key}/"
    assert f'href="{result}replay"' in Client().get(result).content.decode()
    assert f'href="{result}"' in page(sitting)


def test_the_address_carries_the_moment_and_the_point_of_view() -> None:
    sitting = finished()
    shown = page(sitting, at=9, **{"as": 1})
    assert re.search(r'id="reel"[^>]* value="9"', shown)
    assert '<option value="1" selected>' in shown
    assert "?at=10&amp;as=1" in shown  # one step on, without any script


def test_every_line_of_the_log_can_be_jumped_to() -> None:
    sitting = finished()
    entries = len(game_of(sitting.table).entries)
    last = replays.frame(replays.film_of(sitting.table), 1).last
    found = [int(at) for at in re.findall(r'<a href="[^"]*" data-at="(\d+)"', page(sitting))]
    assert found == [*range(1, entries + 1), last]


def test_a_game_that_goes_on_has_no_film() -> None:
    sitting = begun()
    for path in ("replay", "replay/frame"):
        assert Client().get(f"/result/{sitting.table.key}/{path}").status_code == 404


def test_a_film_offers_nothing_to_a_host_and_changes_nothing() -> None:
    sitting = played()
    before = game_of(sitting.table).last, sitting.table.revision
    shown = sitting.screen.get(f"/result/{sitting.table.key}/replay").content.decode()
    assert 'method="post"' not in shown.split("<main")[1].split("</main>")[0]
    sitting.table.refresh_from_db()
    assert (game_of(sitting.table).last, sitting.table.revision) == before


@pytest.mark.parametrize("slug", ["paris", "london", "germany"])
def test_the_demo_is_a_film_with_the_same_controls(slug: str) -> None:
    loaded(slug)
    shown = Client().get(f"/demo/{slug}/").content.decode()
    assert 'id="projector"' in shown
    assert "data-by-itself" in shown
    assert f'data-frames="/demo/{slug}/frame"' in shown
    assert Client().get(f"/demo/{slug}/frame", {"at": 30, "as": "all"}).status_code == 200
    assert Client().get(f"/demo/{slug}x/frame").status_code == 404
