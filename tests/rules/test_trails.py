"""The longest trail: an edge once, a vertex as often as one likes; walking every trail agrees."""

from hypothesis import given
from hypothesis import strategies as st

from games.rules.trails import Edge, longest_trail

EDGES = st.lists(
    st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(1, 6)).filter(
        lambda edge: edge[0] != edge[1]
    ),
    max_size=8,
)


def walked(edges: tuple[Edge, ...]) -> tuple[int, int]:
    """The length of the longest trail and how many sets of edges have it, by walking them all."""
    lengths = {0: 0}

    def walk(vertex: object, used: int, length: int) -> None:
        lengths[used] = length
        for i, (u, v, more) in enumerate(edges):
            if vertex in (u, v) and not used >> i & 1:
                walk(v if vertex == u else u, used | 1 << i, length + more)

    for vertex in {end for edge in edges for end in edge[:2]}:
        walk(vertex, 0, 0)
    most = max(lengths.values())
    return most, sum(length == most for length in lengths.values())


@given(EDGES)
def test_it_is_as_long_as_the_longest_of_all_walks(drawn_edges: list[tuple[int, int, int]]) -> None:
    edges: tuple[Edge, ...] = tuple(drawn_edges)
    trail = longest_trail(edges)
    if trail is None:
        assert not edges
        return
    assert (trail.length, trail.ways) == walked(edges)
    at, length = trail.start, 0
    for i in trail.edges:
        u, v, more = edges[i]
        assert at in (u, v), "each edge goes on where the last one ended"
        at, length = (v if at == u else u), length + more
    assert length == trail.length
    assert len(set(trail.edges)) == len(trail.edges), "no edge twice"


def test_a_figure_of_eight_is_one_trail() -> None:
    loop = [
        ("a", "b", 1),
        ("b", "c", 1),
        ("c", "a", 1),
        ("a", "d", 2),
        ("d", "e", 2),
        ("e", "a", 2),
    ]
    trail = longest_trail(tuple(loop))
    assert trail is not None
    assert (trail.length, trail.ways) == (9, 1)
