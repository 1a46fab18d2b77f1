"""Parts are shared between pages and outlive entries: what is remembered must be what is true."""

import pytest

from games.access.audience import Audience, audience_at
from games.live import parts
from games.live.parts import PHONE, SCREEN, Part
from games.pages import contexts
from games.rules.actions import DrawCards
from games.rules.state import Phase
from games.table import moves
from games.table.snapshot import fresh, load_table
from games.table.writing import changing
from tests.support.sittings import Sitting, begun, play_on

pytestmark = pytest.mark.django_db


def audiences(sitting: Sitting) -> list[tuple[str, Audience]]:
    moment = load_table(fresh(sitting.table))
    screens = [("screen", Audience(moment.table)), ("screen", Audience(moment.table, opener=True))]
    return screens + [("phone", Audience(moment.table, seat)) for seat in moment.seats]


def as_if_for_the_first_time(page: str, audience: Audience) -> dict[str, str]:
    """Every part from everything there is, with nothing remembered."""
    filled = contexts.phone(audience) if page == "phone" else contexts.screen(audience)
    filled |= {"page": page, "oob": True, "language": "en"}
    parts.parts.clear()
    found = {}
    for name in PHONE if page == "phone" else SCREEN:
        template = "screen/mapstate.html" if name == "mapstate" else f"{page}/{name}.html"
        found[name] = parts._tight(template, filled)
    return found


@pytest.mark.parametrize(("slug", "players"), [("london", 3), ("germany", 4), ("paris", 2)])
def test_a_part_given_only_what_it_shows_looks_as_if_it_were_given_everything(
    slug: str, players: int
) -> None:
    sitting = begun(slug, players)
    compared = 0
    for _turn in range(25):
        shown = [
            (page, audience, parts.render_parts(audience, page))
            for page, audience in audiences(sitting)
        ]
        remembered = dict(parts.parts._known)
        for page, audience, rendered in shown:
            for name, html in as_if_for_the_first_time(page, audience).items():
                assert rendered.parts[name].html == html, (page, name)
                compared += 1
        parts.parts._known.update(remembered)  # so that the next turn meets what is old
        if sitting.state.phase is not Phase.TURNS:
            break
        play_on(sitting, turns=sitting.state.turns_played + 1)
    assert compared > 200


def test_waiting_phones_share_what_they_show_and_keep_their_tickets_to_themselves() -> None:
    sitting = begun("london", 4)
    seats = load_table(fresh(sitting.table)).seats
    mover = sitting.state.to_move
    waiting = [seat for seat in seats if seat.number != mover and not seat.host]
    one, other = (
        parts.render_parts(Audience(fresh(sitting.table), seat), "phone") for seat in waiting[:2]
    )
    assert one.parts["turn"] is other.parts["turn"]
    assert one.parts["mapstate"] is other.parts["mapstate"]
    assert one.parts["tickets"].html != other.parts["tickets"].html


def test_drawing_cards_leaves_the_map_and_the_tickets_as_they_were() -> None:
    sitting = begun("germany", 3)
    before = dict(audiences(sitting))["phone"]
    old = parts.render_parts(before, "phone")
    moves.act(table=sitting.table, action=DrawCards(sitting.state.to_move), by=None)
    now = parts.render_parts(dict(audiences(sitting))["phone"], "phone")
    assert now.revision == old.revision + 1
    assert now.parts["tickets"] is old.parts["tickets"]
    assert now.parts["mapstate"].news(old.parts["mapstate"]) == ""
    assert now.parts["last"].news(old.parts["last"]) == now.parts["last"].html


def test_of_a_part_with_pieces_only_those_that_changed_are_sent() -> None:
    a, b = (
        '<!--piece--><li id="a">{}</li><!--/piece-->',
        '<!--piece--><li id="b">2</li><!--/piece-->',
    )
    frame = f'<ol id="rows">{a}{b}</ol>'
    before, after = Part(frame.format(1)), Part(frame.format(3))
    assert after.news(before) == '<li hx-swap-oob="morph" id="a">3</li>'
    assert after.news(after) == ""
    assert after.news(None) == after.html


def test_a_seat_given_to_another_phone_shows_nothing_to_the_old_one() -> None:
    sitting = begun("london", 2)
    cookies = {name: morsel.value for name, morsel in sitting.phone(0).cookies.items()}
    moment = load_table(fresh(sitting.table))
    assert audience_at(moment, cookies).seat is not None
    with changing(sitting.table) as row:
        row.seats.update(digest="")
    moment = load_table(fresh(sitting.table))
    assert audience_at(moment, cookies).seat is None
