"""docs/rules.md, “Germany: passengers”: one from each of two places; most and second score."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from games.rules import engine
from games.rules.actions import ClaimRoute, StartGame
from games.rules.bonuses.passengers import PassengerMemory, Passengers
from games.rules.scoring import score
from games.rules.views import screen_view, track_points
from games.rules.violations import RuleViolation
from tests.support.boards import board
from tests.support.play import RECORD, Table, people, table

WAITING = {
    "berlin": ("red", "red", "blue", "green", "white"),
    "leipzig": ("black", "black", "yellow"),
    "magdeburg": ("green",),
    "kiel": ("red",),
    "daenemark": ("blue",),
}


def tracked(seats: int = 2) -> Table:
    return table("germany", seats, passengers=WAITING)


def bonus(slug: str = "germany") -> Passengers:
    (passengers,) = (b for b in board(slug).bonuses if isinstance(b, Passengers))
    return passengers


def taken(t: Table, seat: int) -> object:
    return screen_view(t.state).seats[seat].bonuses["passengers"].taken


# -- Taking ---------------------------------------------------------------------------------------


def test_a_claim_takes_one_passenger_from_each_of_the_two_places() -> None:
    t = tracked().claim("berlin--leipzig", passengers={"berlin": "red", "leipzig": "yellow"})
    assert taken(t, 0) == {"red": 1, "yellow": 1}
    waiting = screen_view(t.state).lying
    assert waiting is not None
    assert waiting["berlin"] == ("red", "blue", "green", "white")
    assert waiting["leipzig"] == ("black", "black")
    assert track_points(t.state)[0] == 7, "passengers score at the end"


def test_a_player_may_take_one_or_none() -> None:
    one = tracked().claim("berlin--leipzig", passengers={"leipzig": "black"})
    assert taken(one, 0) == {"black": 1}
    none = tracked().claim("berlin--leipzig")
    assert taken(none, 0) == {}


def test_only_who_is_waiting_there_can_be_taken() -> None:
    t = tracked()
    refusal = t.refusal(
        ClaimRoute(0, "berlin--leipzig", answers={"passengers": {"berlin": "black"}})
    )
    assert refusal.code == "passenger_not_there"
    assert refusal.message == "No black passenger is waiting at Berlin."
    nobody = ClaimRoute(0, "hamburg--schwerin", answers={"passengers": {"hamburg": "red"}})
    assert t.code(nobody) == "passenger_not_there"


def test_the_last_one_of_a_place_leaves_it_empty() -> None:
    t = tracked().claim("berlin--magdeburg", passengers={"magdeburg": "green"})
    again = ClaimRoute(1, "hannover--magdeburg", answers={"passengers": {"magdeburg": "green"}})
    assert t.code(again) == "passenger_not_there"
    t.claim("hannover--magdeburg")
    assert taken(t, 1) == {}


def test_passengers_are_taken_at_the_ends_of_the_route_only() -> None:
    t = tracked()
    elsewhere = ClaimRoute(0, "berlin--leipzig", answers={"passengers": {"magdeburg": "green"}})
    refusal = t.refusal(elsewhere)
    assert refusal.code == "passenger_not_there"
    assert refusal.message == (
        "Berlin – Leipzig doesn’t touch Magdeburg, so you can’t take a passenger there."
    )
    unknown = ClaimRoute(0, "berlin--leipzig", answers={"passengers": {"atlantis": "green"}})
    assert t.code(unknown) == "passenger_not_there"


def test_a_country_has_its_passenger_too() -> None:
    t = tracked().claim("kiel--daenemark", passengers={"kiel": "red", "daenemark": "blue"})
    assert taken(t, 0) == {"blue": 1, "red": 1}


def test_the_cards_are_looked_at_before_the_passengers() -> None:
    wrong = ClaimRoute(
        0, "berlin--leipzig", {"pink": 1}, answers={"passengers": {"berlin": "black"}}
    )
    assert tracked().code(wrong) == "wrong_cards"


@pytest.mark.parametrize("slug", ["paris", "london"])
def test_on_a_map_without_passengers_none_can_be_taken(slug: str) -> None:
    t = table(slug)
    route = t.board.routes[0]
    action = ClaimRoute(0, route.id, answers={"passengers": {route.a: "red"}})
    assert t.code(action) == "passenger_not_there"


# -- Set-up ---------------------------------------------------------------------------------------


def test_the_bag_of_germany_holds_sixty_ten_of_each_colour() -> None:
    assert len(bonus().bag) == 6
    assert set(bonus().bag.values()) == {10}
    assert sum(map(bonus().slots, board("germany").places)) == 60


@pytest.mark.parametrize(
    ("slug", "waiting", "where", "fragment"),
    [
        ("germany", {"atlantis": ("red",)}, "setup.passengers.atlantis", "no place with this id"),
        (
            "germany",
            {"kiel": ("red", "red")},
            "setup.passengers.kiel",
            "Kiel can hold at most 1 passenger",
        ),
        ("germany", {"kiel": ("pink",)}, "setup.passengers.kiel", "There are no pink passengers."),
        (
            "tangle",
            {"birch": ("red", "red"), "fir": ("red", "red"), "elm": ("red",)},
            "setup.passengers.elm",
            "The bag holds only 4 red passengers.",
        ),
        ("london", {"big-ben": ("red",)}, "setup.passengers", "map has no passengers"),
    ],
)
def test_passengers_as_typed_in_must_be_possible(
    slug: str, waiting: Mapping[str, tuple[str, ...]], where: str, fragment: str
) -> None:
    box = board(slug)
    start = StartGame(people(box, 2), 2, RECORD, setup={"passengers": waiting})
    with pytest.raises(RuleViolation) as refused:
        engine.begin(box, start)
    assert refused.value.message.startswith(f"{where}: ")
    assert fragment in refused.value.message


def test_not_tracked_any_colour_can_be_taken_until_the_bag_is_empty() -> None:
    t = table("tangle", 2, final_round_at=0)
    t.claim("birch--cedar", passengers={"birch": "red", "cedar": "red"})
    t.claim("elm--fir", passengers={"elm": "red"})
    both = ClaimRoute(0, "fir--gorse", answers={"passengers": {"fir": "red", "gorse": "red"}})
    refusal = t.refusal(both)
    assert refusal.code == "passenger_not_there"
    assert refusal.message == "All 4 red passengers are already taken."
    t.claim("fir--gorse", passengers={"fir": "red", "gorse": "blue"})
    assert (taken(t, 0), taken(t, 1)) == ({"red": 3, "blue": 1}, {"red": 1})
    assert (
        t.code(ClaimRoute(1, "alder--elm", answers={"passengers": {"elm": "red"}}))
        == "passenger_not_there"
    )
    assert (
        t.code(ClaimRoute(1, "alder--elm", answers={"passengers": {"elm": "gold"}}))
        == "passenger_not_there"
    )
    assert screen_view(t.state).lying is None


def test_what_can_be_taken_at_a_place_is_known_beforehand() -> None:
    t = tracked()
    memory = t.state.memories[t.board.bonuses.index(bonus())]
    assert bonus().choices(memory, "berlin") == ("blue", "green", "red", "white")
    assert bonus().choices(memory, "hamburg") == ()
    free = table("germany").state.memories[1]
    assert bonus().choices(free, "hamburg") == tuple(bonus().bag)


# -- The count ------------------------------------------------------------------------------------


def prizes(*counts: int) -> list[int]:
    """What so many red passengers per seat are worth."""
    state = table("germany", len(counts)).state
    memory = PassengerMemory(None, tuple({"red": count} if count else {} for count in counts))
    memories = (state.memories[0], memory)
    return [row.bonuses[1].points for row in score(replace(state, memories=memories)).rows]


@pytest.mark.parametrize(
    ("counts", "points"),
    [
        ((3, 2, 1), [20, 10, 0]),
        ((1, 5, 3, 2), [0, 20, 10, 0]),
        ((3, 3, 2), [20, 20, 0]),
        ((2, 2, 2), [20, 20, 20]),
        ((3, 2, 2, 1), [20, 10, 10, 0]),
        ((4, 1, 1, 1, 1), [20, 10, 10, 10, 10]),
        ((1, 0), [20, 0]),
        ((0, 0), [0, 0]),
        ((2, 1, 0), [20, 10, 0]),
        ((2, 0, 0), [20, 0, 0]),
    ],
)
def test_most_scores_twenty_second_most_ten(counts: tuple[int, ...], points: list[int]) -> None:
    """Tied for most: 20 each and no second. Tied seconds: 10 each. With none, never placed."""
    assert prizes(*counts) == points


def test_each_colour_counts_for_itself_and_shows_its_ranking() -> None:
    t = tracked().claim("berlin--leipzig", passengers={"berlin": "red", "leipzig": "black"})
    t.claim("berlin--magdeburg", passengers={"berlin": "red", "magdeburg": "green"})
    t.claim("kiel--daenemark", passengers={"kiel": "red"}).end()
    ada, bo = (t.row(seat).bonuses[1] for seat in (0, 1))
    assert [(r.points, str(r.why)) for r in ada.reasons] == [
        (20, "Most black passengers (Ada 1)"),
        (20, "Most red passengers (Ada 2, Bo 1)"),
    ]
    assert [(r.points, str(r.why)) for r in bo.reasons] == [
        (20, "Most green passengers (Bo 1)"),
        (10, "Second most red passengers (Ada 2, Bo 1)"),
    ]
