"""Parts are shared by viewers with the same role: they must be right for each of them."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

import pytest
from django.db.models import Model
from jinja2 import UndefinedError

from games.access.audience import Audience, audience_at
from games.live import parts
from games.live.parts import Part, PartsRenderer, Rendered, changed
from games.pages.contexts import TableFacts
from games.pages.rendering import render
from games.rules.actions import DrawCards
from games.rules.board import Board
from games.rules.state import Phase
from games.table import moves
from games.table.snapshot import TableSnapshot, reload
from games.table.writing import changing
from tests.support.markup import parsed
from tests.support.sittings import Sitting, begun, play_on, sit_down

pytestmark = pytest.mark.django_db


def snapshot_of(sitting: Sitting) -> TableSnapshot:
    return reload(sitting.table)


def renderer_for(sitting: Sitting) -> PartsRenderer:
    return PartsRenderer(TableFacts(snapshot_of(sitting)))


def audiences(sitting: Sitting) -> list[tuple[str, Audience]]:
    snapshot = snapshot_of(sitting)
    screens = [("screen", Audience(snapshot)), ("screen", Audience(snapshot, opener=True))]
    return screens + [("phone", Audience(snapshot, seat)) for seat in snapshot.seats]


def with_everything(renderer: PartsRenderer, page: str, audience: Audience) -> dict[str, str]:
    """Every part of a page for one viewer alone, from everything this viewer may know."""
    facts: Mapping[str, Any] = {
        **renderer.facts.screen(audience),
        **(renderer.facts.own(audience, audience.seat) if audience.seat else {}),
        "table": renderer.facts.public["table"],
    }
    names = parts.PHONE if page == "phone" else parts.SCREEN
    fields = {name: {"fields": renderer._fields(page, name)} for name in names}
    return {
        name: parts._part(page, name, {**facts, **fields[name]}, parts._alone).html
        for name in names
    }


@pytest.mark.parametrize(("slug", "players"), [("london", 3), ("germany", 4), ("paris", 2)])
def test_a_part_given_only_what_it_shows_looks_as_if_it_were_given_everything(
    slug: str, players: int
) -> None:
    sitting = begun(slug, players)
    compared = 0
    for _turn in range(25):
        renderer = renderer_for(sitting)
        for page, audience in audiences(sitting):
            shown = renderer.render(audience, page)
            for name, html in with_everything(renderer, page, audience).items():
                assert shown.parts[name].html == html, (page, name)
                compared += 1
        if sitting.state.phase is not Phase.TURNS:
            break
        play_on(sitting, turns=sitting.state.turns_played + 1)
    assert compared > 200


def test_so_it_does_in_the_lobby_and_while_tickets_are_chosen() -> None:
    sitting = sit_down("london", 3)
    for _stage in ("lobby", "opening"):
        renderer = renderer_for(sitting)
        for page, audience in audiences(sitting):
            shown = renderer.render(audience, page)
            for name, html in with_everything(renderer, page, audience).items():
                assert shown.parts[name].html == html, (page, name)
        assert sitting.post(sitting.screen, "start").status_code in (200, 422)


def test_waiting_phones_share_what_they_show_and_keep_their_tickets_to_themselves() -> None:
    sitting = begun("london", 4)
    snapshot, renderer = snapshot_of(sitting), renderer_for(sitting)
    mover = sitting.state.to_move
    waiting = [seat for seat in snapshot.seats if seat.number != mover and not seat.host]
    one, other = (renderer.phone(Audience(snapshot, seat)) for seat in waiting[:2])
    assert one.parts["turn"] is other.parts["turn"]
    assert one.parts["strip"] is other.parts["strip"]
    assert one.parts["mapstate"] is other.parts["mapstate"]
    assert one.parts["tickets"].html != other.parts["tickets"].html


@pytest.mark.parametrize("name", ["table/phone/tickets.jinja", "table/phone/stats.jinja"])
def test_what_is_public_is_not_enough_for_a_part_that_is_private(name: str) -> None:
    facts = TableFacts(snapshot_of(begun("london", 2))).public
    assert {"me", "tickets", "offer", "projected", "my_card"}.isdisjoint(facts)
    with pytest.raises(UndefinedError):
        render(name, facts)


def test_all_who_watch_are_shown_the_very_same() -> None:
    sitting = begun("london", 2)
    renderer = renderer_for(sitting)
    one, other = (
        renderer.render(Audience(renderer.facts.snapshot), "screen") for _viewer in range(2)
    )
    assert one is other
    assert renderer.render(Audience(renderer.facts.snapshot, opener=True), "screen") is not one


def test_drawing_cards_leaves_the_map_and_the_tickets_as_they_were() -> None:
    sitting = begun("germany", 3)
    before = dict(audiences(sitting))["phone"]
    old = parts.render_parts(before, "phone")
    moves.act(table=sitting.table, action=DrawCards(sitting.state.to_move), by=None)
    now = parts.render_parts(dict(audiences(sitting))["phone"], "phone")
    assert now.revision == old.revision + 1
    assert now.parts["tickets"].news(old.parts["tickets"]) == ""
    assert now.parts["mapstate"].news(old.parts["mapstate"]) == ""
    assert now.parts["last"].news(old.parts["last"]) != ""


def sent(before: Rendered | None, now: Rendered) -> dict[str, bool]:
    """The ids of what is sent, and whether each is marked for swapping."""
    elements = [
        child for child in parsed(changed(before, now)).children if not isinstance(child, str)
    ]
    return {each.attributes["id"]: each.attributes["hx-swap-oob"] == "morph" for each in elements}


def test_of_the_scores_only_rows_that_changed_are_sent() -> None:
    sitting = begun("germany", 4)
    old = renderer_for(sitting).screen(host=True)
    mover = sitting.state.to_move
    moves.act(table=sitting.table, action=DrawCards(mover), by=None)
    now = renderer_for(sitting).screen(host=True)
    rows = {f"row-{mover}", f"row-{sitting.state.to_move}"}
    assert sent(old, now) == dict.fromkeys({*rows, "banner", "lines", "menu"}, True)
    assert sent(now, now) == {}
    assert sent(None, now) == dict.fromkeys(parts.SCREEN, True), "rows are in the scores then"


def test_the_scores_are_sent_with_their_rows_when_their_order_changed() -> None:
    rows = {"a": '<li id="a">1</li>', "b": '<li id="b">2</li>'}
    frame = '<ol id="rows">{}</ol>'
    before = Part(frame.format("".join(rows.values())), rows, f"{frame} {list(rows)}")
    turned = dict(reversed(rows.items()))
    after = Part(frame.format("".join(turned.values())), turned, f"{frame} {list(turned)}")
    assert after.news(before) == (
        '<ol hx-swap-oob="morph" id="rows"><li id="b">2</li><li id="a">1</li></ol>'
    )
    other = Part(frame.format("…"), {**rows, "a": '<li id="a">3</li>'}, before.frame)
    assert other.news(before) == '<li hx-swap-oob="morph" id="a">3</li>'


def test_facts_that_follow_others_are_what_they_would_be_alone() -> None:
    sitting = begun("germany", 3)
    before = None
    for _turn in range(12):
        snapshot = snapshot_of(sitting)
        facts, alone = TableFacts(snapshot, before), TableFacts(snapshot)
        for seat in snapshot.seats:
            audience = Audience(snapshot, seat)
            assert facts.own(audience, seat) == alone.own(audience, seat)
        before = facts
        play_on(sitting, turns=sitting.state.turns_played + 1)


@pytest.mark.parametrize("slug", ["germany", "paris", "london"])
def test_parts_that_follow_others_are_what_they_would_be_alone(slug: str) -> None:
    sitting, before, carried_over = begun(slug, 3), None, 0
    while sitting.state.phase is not Phase.OVER and sitting.state.turns_played < 40:
        facts = TableFacts(snapshot_of(sitting), before.facts if before else None)
        following, alone = PartsRenderer(facts, before), renderer_for(sitting)
        for page, audience in audiences(sitting):
            now = following.render(audience, page)
            assert now == alone.render(audience, page)
        was = before.made if before else {}
        carried_over += sum(made is was.get(which) for which, made in following.made.items())
        before = following
        play_on(sitting, turns=sitting.state.turns_played + 1)
    assert carried_over > 200


def test_so_are_they_when_somebody_else_changes_the_table() -> None:
    sitting = begun("london", 3)
    before = renderer_for(sitting)
    for does in ("claim", "agree", "settle"):
        for page, audience in audiences(sitting):
            before.render(audience, page)
        with changing(sitting.table) as row:
            if does == "claim":
                row.claimant = row.seats.get(number=1)
            elif does == "agree":
                row.seats.filter(number=2).update(agrees=True)
            else:
                row.hints, row.claimant = False, None
        following = PartsRenderer(TableFacts(snapshot_of(sitting), before.facts), before)
        alone = renderer_for(sitting)
        for page, audience in audiences(sitting):
            assert following.render(audience, page) == alone.render(audience, page), does
        before = following


def rows_in(value: Any) -> list[Model]:
    """Rows of the database within a fact, however deep."""
    if isinstance(value, Mapping):
        return [row for each in value.values() for row in rows_in(each)]
    if isinstance(value, list | tuple | set | frozenset):
        return [row for each in value for row in rows_in(each)]
    if is_dataclass(value) and not isinstance(value, type | Board):
        return [row for each in fields(value) for row in rows_in(getattr(value, each.name))]
    return [value] if isinstance(value, Model) else []


def test_facts_that_are_compared_hold_no_rows_which_are_equal_whatever_is_in_them() -> None:
    sitting = begun("germany", 3)
    play_on(sitting, turns=6)
    facts = TableFacts(snapshot_of(sitting))
    assert facts.comparable
    assert rows_in(facts.public) == []
    for _page, audience in audiences(sitting):
        if audience.seat:
            own = facts.own(audience, audience.seat)
            assert rows_in(own) == [own["me"]], "one that is compared by itself"
    assert not TableFacts(snapshot_of(sit_down("london", 2))).comparable


def test_a_seat_given_to_another_phone_shows_nothing_to_the_old_one() -> None:
    sitting = begun("london", 2)
    cookies = {name: morsel.value for name, morsel in sitting.phone(0).cookies.items()}
    assert audience_at(snapshot_of(sitting), cookies).seat is not None
    with changing(sitting.table) as row:
        row.seats.update(digest="")
    assert audience_at(snapshot_of(sitting), cookies).seat is None


def test_what_a_turn_leaves_alone_is_not_rendered_again() -> None:
    """Frames of the screen and notices of phones: only what is in them changes."""
    sitting = begun("germany", 3)
    before = renderer_for(sitting)
    for page, audience in audiences(sitting):
        before.render(audience, page)
    sitting.post(sitting.phone(0), "cards", seen=sitting.number)
    after = PartsRenderer(TableFacts(snapshot_of(sitting), before.facts), before)
    for page, audience in audiences(sitting):
        after.render(audience, page)
    reused = {key[:2] for key, made in after.made.items() if made is before.made.get(key)}
    assert {("screen", "scores"), ("screen", "stage"), ("phone", "notice")} <= reused
    assert ("phone", "turn") not in reused
