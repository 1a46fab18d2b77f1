"""The screen and the result as pages: what each stage shows, to hosts and to people who watch."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from django.core.management import call_command
from django.test import Client

from games.access.audience import _screen_cookie
from games.maps import library
from games.models import Seat, Table
from games.pages import set_ups
from games.pages.score_chart import chart
from games.pages.widgets import flaps
from games.rules.actions import (
    Action,
    AskForTickets,
    CheckPaper,
    ChooseOpening,
    ClaimRoute,
    DrawCards,
    EndGame,
    MendTickets,
    RevealTickets,
)
from games.rules.bonuses.passengers import placed
from games.rules.state import Phase, State
from games.rules.views import screen_view
from games.table import lobby, moves
from games.table.start import shuffle_luck, start_game
from tests.support.games import game_of
from tests.support.markup import Element, inline, parsed, read, repeated_ids

pytestmark = pytest.mark.django_db

NAMES = ("Ada", "Bo", "Cy", "Di", "Eve")


@dataclass
class Sitting:
    """A table with a TV (the opening browser) and a way to let its players act."""

    table: Table
    tv: Client

    @property
    def code(self) -> str:
        return self.table.code

    def page(self, client: Client | None = None) -> Element:
        answer = (client or self.tv).get(f"/t/{self.code}/screen")
        assert answer.status_code == 200
        return read(answer)

    def post(self, where: str, **data: object) -> Element:
        answer = self.tv.post(
            f"/t/{self.code}/{where}", {"page": "screen", **data}, headers={"hx-request": "true"}
        )
        return read(answer)

    @property
    def state(self) -> State:
        return game_of(self.table).state

    def act(self, *actions: Action) -> None:
        for action in actions:
            moves.act(table=self.table, action=action, by=None)

    def start(self) -> None:
        start_game(table=self.table, by=None)
        self.table.refresh_from_db()

    def choose(self) -> None:
        for seat in range(len(self.state.players)):
            hand = self.state.hands[seat]
            if hand.offer:
                luck = shuffle_luck(len(hand.offer))
                self.act(ChooseOpening(seat, tuple(hand.offer), shuffle=luck))


def sit_down(slug: str, players: int, **options: object) -> Sitting:
    call_command("loadmaps", verbosity=0)
    sheet = next(sheet for sheet in library.published() if sheet.slug == slug)
    table, secret = lobby.open_table(sheet=sheet, **options)  # type: ignore[arg-type]
    tv = Client()
    tv.cookies[_screen_cookie(table)] = secret
    colors = library.board_of(sheet).player_colors
    for i in range(players):
        lobby.join(table=table, name=NAMES[i], color=colors[i], request=f"r{i}")
    return Sitting(table, tv)


def shown_points(page: Element) -> dict[int, str]:
    """By seat, what stands on the flaps of its points."""
    return {
        int(flap["id"].removeprefix("points-")): flap["data-text"].strip()
        for flap in page.all(id=True, data_text=True)
        if flap["id"].startswith("points-")
    }


# -- The lobby ----------------------------------------------------------------


def test_the_lobby_shows_a_qr_the_code_and_the_address() -> None:
    sitting = sit_down("germany", 0)
    page = sitting.page()
    assert page.one(id="way-in").has("svg")
    assert page.has(data_text=sitting.code)
    assert f"/t/{sitting.code}/" in page.words or "it isn’t on a network" in page.words


def test_the_start_is_refused_with_a_sentence_until_enough_are_there() -> None:
    sitting = sit_down("germany", 1)
    stage = sitting.page().one(id="stage")
    assert "disabled" in stage.one(id="depart")
    assert "At least 2 players are needed." in stage.text
    lobby.join(table=sitting.table, name="Bo", color="red", request="x")
    assert "disabled" not in sitting.page().one(id="stage").one(id="depart")


def test_seats_stand_in_clockwise_order_and_a_host_moves_them() -> None:
    sitting = sit_down("london", 3)
    last = Seat.objects.get(table=sitting.table, name="Cy")
    reply = sitting.post(f"seats/{last.pk}/move", place=0)
    flaps_of_names = [flap for flap in reply.all(id=True) if flap["id"].startswith("seat-name-")]
    assert [flap["data-text"].strip() for flap in flaps_of_names] == ["CY", "ADA", "BO"]


def test_a_player_without_a_phone_is_added_and_the_colour_is_gone() -> None:
    sitting = sit_down("paris", 1)
    reply = sitting.post("seats/add", name="Mia", color="blue")
    assert "no phone" in reply.one(id="stage").words
    assert "disabled" in reply.one(id="colors").one(id="dab-blue")


@pytest.mark.parametrize(
    ("slug", "rule"), [("paris", "at random"), ("london", "youngest"), ("germany", "oldest")]
)
def test_the_lobby_says_who_starts_on_this_map(slug: str, rule: str) -> None:
    assert rule in sit_down(slug, 2).page().one(id="stage").words


def test_a_spectator_sees_the_seats_and_no_control() -> None:
    sitting = sit_down("germany", 2, setup="typed")
    page = sitting.page(Client())
    assert any(text.startswith("ADA") for text in page.values("data-text"))
    for control in ("depart", "lock", "undo", "closing", "rematch", "placing", "adding-name"):
        assert not page.has(id=control)
    assert not page.has(data_move=True)


def test_passengers_can_be_typed_in_and_stay_typed() -> None:
    sitting = sit_down("germany", 2, setup="typed")
    assert sitting.page().has(name="at-berlin")
    reply = sitting.post("setup", **{"at-berlin": ["red", "red", "", "", ""]})
    assert "Passengers: 2 of 60" in reply.one(id="stage").text
    fieldsets = sitting.page().all("fieldset")
    (berlin,) = (
        fields for fields in fieldsets if [name.text for name in fields.all("legend")] == ["Berlin"]
    )
    assert len(berlin.all("option", value="red", selected=True)) == 2


# -- The game ----------------------------------------------------------------


def test_the_opening_shows_who_is_still_choosing() -> None:
    sitting = sit_down("london", 2)
    sitting.start()
    offer = tuple(sitting.state.hands[0].offer)
    sitting.act(ChooseOpening(0, offer, shuffle=shuffle_luck(len(offer))))
    rows = sitting.page().all("li", of_class="row")
    assert "ready" in rows[0].words
    assert "choosing" in rows[1].words


def test_a_first_player_drawn_by_lot_is_drawn_on_the_screen() -> None:
    paris, london = sit_down("paris", 3), sit_down("london", 3)
    paris.start()
    london.start()
    first = paris.state.players[0].name
    assert paris.page().has(data_lot=first)
    assert not london.page().has(data_lot=True)


def playing(slug: str, players: int, **options: object) -> Sitting:
    sitting = sit_down(slug, players, **options)
    sitting.start()
    if slug == "germany":
        for seat in range(players):
            sitting.act(AskForTickets(seat, {"short": 4, "long": 0}))
    sitting.choose()
    return sitting


def test_a_claim_changes_points_map_and_log_and_is_said_aloud() -> None:
    sitting = playing("london", 2)
    state = sitting.state
    route = next(r for r in state.board.routes if r.length == 3)
    sitting.act(ClaimRoute(0, route.id))
    page = sitting.page()
    assert shown_points(page) == {0: "4", 1: "0"}
    drawn = json.loads(page.one(id="mapstate")["data-state"])
    number = state.board.routes.index(route)
    assert drawn["owned"] == {state.players[0].color: [number]}
    lines = page.one(id="lines")
    aloud = lines.one(role="status").text
    assert aloud.startswith("Ada claims ")
    assert aloud.endswith(": 4 points.")
    assert lines.text.index("Ada claims") < lines.text.index("The game begins")


def test_exactly_one_row_has_the_turn() -> None:
    sitting = playing("germany", 5)
    sitting.act(DrawCards(0))
    rows = sitting.page().all("li", of_class="row")
    assert [row["id"] for row in rows if "on" in row.classes] == ["row-1"]
    assert len(rows) == 5


def test_a_hidden_score_shows_no_points() -> None:
    sitting = playing("london", 2, score_hidden=True)
    route = next(r for r in sitting.state.board.routes if r.length == 4)
    sitting.act(ClaimRoute(0, route.id))
    assert shown_points(sitting.page()) == {0: "---", 1: "---"}


def test_the_last_round_says_who_fired_it_and_who_is_still_to_move() -> None:
    sitting = playing("london", 2)
    _claim_until(sitting, lambda state: state.final_round is not None)
    final = sitting.state.final_round
    assert final
    banner = sitting.page().one(id="banner")
    assert f"started by {NAMES[final.fired_by]}" in banner.text
    assert len(banner.all(of_class="one")) == 2  # everybody has one more turn


def _claim_until(sitting: Sitting, done: Callable[[State], bool]) -> None:
    while True:
        state = sitting.state
        if state.phase is not Phase.TURNS or done(state):
            return
        seat = state.to_move
        left = state.hands[seat].vehicles
        free = (
            route
            for route in state.board.routes
            if route.id not in state.owners and not state.closed(route.id) and route.length <= left
        )
        route = next(free, None)
        sitting.act(ClaimRoute(seat, route.id) if route else DrawCards(seat))


def test_the_menu_undoes_the_last_entry() -> None:
    sitting = playing("london", 2)
    sitting.act(DrawCards(0))
    menu = sitting.page().one(id="menu")
    seen = menu.values("value", "input", name="seen")[0]
    reply = sitting.post("undo", seen=seen)
    assert "Undone: " in reply.one(id="lines").text
    assert not reply.one(id="lines").all(of_class="withdrawn")
    assert {"row", "on"} <= set(reply.one(id="row-0").classes)


def test_the_menu_offers_no_undo_before_there_is_anything_to_undo() -> None:
    sitting = sit_down("london", 2, tickets="paper")
    sitting.start()
    assert not sitting.page().one(id="menu").has(id="undo")
    sitting.act(ChooseOpening(0, (sitting.state.board.tickets[0].id,)))
    assert sitting.page().one(id="menu").has(id="undo")


def test_the_menu_offers_no_skip_while_tickets_are_being_chosen() -> None:
    sitting = sit_down("london", 2)
    sitting.start()
    menu = sitting.page().one(id="menu")
    assert not menu.has(id="skip"), "nobody is to move yet"
    assert not menu.has(id="end")
    sitting.choose()
    assert sitting.page().one(id="menu").has(id="skip")
    seat = sitting.state.to_move
    sitting.act(AskForTickets(seat, {"tickets": 2}))
    menu = sitting.page().one(id="menu")
    assert not menu.has(id="skip")
    assert menu.has(id="end")
    assert menu.has(id="undo")


# -- Bonuses under way ----------------------------------------------------------------


def test_the_race_places_first_and_second_by_the_rules() -> None:
    def places(*counts: int) -> list[int]:
        return placed(counts)

    assert places(3, 2, 1) == [1, 2, 0]
    assert places(3, 3, 2) == [1, 1, 0]  # tied for most: no second
    assert places(3, 2, 2) == [1, 2, 2]
    assert places(0, 0) == [0, 0]  # nobody is placed with none
    assert places(2, 0) == [1, 0]


def test_districts_under_way_count_joined_places_only() -> None:
    sitting = playing("london", 2)
    board = sitting.state.board
    route = next(
        r
        for r in board.routes
        if board.place[r.a].facts == board.place[r.b].facts and r.color != "grey"
    )
    sitting.act(ClaimRoute(0, route.id))
    mine, others = (
        seat.bonuses["districts"].districts for seat in screen_view(sitting.state).seats
    )
    number = board.place[route.a].facts["district"]
    assert next(d for d in mine if d.number == number).best == 2
    assert all(d.best == 0 for d in others)


# -- The end ----------------------------------------------------------------


def ended(slug: str = "london", players: int = 2) -> Sitting:
    sitting = playing(slug, players)
    route = next(r for r in sitting.state.board.routes if r.length == 4)
    sitting.act(ClaimRoute(0, route.id), EndGame())
    return sitting


def test_the_reveal_shows_one_ticket_more_each_step_and_nothing_to_come() -> None:
    sitting = ended()
    hands = [hand.tickets for hand in sitting.state.hands]
    before = sitting.page().one(id="stage").words
    assert not any(_named(sitting, id) in before for hand in hands for id in hand)
    reply = sitting.post("reveal/step", step=1).one(id="stage")
    shown = [id for hand in hands for id in hand if _named(sitting, id) in reply.words]
    assert len(shown) == 1
    (coupon,) = reply.all(of_class="coupon")
    assert {"done", "void"} & set(coupon.classes)


def _named(sitting: Sitting, id: str) -> str:
    board = sitting.state.board
    ticket = board.ticket[id]
    a, b = board.place[ticket.a].name, board.place[ticket.b].name
    return f"{a} → {b}"


def test_only_a_host_has_cues_at_the_reveal() -> None:
    sitting = ended()
    assert sitting.page().has(id="cue-next")
    assert not sitting.page(Client()).has(id="cue-next")


def test_rows_are_sorted_by_points_at_the_reveal() -> None:
    sitting = ended("london", 3)
    points = list(shown_points(sitting.page()).values())
    assert [int(text) for text in points] == sorted(map(int, points), reverse=True)


def test_tickets_of_players_without_a_phone_are_asked_for_at_the_end() -> None:
    sitting = sit_down("london", 1, tickets="paper")
    lobby.add_phoneless(table=sitting.table, name="Mia", color="blue", request="m")
    sitting.start()
    first = sitting.state.board.tickets[0].id
    sitting.act(ChooseOpening(0, (first,)))
    sitting.act(EndGame())
    assert "Mia" in sitting.page().one(id="stage").words
    sitting.act(RevealTickets(1, (first,)))
    assert "Paper tickets to check" in sitting.page().one(id="stage").text
    # Both say they hold the same one: a host settles it on the screen.
    sitting.act(CheckPaper(0))
    assert "Ada and Mia entered the same ticket" in sitting.page().one(id="stage").text
    nonsense = sitting.post("reveal/settle", ticket="x", seat=9)
    assert "Ada and Mia entered" in nonsense.one(id="stage").text
    sitting.post("reveal/settle", ticket=first, seat=1)
    # The one who does not hold it says which one it really is.
    assert "Ada" in sitting.page().one(id="stage").text
    sitting.act(MendTickets(0, (sitting.state.board.tickets[1].id,)))
    assert sitting.page().has(data_stage="reveal")


def test_the_result_page_explains_every_number_once_it_is_told() -> None:
    sitting = ended()
    url = f"/result/{sitting.table.key}/"
    assert Client().get(url).status_code == 404
    sitting.post("reveal/step", step=99)
    page = read(Client().get(url))
    state = sitting.state
    for seat, hand in enumerate(state.hands):
        explained = [strong.text for strong in page.one(id=f"sheet-{seat}").all("strong")]
        for id in hand.tickets:
            ticket = state.board.ticket[id]
            a, b = state.board.place[ticket.a].name, state.board.place[ticket.b].name
            assert f"{a} – {b}" in explained
    rows = [[cell.text for cell in row.all("td")] for row in page.all("tr")]
    assert ["4", "1", "7"] in rows  # the recount by length
    drawn = page.one("svg", of_class="chart")
    assert len(drawn.all("g", of_class="score-line", data_color=True)) == 2  # a line per player
    assert len(drawn.all("g", of_class="score-end", data_color=True)) == 2  # and its end
    assert f"/result/{sitting.table.key}/record.json" in page.values("href", "a")
    actions = page.values("action", "form")
    assert not [action for action in actions if action.startswith("/t/")], "a rematch is for hosts"
    assert "ended early" in page.text


def test_the_screen_leads_to_the_rematch() -> None:
    sitting = ended()
    sitting.post("reveal/step", step=99)
    answer = sitting.tv.post(f"/t/{sitting.code}/rematch", {"sheet": "paris", "page": "screen"})
    new = Table.objects.get(rematch_of=sitting.table)
    assert answer.headers["Location"] == f"/t/{new.code}/screen"
    assert sitting.page().has(data_follow=f"/t/{sitting.code}/follow?page=screen")
    assert read(sitting.tv.get(f"/t/{new.code}/screen")).has(id="depart")


# -- Small things ----------------------------------------------------------------


@pytest.mark.parametrize("slug", ["germany", "london", "paris"])
def test_no_stage_of_the_screen_needs_inline_style_or_script(slug: str) -> None:
    sitting = sit_down(slug, 2)
    pages = [sitting.page()]
    sitting = playing(slug, 2)
    pages.append(sitting.page())
    sitting.act(EndGame())
    pages.append(sitting.page())
    sitting.post("reveal/step", step=99)
    pages += [sitting.page(), read(Client().get(f"/result/{sitting.table.key}/"))]
    for page in pages:
        assert inline(page) == []
        assert repeated_ids(page) == set()


def test_flaps_pad_names_at_the_end_and_numbers_in_front() -> None:
    name = parsed(flaps("Ada", 5)).one(of_class="flaps n5")
    assert name["data-text"] == "ADA  "
    assert name.one("span", of_class="unseen").text == "Ada"
    assert len(name.all("i")) == 5
    assert parsed(flaps(42, 3, right=True)).values("data-text") == [" 42"]
    assert parsed(flaps("Weiß", 4)).values("data-text") == ["WEISS"]  # a capital ß takes two cells
    long = parsed(flaps("Maximilian-Alexander", 8)).one(of_class="plate")
    assert (long.text, long.children) == ("Maximilian-Alexander", ["Maximilian-Alexander"])
    assert parsed(flaps("x", id="name", key=0)).has(id="name-0")


def test_flaps_are_safe_whatever_somebody_is_called() -> None:
    shown = parsed(flaps('<b>"&', 5))
    assert not shown.has("b")
    assert shown.has(data_c='"')
    script = parsed(flaps("<script>alert()</script>"))
    assert script.one(of_class="plate").text == "<script>alert()</script>"


def test_slots_fill_up_to_the_number_of_passengers() -> None:
    assert set_ups._slots(["red"], 3) == ["red", "", ""]
    assert set_ups._slots((), 2) == ["", ""]


def test_the_chart_keeps_every_line_within_its_frame() -> None:
    drawn = chart([[0, 4, 4, 11], [0, 0, 2, 2]], [30, -7])
    values = [value for value, _y in drawn.ticks]
    assert values[0] <= -7
    assert values[-1] >= 30
    for track in drawn.tracks:
        for spot in f"{track.points} {track.jump}".split():
            x, y = map(float, spot.split(","))
            assert drawn.left <= x <= drawn.right
            assert 0 <= y <= drawn.height
    assert drawn.tracks[0].y < drawn.tracks[1].y  # more points stand higher
