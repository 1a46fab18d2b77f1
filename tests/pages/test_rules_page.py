"""The rules page of a map says what docs/rules.md says, and marks the same decisions."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from tests.support.boards import BOXES, board

RULES = Path(__file__).resolve().parents[2] / "docs" / "rules.md"

# Per heading of docs/rules.md: how each of its decisions begins on the page, and on which maps.
DECISIONS: dict[str, list[tuple[str, tuple[str, ...]]]] = {
    "The three boxes": [("Printed editions differ here", ("paris",))],
    "A turn": [("If somebody can neither draw nor claim", BOXES)],
    "The last round": [("A host can end the game early", BOXES)],
    "Paris: flags": [("Stationmaster proposes to keep a card", ("paris",))],
    "Germany: globetrotter": [("Nobody gets them for none", ("germany",))],
    "Germany: passengers": [
        ("Nobody scores for a colour they have none of", ("germany",)),
        ("The table chooses whether Stationmaster draws the passengers", ("germany",)),
    ],
    "What is secret": [("If two players show the same ticket at the end", BOXES)],
    "Undo and correction": [
        ("The person who logged the last entry, or a host, can undo it", BOXES),
        ("If a host undoes a draw of tickets", BOXES),
        ("Anybody at the table may log for the player whose turn it is", BOXES),
        ("If a route differs on your printed board", ("paris",)),
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
@pytest.mark.parametrize("slug", BOXES)
def test_the_page_of_a_map_marks_its_decisions_and_no_others(client: Client, slug: str) -> None:
    page = read_page(client, slug)
    assert page.decided
    assert all(text.startswith("Our decision: ") for text in page.decided)
    for begins, maps in (decision for found in DECISIONS.values() for decision in found):
        assert any(begins in text for text in page.decided) == (slug in maps), begins


@pytest.mark.django_db
@pytest.mark.parametrize("slug", BOXES)
def test_the_page_of_a_map_says_its_numbers(client: Client, slug: str) -> None:
    page, sheet = read_page(client, slug), board(slug)
    for sentence in (
        f"{sheet.players[0]} to {sheet.players[1]} players",
        f"{sheet.vehicles_each} vehicles each",
        f"Everybody gets {sheet.opening_hand} cards.",
        f"Everybody draws {sheet.opening.draw} tickets and keeps at least {sheet.opening.keep}.",
        f"Draw {sheet.turn.draw} and keep at least {sheet.turn.keep};",
        f"With up to {sheet.parallels_closed_up_to} players, one taken closes the others.",
        f"ends a turn with {sheet.final_round_at} vehicles or fewer",
    ):
        assert sentence in page.text


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("slug", "sentences"),
    [
        ("paris", ["With all three, score 4 points", "Routes and flags are already counted"]),
        ("london", ["join all of its places to one another, by whatever way: 1 (black): 1,"]),
        (
            "germany",
            [
                "They may come from any deck; say how many of each before you draw.",
                "Tied for most: all get 20 and nobody is second. Tied for second: all get 10.",
                "everybody sees what you have taken",
                "a ticket may name two countries",
                "Failed tickets don’t count against you.",
                "Still tied: more passengers.",
            ],
        ),
    ],
)
def test_the_page_of_a_map_says_its_own_rules(
    client: Client, slug: str, sentences: list[str]
) -> None:
    pages = {name: read_page(client, name) for name in BOXES}
    for sentence in sentences:
        assert [name for name, page in pages.items() if sentence in page.text] == [slug]


@pytest.mark.django_db
def test_with_two_decks_both_draws_are_announced(client: Client) -> None:
    assert read_page(client, "germany").text.count("say how many of each before you draw") == 2


@pytest.mark.django_db
@pytest.mark.parametrize("slug", BOXES)
def test_what_is_secret_is_said(client: Client, slug: str) -> None:
    said = "Which tickets you hold stays secret until the end; everybody sees how many."
    assert said in read_page(client, slug).text
