"""The settings of a sheet in a plain form, and a whole map made with plain forms."""

from typing import Any

import pytest
from django.test import Client

from games.maps import drafts, library
from games.models import MapSheet
from games.rules.state import Phase
from tests.support.admin import at, drafted, press
from tests.support.markup import read
from tests.support.sittings import play_on, sit_down

pytestmark = pytest.mark.django_db


def settings_of(client: Client, draft: MapSheet) -> dict[str, Any]:
    """What the settings form sends if nothing was touched."""
    form = client.get(at(draft, "settings/")).context["form"]
    sent: dict[str, Any] = {"seen": draft.checksum}
    for field in form:
        value = field.value()
        if value is not None and value is not False:
            sent[field.name] = "on" if value is True else value
    return sent


@pytest.mark.parametrize("slug", ["paris", "london", "germany"])
def test_settings_saved_untouched_change_nothing(chief: Client, slug: str) -> None:
    draft = drafted(slug)
    before = draft.checksum
    assert chief.post(at(draft, "settings/"), settings_of(chief, draft)).status_code == 302
    draft.refresh_from_db()
    assert draft.checksum == before


@pytest.mark.parametrize(
    "nonsense",
    [
        {"name": ""},
        {"year": "soon"},
        {"points": "three: 4"},
        {"points": "3"},
        {"final_round": ""},
        {"final_round": "a | b | c | d | e"},
        {"decks": "tickets | Tickets | many"},
        {"card_wild": ""},
        {"districts-districts": "1 | puce | 2"},
        {"opening_keep": "9"},
        {"most": "1"},
        {"notes": "a\x07b"},
        {"flags-colors": ["puce"]},
    ],
)
def test_nonsense_in_the_settings_changes_nothing(chief: Client, nonsense: dict[str, Any]) -> None:
    draft = drafted("london")
    before = draft.checksum
    reply = chief.post(at(draft, "settings/"), settings_of(chief, draft) | nonsense)
    assert reply.status_code == 422
    assert read(reply).has(of_class="errornote")
    draft.refresh_from_db()
    assert draft.checksum == before


def test_a_small_map_is_built_with_plain_forms_alone(chief: Client) -> None:
    draft = drafts.new_draft(slug="harbour", name="Harbour", by=None)

    def add(kind: str, **fields: Any) -> None:
        draft.refresh_from_db()
        reply = chief.post(at(draft, f"{kind}/add/"), {"seen": draft.checksum, **fields})
        assert reply.status_code == 302, reply.content.decode()

    spots = {"Quay": (100, 100), "Märkt": (450, 120), "Light": (300, 320), "Mill": (700, 300)}
    for name, (x, y) in spots.items():
        add("places", name=name, x=x, y=y, type="city")
    pairs = [("quay", "markt"), ("markt", "light"), ("quay", "light"), ("light", "mill")]
    for a, b in pairs:
        add("routes", a=a, b=b, length=2, color="blue")
    add("routes", a="quay", b="markt", length=2, color="red", via_x="250", via_y="80")
    for a, b in [*pairs, ("quay", "mill"), ("markt", "mill"), ("quay", "mill")][:6]:
        add("tickets", a=a, b=b, points=3)
    add("tickets", a="mill", b="quay", points=5)
    draft.refresh_from_db()
    keys = [route["id"] for route in drafts.sheet_data(draft)["routes"]]
    assert keys[0] == "quay--markt--1"
    assert keys[4] == "quay--markt--2"
    key = "mill--quay"
    chief.post(at(draft, f"tickets/{key}/delete/"), {"seen": draft.checksum})
    draft.refresh_from_db()
    settings = settings_of(chief, draft) | {"most": "2", "globetrotter-points": "10"}
    assert chief.post(at(draft, "settings/"), settings).status_code == 302
    press(chief, draft, "publish")
    assert draft.state == "published", library.problems_of(draft)
    board = library.board_of(draft)
    assert [bonus.kind for bonus in board.bonuses] == ["globetrotter"]
    sitting = sit_down(sheet=draft)
    sitting.post(sitting.screen, "start")
    sitting.table.refresh_from_db()
    play_on(sitting)
    assert sitting.state.phase is Phase.OVER
