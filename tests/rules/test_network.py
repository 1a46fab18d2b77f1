"""networkx decides which places are joined.

In its model every country is split into one node per route, so that nothing can pass through; a
place is then joined to a country if it is joined to any of these nodes.
"""

from collections.abc import Iterable

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.board import Board
from games.rules.network import Network, shortest_on
from tests.support.boards import MAPS, board


class Judge:
    def __init__(self, on: Board, routes: Iterable[str], owned: Iterable[str] = ()) -> None:
        self.board = on
        self.graph = nx.Graph()
        self.graph.add_nodes_from(place.id for place in on.places if not place.dead_end)
        for id in routes:
            a, b = (self._node(place, id) for place in on.route[id].ends)
            length = 0 if id in owned else on.route[id].length
            if not self.graph.has_edge(a, b) or self.graph[a][b]["length"] > length:
                self.graph.add_edge(a, b, length=length)

    def _node(self, place: str, route: str) -> object:
        return (place, route) if self.board.place[place].dead_end else place

    def nodes(self, place: str) -> list[object]:
        if not self.board.place[place].dead_end:
            return [place]
        return [node for node in self.graph if isinstance(node, tuple) and node[0] == place]

    def joined(self, a: str, b: str) -> bool:
        return a == b or any(
            nx.has_path(self.graph, x, y) for x in self.nodes(a) for y in self.nodes(b)
        )

    def spaces(self, a: str, b: str) -> int | None:
        routes = [
            nx.dijkstra_path_length(self.graph, x, y, weight="length")
            for x in self.nodes(a)
            for y in self.nodes(b)
            if nx.has_path(self.graph, x, y)
        ]
        return min(routes, default=None)


@st.composite
def networks(draw: st.DrawFn) -> tuple[Board, list[str], str, str]:
    on = board(draw(st.sampled_from(MAPS)))
    ids = [route.id for route in on.routes]
    rng = draw(st.randoms(use_true_random=True))
    routes = rng.sample(ids, draw(st.integers(0, len(ids))))
    # Countries are few and the interesting ones: have them at an end every other time.
    pool = sorted(on.dead_ends) or [place.id for place in on.places]
    if draw(st.booleans()):
        pool = [place.id for place in on.places]
    a = rng.choice(pool)
    b = rng.choice([place.id for place in on.places if place.id != a])
    return on, routes, a, b


@given(networks())
def test_two_places_are_joined_exactly_if_the_judge_says_so(
    case: tuple[Board, list[str], str, str],
) -> None:
    on, routes, a, b = case
    network, judge = Network(on, routes), Judge(on, routes)
    assert network.joins(a, b) == network.joins(b, a) == judge.joined(a, b)
    assert network.reach(a) == {place.id for place in on.places if judge.joined(a, place.id)}


@given(networks())
def test_a_path_is_a_way_of_own_routes_and_the_shortest_there_is(
    case: tuple[Board, list[str], str, str],
) -> None:
    on, routes, a, b = case
    path = Network(on, routes).path(a, b)
    spaces = Judge(on, routes).spaces(a, b)
    assert (path is None) == (spaces is None)
    if path is not None:
        assert sum(on.route[id].length for id in path) == spaces
        assert set(path) <= set(routes)
        assert_walk(on, path, a, b)


def assert_walk(on: Board, path: Iterable[str], a: str, b: str) -> None:
    """One route after the other leads from a to b, and no country lies in between."""
    here = a
    for id in path:
        assert here in on.route[id].ends
        assert here == a or here not in on.dead_ends
        here = on.route[id].other(here)
    assert here == b


@given(networks(), st.data())
def test_what_is_missing_is_the_fewest_further_spaces(
    case: tuple[Board, list[str], str, str], data: st.DataObject
) -> None:
    """Own routes cost nothing, usable ones their length, others cannot be used."""
    on, routes, a, b = case
    rng = data.draw(st.randoms(use_true_random=True))
    owned = set(rng.sample(routes, len(routes) // 3))
    completion = Network(on, owned).completion(a, b, lambda route: route.id in routes)
    spaces = Judge(on, routes, owned).spaces(a, b)
    assert (completion[0] if completion else None) == spaces
    if completion:
        assert sum(on.route[id].length for id in completion[1]) == spaces
        assert set(completion[1]) <= set(routes) - owned
        assert Network(on, {*owned, *completion[1]}).joins(a, b)


@pytest.mark.parametrize("slug", MAPS)
def test_the_shortest_way_of_every_ticket_agrees(slug: str) -> None:
    on = board(slug)
    judge = Judge(on, on.route)
    for ticket in on.tickets:
        shortest = shortest_on(on, ticket.a, ticket.b)
        assert shortest is not None
        assert shortest[0] == judge.spaces(ticket.a, ticket.b)
        assert_walk(on, shortest[1], ticket.a, ticket.b)


def test_a_place_is_joined_to_itself_even_without_routes() -> None:
    network = Network(board("germany"), [])
    assert network.joins("berlin", "berlin")
    assert network.path("berlin", "berlin") == ()
    assert network.reach("frankreich") == {"frankreich"}
