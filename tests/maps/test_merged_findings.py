"""Findings of several tables, merged: the same thing is one item, whatever a table called it."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.maps import contradictions, drafts, findings, library
from games.maps.alignment import align
from games.models import Finding, MapSheet
from games.rules import sheet as sheet_format
from games.rules.actions import CorrectSheet
from games.rules.board import Board
from games.rules.corrections.adopting import adoption
from games.rules.sheet_facts import PlaceAdded, PlaceMoved, RouteAdded, TicketStruck
from tests.support.boards import board
from tests.support.play import PAPER, table

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def paris() -> None:
    library.load(board("paris"))


PASSY: dict[findings.Key, findings.Facts] = {
    ("places", "passy"): {"name": "Passy", "x": 10.0, "y": 20.0, "new": True}
}


def route(a: str, b: str, color: str, length: int = 1, **more: Any) -> dict[str, Any]:
    return {"a": a, "b": b, "color": color, "length": length, **more}


def added(*routes: tuple[str, str]) -> dict[findings.Key, findings.Facts]:
    """Routes between the Eiffel Tower and Passy: (id, colour)."""
    facts: dict[findings.Key, findings.Facts] = dict(PASSY)
    for id, color in routes:
        a, b = id.split("--")[:2]
        facts[("routes", id)] = route(a, b, color, new=True)
    return facts


def ticket(points: int, **more: Any) -> dict[str, Any]:
    return {"a": "bastille", "b": "opera", "points": points, "deck": "tickets", **more}


def merged(**tables: dict[findings.Key, findings.Facts]) -> findings.Merged:
    into = findings.basis("paris")
    assert into is not None
    return findings.merge(into.board, findings.item_versions(into, tables))


def asked(made: findings.Merged) -> list[contradictions.Contradiction]:
    return contradictions.contradictions(made, board("paris"))


def between(made: Board, a: str, b: str) -> dict[str, tuple[str, int]]:
    """Colour and number of tables of the routes between two places."""
    routes = [r for r in made.routes if {r.a, r.b} == {a, b}]
    return {r.id: (r.color, r.tables) for r in routes}


def test_a_route_found_from_its_other_end_is_the_same_route() -> None:
    made = merged(
        one=added(("tour-eiffel--passy", "red")), two=added(("passy--tour-eiffel", "red"))
    )
    assert between(made.board, "passy", "tour-eiffel") == {"tour-eiffel--passy": ("red", 2)}
    assert not made.contradictions


def test_the_two_of_a_double_route_are_matched_by_colour() -> None:
    made = merged(
        one=added(("tour-eiffel--passy", "red"), ("tour-eiffel--passy--2", "blue")),
        two=added(("passy--tour-eiffel", "blue"), ("passy--tour-eiffel--2", "red")),
        three=added(("passy--tour-eiffel", "blue")),
    )
    assert between(made.board, "passy", "tour-eiffel") == {
        "tour-eiffel--passy": ("red", 2),
        "tour-eiffel--passy--2": ("blue", 3),
    }
    assert not made.contradictions


def test_a_sheet_with_one_gets_the_other_also_in_the_same_colour() -> None:
    made = merged(
        one=added(("tour-eiffel--passy", "grey")), two=added(("tour-eiffel--passy--2", "grey"))
    )
    assert len(between(made.board, "passy", "tour-eiffel")) == 2


def test_another_colour_of_the_same_route_is_a_contradiction() -> None:
    made = merged(
        one=added(("tour-eiffel--passy", "red")), two=added(("passy--tour-eiffel", "green"))
    )
    assert len(between(made.board, "passy", "tour-eiffel")) == 1
    (question,) = asked(made)
    assert [str(words) for words, _tables in question.versions] == [
        "green, 1 space",
        "red, 1 space",
    ]


def test_another_value_of_the_same_ticket_is_a_contradiction() -> None:
    one = {("tickets", "bastille--opera--8"): ticket(8, new=True)}
    two = {("tickets", "bastille--opera--9"): ticket(9, new=True)}
    made = merged(one=one, two=two)
    values = [t.points for t in made.board.tickets if {t.a, t.b} == {"bastille", "opera"}]
    assert values == [9]
    (question,) = asked(made)
    assert [str(words) for words, _tables in question.versions] == ["9 points", "8 points"]


def test_a_ticket_with_another_value_is_the_one_that_was_struck_out_for_it() -> None:
    listed = board("paris").tickets[0]
    facts = {"a": listed.a, "b": listed.b, "points": 19, "deck": listed.deck}
    tickets = {("tickets", listed.id): None, ("tickets", "x--y--19"): {**facts, "new": True}}
    made = merged(one=tickets, two={("tickets", listed.id): {**facts, "points": listed.points}})
    assert [str(w) for w, _n in asked(made)[0].versions] == [
        f"{listed.points} points",
        "19 points",
    ]


def test_of_versions_that_contradict_one_another_the_sheets_own_is_marked() -> None:
    listed = next(r for r in board("paris").routes if not board("paris").parallels[r.id])
    own = route(listed.a, listed.b, listed.color, listed.length)
    color = "red" if listed.color != "red" else "blue"
    key = ("routes", listed.id)
    (question,) = asked(merged(one={key: own}, two={key: {**own, "color": color}}))
    assert question.now is not None
    assert str(question.versions[question.now][0]).startswith(listed.color)
    (question,) = asked(
        merged(one=added(("tour-eiffel--passy", "red")), two=added(("tour-eiffel--passy", "green")))
    )
    assert question.now is None, "the sheet has neither"


def test_a_ticket_that_waits_for_routes_names_its_places_also_after_another_table() -> None:
    bercy = {("places", "bercy"): {"name": "Bercy", "x": 10.0, "y": 20.0, "new": True}}
    waiting = {**ticket(5, new=True), "a": "bercy"}
    findings.save_findings("paris", "one", {**bercy, ("tickets", "bercy--opera"): waiting})
    into = findings.basis("paris")
    assert into is not None
    findings.publish(findings.merge(into.board, findings.item_versions(into)))
    listed = board("paris").routes[0]
    word = {
        ("routes", listed.id): route(listed.a, listed.b, listed.color, listed.length),
    }
    (left,) = merged(two=word).left_out
    assert str(left) == "Ticket Bercy – Opéra, 5 points"


def test_a_new_place_that_has_another_id_here_is_found_by_its_name() -> None:
    renamed = {("places", "belleville"): {"name": "Ménilmontant", "x": 1.0, "y": 2.0}}
    new = {"name": "Menilmontant", "x": 1.0, "y": 2.0, "new": True}
    way = {("routes", "menilmontant--opera"): route("menilmontant", "opera", "red", new=True)}
    aligned = align(
        board("paris"),
        [("one", renamed), ("two", {("places", "menilmontant"): new, **way})],
    )["two"]
    assert ("places", "belleville") in aligned
    (facts,) = [facts for (kind, _id), facts in aligned.items() if kind == "routes"]
    assert facts is not None
    assert {facts["a"], facts["b"]} == {"belleville", "opera"}


# -- What was decided stays decided ---------------------------------------------------------------


def test_an_old_finding_does_not_undo_what_somebody_decided_since() -> None:
    findings.save_findings("paris", "one", added(("tour-eiffel--passy", "red")))
    findings.save_findings("paris", "two", added(("passy--tour-eiffel", "green")))
    into = findings.basis("paris")
    assert into is not None
    versions = findings.item_versions(into)
    key = ("routes", "tour-eiffel--passy")
    assert [version.facts["color"] for version in versions[key] if version.facts] == [
        "green",
        "red",
    ]
    findings.publish(findings.merge(into.board, versions, {key: 1}))
    # Another table, which says nothing about it.
    other = board("paris").routes[0]
    word = {("routes", other.id): route(other.a, other.b, other.color, other.length)}
    made = merged(three=word)
    assert made.board.route["tour-eiffel--passy"].color == "red"
    assert not made.contradictions, "asked once"
    # And one that does: it is asked again.
    made = merged(three=added(("tour-eiffel--passy", "green")))
    assert made.board.route["tour-eiffel--passy"].color == "green"
    assert made.contradictions


def test_what_an_editor_has_in_a_draft_is_merged_not_replaced() -> None:
    sheet = MapSheet.objects.get(slug="paris")
    draft = drafts.draft_of(sheet, None)
    mine = library.board_of(draft)
    mine = replace(
        mine, places=(replace(mine.places[0], name="Étoile", names={}), *mine.places[1:])
    )
    drafts.save(sheet=draft, data=sheet_format.write(mine), seen=draft.checksum, by=None)
    into = findings.draft_basis(drafts.open_draft("paris"))
    assert into is not None
    tables = {"one": added(("tour-eiffel--passy", "red"))}
    made = findings.merge(into.board, findings.item_versions(into, tables))
    assert made.board.places[0].name == "Étoile"
    assert "tour-eiffel--passy" in made.board.route


def test_an_upgrade_does_not_replace_what_a_home_has_kept() -> None:
    findings.save_findings("paris", "one", added(("tour-eiffel--passy", "red")))
    into = findings.basis("paris")
    assert into is not None
    published = findings.publish(findings.merge(into.board, findings.item_versions(into)))
    shipped = replace(board("paris"), notes="A newer sheet.")
    assert library.load(shipped, bundled=True).sheet == published
    Finding.objects.all().delete()
    assert library.load(shipped, bundled=True).sheet != published


def test_what_came_in_after_the_version_was_made_is_news() -> None:
    findings.save_findings("paris", "one", added(("tour-eiffel--passy", "red")))
    into = findings.basis("paris")
    assert into is not None
    assert into.decided_at is not None
    assert all(v.fresh for versions in findings.item_versions(into).values() for v in versions)
    late = replace(into, decided_at=into.decided_at + timedelta(days=1))
    assert not any(v.fresh for versions in findings.item_versions(late).values() for v in versions)


def test_where_a_host_put_a_place_is_kept_and_confirms_nothing() -> None:
    t = table("paris", source=PAPER)
    t.do(CorrectSheet(PlaceMoved("belleville", 321.0, 123.0)))
    learnt = {
        key: facts for key, facts in findings.findings_of(t.state).items() if key[0] != "tickets"
    }
    assert learnt == {("spots", "belleville"): {"x": 321.0, "y": 123.0}}
    made = merged(one=learnt)
    place = made.board.place["belleville"]
    assert (place.x, place.y, place.tables) == (321.0, 123.0, 0)
    assert not made.contradictions
    # An older word moves nothing once somebody has decided on the drawing.
    findings.save_findings("paris", "one", learnt)
    into = findings.Basis(board("paris"), timezone.now())
    made = findings.merge(into.board, findings.item_versions(into))
    assert made.board.place["belleville"] == board("paris").place["belleville"]


# -- The new version, at a table that found the same ----------------------------------------------


def test_a_version_with_a_route_this_table_found_from_the_other_end_is_offered_all_the_same() -> (
    None
):
    t = table("paris", source=PAPER)
    t.do(
        CorrectSheet(PlaceAdded("passy", "Passy")),
        CorrectSheet(RouteAdded("", "passy", "tour-eiffel", "red", 1)),
    )
    made = merged(one=added(("tour-eiffel--passy", "red")))
    gone = made.board.tickets[0].id
    wanted = replace(made.board, tickets=made.board.tickets[1:])
    step = adoption(t.state, wanted, 2)
    assert step is not None
    assert TicketStruck(gone) in step.facts
    assert not any(isinstance(one, RouteAdded) for one in step.facts)


def test_a_ticket_to_a_place_that_nothing_reaches_waits_and_comes_with_the_route() -> None:
    way = ticket(9, a="bastille", b="passy", new=True)
    findings.save_findings("paris", "one", {**PASSY, ("tickets", "bastille--passy--9"): way})
    made = merged()
    assert [str(words) for words in made.left_out] == ["Ticket Bastille – Passy, 9 points"]
    assert "passy" not in made.board.place
    findings.publish(merged(other={("routes", "opera--louvre--1"): None}))
    made = merged(two=added(("tour-eiffel--passy", "red")))
    assert "bastille--passy--9" in made.board.ticket
    assert not made.left_out
