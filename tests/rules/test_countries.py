"""docs/rules.md, “Germany: countries”: those on the edge are dead ends."""

import pytest

from games.rules.network import Network, shortest_on
from games.rules.scoring import score
from tests.support.boards import board
from tests.support.play import position

GERMANY = board("germany")


def network(*routes: str) -> Network:
    return Network(GERMANY, routes)


def test_two_routes_into_the_same_country_do_not_meet_there() -> None:
    """Freiburg and Saarbrücken both reach France and are still not joined to one another."""
    n = network("freiburg--frankreich", "saarbruecken--frankreich")
    assert n.joins("freiburg", "frankreich")
    assert n.joins("saarbruecken", "frankreich")
    assert not n.joins("freiburg", "saarbruecken")
    assert n.path("freiburg", "saarbruecken") is None


@pytest.mark.parametrize(
    "last", ["freiburg--frankreich", "karlsruhe--frankreich", "saarbruecken--frankreich"]
)
def test_a_ticket_that_names_a_country_is_completed_through_any_of_its_routes(last: str) -> None:
    to_the_border = {
        "freiburg--frankreich": ["freiburg--stuttgart", "karlsruhe--stuttgart"],
        "karlsruhe--frankreich": [],
        "saarbruecken--frankreich": ["karlsruhe--saarbruecken"],
    }[last]
    n = network("karlsruhe--mannheim", *to_the_border, last)
    assert n.joins("mannheim", "frankreich")
    assert n.joins("frankreich", "mannheim")
    assert n.path("frankreich", "mannheim") == tuple(
        reversed(n.path("mannheim", "frankreich") or ())
    )


def test_a_ticket_may_name_two_countries() -> None:
    way = ["bremerhaven--daenemark", "bremerhaven--emden", "emden--niederlande"]
    state = position("germany", [way, []], [["daenemark--niederlande"], []])
    line = score(state).rows[0].tickets[0]
    assert line.completed
    assert line.points == 10
    assert line.path == tuple(way)


def test_a_way_between_two_countries_does_not_pass_through_a_third() -> None:
    """Denmark to Austria by way of Switzerland: Konstanz and Lindau do not meet there."""
    state = position(
        "germany",
        [["konstanz--schweiz", "lindau--schweiz", "lindau--oesterreich", "freiburg--konstanz"], []],
    )
    n = Network(GERMANY, state.hands[0].routes)
    assert not n.joins("konstanz", "oesterreich")
    assert not n.joins("freiburg", "lindau")
    assert n.joins("schweiz", "oesterreich"), "from Switzerland itself the way is open"
    assert n.joins("schweiz", "freiburg")


def test_what_a_country_reaches_is_the_sum_of_its_routes() -> None:
    n = network("freiburg--frankreich", "saarbruecken--frankreich", "koblenz--saarbruecken")
    assert n.reach("frankreich") == {"frankreich", "freiburg", "saarbruecken", "koblenz"}
    assert n.reach("freiburg") == {"freiburg", "frankreich"}
    assert n.reach("koblenz") == {"koblenz", "saarbruecken", "frankreich"}


def test_a_ticket_short_cut_through_a_country_scores_as_failed_with_what_is_missing() -> None:
    """France to Munich; the way to Munich begins in Freiburg, the border is Saarbrücken's."""
    state = position(
        "germany",
        [
            [
                "saarbruecken--frankreich",
                "freiburg--stuttgart",
                "stuttgart--ulm--1",
                "augsburg--ulm--1",
                "augsburg--muenchen--1",
            ],
            [],
        ],
        [["frankreich--muenchen"], []],
    )
    line = score(state).rows[0].tickets[0]
    assert not line.completed
    assert line.points == -8
    assert line.missing == ("freiburg--frankreich",)


def test_the_shortest_way_on_the_board_never_passes_through_a_country() -> None:
    for place in GERMANY.places:
        for other in ("muenchen", "daenemark", "frankreich"):
            if place.id == other:
                continue
            shortest = shortest_on(GERMANY, place.id, other)
            assert shortest is not None
            inner = [GERMANY.route[id].ends for id in shortest[1]]
            passed = [end for ends in inner for end in ends if end in GERMANY.dead_ends]
            assert set(passed) <= {place.id, other}
            assert len(passed) == len(set(passed)), "no country is entered twice"


def test_germany_has_five_countries_and_the_cities_are_none() -> None:
    assert GERMANY.dead_ends == {
        "daenemark",
        "niederlande",
        "frankreich",
        "schweiz",
        "oesterreich",
    }
    assert not board("london").dead_ends
    assert not board("paris").dead_ends
