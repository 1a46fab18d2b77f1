"""Paper tickets that aren't in the list, entered wrongly and corrected by their owner."""

import pytest

from games.maps.findings import findings_of
from games.rules.actions import EndGame
from games.table import moves
from tests.support.markup import Element
from tests.support.phone_pages import page, sheet
from tests.support.same_bytes import others_see
from tests.support.sittings import Sitting, sit_down

pytestmark = pytest.mark.django_db

MISREAD = {"new-a": ["Louvre"], "new-b": ["Montsourri"], "new-points": ["8"]}
ON_THE_CARD = {"new-a": ["Louvre"], "new-b": ["Montsouris"], "new-points": ["9"]}
RIGHT = "louvre--montsouris--9"


def listed(*numbers: int) -> list[str]:
    board = sit_down("paris").board
    return [board.tickets[number].id for number in numbers]


def opened(others: bool = True, **tickets: object) -> Sitting:
    """Ada begins with these tickets, Bo with two of the list."""
    sitting = sit_down("paris", tickets="paper")
    first = sitting.table.seats.get(name="Ada")
    sitting.post(sitting.screen, f"seats/{first.pk}/first")
    sitting.post(sitting.screen, "start")
    hands = (tickets, {"kept": listed(2, 3)}) if others else (tickets,)
    for seat, opening in enumerate(hands):
        reply = sitting.post(sitting.phone(seat), "tickets/keep", **opening)
        assert reply.status_code == 200, reply.content.decode()
    return sitting


def misread() -> Sitting:
    return opened(kept=listed(0), **MISREAD)


def ended(sitting: Sitting) -> Sitting:
    moves.act(table=sitting.table, action=EndGame(), by=None)
    return sitting


def written(html: Element) -> list[tuple[str, ...]]:
    """What the fields hold for tickets that the list lacks, row by row."""
    names = ("new-a", "new-b", "new-points")
    rows = zip(*(html.all("input", name=name) for name in names), strict=True)
    return [tuple(field.get("value", "") for field in row) for row in rows]


def put_right(sitting: Sitting, path: str, **tickets: object) -> int:
    reply = sitting.post(sitting.phone(0), path, seen=sitting.number, **tickets)
    return int(reply.status_code)


def test_the_tickets_tab_and_the_log_lead_to_what_was_read_from_the_card() -> None:
    sitting = misread()
    phone = sitting.phone(0)
    paths = [
        next(a for a in html.values("href", "a") if "/tickets/mend/" in a).split("/", 3)[3]
        for html in (page(sitting, phone).one(id="tickets"), page(sitting, phone, "log"))
    ]
    assert len(set(paths)) == 1
    html = sheet(sitting, phone, paths[0])
    assert written(html)[0] == ("Louvre", "Montsourri", "8")
    assert html.has("details", id="missing-tickets", open="")
    assert html.values("value", name="kept", checked="") == listed(0)
    number = paths[0].rsplit("/", 1)[1]
    sent = {"kept": listed(0), **ON_THE_CARD}
    assert put_right(sitting, f"tickets/correct/{number}", **sent) == 200
    assert sitting.state.hands[0].tickets == (*listed(0), RIGHT)
    assert "Montsouris" in page(sitting, phone).one(id="tickets").words


def test_it_is_put_right_at_once_while_others_still_choose() -> None:
    sitting = opened(others=False, kept=listed(0), **MISREAD)
    html = page(sitting, sitting.phone(0)).one(id="tickets")
    address = next(a for a in html.values("href", "a") if "/tickets/mend/" in a)
    number = address.rsplit("/", 1)[1]
    sent = {"kept": listed(0), **ON_THE_CARD}
    assert put_right(sitting, f"tickets/correct/{number}", **sent) == 200
    assert sitting.state.hands[0].tickets == (*listed(0), RIGHT)


def test_it_is_put_right_before_the_reveal_too_and_the_wrong_one_is_learnt_by_nobody() -> None:
    sitting = ended(misread())
    html = sheet(sitting, sitting.phone(0), "paper/0")
    assert written(html) == [("Louvre", "Montsourri", "8"), ("", "", "")]
    assert put_right(sitting, "paper/0/mend", kept=listed(0), **ON_THE_CARD) == 200
    assert sitting.post(sitting.phone(1), "paper/1/check").status_code == 200
    assert sitting.state.finished
    learnt_items = [item for _kind, item in findings_of(sitting.state)]
    assert RIGHT in learnt_items
    assert not [item for item in learnt_items if "montsourri-" in item or item == "montsourri"]


def test_a_listed_ticket_picked_wrongly_becomes_one_that_is_not_in_the_list() -> None:
    sitting = ended(opened(kept=listed(0, 1)))
    assert put_right(sitting, "paper/0/mend", kept=listed(0), **ON_THE_CARD) == 200
    assert sitting.state.hands[0].tickets == (*listed(0), RIGHT)


def test_a_place_that_came_on_the_map_later_is_no_hindrance() -> None:
    sitting = misread()
    number = sitting.number - 1
    route = {"a": "Louvre", "b": "Montsouris", "color": "red", "length": "2"}
    sent = {f"new-{name}": value for name, value in route.items()}
    claim = {"route": "louvre--montsouris", "paid": "1", "color": "red", "wilds": "0"}
    mover = sitting.phone(sitting.state.to_move)
    reply = sitting.post(mover, "claim", seen=sitting.number, **claim, **sent)
    assert reply.status_code == 200, reply.content.decode()
    sent = {"kept": listed(0), **ON_THE_CARD}
    assert put_right(sitting, f"tickets/correct/{number}", **sent) == 200
    assert sitting.state.hands[0].tickets == (*listed(0), RIGHT)
    assert sitting.state.full_board.ticket[RIGHT].b == "montsouris"


def test_a_ticket_that_a_host_put_on_the_list_later_can_stand_for_an_earlier_one() -> None:
    sitting = misread()
    number = sitting.number - 1
    added = {"a": "Louvre", "b": "Montsouris", "points": "9"}
    sitting.post(sitting.screen, "compare", what="ticket", **added)
    assert RIGHT in sitting.state.board.ticket
    sent = {"kept": [*listed(0), RIGHT]}
    assert put_right(sitting, f"tickets/correct/{number}", **sent) == 200
    assert sitting.state.hands[0].tickets == (*listed(0), RIGHT)


def test_what_a_host_put_on_the_list_meanwhile_is_simply_kept() -> None:
    sitting = opened(kept=listed(0), **ON_THE_CARD)
    sitting.post(sitting.screen, "compare", what="ticket", a="Louvre", b="Montsouris", points="9")
    html = sheet(sitting, ended(sitting).phone(0), "paper/0")
    assert html.values("value", name="kept", checked="") == [*listed(0), RIGHT]
    assert put_right(sitting, "paper/0/mend", kept=[*listed(1), RIGHT]) == 200


def test_a_row_without_its_points_is_refused_with_a_sentence() -> None:
    sitting = ended(misread())
    lacking = {**ON_THE_CARD, "new-points": [""]}
    reply = sitting.post(sitting.phone(0), "paper/0/mend", kept=listed(0), **lacking)
    assert reply.status_code == 422
    assert "at least one point" in reply.content.decode()


@pytest.mark.parametrize("at_the_end", [False, True])
def test_putting_it_right_changes_nobody_elses_bytes(at_the_end: bool) -> None:
    """docs/security.md: whether it was a ticket of the list or a new one shows nowhere."""
    plain, new = opened(kept=listed(0, 1)), misread()
    for sitting, tickets in (
        (plain, {"kept": listed(0, 4)}),
        (new, {"kept": listed(0), **ON_THE_CARD}),
    ):
        number = sitting.number - 1
        if at_the_end:
            ended(sitting)
        path = "paper/0/mend" if at_the_end else f"tickets/correct/{number}"
        assert put_right(sitting, path, **tickets) == 200
    assert others_see(new) == others_see(plain)


def test_no_large_letters_name_a_place_that_only_ones_own_ticket_names() -> None:
    """A phone lies on the table while a route is looked for; its owner still types the name."""
    sitting = misread()
    assert sitting.state.to_move == 0
    html = sheet(sitting, sitting.phone(0), "printed")
    assert "Louvre" in html.values("data-place-name")
    assert "Montsourri" not in html.values("data-place-name")
    assert "Montsourri" in html.values("value", "option")
