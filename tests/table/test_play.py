"""Moves by POST: who may log what, what is refused, undo, correction, the end."""

import json

import pytest
from django.test import Client

from games.models import Entry
from games.rules import engine, record
from games.rules.state import Phase
from games.table.snapshot import snapshots
from games.table.writing import changing
from tests.support.games import game_of
from tests.support.sittings import Sitting, begun, play_on, sit_down

pytestmark = pytest.mark.django_db


def free_route(sitting: Sitting, length: int = 1) -> str:
    state = sitting.state
    return next(
        route.id
        for route in state.board.routes
        if route.length == length and state.free_for(state.to_move, route.id)
    )


def test_drawing_cards_is_one_tap() -> None:
    sitting = begun("london", 2)
    reply = sitting.post(sitting.phone(0), "cards", seen=sitting.number)
    assert reply.status_code == 200
    assert sitting.state.to_move == 1
    assert int(reply["X-Revision"]) > 0


def test_a_plain_form_without_scripts_works_too() -> None:
    sitting = begun("london", 2)
    reply = sitting.phone(0).post(sitting.url("cards"), {"seen": sitting.number})
    assert reply.url == sitting.url("play")
    assert sitting.state.turns_played == 1


def test_a_claim_gives_points_takes_vehicles_and_passes_the_turn() -> None:
    sitting = begun("london", 2)
    reply = sitting.post(
        sitting.phone(0),
        "claim",
        route="big-ben--elephant-and-castle",
        seen=sitting.number,
        paid="on",
        color="yellow",
        wilds="1",
    )
    assert reply.status_code == 200
    hand = sitting.state.hands[0]
    assert (hand.points, hand.vehicles) == (4, 14)
    claim = sitting.table.entries.order_by("-number").first()
    assert claim.payload["cards"] == {"yellow": 2, "wild": 1}


def test_anybody_at_the_table_can_log_for_the_seat_whose_turn_it_is() -> None:
    sitting = begun("london", 3)
    sitting.post(sitting.phone(2), "cards", seen=sitting.number)
    entry = sitting.table.entries.order_by("-number").first()
    assert entry.payload["seat"] == 0
    assert entry.by == sitting.seat(2)
    page = sitting.phone(1).get(sitting.url("play")).content.decode()
    assert sitting.seat(2).name in page


def test_strangers_log_nothing() -> None:
    sitting = begun("london", 2)
    before = Entry.objects.count()
    for path in ("cards", "claim", "undo", "skip", "end", "tickets/keep", "tickets/ask"):
        reply = Client().post(
            sitting.url(path), {"seen": sitting.number}, headers={"HX-Request": "true"}
        )
        assert reply.status_code == 403, path
    assert Entry.objects.count() == before


def test_tickets_are_logged_by_their_owner_only() -> None:
    sitting = sit_down("london", 2)
    sitting.post(sitting.screen, "start")
    offer = sitting.state.hands[0].offer
    sitting.post(sitting.phone(1), "tickets/keep", kept=offer)
    assert not sitting.state.hands[0].chosen
    reply = sitting.post(sitting.screen, "tickets/keep", kept=offer)
    assert "Only their owner can log" in reply.content.decode()
    assert sitting.post(sitting.phone(0), "tickets/keep", kept=offer[:1]).status_code == 200
    assert sitting.state.hands[0].tickets == offer[:1]


def test_a_turns_tickets_are_asked_for_looked_at_and_kept() -> None:
    sitting = begun("germany", 2)
    phone = sitting.phone(0)
    bad = sitting.post(
        phone, "tickets/ask", seen=sitting.number, **{"deck-short": 2, "deck-long": 1}
    )
    assert "Draw exactly 4 tickets" in bad.content.decode()
    sitting.post(phone, "tickets/ask", seen=sitting.number, **{"deck-short": 3, "deck-long": 1})
    offer = sitting.state.hands[0].offer
    assert len(offer) == 4
    refused = sitting.post(phone, "cards", seen=sitting.number)
    assert "has to choose which to keep first" in refused.content.decode()
    held = sitting.state.hands[0].tickets
    sitting.post(phone, "tickets/keep", kept=offer[:2], seen=sitting.number)
    assert sitting.state.hands[0].tickets == (*held, *offer[:2])
    assert sitting.state.to_move == 1


def test_the_same_form_sent_twice_acts_once() -> None:
    sitting = begun("london", 2)
    form = {"seen": sitting.number}
    assert sitting.post(sitting.phone(0), "cards", **form).status_code == 200
    assert sitting.post(sitting.phone(0), "cards", **form).status_code == 200
    assert sitting.state.turns_played == 1


def test_a_form_made_from_an_old_state_gets_the_new_state_and_a_sentence() -> None:
    sitting = begun("london", 2)
    seen = sitting.number
    sitting.post(sitting.phone(0), "cards", seen=seen)
    reply = sitting.post(sitting.phone(0), "claim", route=free_route(sitting), seen=seen)
    assert reply.status_code == 409
    assert "In the meantime:" in reply.content.decode()
    assert "draws cards" in reply.content.decode()
    assert sitting.state.turns_played == 1


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"route": "no--where", "seen": "now"},
        {"route": "x" * 500, "seen": 1},
        {"route": "big-ben--waterloo"},
        {"route": "big-ben--waterloo", "seen": "9" * 30},
        {"route": "big-ben--waterloo", "seen": 1, "wilds": "-3"},
    ],
)
def test_a_broken_form_is_a_sentence_and_changes_nothing(form: dict[str, object]) -> None:
    sitting = begun("london", 2)
    before = sitting.number
    reply = sitting.post(sitting.phone(0), "claim", **form)
    assert reply.status_code in (409, 422)
    assert sitting.number == before


def test_the_author_or_a_host_undoes_the_last_entry() -> None:
    sitting = begun("london", 3)
    host = next(i for i in range(3) if sitting.seat(i).host)
    others = [i for i in range(3) if i != host]
    sitting.post(sitting.phone(others[0]), "cards", seen=sitting.number)
    refused = sitting.post(sitting.phone(others[1]), "undo", seen=sitting.number)
    assert refused.status_code == 422
    assert sitting.post(sitting.phone(others[0]), "undo", seen=sitting.number).status_code == 200
    assert sitting.state.turns_played == 0
    sitting.post(sitting.phone(others[0]), "cards", seen=sitting.number)
    assert sitting.post(sitting.phone(host), "undo", seen=sitting.number).status_code == 200
    assert sitting.state.turns_played == 0
    assert "Undone: " in sitting.phone(others[1]).get(sitting.url("play")).content.decode()


def test_seen_tickets_are_undone_by_a_host_only_and_go_back_as_if_never_drawn() -> None:
    sitting = begun("london", 2)
    sitting.table.seats.update(host=False)
    decks = sitting.state.decks
    sitting.post(sitting.phone(0), "tickets/ask", seen=sitting.number)
    assert sitting.state.decks != decks
    refused = sitting.post(sitting.phone(0), "undo", seen=sitting.number)
    assert "only a host can undo" in refused.content.decode()
    assert sitting.post(sitting.screen, "undo", seen=sitting.number).status_code == 200
    assert sitting.state.decks == decks
    assert sitting.state.hands[0].offer == ()


def test_a_host_corrects_an_earlier_claim_and_the_rest_is_replayed() -> None:
    sitting = begun("london", 2)
    sitting.post(sitting.phone(0), "claim", route="big-ben--waterloo", seen=sitting.number)
    wrong = sitting.number
    sitting.post(sitting.phone(1), "cards", seen=sitting.number)
    form = {"route": "trafalgar-square--waterloo", "seen": sitting.number, "correct": wrong}
    sitting.table.seats.update(host=False)
    assert sitting.post(sitting.phone(1), "claim", **form).status_code == 422
    assert sitting.post(sitting.screen, "claim", **form).status_code == 200
    state = sitting.state
    assert state.owners == {"trafalgar-square--waterloo": 0}
    assert (state.hands[0].points, state.turns_played) == (2, 2)


def test_a_correction_that_a_later_entry_cannot_bear_says_which_and_changes_nothing() -> None:
    sitting = begun("london", 2)
    sitting.post(sitting.phone(0), "claim", route="big-ben--waterloo", seen=sitting.number)
    first = sitting.number
    sitting.post(sitting.phone(1), "claim", route="trafalgar-square--waterloo", seen=sitting.number)
    second = sitting.number
    reply = sitting.post(
        sitting.screen,
        "claim",
        route="trafalgar-square--waterloo",
        seen=second,
        correct=first,
    )
    assert reply.status_code == 422
    assert f"Entry {second} would no longer fit" in reply.content.decode()
    assert sitting.number == second


def test_a_claim_becomes_drawn_cards_by_correction() -> None:
    sitting = begun("london", 2)
    sitting.post(sitting.phone(0), "claim", route="big-ben--waterloo", seen=sitting.number)
    wrong = sitting.number
    reply = sitting.post(sitting.screen, f"correct/{wrong}", action="cards", seen=wrong)
    assert reply.status_code == 200
    assert sitting.state.owners == {}


def test_the_confirm_sheet_tells_points_vehicles_and_what_can_be_kept() -> None:
    sitting = begun("paris", 2)
    reply = sitting.phone(0).get(sitting.url("claim/opera--louvre--1"))
    assert reply.status_code == 200
    assert [(bonus.kind, asked.color) for bonus, asked in reply.context["questions"]] == [
        ("flags", "red")
    ]
    assert (reply.context["points"], reply.context["left"]) == (1, 14)
    assert sitting.phone(0).get(sitting.url("claim/nowhere")).status_code == 302


def test_the_route_list_finds_two_letters_of_a_name_an_alias_or_a_translation() -> None:
    sitting = begun("germany", 2)

    def names_of(q: str) -> set[str]:
        rows = sitting.phone(0).get(sitting.url("routes"), {"q": q}).context["rows"]
        return {place for row in rows for place in row.tracks[0].route.ends}

    assert "koeln" in names_of("ko")
    assert "koeln" in names_of("col")  # Cologne, Colonia
    assert "muenchen" in names_of("monaco")
    assert names_of("zzz") == set()


def test_the_route_list_finds_both_ends_and_folds_parallels_into_one_row() -> None:
    sitting = begun("germany", 2)

    def names_of(q: str) -> list[str]:
        rows = sitting.phone(0).get(sitting.url("routes"), {"q": q}).context["rows"]
        return [str(row.name) for row in rows]

    assert names_of("fr kö") == ["Frankfurt – Köln", "Freiburg – Konstanz"]
    assert (
        names_of("fr köl") == names_of("kol fra") == names_of("koeln, fr") == ["Frankfurt – Köln"]
    )
    assert names_of("dort düs") == ["Dortmund – Düsseldorf"]  # three tracks
    assert names_of("fr zzz") == []


def test_taken_and_closed_routes_come_last_and_say_why_not() -> None:
    sitting = begun("london", 2)
    sitting.post(sitting.phone(0), "claim", route="big-ben--waterloo", seen=sitting.number)
    sitting.post(
        sitting.phone(1),
        "claim",
        route="st-pauls--globe-theatre--1",
        seen=sitting.number,
    )
    rows = sitting.phone(0).get(sitting.url("routes")).context["rows"]
    reasons = {track.route.id: str(track.why_not or "") for row in rows for track in row.tracks}
    assert reasons["big-ben--waterloo"] == f"belongs to {sitting.seat(0).name}"
    assert reasons["st-pauls--globe-theatre--2"] == "closed: the parallel route is taken"
    blocked = [row.free is None for row in rows]
    assert blocked == sorted(blocked)


def test_paper_tickets_are_never_compared_with_other_players() -> None:
    sitting = sit_down("london", 2, tickets="paper")
    sitting.post(sitting.screen, "start")
    same = ["big-ben--charterhouse"]
    for number in (0, 1):
        assert sitting.post(sitting.phone(number), "tickets/keep", kept=same).status_code == 200
    sitting.post(sitting.screen, "end", seen=sitting.number)
    assert sitting.state.phase is Phase.REVEAL
    page = sitting.screen.get(sitting.url("screen")).content.decode()
    assert "conflict-" not in page  # not before everybody has looked through their tickets
    settle = {"ticket": same[0], "seat": 1}
    assert sitting.post(sitting.screen, "reveal/settle", **settle).status_code == 422
    for number in (0, 1):
        sitting.post(sitting.phone(number), f"paper/{number}/check")
    page = sitting.screen.get(sitting.url("screen")).content.decode()
    assert f"conflict-{same[0]}" in page
    sitting.post(sitting.screen, "reveal/settle", **settle)
    assert [hand.tickets for hand in sitting.state.hands] == [(), tuple(same)]
    sitting.post(sitting.phone(0), "paper/0/mend", kept=["hyde-park--covent-garden"])
    assert sitting.state.phase is Phase.OVER


def test_tickets_of_a_seat_without_a_phone_are_counted_and_entered_at_the_reveal() -> None:
    sitting = sit_down("london", 1, tickets="paper")
    sitting.post(sitting.screen, "seats/add", name="Kim", color="blue", request="kim")
    sitting.post(sitting.screen, "start")
    sitting.post(sitting.phones[0], "tickets/keep", kept=["big-ben--charterhouse"])
    sitting.post(sitting.phones[0], "cards", seen=sitting.number)
    sitting.post(sitting.phones[0], "tickets/count", count=1, seen=sitting.number)
    assert sitting.state.turns_played == 2
    sitting.post(sitting.screen, "end", seen=sitting.number)
    tickets = ["british-museum--piccadilly-circus", "hyde-park--covent-garden"]
    reply = sitting.post(sitting.screen, "reveal/1", kept=tickets[:1])
    assert "should hold 2 to 3" in reply.content.decode()
    sitting.post(sitting.screen, "reveal/1", kept=tickets)
    sitting.post(sitting.phones[0], "paper/0/check")
    assert sitting.state.phase is Phase.OVER


def finished(slug: str = "london", players: int = 2, **options: object) -> Sitting:
    sitting = begun(slug, players, **options)
    play_on(sitting)
    assert sitting.state.phase is Phase.OVER
    return sitting


def test_the_reveal_goes_step_by_step_and_only_a_host_leads_it() -> None:
    sitting = finished()
    assert sitting.post(sitting.screen, "reveal/step", step=1).status_code == 200
    sitting.table.refresh_from_db()
    assert sitting.table.reveal_step == 1
    with changing(sitting.table):
        sitting.table.seats.update(host=False)
    assert sitting.post(sitting.phones[0], "reveal/step", step=5).status_code == 403
    assert Client().get(f"/result/{sitting.table.key}/").status_code == 404
    sitting.post(sitting.screen, "reveal/step", step=9999)
    assert Client().get(f"/result/{sitting.table.key}/").status_code == 200


def test_the_record_of_a_finished_game_replays_to_the_same_score() -> None:
    sitting = finished("germany", 3)
    key = sitting.table.key
    assert Client().get(f"/result/{key}/record.json").status_code == 404
    sitting.post(sitting.screen, "reveal/step", step=9999)
    reply = Client().get(f"/result/{key}/record.json")
    assert "attachment" in reply["Content-Disposition"]
    game = record.replay(record.read(json.loads(reply.content)), sitting.board)
    assert record.summary(game.state) == record.summary(sitting.state)


def test_a_hidden_score_stays_hidden_until_the_reveal() -> None:
    sitting = begun("london", 2, score_hidden="on")
    play_on(sitting, turns=8)
    context = sitting.screen.get(sitting.url("screen")).context
    assert [card.points for card in context["cards"]] == [None, None]


def test_the_last_round_says_who_fired_it_and_who_has_how_many_turns_left() -> None:
    sitting = begun("paris", 2)
    while sitting.state.final_round is None:
        play_on(sitting, turns=sitting.state.turns_played + 1)
    context = sitting.screen.get(sitting.url("screen")).context
    assert context["final_by"].number == sitting.state.final_round.fired_by
    assert [card.turns_left for card in context["cards"]] == [1, 1]


def test_a_restarted_server_finds_every_entry_again() -> None:
    sitting = begun("germany", 3)
    play_on(sitting, turns=30)
    before = sitting.state
    snapshots.clear()
    assert sitting.state == before


def test_the_log_is_what_the_state_is_folded_from() -> None:
    sitting = begun("germany", 2)
    play_on(sitting, turns=20)
    game = game_of(sitting.table)
    started = game.entries[0].fact
    events = [entry.fact for entry in game.entries[1:]]
    state = engine.evolve_all(engine.start(sitting.board, started), events)
    assert state == game.state


@pytest.mark.parametrize("number", ["9" * 6000, "9" * 30, "٣", "-1", "1e3"])
def test_a_number_nobody_can_mean_is_ignored_or_refused(number: str) -> None:
    sitting = begun("london", 2)
    phone = next(
        phone for phone in sitting.phones if phone.get(sitting.url("play")).context["host"]
    )
    assert phone.get(sitting.url("routes"), {"correct": number}).status_code == 200
    form = {"for": number, "kept": ["big-ben--charterhouse"]}
    assert sitting.post(phone, "tickets/keep", **form).status_code == 422
    assert sitting.post(phone, "reveal/step", step=number).status_code == 422
