"""The rules page of a map says what docs/rules.md says, and marks the same decisions."""

import html
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import translation
from django.utils.translation import gettext

from games.rules.vehicles import travel_cards, vehicles
from tests.support.boards import BOARDS, board

RULES = Path(__file__).resolve().parents[2] / "docs" / "rules.md"

# Per heading of docs/rules.md: how each of its decisions begins on the page, and on which maps.
DECISIONS: dict[str, list[tuple[str, tuple[str, ...]]]] = {
    "The boxes": [
        ("Printed editions differ here", ("paris",)),
        ("If totals and completed tickets are level", ("europe",)),
    ],
    "Stations": [("For each station, Stationmaster picks", ("europe",))],
    "Longest path": [("Not awarded if nobody claimed a route", ("usa", "europe"))],
    "A turn": [("If someone can neither draw nor claim", BOARDS)],
    "Turns nobody logs": [("You don’t have to log that you drew cards", BOARDS)],
    "Paper tickets before the reveal": [
        ("After the last turn, everyone with paper tickets checks them once more", BOARDS)
    ],
    "The last round": [("A host can end the game early", BOARDS)],
    "Paris: flags": [("Stationmaster suggests keeping a card", ("paris",))],
    "Germany: globetrotter": [("Not awarded if nobody completed a ticket", ("germany",))],
    "Germany: passengers": [
        ("You only score for colours you have", ("germany",)),
        ("The table chooses whether Stationmaster draws the passengers", ("germany",)),
    ],
    "What is secret": [("If two players show the same ticket at the end", BOARDS)],
    "Undo and correction": [
        ("The person who logged the last entry, or a host, can undo it", BOARDS),
        ("If a host undoes a ticket draw", BOARDS),
        ("Anyone at the table can log for the player whose turn it is", BOARDS),
        ("If a route is different on your printed board", ("paris",)),
        ("Missing places and routes can be added", ("paris",)),
    ],
}


class RulesPage(HTMLParser):
    """Reads the article: all of its text, and what is marked as decided."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.text = ""
        self.decided: list[str] = []
        self._open: list[tuple[str, str]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        kind = dict(attrs).get("class") or ""
        self._open.append((tag, kind))
        if kind == "decided":
            self.decided.append("")

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if ("article", "rules") in self._open:
            self.text += data
        if any(kind == "decided" for _tag, kind in self._open):
            self.decided[-1] += data


def one_line(text: str) -> str:
    return " ".join(text.split())


def read_page(client: Client, slug: str) -> RulesPage:
    call_command("loadmaps", verbosity=0)
    response = client.get(f"/rules/{slug}/")
    assert response.status_code == 200
    page = RulesPage(response.content.decode())
    page.text = one_line(page.text)
    page.decided = [one_line(text) for text in page.decided]
    return page


def test_every_decision_of_the_document_is_on_the_list() -> None:
    sections = re.split(r"^#+ ", RULES.read_text("utf-8"), flags=re.MULTILINE)[2:]
    counted = {text.splitlines()[0]: text.count("**[decided]**") for text in sections}
    assert {heading: count for heading, count in counted.items() if count} == {
        heading: len(decisions) for heading, decisions in DECISIONS.items()
    }


@pytest.mark.django_db
@pytest.mark.parametrize("slug", BOARDS)
def test_the_page_of_a_map_marks_its_decisions_and_no_others(client: Client, slug: str) -> None:
    page = read_page(client, slug)
    assert page.decided
    assert all(text.startswith("Our decision: ") for text in page.decided)
    for begins, maps in (decision for decisions in DECISIONS.values() for decision in decisions):
        assert any(begins in text for text in page.decided) == (slug in maps), begins


@pytest.mark.django_db
@pytest.mark.parametrize("slug", BOARDS)
def test_french_marks_have_their_space_on_the_page(slug: str) -> None:
    page = read_page(Client(headers={"accept-language": "fr"}), slug)
    assert "Notre décision" in page.text
    assert re.findall(r"\w[:;!?](?=[ .]|$)", page.text) == []


@pytest.mark.django_db
@pytest.mark.parametrize("slug", BOARDS)
def test_the_page_of_a_map_says_its_numbers(client: Client, slug: str) -> None:
    page, sheet = read_page(client, slug), board(slug)
    for sentence in (
        f"{sheet.players[0]} to {sheet.players[1]} players",
        f"{vehicles(sheet.vehicle, sheet.vehicles_each)} each",
        f"Everyone gets {travel_cards(sheet.vehicle, sheet.opening_hand)}.",
        f"Everyone draws {sheet.opening.draw} tickets and keeps at least {sheet.opening.keep}.",
        f"Draw {sheet.turn.draw} and keep at least {sheet.turn.keep};",
        f"With up to {sheet.parallels_closed_up_to} players, taking one closes the others.",
        f"ends a turn with {vehicles(sheet.vehicle, sheet.final_round_at)} or fewer",
    ):
        assert sentence in page.text


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("slug", "sentences"),
    [
        (
            "paris",
            [
                "Once you have all the colours, score 4 points",
                "Routes and flags were scored during the game",
            ],
        ),
        ("london", ["connect all its places, by any path: 1 (black) 1 point,"]),
        (
            "germany",
            [
                "They can come from any deck; say how many of each before you draw.",
                "Tied for most: everyone tied gets 20 and nobody comes second."
                " Tied for second: everyone tied gets 10.",
                "everyone can see what you’ve taken",
                "a ticket may name two countries",
                "Failed tickets don’t count against you.",
                "Still tied: more passengers.",
            ],
        ),
        (
            "usa",
            ["The most experienced traveller starts.", "Big Cities (35 tickets): 4 at the start"],
        ),
        (
            "europe",
            [
                "Do exactly one of these four things.",
                "Pay a locomotive for each space that shows one",
                "then turn over three cards",
                "Your first costs one card, the second two, the third three",
                "How many come from each deck: 3 short and 1 long.",
                "Tickets not kept leave the game. "
                "The rest of this deck leaves the game, too: Long.",
                "Each station you haven’t built: 4 points.",
                "Still tied: fewer stations built."
                " Still tied: the player with the longest path wins.",
            ],
        ),
        ("new-york", ["1 point for each attraction your routes touch."]),
    ],
)
def test_the_page_of_a_map_says_its_own_rules(
    client: Client, slug: str, sentences: list[str]
) -> None:
    pages = {name: read_page(client, name) for name in BOARDS}
    for sentence in sentences:
        assert [name for name, page in pages.items() if sentence in page.text] == [slug]


@pytest.mark.django_db
def test_with_two_decks_both_draws_are_announced(client: Client) -> None:
    assert read_page(client, "germany").text.count("say how many of each before you draw") == 2


@pytest.mark.django_db
@pytest.mark.parametrize("slug", BOARDS)
def test_what_is_secret_is_said(client: Client, slug: str) -> None:
    sentence = "Your tickets stay secret until the end; everyone sees how many you hold."
    assert sentence in read_page(client, slug).text


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["it", "de", "fr"])
@pytest.mark.parametrize("slug", BOARDS)
def test_how_a_board_is_known_is_said_in_the_readers_language(
    client: Client, slug: str, language: str
) -> None:
    call_command("loadmaps")
    notes = board(slug).notes
    assert notes in html.unescape(client.get(f"/rules/{slug}/").content.decode())
    page = client.get(f"/rules/{slug}/", headers={"Accept-Language": language}).content.decode()
    with translation.override(language):
        sentence = gettext(notes)
    assert sentence != notes
    assert f"<p>{sentence}</p>" in html.unescape(page)
