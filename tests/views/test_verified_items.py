"""Items verified against the printed board: the comparison offers only allowed corrections, and
says why the rest is locked."""

import pytest

from games.maps import library
from games.refusals import Refused
from games.rules.actions import Action, CorrectRoute, CorrectSheet
from games.rules.board import Board
from games.rules.sheet_facts import PlaceRenamed, RouteAdded, RouteStruck, TicketAdded, TicketStruck
from games.table import learning
from tests.support.markup import Element, read
from tests.support.phone_pages import sheet
from tests.support.sittings import Sitting, begun, sit_down

pytestmark = pytest.mark.django_db

WHY = "Verified against the printed board, so it can’t change here"


def page(sitting: Sitting, by: str, item: str) -> Element:
    return read(sitting.screen.get(sitting.url("compare"), {"by": by, "at": item}))


def offered(html: Element) -> set[str]:
    """The actions that the forms of a page would lead to, by what they change."""
    names = set()
    for form in html.all("form"):
        action = form.get("action").rsplit("/", 1)[-1]
        fields = {field["name"]: field.get("value") for field in form.all("input", name=True)}
        if action == "rename":
            names.add(f"rename {fields['place']}")
        elif action == "strike":
            names.add(f"strike {fields.get('route') or fields.get('ticket')}")
        elif action == "compare" and fields["what"] != "undo":
            names.add(fields["what"] or "")
    return names


def allowed(sitting: Sitting, actions: dict[str, Action]) -> set[str]:
    def taken(action: Action) -> bool:
        try:
            learning.check_allowed(sitting.table, [action])
        except Refused:
            return False
        return True

    return {name for name, action in actions.items() if taken(action)}


def places_to_rename(*places: str) -> dict[str, Action]:
    return {f"rename {id}": CorrectSheet(PlaceRenamed(id, "X")) for id in places}


def some(board: Board, kind: str) -> list[str]:
    """A few items of which some are verified and some are not, where there are both."""
    items = getattr(board, kind)
    verified = [item.id for item in items if library.is_verified(board, item)]
    return [*verified[:2], *[item.id for item in items if item.id not in verified][:2]]


@pytest.mark.parametrize("slug", ["paris", "london", "usa"])
@pytest.mark.parametrize("learns", [False, True])
def test_the_comparison_offers_what_is_taken_and_nothing_else(slug: str, learns: bool) -> None:
    sitting = sit_down(slug, tickets="paper")
    board = sitting.board
    if learns:
        sitting.post(sitting.screen, "board/allow", learns="1")
        sitting.table.refresh_from_db()
    for id in some(board, "routes"):
        route = board.route[id]
        new = RouteAdded("", route.a, route.b, "grey", 1)
        actions = {
            "route": CorrectRoute(id, "grey", 1),
            f"strike {id}": CorrectSheet(RouteStruck(id)),
            **places_to_rename(route.a, route.b),
            "add": CorrectSheet(new),
        }
        html = page(sitting, "route", id)
        assert offered(html) == allowed(sitting, actions), id
        assert (WHY in html.words) is (len(allowed(sitting, actions)) < len(actions)), id
    for id in some(board, "places"):
        actions = {**places_to_rename(id), "add": CorrectSheet(new)}
        html = page(sitting, "place", id)
        assert offered(html) == allowed(sitting, actions), id
        assert (WHY in html.words) is (len(allowed(sitting, actions)) < len(actions)), id
    for id in some(board, "tickets"):
        ticket = board.ticket[id]
        html = page(sitting, "ticket", id)
        struck = {f"strike {id}": CorrectSheet(TicketStruck(id))}
        added = CorrectSheet(TicketAdded("", ticket.a, ticket.b, 99, ticket.deck))
        actions = {**struck, "ticket": added}
        assert offered(html) == allowed(sitting, actions), id
        assert (WHY in html.words) is (len(allowed(sitting, actions)) < len(actions)), id


def test_a_host_lets_the_table_correct_a_verified_place_of_a_sheet_that_is_not() -> None:
    sitting = sit_down("paris")
    place = next(p.id for p in sitting.board.places if library.is_verified(sitting.board, p))
    html = page(sitting, "place", place)
    assert f"rename {place}" not in offered(html)
    form = next(f for f in html.all("form") if f.get("action").endswith("board/allow"))
    assert form.one("input", name="learns")["value"] == "1"
    at = form.one("input", name="at")["value"]
    reply = sitting.post(
        sitting.screen, "board/allow", learns="1", back="compare", by="place", at=at
    )
    assert (
        read(sitting.screen.get(reply["Location"])).one("h2").words
        == sitting.board.place[place].name
    )
    assert f"rename {place}" in offered(page(sitting, "place", place))
    sitting.post(sitting.screen, "board/rename", place=place, name="Here", back="compare")
    sitting.table.refresh_from_db()
    assert learning.lobby_state(sitting.table).board.place[place].name == "Here"


def test_the_claim_sheet_and_the_map_offer_no_name_that_stays_as_it_is() -> None:
    sitting = begun("paris")
    board = sitting.board
    route = next(
        r
        for r in board.routes
        if {library.is_verified(board, board.place[end]) for end in r.ends} == {True, False}
    )
    compared, unknown = sorted(
        route.ends, key=lambda end: not library.is_verified(board, board.place[end])
    )
    host = next(phone for seat, phone in enumerate(sitting.phones) if sitting.seat(seat).host)
    html = sheet(sitting, host, f"mistake/{route.id}")
    assert f"rename {unknown}" in offered(html)
    assert f"rename {compared}" not in offered(html)
    assert f"{WHY}: {board.place[compared].name}." in html.words
    html = sheet(sitting, host, f"routes?place={compared}")
    assert f"{WHY}: {board.place[compared].name}." in html.words
    guest = next(phone for seat, phone in enumerate(sitting.phones) if not sitting.seat(seat).host)
    assert WHY not in sheet(sitting, guest, f"routes?place={compared}").words
