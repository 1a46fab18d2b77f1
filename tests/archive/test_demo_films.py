"""“Watch a demo game”: a film with its own sheet, which doesn't depend on the map's."""

from dataclasses import replace

import pytest
from django.test import Client

from games.archive import replays
from games.maps import library
from games.models import MapSheet, Table
from games.rules import record
from games.rules.reading import load_json
from games.rules.state import Phase
from games.rules.stations import uses
from tests.support.markup import read
from tests.support.sittings import loaded

SLUGS = ("europe", "germany", "london", "new-york", "paris", "usa")


def publish_corrected(slug: str) -> None:
    """A new version in which every route has another length: no claim of the film fits it."""
    board = library.board_of(loaded(slug))
    lengths = sorted({route.length for route in board.routes})
    other = dict(zip(lengths, [*lengths[1:], lengths[0]], strict=True))
    routes = tuple(replace(route, length=other[route.length]) for route in board.routes)
    library.load(replace(board, routes=routes))


@pytest.mark.django_db
@pytest.mark.parametrize("slug", SLUGS)
def test_publishing_a_corrected_sheet_leaves_the_film_as_it_was(slug: str) -> None:
    loaded(slug)
    before = Client().get(f"/demo/{slug}/", {"at": 60}).content.decode()
    publish_corrected(slug)
    after = Client().get(f"/demo/{slug}/", {"at": 60})
    assert after.status_code == 200
    assert _board(after.content.decode()) == _board(before)
    assert Client().get(f"/demo/{slug}/frame", {"at": 10_000}).status_code == 200


def _board(page: str) -> str:
    return page.split('id="picture"')[1].split("</svg>")[0]


@pytest.mark.django_db
def test_the_film_can_be_watched_first_after_the_sheet_was_corrected() -> None:
    publish_corrected("london")
    assert Client().get("/demo/london/").status_code == 200


@pytest.mark.django_db
def test_watching_a_film_writes_nothing() -> None:
    loaded("london")
    versions = MapSheet.objects.count()
    assert Client().get("/demo/london/").status_code == 200
    assert not Table.objects.exists()
    assert MapSheet.objects.count() == versions


@pytest.mark.django_db
def test_a_map_without_a_film_offers_none() -> None:
    board = library.board_of(loaded("london"))
    library.load(replace(board, slug="elsewhere", name="Elsewhere"))
    addresses = read(Client().get("/")).values("href", "a")
    assert "/demo/london/" in addresses
    assert "/rules/elsewhere/" in addresses
    assert "/demo/elsewhere/" not in addresses
    assert Client().get("/demo/elsewhere/").status_code == 404


@pytest.mark.django_db
def test_a_map_that_is_not_offered_has_no_film() -> None:
    assert Client().get("/demo/london/").status_code == 404


@pytest.mark.parametrize("slug", SLUGS)
def test_every_film_plays_to_the_end_on_the_sheet_beside_it(slug: str) -> None:
    film = record.read(load_json((replays.DEMOS / f"{slug}.json").read_bytes()))
    game = record.replay(film, replays.demo_board(slug))
    assert game.state.phase is Phase.OVER
    assert film.map == slug


def test_the_film_of_europe_has_stations_that_lend_a_route_and_a_tunnel_given_up() -> None:
    game = record.read(load_json((replays.DEMOS / "europe.json").read_bytes()))
    state = record.replay(game, replays.demo_board("europe")).state
    lent = [route for seat in range(len(state.hands)) for route in uses(state, seat).values()]
    assert sum(route is not None for route in lent) >= 2
    assert b"give_up_tunnel" in (replays.DEMOS / "europe.json").read_bytes()
