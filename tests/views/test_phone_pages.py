"""A player's phone as pages: what each stage shows, to its owner, to others and to hosts."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from games.models import Table
from games.rules.actions import DrawCards, EndGame
from games.rules.state import Phase
from games.table import lobby, moves
from games.table.hosts import ask_to_host
from tests.support.sittings import Sitting, begun, loaded, play_on, sit_down

pytestmark = pytest.mark.django_db


def words(html: str) -> str:
    """What a person reads: no tags, one space between words."""
    plain = re.sub(r"<(script|style|svg)\b.*?</\1>", " ", html, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", plain)).split())


def part(html: str, id: str) -> str:
    """The element with this id, from its opening tag to where it ends."""
    start = re.search(rf'<(\w+)[^>]*\bid="{id}"', html)
    assert start, f"nothing has the id {id}"
    depth = 0
    for tag in re.finditer(rf"<(/?){start[1]}\b[^>]*>", html[start.start() :]):
        depth += -1 if tag[1] else 1
        if depth == 0:
            return html[start.start() : start.start() + tag.end()]
    raise AssertionError(f"{id} does not end")


def page(sitting: Sitting, client: Client, path: str = "play") -> str:
    answer = client.get(sitting.url(path))
    assert answer.status_code == 200, answer.status_code
    return answer.content.decode()


def sheet(sitting: Sitting, client: Client, path: str) -> str:
    """What htmx puts into the dialog."""
    answer = client.get(sitting.url(path), headers={"HX-Request": "true"})
    assert answer.status_code == 200, answer.content
    return answer.content.decode()


def mover(sitting: Sitting) -> Client:
    return sitting.phone(sitting.state.to_move)


def other(sitting: Sitting) -> Client:
    return next(phone for phone in sitting.phones if phone is not mover(sitting))


# -- Joining and the lobby ------------------------------------------------------------------------


def test_joining_asks_for_a_name_and_a_colour_and_greys_what_is_taken() -> None:
    sitting = sit_down("london", players=1)
    html = page(sitting, Client(), "")
    visible = re.findall(r"<input(?![^>]*hidden)[^>]*name=\"(\w+)\"", html)
    assert set(visible) == {"name", "color"}
    taken, free = sitting.board.player_colors[0], sitting.board.player_colors[1]
    assert re.search(rf'value="{taken}" disabled', html)
    assert re.search(rf'value="{free}" required', html)
    assert f"#mark-{free}" in html
    assert f"{taken} taken" in words(html)


def test_a_refused_name_keeps_what_was_typed_and_says_why() -> None:
    sitting = sit_down("london", players=1)
    free = sitting.board.player_colors[2]
    answer = Client().post(
        sitting.url("join"), {"name": "Ada", "color": free, "request": "another"}
    )
    html = answer.content.decode()
    assert answer.status_code == 422
    assert "already called Ada" in words(html)
    assert 'value="Ada"' in html
    assert re.search(rf'value="{free}" checked', html)


def test_in_the_lobby_only_a_host_gets_controls() -> None:
    sitting = sit_down("london", players=2)
    host, guest = (part(page(sitting, phone), "turn") for phone in sitting.phones)
    assert "Start the game" in host
    assert "Add a player without a phone" in host
    assert "Remove Bo" in host
    assert "<form" not in guest
    assert "The host starts the game" in words(guest)


def test_the_lobby_names_the_rule_of_the_first_player() -> None:
    sitting = sit_down("london", players=2)
    assert "The youngest starts" in words(page(sitting, sitting.phones[0]))
    seat = sitting.table.seats.get(name="Bo")
    html = sitting.post(sitting.phones[0], f"seats/{seat.pk}/first", page="phone").content.decode()
    assert "starts" in words(part(html, f"seat-{seat.pk}"))
    assert "The youngest starts" not in words(html)


# -- The opening ----------------------------------------------------------------------------------


def test_dealt_opening_tickets_are_in_the_page_of_their_owner_only() -> None:
    sitting = sit_down("london", players=2)
    sitting.post(sitting.screen, "start")
    offers = [sitting.state.hands[seat].offer for seat in range(2)]
    for seat in range(2):
        html = page(sitting, sitting.phone(seat))
        assert all(f'value="{ticket}"' in html for ticket in offers[seat])
        assert not any(f'value="{ticket}"' in html for ticket in offers[1 - seat])
        assert 'class="ticketlist secret"' in html


def test_germany_announces_the_mix_before_any_ticket_is_seen() -> None:
    sitting = sit_down("germany", players=2)
    sitting.post(sitting.screen, "start")
    phone = sitting.phone(0)
    html = part(page(sitting, phone), "turn")
    assert html.count('class="mix"') == 5
    assert 'name="kept"' not in html
    reply = sitting.post(
        phone, "tickets/ask", page="phone", **{"deck-short": 3, "deck-long": 1}
    ).content.decode()
    assert part(reply, "turn").count('name="kept"') == 4
    assert "Keep at least 2" in words(reply)


def test_paper_tickets_are_picked_from_every_ticket_of_the_map() -> None:
    sitting = sit_down("paris", players=2, tickets="paper")
    sitting.post(sitting.screen, "start")
    first, second = sitting.phone(0), sitting.phone(1)
    everything = [ticket.id for ticket in sitting.board.tickets]
    sitting.post(first, "tickets/keep", page="phone", kept=everything[:1])
    html = sheet(sitting, second, "tickets/draw")
    assert sorted(re.findall(r'name="kept" value="([^"]+)"', html)) == sorted(everything)


# -- Turns ----------------------------------------------------------------------------------------


def test_my_turn_is_said_first_and_has_three_actions() -> None:
    sitting = begun("london")
    html = page(sitting, mover(sitting))
    name = sitting.state.name(sitting.state.to_move)
    color = sitting.state.players[sitting.state.to_move].color
    strip = part(html, "strip")
    assert f"Your turn, {name}" in words(strip)
    assert f'class="strip mine" data-color="{color}"' in strip
    actions = words(part(html, "turn"))
    assert actions == "Draw cards Claim a route Draw tickets"


def test_somebody_elses_turn_offers_to_log_for_them() -> None:
    sitting = begun("london")
    html = page(sitting, other(sitting))
    name = sitting.state.name(sitting.state.to_move)
    assert f"{name} is playing" in words(part(html, "strip"))
    assert words(part(html, "turn")) == f"Log for {name} Drew cards Claimed a route"
    assert 'data-mine=""' in part(html, "strip")


def test_one_tap_on_draw_cards_passes_the_turn_on_the_page() -> None:
    sitting = begun("london")
    phone = mover(sitting)
    form = part(page(sitting, phone), "turn")
    seen = re.search(r'name="seen" value="(\d+)"', form)
    assert seen
    reply = sitting.post(phone, "cards", page="phone", seen=seen[1]).content.decode()
    assert "is playing" in words(part(reply, "strip"))
    assert "draws cards" in words(part(reply, "last"))


def test_parts_swap_themselves_and_keep_to_one_form_of_answer() -> None:
    sitting = begun("london")
    reply = sitting.post(mover(sitting), "cards", page="phone", seen=sitting.number)
    html = reply.content.decode()
    for id in ("strip", "notice", "stats", "last", "turn", "tickets", "mapstate"):
        opening = part(html, id).split(">")[0]
        assert 'hx-swap-oob="morph"' in opening


def test_a_table_that_hides_the_score_shows_a_dash_to_its_own_player_too() -> None:
    sitting = begun("london", score_hidden="on")
    play_on(sitting, turns=8)
    html = page(sitting, sitting.phones[0])
    assert "points –" in words(part(html, "stats"))
    assert not re.search(r'class="points">\d', part(html, "seats"))


def test_the_last_round_is_on_every_phone_with_the_turns_left_of_each() -> None:
    sitting = begun("london")
    while sitting.state.final_round is None:
        play_on(sitting, turns=sitting.state.turns_played + 1)
    fired = sitting.state.name(sitting.state.final_round.fired_by)
    left = [sitting.state.turns_left(seat) for seat in range(2)]
    for phone in sitting.phones:
        strip = words(part(page(sitting, phone), "strip"))
        assert f"Last round · started by {fired}" in strip
        for seat in range(2):
            assert f"{sitting.state.name(seat)} {left[seat]}" in strip


# -- Claiming -------------------------------------------------------------------------------------


def test_the_sheet_of_a_coloured_route_prefills_the_payment() -> None:
    sitting = begun("germany", players=2)
    route = next(r for r in sitting.board.routes if r.color != "grey" and r.length == 4)
    html = sheet(sitting, mover(sitting), f"claim/{route.id}")
    assert f'name="color" value="{route.color}"' in html
    assert html.count('class="card"') == 4
    assert "Claim for 7 points" in words(html)
    assert "41 wagons left afterwards" in words(html)
    assert f'name="seen" value="{sitting.number}"' in html


def test_a_grey_route_may_name_a_colour_and_need_not() -> None:
    sitting = begun("london")
    route = next(r for r in sitting.board.routes if r.color == "grey")
    html = sheet(sitting, mover(sitting), f"claim/{route.id}")
    chips = re.findall(r'type="radio" name="color" value="(\w+)"( checked)?', html)
    assert {color for color, _checked in chips} == set(sitting.board.cards) - {"wild"}
    assert not any(checked for _color, checked in chips)


def test_paris_proposes_to_keep_a_card_where_that_is_allowed() -> None:
    sitting = begun("paris")
    kept = next(r for r in sitting.board.routes if r.color == "blue")
    never = next(r for r in sitting.board.routes if r.color == "green")
    phone = mover(sitting)
    assert re.search(r'name="keep_card"[^>]*checked', sheet(sitting, phone, f"claim/{kept.id}"))
    assert "keep_card" not in sheet(sitting, phone, f"claim/{never.id}")


def test_germany_preselects_a_waiting_passenger_at_each_end() -> None:
    sitting = begun("germany", players=2)
    waiting = sitting.state.memories[1].waiting  # type: ignore[attr-defined]
    route = next(r for r in sitting.board.routes if waiting.get(r.a) and waiting.get(r.b))
    html = sheet(sitting, mover(sitting), f"claim/{route.id}")
    for field, place in (("passenger_a", route.a), ("passenger_b", route.b)):
        chosen = re.findall(rf'name="{field}" value="(\w*)" checked', html)
        assert len(chosen) == 1
        assert chosen[0] in waiting[place]
        assert f'name="{field}" value=""' in html


def test_passengers_that_are_not_tracked_are_not_guessed() -> None:
    sitting = begun("germany", players=2, passengers="untracked")
    route = sitting.board.routes[0]
    html = sheet(sitting, mover(sitting), f"claim/{route.id}")
    assert re.findall(r'name="passenger_a" value="(\w*)" checked', html) == [""]


def test_a_claim_for_somebody_else_names_them_on_the_button() -> None:
    sitting = begun("london")
    route = sitting.board.routes[0]
    html = sheet(sitting, other(sitting), f"claim/{route.id}")
    name = sitting.state.name(sitting.state.to_move)
    assert f"Claim for {name}: {sitting.board.points[route.length]} point" in words(html)


def test_a_route_that_cannot_be_claimed_says_why_and_has_no_button() -> None:
    sitting = begun("london")
    route = sitting.board.routes[0]
    sitting.post(mover(sitting), "claim", page="phone", seen=sitting.number, route=route.id)
    html = sheet(sitting, mover(sitting), f"claim/{route.id}")
    assert "belongs to" in words(html)
    assert "<form" not in html


def test_sheets_are_whole_pages_for_browsers_without_scripts() -> None:
    sitting = begun("london")
    phone = mover(sitting)
    route = sitting.board.routes[0]
    for path in ("routes", f"claim/{route.id}", "tickets/draw", "log", "table"):
        html = page(sitting, phone, path)
        assert html.lstrip().startswith("<!doctype html>")
        assert "<html" not in sheet(sitting, phone, path)


# -- Tickets --------------------------------------------------------------------------------------


def test_tickets_are_hidden_at_first_but_counted() -> None:
    sitting = begun("london")
    seat = sitting.state.to_move
    html = part(page(sitting, sitting.phone(seat)), "tickets")
    held = sitting.state.hands[seat].tickets
    secret = html[html.index('class="secret"') :]
    before = html[: html.index('class="secret"')]
    for id in held:
        ticket = sitting.board.ticket[id]
        name = sitting.board.place[ticket.a].name
        assert name in unescape(secret)
        assert name not in unescape(before)
    assert f"{len(held)} ticket" in words(before)


def test_a_ticket_says_in_words_how_it_stands_only_where_hints_are_on() -> None:
    hints = begun("london")
    assert "open" in words(part(page(hints, hints.phone(0)), "tickets"))
    silent = begun("london", no_hints="on")
    html = words(part(page(silent, silent.phone(0)), "tickets"))
    assert "open" not in html
    assert "If the game ended now" not in html


def test_drawn_tickets_replace_the_map_until_some_are_kept() -> None:
    sitting = begun("london")
    phone, seat = mover(sitting), sitting.state.to_move
    assert "Draw 2 tickets" in words(sheet(sitting, phone, "tickets/draw"))
    reply = sitting.post(phone, "tickets/ask", page="phone", seen=sitting.number).content.decode()
    assert 'data-view=""' in part(reply, "turn")
    assert part(reply, "turn").count('name="kept"') == 2
    watching = page(sitting, other(sitting))
    assert f"{sitting.state.name(seat)} is choosing tickets" in words(part(watching, "turn"))
    kept = sitting.state.hands[seat].offer[0]
    reply = sitting.post(
        phone, "tickets/keep", page="phone", seen=sitting.number, kept=kept
    ).content.decode()
    assert 'data-view="map"' in part(reply, "turn")


# -- Players without a phone ----------------------------------------------------------------------


def with_a_child(slug: str = "london", **options: object) -> Sitting:
    sitting = sit_down(slug, players=1, **options)
    lobby.add_phoneless(
        table=sitting.table, name="Kim", color=sitting.board.player_colors[1], request="kim"
    )
    assert sitting.post(sitting.screen, "start").status_code == 200
    sitting.table.refresh_from_db()
    return sitting


def test_a_hosts_phone_is_handed_over_and_comes_back() -> None:
    sitting = with_a_child()
    child = sitting.table.seats.get(name="Kim")
    assert child.number is not None
    host = sitting.phones[0]
    html = host.post(sitting.url(f"handed/{child.pk}"), {"page": "phone"}).content.decode()
    offer = sitting.state.hands[child.number].offer
    assert "Hand the phone to Kim" in words(html)
    assert all(f'value="{ticket}"' in html for ticket in offer)
    assert not any(f'value="{ticket}"' in page(sitting, host) for ticket in offer)
    answer = host.post(
        sitting.url("tickets/keep"), {"page": "phone", "for": child.pk, "kept": offer[0]}
    )
    assert answer.url == sitting.url("play")
    assert sitting.state.hands[child.number].tickets == (offer[0],)


def test_the_handed_phone_stays_with_the_child_between_the_mix_and_the_choice() -> None:
    sitting = with_a_child("germany")
    child = sitting.table.seats.get(name="Kim")
    answer = sitting.phones[0].post(
        sitting.url("tickets/ask"),
        {"page": "phone", "for": child.pk, "deck-short": 4, "deck-long": 0},
    )
    assert answer.status_code == 200
    assert answer.content.decode().count('name="kept"') == 4


def test_only_a_host_is_handed_a_childs_tickets() -> None:
    sitting = with_a_child()
    child = sitting.table.seats.get(name="Kim")
    answer = Client().get(sitting.url(f"handed/{child.pk}"))
    assert answer.status_code == 302
    assert answer.url == sitting.url("")


def test_paper_tickets_of_a_child_are_counted_on_a_turn_and_entered_at_the_end() -> None:
    sitting = with_a_child("paris", tickets="paper")
    child = sitting.table.seats.get(name="Kim")
    host = sitting.phones[0]
    sitting.post(host, "tickets/keep", page="phone", kept=sitting.board.tickets[0].id)
    if sitting.state.to_move != child.number:
        sitting.post(host, "cards", page="phone", seen=sitting.number)
    assert "Drew tickets" in words(part(page(sitting, host), "turn"))
    html = sheet(sitting, host, "tickets/draw")
    assert "How many tickets did Kim keep?" in words(html)
    assert re.findall(r'name="count" value="(\d)"', html) == ["1", "2"]
    moves.act(table=sitting.table, action=EndGame(), by=None)
    assert sitting.state.phase is Phase.REVEAL
    turn = part(page(sitting, host), "turn")
    assert "Kim Enter tickets" in words(turn)
    html = sheet(sitting, host, f"tickets/draw?reveal={child.number}")
    assert "Pick from 1 to 2 tickets." in words(html)
    assert html.count('name="kept"') == len(sitting.board.tickets)


# -- The table and its hosts ----------------------------------------------------------------------


def test_everybody_is_on_the_table_page_with_tools_for_hosts_only() -> None:
    sitting = begun("london")
    host, guest = (part(page(sitting, phone), "seats") for phone in sitting.phones)
    for html in (host, guest):
        assert "Ada" in words(html)
        assert "17 buses" in words(html)
    assert "Help Bo" in host
    assert "End the game early" in words(host)
    assert "Help" not in guest
    assert "End the game early" not in words(guest)
    assert "Ask to be host" in words(guest)


def test_the_tools_for_a_seat_are_for_hosts() -> None:
    sitting = begun("london")
    seat = sitting.table.seats.get(name="Bo")
    html = words(sheet(sitting, sitting.phones[0], f"seats/{seat.pk}/"))
    assert "Make a host, too" in html
    assert "New link for another phone" in html
    assert sitting.phones[1].get(sitting.url(f"seats/{seat.pk}/")).status_code == 302


def test_a_new_link_shows_a_code_to_scan_and_the_old_phone_loses_its_page() -> None:
    sitting = begun("london")
    host, lost = sitting.phones
    seat = sitting.table.seats.get(name="Bo")
    html = host.post(sitting.url(f"seats/{seat.pk}/reissue")).content.decode()
    assert "<svg" in part(html, "main")
    link = re.search(r"/seat/([\w-]+)", words(html))
    assert link
    assert lost.get(sitting.url("live") + "?page=phone").status_code == 404
    assert lost.get(sitting.url("play")).status_code == 302
    found = Client()
    found.get(sitting.url(f"seat/{link[1]}"))
    assert "Bo" in words(page(sitting, found))


def test_the_personal_code_opens_my_own_seat_on_another_phone() -> None:
    sitting = begun("london")
    link = re.search(r"/seat/([\w-]+)", words(page(sitting, sitting.phones[1], "my-qr")))
    assert link
    second = Client()
    assert second.get(sitting.url(f"seat/{link[1]}")).status_code == 302
    assert 'data-color="white"' in page(sitting, second).split("<body")[1][:200]


def test_a_question_about_the_host_is_on_every_phone_and_can_be_objected_to() -> None:
    sitting = begun("london", players=3)
    sitting.table.seats.update(seen_at=None)
    Table.objects.filter(pk=sitting.table.pk).update(screen_seen_at=None)
    asking = sitting.table.seats.get(name="Bo")
    ask_to_host(table=sitting.table, seat=asking)
    mine, theirs = (part(page(sitting, sitting.phones[i]), "notice") for i in (1, 2))
    assert "You become host unless somebody objects." in words(mine)
    assert "I object" not in words(mine)
    assert "Bo wants to become host" in words(theirs)
    assert "I object" in words(theirs)
    left = re.search(r'data-left="(\d+)"', theirs)
    assert left
    assert 0 < int(left[1]) <= 60
    reply = sitting.post(sitting.phones[2], "host/object", page="phone").content.decode()
    assert words(part(reply, "notice")) == ""


# -- The log --------------------------------------------------------------------------------------


def test_the_log_says_who_logged_for_whom_and_strikes_what_was_withdrawn() -> None:
    sitting = begun("london")
    acting, logging = sitting.state.to_move, other(sitting)
    by = sitting.state.name(1 - acting)
    sitting.post(logging, "cards", page="phone", seen=sitting.number)
    entry = sitting.number
    assert f"logged by {by}" in words(part(page(sitting, logging, "log"), f"entry-{entry}"))
    sitting.post(logging, "undo", page="phone", seen=sitting.number)
    struck = part(page(sitting, logging, "log"), f"entry-{entry}")
    assert "<s>" in struck
    assert "withdrawn" in words(struck)


def test_undo_stands_beside_the_entry_it_withdraws() -> None:
    sitting = begun("london")
    host = sitting.phones[0]
    for _turn in range(2):
        moves.act(table=sitting.table, action=DrawCards(sitting.state.to_move), by=None)
    last = sitting.number
    html = page(sitting, host, "log")
    assert "/undo" in part(html, f"entry-{last}")
    sitting.post(host, "undo", page="phone", seen=last)
    html = page(sitting, host, "log")
    assert "/undo" in part(html, f"entry-{last - 1}")
    assert "/undo" not in part(html, f"entry-{last + 1}")


def test_a_host_corrects_from_a_list_as_it_was_then() -> None:
    sitting = begun("london")
    route = sitting.board.routes[0]
    sitting.post(mover(sitting), "claim", page="phone", seen=sitting.number, route=route.id)
    entry = sitting.number
    moves.act(table=sitting.table, action=DrawCards(sitting.state.to_move), by=None)
    assert f"correct={entry}" in part(page(sitting, sitting.phones[0], "log"), f"entry-{entry}")
    assert "Correct" not in words(page(sitting, sitting.phones[1], "log"))
    html = sheet(sitting, sitting.phones[0], f"routes?correct={entry}")
    assert f"Correct entry {entry}" in words(html)
    assert f"/claim/{route.id}?correct={entry}" in html  # free before that entry
    assert 'name="action" value="cards"' in html


# -- The end --------------------------------------------------------------------------------------


def test_phones_follow_the_reveal_and_a_host_steps() -> None:
    sitting = begun("london")
    play_on(sitting)
    host, guest = sitting.phones
    assert "Look at the screen" in words(part(page(sitting, guest), "turn"))
    sitting.post(host, "reveal/step", page="phone", step=1)
    for phone, steps in ((host, True), (guest, False)):
        turn = part(page(sitting, phone), "turn")
        assert "completed" in words(turn)
        assert ("Next" in words(turn)) is steps


def test_the_result_ranks_everybody_and_leads_to_the_score_sheet() -> None:
    sitting = begun("london")
    play_on(sitting)
    sitting.post(sitting.phones[0], "reveal/step", page="phone", step=9999)
    host, guest = (part(page(sitting, phone), "turn") for phone in sitting.phones)
    for html in (host, guest):
        assert f"/result/{sitting.table.key}/" in html
        assert "Ada" in words(html)
        assert "Bo" in words(html)
    assert "Rematch" in words(host)
    assert "Rematch" not in words(guest)


def test_a_rematch_is_offered_to_everybody_once_a_host_opened_it() -> None:
    sitting = begun("london")
    play_on(sitting)
    sitting.post(sitting.phones[0], "reveal/step", page="phone", step=9999)
    sitting.phones[0].post(sitting.url("rematch"), {"page": "phone"})
    assert "To the next game" in words(part(page(sitting, sitting.phones[1]), "notice"))
    answer = sitting.phones[1].get(sitting.url("follow"), follow=True)
    assert "Welcome, Bo" in words(answer.content.decode())


# -- Secrets and weight ---------------------------------------------------------------------------


def test_a_phone_page_holds_no_inline_script_or_style() -> None:
    sitting = begun("germany", players=2)
    for html in (
        page(sitting, mover(sitting)),
        page(sitting, mover(sitting), "my-qr"),
        page(sit_down("london", players=1), Client(), ""),
    ):
        assert not re.search(r"<script(?![^>]*\bsrc=)", html)
        assert "<style" not in html
        assert not re.search(r"\sstyle=", html)


def test_a_table_closed_or_unknown_is_a_sentence() -> None:
    loaded("london")
    answer = Client().get("/t/ZZZZ/play")
    assert answer.status_code == 404
    assert "No such table" in words(answer.content.decode())
