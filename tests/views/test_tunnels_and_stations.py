"""Tunnels, ferries and stations at a live table: Europe, with phones and at the screen's desk."""

import pytest
from django.utils import translation

from games.rules.events import CardsDrawn, RouteClaimed, StationBuilt, TunnelGivenUp
from tests.support.games import game_of
from tests.support.markup import read
from tests.support.phone_pages import mover, other, page, sheet
from tests.support.sittings import Sitting, begun, play_on, sit_down

pytestmark = pytest.mark.django_db


def free(sitting: Sitting, *, tunnel: bool = False, ferry: bool = False):
    return next(
        route
        for route in sitting.board.routes
        if route.tunnel == tunnel
        and bool(route.ferry) == ferry
        and not sitting.board.parallels[route.id]
    )


def last(sitting: Sitting) -> object:
    return game_of(sitting.table).entries[-1].fact


def claim(sitting: Sitting, route: str, **answers: object):
    data = {"page": "phone", "seen": sitting.number, "route": route, **answers}
    return sitting.post(mover(sitting), "claim", **data)


def build(sitting: Sitting, place: str, by=None, **answers: object):
    data = {"page": "phone", "seen": sitting.number, "place": place, **answers}
    return sitting.post(by or mover(sitting), "station", **data)


def test_the_sheet_of_a_tunnel_asks_for_extra_cards_in_one_row_and_presumes_nothing() -> None:
    sitting = begun("europe")
    html = sheet(sitting, mover(sitting), f"claim/{free(sitting, tunnel=True).id}")
    assert html.values("value", "input", name="tunnel") == ["0", "1", "2", "3", "gave-up"]
    assert not html.has("input", name="tunnel", checked=True)
    assert "turn over three cards" in html.words
    assert not sheet(sitting, mover(sitting), f"claim/{free(sitting).id}").has(name="tunnel")


def test_the_list_of_routes_says_what_is_a_tunnel_or_a_ferry() -> None:
    sitting = begun("europe")
    rows = sheet(sitting, mover(sitting), "routes").one(id="routes").all("li")

    def written(name: str) -> str:
        return next(row.text for row in rows if name in row.text)

    assert "orange · 3 spaces · tunnel" in written("Angora – Smyrna")
    assert "grey · 2 spaces · ferry" in written("Amsterdam – London")
    assert "black / white · 3 spaces · tunnel" in written("Madrid – Pamplona")
    assert written("Angora – Erzurum").endswith("black · 3 spaces+4")


def test_a_tunnel_is_claimed_with_its_extra_cards() -> None:
    sitting = begun("europe")
    route = free(sitting, tunnel=True)
    assert claim(sitting, route.id, tunnel="2").status_code == 200
    assert last(sitting) == RouteClaimed(0, route.id, tunnel=2)
    assert "The tunnel costs 2 extra cards." in page(sitting, mover(sitting)).words


def test_extra_cards_count_in_what_was_paid() -> None:
    sitting = begun("europe")
    route = free(sitting, tunnel=True)
    answers = {"paid": "1", "color": "red" if route.color == "grey" else route.color, "wilds": "1"}
    assert claim(sitting, route.id, tunnel="2", **answers).status_code == 200
    fact = last(sitting)
    assert isinstance(fact, RouteClaimed)
    assert fact.cards is not None
    assert sum(fact.cards.values()) == route.length + 2
    assert fact.cards["wild"] == 1


def test_giving_a_tunnel_up_is_a_turn_and_can_be_undone() -> None:
    sitting = begun("europe")
    route, phone = free(sitting, tunnel=True), mover(sitting)
    assert claim(sitting, route.id, tunnel="gave-up").status_code == 200
    assert last(sitting) == TunnelGivenUp(0, route.id)
    assert sitting.state.to_move == 1
    assert sitting.post(phone, "undo", seen=sitting.number).status_code == 200
    assert sitting.state.to_move == 0


@pytest.mark.parametrize("answers", ["1", "gave-up"])
def test_what_is_no_tunnel_costs_no_extra_cards_and_is_not_given_up(answers: str) -> None:
    sitting = begun("europe")
    before = sitting.number
    answer = claim(sitting, free(sitting).id, tunnel=answers)
    assert 400 <= answer.status_code < 500
    assert "isn’t a tunnel" in answer.content.decode()
    assert sitting.number == before


@pytest.mark.parametrize("answers", ["4", "-1", "lots", "٣"])
def test_nonsense_about_a_tunnel_gets_a_sentence(answers: str) -> None:
    sitting = begun("europe")
    before = sitting.number
    answer = claim(sitting, free(sitting, tunnel=True).id, tunnel=answers)
    assert 400 <= answer.status_code < 500
    assert sitting.number == before


def test_the_sheet_of_a_ferry_says_how_many_wild_cards_and_fewer_are_refused() -> None:
    sitting = begun("europe")
    route = free(sitting, ferry=True)
    html = sheet(sitting, mover(sitting), f"claim/{route.id}")
    assert f"Ferry: at least {route.ferry} locomotive" in html.words
    assert html.values("value", "input", name="wilds") == [str(route.ferry)]
    answer = claim(sitting, route.id, paid="1", color="red", wilds="0")
    assert 400 <= answer.status_code < 500
    assert "is a ferry" in answer.content.decode()


def test_a_station_is_a_fourth_action_where_the_map_has_stations() -> None:
    europe, london = begun("europe"), begun("london")
    for phone in (mover(europe), other(europe)):
        assert "Build a station" in page(europe, phone).words
    assert "Build a station" not in page(london, mover(london)).words
    answer = mover(london).get(london.url("stations"), headers={"HX-Request": "true"})
    assert "This map has no stations." in answer.content.decode()
    assert "This map has no stations." in build(london, london.board.places[0].id).content.decode()


def test_the_sheet_says_what_a_station_costs_and_how_many_are_left() -> None:
    sitting = begun("europe")
    html = sheet(sitting, mover(sitting), "stations")
    assert "Costs 1 card." in html.words
    assert "2 stations left afterwards" in html.words
    assert len(html.all("input", name="place")) == len(sitting.board.places)
    assert build(sitting, "wien").status_code == 200
    assert last(sitting) == StationBuilt(0, "wien")
    html = sheet(sitting, sitting.phone(0), "stations")
    assert "Costs 2 cards of one colour" in html.words
    assert html.has("input", name="place", value="wien", disabled=True)


def test_a_station_sent_twice_is_built_once() -> None:
    sitting = begun("europe")
    phone, seen = mover(sitting), sitting.number
    for _twice in range(2):
        assert build(sitting, "wien", phone, seen=seen, whose=0).status_code == 200
    assert sitting.state.hands[0].stations == ("wien",)


def test_a_station_can_be_logged_when_others_forgot_their_turns() -> None:
    sitting = begun("europe", players=3)
    html = sheet(sitting, sitting.phone(2), "stations")
    assert "For me: Ada and Bo drew cards" in html.words
    assert build(sitting, "wien", sitting.phone(2), whose=2).status_code == 200
    facts = [entry.fact for entry in game_of(sitting.table).entries[-3:]]
    assert facts == [CardsDrawn(0, 3), CardsDrawn(1, 2), StationBuilt(2, "wien")]


def test_a_taken_city_no_city_and_an_unknown_one_are_refused_with_a_sentence() -> None:
    sitting = begun("europe")
    build(sitting, "wien")
    before = sitting.number
    for place, sentence in (
        ("wien", "Ada already has a station in"),
        ("", "Please pick a city."),
        ("atlantis", "There’s no place"),
    ):
        answer = build(sitting, place)
        assert 400 <= answer.status_code < 500
        assert sentence in answer.content.decode()
    assert sitting.number == before


def test_who_has_built_all_stations_is_told_so() -> None:
    sitting = begun("europe")
    for place in ("wien", "paris", "roma"):
        assert build(sitting, place).status_code == 200
        sitting.post(mover(sitting), "cards", seen=sitting.number)
    assert "Ada has no stations left." in sheet(sitting, sitting.phone(0), "stations").words
    answer = build(sitting, "berlin")
    assert "Ada has no stations left." in answer.content.decode()


def test_a_host_puts_a_station_in_the_place_of_another_turn() -> None:
    sitting = begun("europe")
    sitting.post(mover(sitting), "cards", seen=sitting.number)
    number = sitting.number
    host = sitting.screen
    assert "Built a station" in sheet(sitting, host, f"routes?correct={number}").words
    assert sheet(sitting, host, f"stations?correct={number}").has(name="correct")
    assert build(sitting, "wien", host, correct=number).status_code == 200
    assert sitting.state.hands[0].stations == ("wien",)
    assert sitting.state.to_move == 1


def test_stations_left_stand_on_phones_and_on_the_screen() -> None:
    sitting = begun("europe")
    build(sitting, "wien")
    card = page(sitting, sitting.phone(0), "table").words
    assert "2 stations" in card
    assert "3 stations" in card
    assert "2 stations" in page(sitting, sitting.screen, "screen").words


def test_where_nobody_has_a_phone_the_screen_builds_stations() -> None:
    sitting = sit_down("europe", 0, tickets="paper")
    for name, color in zip(("Ada", "Bo"), sitting.board.player_colors, strict=False):
        sitting.post(sitting.screen, "seats/add", name=name, color=color, request=name)
    sitting.post(sitting.screen, "start")
    sitting.table.refresh_from_db()
    assert "Built a station" in page(sitting, sitting.screen, "screen").words
    assert "Build for Ada: 1 card" in sheet(sitting, sitting.screen, "stations").words
    assert build(sitting, "wien", sitting.screen, page="screen", whose=0).status_code == 200
    assert sitting.state.hands[0].stations == ("wien",)


@pytest.mark.parametrize("language", ["en", "de", "it", "fr"])
def test_every_sheet_is_there_in_every_language(language: str) -> None:
    sitting = begun("europe")
    phone = mover(sitting)
    phone.cookies["django_language"] = language
    tunnel = free(sitting, tunnel=True).id
    for path in ("play", "table", "log", "routes", "stations", f"claim/{tunnel}"):
        assert phone.get(sitting.url(path)).status_code == 200
    with translation.override(language):
        heading = translation.gettext("Build a station")
    assert heading in phone.get(sitting.url("stations")).content.decode()


def test_a_game_with_stations_is_told_to_the_last_page() -> None:
    sitting = begun("europe")
    for place in ("wien", "paris"):
        build(sitting, place)
    play_on(sitting)
    host, step = sitting.screen, 0
    for step in range(200):
        for client, path in ((sitting.phone(0), "play"), (host, "screen")):
            assert client.get(sitting.url(path)).status_code == 200
        if "final-ranking" in sitting.phone(0).get(sitting.url("play")).content.decode():
            break
        sitting.post(host, "reveal/step", step=step + 1)
    sitting.post(host, "reveal/step", step=step + 10)
    words = read(host.get(f"/result/{sitting.table.key}/")).words
    assert "Routes borrowed through stations" in words
    assert "station in Wien" in words
    assert "ongest path" in words
