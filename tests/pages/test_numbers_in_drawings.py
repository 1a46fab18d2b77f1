"""Numbers in SVG, CSS and JSON are never localised: “1,09” would be two numbers there."""

import json
import random
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from django.conf import LazySettings, settings
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone, translation

from games.maps import drafts, library
from games.models import Player
from games.pages import share_image
from games.upkeep import sample_games
from tests.support.finished import recorded
from tests.support.games import game_of
from tests.support.sittings import begun, loaded, play_on, sit_down

pytestmark = pytest.mark.django_db

MAPS = ("germany", "london", "paris")
LANGUAGES = [code for code, _name in settings.LANGUAGES]
# Said in the reader's language, inside drawings, too; the last two are letters on split flaps.
WORDS = {"aria-label", "title", "lang", "data-text", "data-c"}
SVG = "{http://www.w3.org/2000/svg}"
GEOMETRY = {"x", "y", "r", "cx", "cy", "rx", "width", "height", "font-size", "textLength"}
PLAIN = re.compile(r"-?\d*\.?\d+")
NUMERIC = re.compile(r"[-+\s\d.,/]*\d[-+\s\d.,/]*")


class MachineRead(HTMLParser):
    """What machines read of a page: its drawings, styles and data, and attributes that are numbers.

    With `drawn_only` the attributes outside of drawings are left out.
    """

    def __init__(self, page: str, drawn_only: bool) -> None:
        super().__init__()
        self.drawn_only = drawn_only
        self.found: list[tuple[str, str, str]] = []
        self.drawings = 0
        self.inside = 0  # so many <svg> around
        self.raw = ""  # inside <style>, or a <script> that holds data
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "svg":
            self.inside += 1
            self.drawings += 1
        given = {name: value or "" for name, value in attrs}
        if tag == "style" or (tag == "script" and "json" in given.get("type", "")):
            self.raw = tag
        for name, value in given.items():
            if name in WORDS:
                continue
            number = NUMERIC.fullmatch(value) and not self.drawn_only
            if self.inside or number or name in ("style", "data-state"):
                self.found.append((tag, name, value))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag == "svg":
            self.inside -= 1

    def handle_endtag(self, tag: str) -> None:
        if tag == "svg":
            self.inside -= 1
        self.raw = ""

    def handle_data(self, data: str) -> None:
        if self.raw == "style":
            self.found.append((self.raw, "", data))
        elif self.raw:
            self.found.append((self.raw, "", repr(list(numbers(json.loads(data))))))


def numbers(data: object) -> Iterator[object]:
    """The numbers in a piece of JSON; sentences beside them differ from language to language."""
    if isinstance(data, dict):
        data = list(data.values())
    if isinstance(data, list):
        for item in data:
            yield from numbers(item)
    elif isinstance(data, int | float):
        yield data


def addresses() -> list[tuple[Client, str]]:
    """Every page with a drawing on it, each with a browser that may see it."""
    anybody, staff = Client(), Client()
    office = User.objects.create_superuser("office", "", "x")
    staff.force_login(office)
    data = json.loads((library.BUNDLED / "paris.json").read_bytes())
    own = {**data, "slug": "elsewhere", "theme": "elsewhere"}  # nobody has drawn a ground for it
    rows = [*map(loaded, MAPS), library.load(drafts.readable(own)).sheet]
    pages = [(anybody, "/")]
    for row in rows:
        sitting = begun(row.slug, 2, sheet=row)
        play_on(sitting, turns=12)
        route = sitting.board.routes[0].id
        lobby = sit_down(row.slug, 2, sheet=row)
        draft = drafts.draft_of(row, office)
        pages += [
            (sitting.screen, sitting.url("screen")),
            (sitting.phones[0], sitting.url("play")),
            (sitting.phones[0], sitting.url("table")),
            (sitting.phones[0], sitting.url("routes")),
            (sitting.phones[0], sitting.url(f"claim/{route}")),
            (lobby.screen, lobby.url("screen")),
            (lobby.phones[0], lobby.url("play")),
            (staff, f"/admin/sheets/{row.pk}/draw"),
            (staff, f"/admin/sheets/{draft.pk}/draw"),
            (staff, f"/admin/games/mapsheet/{row.pk}/change/"),
            (anybody, f"/rules/{row.slug}/"),
        ]
    for row in rows[:3]:
        over = recorded(row.slug)
        pages += [
            (anybody, f"/result/{over.key}/"),
            (anybody, f"/result/{over.key}/replay?at=30&as=all"),
            (anybody, f"/demo/{row.slug}/?at=20"),
            (anybody, f"/demo/{row.slug}/frame?at=20"),
            (anybody, f"/statistics/maps/{row.slug}/"),
        ]
    list(sample_games.generate_games(games=30, until=timezone.now(), luck=random.Random(5)))
    pages += [(anybody, "/statistics/"), (anybody, "/history/")]
    pages += [(anybody, f"/statistics/players/{player.pk}/") for player in Player.objects.all()[:2]]
    return pages


def said_in(language: str, client: Client, address: str) -> str:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    reply = client.get(address)
    assert reply.status_code == 200, (address, reply.status_code)
    page: str = reply.content.decode()
    assert "frame" in address or f'lang="{language}' in page, address
    return page


@pytest.mark.parametrize("thousands", [False, True])
def test_every_drawing_is_the_same_in_all_languages(
    thousands: bool, settings: LazySettings
) -> None:
    settings.USE_THOUSAND_SEPARATOR = thousands  # a hard test: “1.200” is a number that is wrong
    drawings = 0
    for client, address in addresses():
        pages = {
            language: MachineRead(said_in(language, client, address), drawn_only=thousands)
            for language in LANGUAGES
        }
        drawings += pages["en"].drawings
        for language, page in pages.items():
            assert page.found == pages["en"].found, (address, language)
    assert drawings > 500


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_drawing_boards_preview_is_the_same_in_all_languages(language: str) -> None:
    office = User.objects.create_superuser("office", "", "x")
    draft = drafts.draft_of(loaded("germany"), office)
    client = Client()
    client.force_login(office)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    asked = json.dumps({"sheet": drafts.sheet_data(draft), "draw": True})
    address = f"/admin/sheets/{draft.pk}/draw/check"
    answer = client.post(address, asked, content_type="application/json")
    assert "scale(1.09 1)" in answer.json()["drawing"]


@pytest.mark.parametrize("slug", MAPS)
def test_the_share_picture_has_plain_numbers_in_all_languages(
    slug: str, settings: LazySettings
) -> None:
    """Its words are measured, so it is not the same; its paper and its map are."""
    settings.USE_THOUSAND_SEPARATOR = True
    over = recorded(slug)
    game, maps = game_of(over), set()
    for language in LANGUAGES:
        with translation.override(language):
            drawn = ElementTree.fromstring(share_image.picture(table=over, game=game))
        assert (drawn.get("viewBox"), drawn.get("width")) == ("0 0 1200 630", "1200")
        for element in drawn.iter():
            for name in GEOMETRY & element.attrib.keys():
                assert PLAIN.fullmatch(element.attrib[name]), (language, name, element.attrib)
        (inner,) = drawn.findall(f"{SVG}svg")
        maps.add(ElementTree.tostring(inner))
    assert len(maps) == 1
