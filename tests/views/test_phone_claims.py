"""A player's phone: the sheet with which a route is claimed."""

import pytest

from tests.support.phone_pages import mover, other, page, sheet
from tests.support.sittings import begun

pytestmark = pytest.mark.django_db


def test_the_payment_is_folded_away_and_not_sent_unless_somebody_unfolds_it() -> None:
    sitting = begun("germany", players=2)
    route = next(r for r in sitting.board.routes if r.color != "grey" and r.length == 4)
    html = sheet(sitting, mover(sitting), f"claim/{route.id}")
    assert not html.has("details", of_class="paying", open=True)
    assert html.has("fieldset", of_class="payment", disabled=True)
    assert html.has("input", name="color", value=route.color)
    assert len(html.all(of_class="card")) == 4
    assert "Claim for 7 points" in html.words
    assert "41 wagons left afterwards" in html.words
    assert html.has("input", name="seen", value=sitting.number)


def test_a_grey_route_may_name_a_colour_and_need_not() -> None:
    sitting = begun("london")
    route = next(r for r in sitting.board.routes if r.color == "grey")
    html = sheet(sitting, mover(sitting), f"claim/{route.id}")
    chips = html.all("input", type="radio", name="color")
    assert {chip["value"] for chip in chips} == set(sitting.board.cards) - {"wild"}
    assert not any("checked" in chip for chip in chips)


def test_paris_proposes_to_keep_a_card_where_that_is_allowed() -> None:
    sitting = begun("paris")
    allowed = next(r for r in sitting.board.routes if r.color == "blue")
    never = next(r for r in sitting.board.routes if r.color == "green")
    phone = mover(sitting)
    assert sheet(sitting, phone, f"claim/{allowed.id}").has(name="keep_card", checked=True)
    assert not sheet(sitting, phone, f"claim/{never.id}").has(name="keep_card")


def test_no_passenger_is_preselected_where_there_is_a_choice_of_colours() -> None:
    sitting = begun("germany", players=2)
    waiting = sitting.state.memories[1].waiting  # type: ignore[attr-defined]
    asked = 0
    for route in sitting.board.routes:
        html = sheet(sitting, mover(sitting), f"claim/{route.id}")
        for field, place in (("passenger_a", route.a), ("passenger_b", route.b)):
            there = sorted(set(waiting.get(place, ())))
            chosen = html.values("value", "input", name=field, checked=True)
            assert chosen == (there if len(there) == 1 else [])
            offered = sorted(html.values("value", "input", name=field))
            assert offered == (["", *there] if there else [])
            asked += len(there) > 1
    assert asked > 10


def test_each_passenger_says_how_the_race_for_its_colour_stands() -> None:
    sitting = begun("germany", players=2, passengers="untracked")
    first, second = sitting.board.routes[0], sitting.board.routes[5]
    for route, color in ((first, "red"), (second, "red")):
        answer = {"passenger_a": color, "passenger_b": color if route is first else ""}
        sitting.post(
            mover(sitting), "claim", page="phone", seen=sitting.number, route=route.id, **answer
        )
    third = next(r for r in sitting.board.routes if not {*r.ends} & {*first.ends, *second.ends})
    html = sheet(sitting, mover(sitting), f"claim/{third.id}")
    assert "you 2 · best 2" in html.words
    assert "you 0 · best 0" in html.words
    name = sitting.state.name(sitting.state.to_move)
    for_another = f"claim/{third.id}?whose={sitting.state.to_move}"
    assert f"{name} 2 · best 2" in sheet(sitting, other(sitting), for_another).words


def test_passengers_that_are_not_tracked_are_not_guessed_and_run_out_place_by_place() -> None:
    sitting = begun("germany", players=2, passengers="untracked")
    board = sitting.board
    alone = next(
        place.id
        for place in board.places
        if place.facts.get("passengers") == 1
        and len({frozenset(route.ends) for route in board.neighbours[place.id]}) > 1
    )
    taken, later = board.neighbours[alone][0], board.neighbours[alone][-1]
    html = sheet(sitting, mover(sitting), f"claim/{taken.id}")
    assert html.values("value", "input", name="passenger_a", checked=True) == []
    field = "passenger_a" if taken.a == alone else "passenger_b"
    sitting.post(
        mover(sitting),
        "claim",
        page="phone",
        seen=sitting.number,
        route=taken.id,
        **{field: "red"},
    )
    html = sheet(sitting, mover(sitting), f"claim/{later.id}")
    assert f"Nobody’s waiting at {board.place[alone].name}." in html.words


def test_a_parallel_route_shows_its_tracks_as_a_switch() -> None:
    sitting = begun("germany", players=4)
    html = sheet(sitting, mover(sitting), "claim/dortmund--duesseldorf--2")
    links = html.values("href", "a", of_class="track")
    assert [link.rsplit("--", 1)[1] for link in links] == ["1", "3"]
    assert html.has("input", name="route", value="dortmund--duesseldorf--2")


def test_a_taken_track_offers_the_free_one() -> None:
    sitting = begun("germany", players=4)
    taken = "dortmund--duesseldorf--1"
    sitting.post(mover(sitting), "claim", page="phone", seen=sitting.number, route=taken)
    html = sheet(sitting, mover(sitting), f"claim/{taken}")
    assert html.has("input", name="route", value="dortmund--duesseldorf--2")
    assert "belongs to" in html.words


def test_a_claim_for_somebody_else_names_them_on_the_button() -> None:
    sitting = begun("london")
    route = sitting.board.routes[0]
    html = sheet(sitting, other(sitting), f"claim/{route.id}")
    name = sitting.state.name(sitting.state.to_move)
    assert f"For {name}" in html.one(of_class="sheet-foot").words
    html = sheet(sitting, other(sitting), f"claim/{route.id}?whose={sitting.state.to_move}")
    assert f"Claim for {name}: {sitting.board.points[route.length]} point" in html.words


def test_a_route_that_cannot_be_claimed_says_why_and_has_no_button() -> None:
    sitting = begun("london")
    route = sitting.board.routes[0]
    sitting.post(mover(sitting), "claim", page="phone", seen=sitting.number, route=route.id)
    html = sheet(sitting, mover(sitting), f"claim/{route.id}")
    assert "belongs to" in html.words
    assert not html.has("form")


def test_sheets_are_whole_pages_for_browsers_without_scripts() -> None:
    sitting = begun("london")
    phone = mover(sitting)
    route = sitting.board.routes[0]
    for path in ("routes", f"claim/{route.id}", "tickets/draw", "log", "table"):
        assert page(sitting, phone, path).has("html")
        assert not sheet(sitting, phone, path).has("html")


def test_an_open_sheet_says_who_was_faster_and_leads_back() -> None:
    sitting = begun("london", players=3)
    route, opened = sitting.board.routes[0].id, sitting.number
    quicker = sitting.state.name(sitting.state.to_move)
    slower = other(sitting)
    sitting.post(mover(sitting), "claim", page="phone", seen=opened, route=route)
    html = sheet(sitting, slower, f"claim/{route}?since={opened}")
    assert f"{quicker} was faster." in html.words
    assert "point" not in html.words
    assert "turn" not in html.words
    assert html.has("a", href=sitting.url("play"), of_class="button")
    assert html.has("a", href=sitting.url("routes"), of_class="button")
    assert html.has("div", **{"data-since": str(opened)})
    opened_afterwards = sheet(sitting, slower, f"claim/{route}")
    assert "faster" not in opened_afterwards.words
    assert f"belongs to {quicker}" in opened_afterwards.words


def test_a_sheet_that_goes_on_with_a_parallel_route_says_why() -> None:
    sitting = begun("germany", players=4)
    taken, opened = "dortmund--duesseldorf--1", sitting.number
    quicker = sitting.state.name(sitting.state.to_move)
    slower = other(sitting)
    sitting.post(mover(sitting), "claim", page="phone", seen=opened, route=taken)
    html = sheet(sitting, slower, f"claim/{taken}?since={opened}")
    assert f"{quicker} was faster. This parallel route is still free." in html.words
    assert html.has("input", name="route", value="dortmund--duesseldorf--2")


def test_a_passenger_that_was_not_chosen_is_asked_for_beside_its_question() -> None:
    sitting = begun("germany", players=2)
    html = sheet(sitting, mover(sitting), "claim/berlin--leipzig")
    asked = [question.words for question in html.all(of_class="unanswered", hidden=True)]
    assert asked[0] == "Who boards in Berlin? Pick a passenger, or “none”."
    assert len(asked) == len(html.all("fieldset", of_class="riders"))


def test_a_row_of_the_list_marks_whose_a_taken_track_is() -> None:
    sitting = begun("germany", players=4)
    taken = "dortmund--duesseldorf--1"
    owner = sitting.state.players[sitting.state.to_move]
    sitting.post(mover(sitting), "claim", page="phone", seen=sitting.number, route=taken)
    html = sheet(sitting, mover(sitting), "routes?q=dort dues")
    mark = next(row for row in html.all(of_class="taken") if owner.name in row.words)
    assert mark.words.strip() == f"belongs to {owner.name}"
    assert mark.has("span", of_class="mark", **{"data-color": owner.color})
