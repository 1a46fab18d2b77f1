"""A sheet with one place, route or ticket changed."""

import pytest
from django.contrib.auth.models import User

from games.maps import sheet_items
from games.rules import checks
from tests.support.boards import sheet as sheet_file

pytestmark = pytest.mark.django_db


def test_a_second_route_between_two_places_numbers_both(ada: User) -> None:
    data = sheet_file("tangle")
    single = sheet_items.item_of(data, "routes", "elm--hazel")
    assert single is not None
    doubled = sheet_items.with_item(data, "routes", {**single, "id": "new", "color": "red"})
    routes = [r for r in doubled["routes"] if {r["a"], r["b"]} == {"elm", "hazel"}]
    assert [r["id"] for r in routes] == ["elm--hazel--1", "elm--hazel--2"]
    assert checks.read_and_check(doubled)[0] is not None
    back = sheet_items.without_item(doubled, "routes", "elm--hazel--2")
    assert back == data


def test_parallel_routes_are_corrected_together() -> None:
    data = sheet_file("tangle")
    twin = sheet_items.item_of(data, "routes", "birch--fir--2")
    assert twin is not None
    changed = sheet_items.with_item(data, "routes", {**twin, "length": 2}, "birch--fir--2")
    assert {r["length"] for r in changed["routes"] if r["id"].startswith("birch--fir")} == {2}
    assert twin["length"] == 1, "what came in is left alone"


def test_a_place_goes_with_its_routes_and_tickets() -> None:
    data = sheet_file("tangle")
    changed = sheet_items.without_item(data, "places", "island")
    assert not [r for r in changed["routes"] + changed["tickets"] if "island" in (r["a"], r["b"])]
    assert len(data["places"]) == len(changed["places"]) + 1


def test_a_route_the_other_way_round_is_a_parallel_too() -> None:
    data = sheet_file("tangle")
    single = sheet_items.item_of(data, "routes", "elm--hazel")
    assert single is not None
    around = {**single, "id": "new", "a": "hazel", "b": "elm"}
    assert checks.read_and_check(sheet_items.with_item(data, "routes", around))[0] is not None


def test_a_ticket_added_at_a_table_stays_the_same_ticket_when_a_route_is_edited() -> None:
    data = sheet_file("paris")
    ticket = data["tickets"][0]
    ticket["id"] = f"{ticket['a']}--{ticket['b']}--{ticket['points']}"
    before = [ticket["id"] for ticket in data["tickets"]]
    assert [ticket["id"] for ticket in sheet_items.tidy(data)["tickets"]] == before
