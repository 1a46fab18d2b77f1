"""Documents and headings cited in comments, docstrings and pages exist."""

import re
from collections.abc import Iterator
from pathlib import Path

import polib
import pytest

from games.rules.board import GREY, WILD, Draw
from tests.support.boards import BOARDS, board

PROJECT = Path(__file__).resolve().parents[1]
DOCUMENTS = [
    *(PROJECT / name for name in ("README.md", "CONTRIBUTING.md", "games/rules/README.md")),
    *PROJECT.glob("docs/*.md"),
]
FOLDERS = ("bench", "companion", "deploy", "games", "static", "templates", "tests")
OTHERS = {"vendor", "node_modules"}  # files that are not ours
SUFFIXES = {".py", ".js", ".css", ".html", ".jinja", ".conf", ".service"}
# Not what stands between quotation marks alone: that is part of a path some code puts together.
CITED = re.compile(
    r"(?<![\w/-])(?<![^\"]\")(?P<path>[\w/-]*\w\.md)\b(?:,\s+(?:#\s+)?“(?P<heading>[^”]+)”)?"
)


def headings(path: Path) -> list[str]:
    text = re.sub(r"^```.*?^```", "", path.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    return re.findall(r"^#+ (.+)$", text, re.MULTILINE)


def anchor(heading: str) -> str:
    """The name GitHub gives to a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def citations() -> Iterator[tuple[str, str, str | None]]:
    """The file that cites, the document, and its heading if one is given."""
    for path in (path for folder in FOLDERS for path in (PROJECT / folder).rglob("*.*")):
        if path.suffix not in SUFFIXES or path == Path(__file__) or OTHERS & {*path.parts}:
            continue
        name = str(path.relative_to(PROJECT))
        for match in CITED.finditer(path.read_text("utf-8")):
            yield name, match["path"], match["heading"]


def test_every_document_that_is_cited_exists_and_has_the_heading() -> None:
    cited = list(citations())
    assert len(cited) > 40
    for name, path, heading in cited:
        assert (PROJECT / path).is_file(), f"{name} cites {path}, which does not exist"
        if heading:
            assert heading in headings(PROJECT / path), f"{name} cites “{heading}” of {path}"


def test_what_serves_a_rule_cites_it_by_heading_and_every_rule_of_a_bonus_is_cited() -> None:
    cited = {(name, heading) for name, path, heading in citations() if path.endswith("rules.md")}
    serving = [heading for name, heading in cited if "rules/" in name]
    assert len(serving) > 15
    assert None not in serving
    in_rules = {heading for _name, heading in cited}
    bonuses = {heading for heading in headings(PROJECT / "docs/rules.md") if ": " in heading}
    assert bonuses <= in_rules


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(PROJECT)))
def test_links_between_documents_lead_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", document.read_text("utf-8")):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, fragment = target.partition("#")
        there = (document.parent / path) if path else document
        assert there.exists(), target
        if fragment:
            assert fragment in map(anchor, headings(there)), target


def test_what_people_see_when_something_breaks_is_what_the_app_says() -> None:
    catalogue = polib.pofile(str(PROJECT / "locale/it/LC_MESSAGES/django.po"))
    messages = " ".join(entry.msgid for entry in catalogue if not entry.obsolete)
    quoted = re.findall("“([^”]{20,})”", (PROJECT / "docs/faults.md").read_text("utf-8"))
    assert len(quoted) > 5
    for sentence in (each for quote in quoted for each in re.split(r"(?<=[.!?]) ", quote)):
        assert sentence.rstrip(" …") in messages


# -- The tables of the boxes, compared with the sheets ---------------------------------------


def box(name: str) -> dict[str, str]:
    """The column of a box, by what stands at the left."""
    lines = (PROJECT / "docs/rules.md").read_text("utf-8").splitlines()
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in lines[lines.index("## The boxes") : lines.index("## A turn")]
        if line.startswith("|")
    ]
    heads = [i for i, row in enumerate(rows) if not row[0]]
    head = next(i for i in heads if name in rows[i])
    end = next((i for i in heads if i > head), len(rows))
    return {row[0]: row[rows[head].index(name)] for row in rows[head:end]}


def numbers(cell: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", cell)]


def drawn(draw: Draw) -> list[int]:
    return [*(draw.mix.values() if draw.mix else [draw.draw]), draw.keep]


@pytest.mark.parametrize("slug", BOARDS)
def test_the_numbers_of_the_boxes_are_those_of_the_map_sheets(slug: str) -> None:
    sheet = board(slug)
    numbers_told = box(sheet.name)
    colors = {route.color for route in sheet.routes} - {GREY}
    closed_with = list(range(sheet.players[0], sheet.parallels_closed_up_to + 1))

    assert numbers(numbers_told["players"]) == list(sheet.players)
    assert numbers(numbers_told["vehicles each"]) == [sheet.vehicles_each]
    assert set(numbers_told["colours of routes"].split(", ")) == colors
    assert (numbers_told["grey routes, paid in any one colour"] == "yes") == any(
        route.color == GREY for route in sheet.routes
    )
    assert numbers(numbers_told["cards"])[:2] == [sum(sheet.cards.values()), sheet.cards[WILD]]
    assert numbers(numbers_told["cards in the opening hand"]) == [sheet.opening_hand]
    assert numbers(numbers_told["tickets"]) == [deck.size for deck in sheet.decks]
    assert numbers(numbers_told["opening tickets"]) == drawn(sheet.opening)
    assert numbers(numbers_told["tickets on a turn"]) == drawn(sheet.turn)
    assert ("shuffled" in numbers_told["where rejected tickets go"]) == sheet.opening.shuffled
    assert numbers(numbers_told["parallel routes close with"]) == closed_with
    points = [sheet.points[length] for length in sorted({r.length for r in sheet.routes})]
    assert numbers(numbers_told.get("stations each", "–")) == [*filter(None, [sheet.stations_each])]
    assert numbers(numbers_told["points for a route of 1, 2, 3 … spaces"]) == points
    at = numbers(numbers_told["vehicles at which the last round starts"])
    assert at == [edition.at for edition in sheet.editions]
    assert ("passengers" in numbers_told["a tie is broken by"]) == (
        "passengers" in sheet.tie_breaks
    )


def test_every_page_of_the_documentation_is_listed_and_says_first_what_it_is_about() -> None:
    listed = (PROJECT / "README.md").read_text("utf-8").split("\n## Read on\n")[1]
    pages = sorted(PROJECT.glob("docs/*.md"))
    assert len(pages) > 10
    for page in pages:
        assert f"](docs/{page.name}): " in listed, page.name
        title, empty, first = page.read_text("utf-8").splitlines()[:3]
        assert title.startswith("# ")
        assert not empty
        assert first.startswith("This page "), (page.name, first)
