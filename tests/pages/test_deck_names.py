"""Phones name decks as the sheet does, in the reader's language; ids are for files."""

import json
from html.parser import HTMLParser

import pytest
from django.conf import settings

from games.maps import drafts, library
from games.models import MapSheet
from tests.support.sittings import Sitting, begun, loaded, sit_down

pytestmark = pytest.mark.django_db
NAMES = {"deck-a": "City tickets", "deck-b": "Country tickets"}


class Shown(HTMLParser):
    """The words of a page, without its markup."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words = ""
        self.feed(page)

    def handle_data(self, data: str) -> None:
        self.words += f" {data}"


def renamed() -> MapSheet:
    """Germany with decks of other ids and names."""
    raw = (library.BUNDLED / "germany.json").read_text()
    data = json.loads(raw)
    ids = dict(zip([deck["id"] for deck in data["ticket_decks"]], NAMES, strict=True))
    for deck in data["ticket_decks"]:
        deck["id"] = ids[deck["id"]]
        deck["name"] = NAMES[deck["id"]]
    for ticket in data["tickets"]:
        ticket["deck"] = ids[ticket["deck"]]
    data["slug"] = "elsewhere"
    return library.load(drafts.readable(data)).sheet


def seen(sitting: Sitting, path: str, language: str = "en") -> str:
    client = sitting.phone(sitting.state.to_move)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    return Shown(client.get(sitting.url(path)).content.decode()).words


def started(sheet: MapSheet, **options: object) -> Sitting:
    sitting = sit_down(sheet.slug, 2, sheet=sheet, **options)
    assert sitting.post(sitting.screen, "start").status_code == 200
    sitting.table.refresh_from_db()
    return sitting


@pytest.mark.parametrize("tickets", ["dealt", "paper"])
def test_decks_are_shown_by_their_names(tickets: str) -> None:
    sitting = started(renamed(), tickets=tickets)
    words = seen(sitting, "play") + seen(sitting, "tickets/draw")
    for id, name in NAMES.items():
        assert id not in words
        assert name in words


def test_offered_tickets_name_their_deck() -> None:
    sitting = started(renamed())
    mover = sitting.state.to_move
    mix = {"deck-deck-a": 2, "deck-deck-b": 2}
    assert sitting.post(sitting.phone(mover), "tickets/ask", **mix).status_code == 200
    words = seen(sitting, "play")
    assert words.count("City tickets") >= 2
    assert "deck-a" not in words


@pytest.mark.parametrize(("language", "short"), [("en", "short"), ("it", "cort"), ("de", "kurz")])
def test_names_we_know_are_said_in_the_readers_language(language: str, short: str) -> None:
    sitting = begun("germany", 2, sheet=loaded("germany"))
    assert short in seen(sitting, "tickets/draw", language)
