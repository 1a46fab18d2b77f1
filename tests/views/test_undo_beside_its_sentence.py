"""“Undo” is next to the line it would undo, and its confirmation is about the same one."""

from html.parser import HTMLParser

import pytest

from games.rules.actions import DrawCards, SkipTurn
from games.table import moves
from tests.support.games import game_of
from tests.support.sittings import Sitting, begun, play_on

pytestmark = pytest.mark.django_db


class Rows(HTMLParser):
    """The rows of #last and #log: what each says, and what its undo would ask."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.rows: list[tuple[str, str]] = []
        self.depth = 0
        self.silent = 0
        self.words: list[str] = []
        self.asks = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        row = "latest" in (given.get("class") or "").split() and tag == "div"
        row = row or (tag == "li" and (given.get("id") or "").startswith("entry-"))
        if row:
            self.depth, self.words, self.asks = 1, [], ""
        elif self.depth and tag in ("div", "li"):
            self.depth += 1
        if self.depth and tag == "form":
            self.asks = given.get("hx-confirm") or ""
        if self.depth and tag in ("form", "small"):
            self.silent += 1

    def handle_endtag(self, tag: str) -> None:
        if self.depth and tag in ("form", "small"):
            self.silent -= 1
        if self.depth and tag in ("div", "li"):
            self.depth -= 1
            if not self.depth:
                text = " ".join("".join(self.words).split()).lstrip("0123456789 ")
                self.rows.append((text, self.asks))

    def handle_data(self, data: str) -> None:
        if self.depth and not self.silent:
            self.words.append(data)


def rows(sitting: Sitting, path: str) -> list[tuple[str, str]]:
    """As the host's phone shows it."""
    page = sitting.phones[0].get(sitting.url(path), headers={"HX-Request": "true"})
    return Rows(page.content.decode()).rows


def undoable(sitting: Sitting, path: str) -> tuple[str, str]:
    (the_row,) = {row for row in rows(sitting, path) if row[1]}
    return the_row


def drawn(sitting: Sitting) -> int:
    """The player to move draws cards; the number of that entry."""
    moves.act(table=sitting.table, action=DrawCards(sitting.state.to_move), by=None)
    return sitting.number


def skipped(sitting: Sitting, number: int) -> None:
    """Correct an entry: the turn was skipped."""
    game = game_of(sitting.table)
    seat = game.entries[number - 1].fact.seat
    replacement = moves.decided_at(game, number, SkipTurn(seat))
    moves.correct(table=sitting.table, number=number, replacement=replacement, by=None)


@pytest.fixture
def sitting() -> Sitting:
    begun_sitting = begun("london", 2)
    play_on(begun_sitting, turns=2)
    return begun_sitting


@pytest.mark.parametrize("path", ["play", "log"])
def test_after_a_correction_undo_stands_beside_the_latest_turn(sitting: Sitting, path: str) -> None:
    number = drawn(sitting)
    last = sitting.state.name(sitting.state.to_move)
    drawn(sitting)
    skipped(sitting, number)
    assert undoable(sitting, path) == (f"{last} draws cards.", f"Undo “{last} draws cards”?")


@pytest.mark.parametrize("path", ["play", "log"])
def test_a_corrected_turn_is_undone_where_its_correction_stands(
    sitting: Sitting, path: str
) -> None:
    name = sitting.state.name(sitting.state.to_move)
    number = drawn(sitting)
    skipped(sitting, number)
    sentence = f"{name}’s turn is skipped."
    line, asked = undoable(sitting, path)
    assert line.endswith(f"Corrected: {sentence}")
    assert asked == f"Undo “{sentence.removesuffix('.')}”?"
    reply = sitting.post(sitting.phones[0], "undo", seen=sitting.number)
    assert reply.status_code == 200
    assert sitting.state.name(sitting.state.to_move) == name


def test_after_an_undo_the_next_one_has_its_own_sentence(sitting: Sitting) -> None:
    first = sitting.state.name(sitting.state.to_move)
    drawn(sitting)
    drawn(sitting)
    moves.undo(table=sitting.table, by=None, host=True)
    shown = rows(sitting, "play")
    line = next(sentence for sentence, _asked in shown if sentence.startswith("Undone: "))
    assert line.endswith("draws cards.")
    assert undoable(sitting, "play") == (f"{first} draws cards.", f"Undo “{first} draws cards”?")
