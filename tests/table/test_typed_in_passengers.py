"""Passengers that lie on the real board are typed in; a game may start before anybody did so."""

import json
from html.parser import HTMLParser
from typing import Any

import pytest

from tests.support.sittings import Sitting, begun, play_on, sit_down

pytestmark = pytest.mark.django_db


class MapState(HTMLParser):
    """What a page is told of its map, in the element `mapstate`."""

    told: dict[str, Any] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if found.get("id") == "mapstate":
            self.told = json.loads(found["data-state"] or "")


def told(sitting: Sitting, page: str) -> dict[str, Any]:
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
    state = told(sitting, page)
    # A list with a place of its own for every place of the map: static/js/board/board.js reads it.
    assert state["waiting"] == [[] for _place in sitting.board.places]
    assert sum(map(len, state["owned"].values())) == len(sitting.state.owners)


def test_what_was_typed_in_waits_where_it_was_typed() -> None:
    sitting = sit_down("germany", 2, passengers="typed")
    sitting.post(sitting.screen, "setup", **{"at-berlin": ["red", "red", "", "", ""]})
    sitting.post(sitting.screen, "start")
    sitting.table.refresh_from_db()
    waiting = told(sitting, "screen")["waiting"]
    at = [place.id for place in sitting.board.places].index("berlin")
    assert waiting[at] == ["red", "red"]
    assert sum(map(len, waiting)) == 2


def test_on_a_map_without_passengers_nothing_is_said_of_them() -> None:
    assert told(begun("london", 2), "screen")["waiting"] is None
