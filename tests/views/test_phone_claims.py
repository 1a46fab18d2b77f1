"""A player's phone: the sheet with which a route is claimed."""

import pytest

from tests.support.phone_pages import mover, other, page, sheet
from tests.support.sittings import begun

pytestmark = pytest.mark.django_db


def test_the_sheet_of_a_coloured_route_prefills_the_payment() -> None:
    sitting = begun("germany", players=2)
    route = next(r for r in sitting.board.routes if r.color != "grey" and r.length == 4)
    html = sheet(sitting, mover(sitting), f"claim/{route.id}")
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


def test_germany_preselects_a_waiting_passenger_at_each_end() -> None:
    sitting = begun("germany", players=2)
    waiting = sitting.state.memories[1].waiting  # type: ignore[attr-defined]
    route = next(r for r in sitting.board.routes if waiting.get(r.a) and waiting.get(r.b))
    html = sheet(sitting, mover(sitting), f"claim/{route.id}")
    for field, place in (("passenger_a", route.a), ("passenger_b", route.b)):
        chosen = html.values("value", "input", name=field, checked=True)
        assert len(chosen) == 1
        assert chosen[0] in waiting[place]
        assert html.has("input", name=field, value="")


def test_passengers_that_are_not_tracked_are_not_guessed() -> None:
    sitting = begun("germany", players=2, passengers="untracked")
    route = sitting.board.routes[0]
    html = sheet(sitting, mover(sitting), f"claim/{route.id}")
    assert html.values("value", "input", name="passenger_a", checked=True) == [""]


def test_a_claim_for_somebody_else_names_them_on_the_button() -> None:
    sitting = begun("london")
    route = sitting.board.routes[0]
    html = sheet(sitting, other(sitting), f"claim/{route.id}")
    name = sitting.state.name(sitting.state.to_move)
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
