"""Passengers on the real board are entered; a game may start before anybody has done so."""

import json
from html.parser import HTMLParser
from typing import Any

import pytest

from tests.support.sittings import Sitting, begun, play_on, sit_down

pytestmark = pytest.mark.django_db


class MapState(HTMLParser):
    """What a page is told of its map, in the element `mapstate`."""

    passenger_field: dict[str, Any] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if attributes.get("id") == "mapstate":
            self.told = json.loads(attributes["data-state"] or "")


def passenger_field(sitting: Sitting, page: str) -> dict[str, Any]:
    client = sitting.phone(0) if page == "phone" else sitting.screen
    reply = client.get(sitting.url("live"), {"page": page, "revision": "-1"}).json()
    reader = MapState()
    reader.feed(reply["html"])
    assert reader.told is not None
    return reader.told


@pytest.mark.parametrize("page", ["phone", "screen"])
def test_where_nothing_was_typed_in_nobody_waits_anywhere(page: str) -> None:
    sitting = begun("germany", 2, passengers="typed")
    play_on(sitting, turns=4)
    state = passenger_field(sitting, page)
    # A list with a place of its own for every place of the map: static/js/board/board.js reads it.
    assert state["waiting"] == [[] for _place in sitting.board.places]
    assert sum(map(len, state["owned"].values())) == len(sitting.state.owners)


def test_what_was_typed_in_waits_where_it_was_typed() -> None:
    sitting = sit_down("germany", 2, passengers="typed")
    sitting.post(sitting.screen, "setup", **{"at-berlin": ["red", "red", "", "", ""]})
    sitting.post(sitting.screen, "start")
    sitting.table.refresh_from_db()
    waiting = passenger_field(sitting, "screen")["waiting"]
    at = [place.id for place in sitting.board.places].index("berlin")
    assert waiting[at] == ["red", "red"]
    assert sum(map(len, waiting)) == 2


def test_on_a_map_without_passengers_nothing_is_said_of_them() -> None:
    assert passenger_field(begun("london", 2), "screen")["waiting"] is None
