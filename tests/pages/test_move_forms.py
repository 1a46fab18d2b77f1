"""A form that posts a move is written once, as a macro, and carries what every such form must."""

import re
from pathlib import Path

import pytest

from games.models import Table
from tests.support.markup import Element, parsed
from tests.support.sittings import begun, sit_down

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
# Imports of records have a page of their own; they are no moves.
NO_MOVES = {"archive/exchange/bar.html"}


def test_the_address_of_a_move_is_written_in_one_place() -> None:
    posting = {
        path.relative_to(TEMPLATES).as_posix()
        for path in TEMPLATES.rglob("*.*")
        if "hx-post" in path.read_text("utf-8")
    }
    assert posting - NO_MOVES == {"table/macros.jinja"}


def test_what_pages_include_of_parts_is_there() -> None:
    asked = {
        name
        for path in TEMPLATES.rglob("*.html")
        for name in re.findall(r"""{% part "([^"]+)" """, path.read_text("utf-8"))
    }
    assert len(asked) > 5
    assert [name for name in asked if not (TEMPLATES / name).exists()] == []


def moves(page: Element) -> list[Element]:
    return [form for form in page.all("form") if "hx-post" in form.attributes]


@pytest.mark.django_db
@pytest.mark.parametrize("stage", ["lobby", "turns"])
@pytest.mark.parametrize("where", ["screen", "play"])
def test_every_form_of_a_page_works_with_scripts_and_without(stage: str, where: str) -> None:
    sitting = sit_down("london", 2) if stage == "lobby" else begun("london", 2)
    Table.objects.filter(pk=sitting.table.pk).update(revision=sitting.table.revision + 100)
    client = sitting.screen if where == "screen" else sitting.phones[0]
    forms = moves(parsed(client.get(sitting.url(where)).content.decode()))
    assert forms
    for form in forms:
        assert form.attributes["action"] == form.attributes["hx-post"]
        assert form.attributes["method"] == "post"
        assert form.attributes["hx-swap"] == "none"
        assert form.one("input", name="csrfmiddlewaretoken").attributes["value"]
        page = form.one("input", name="page").attributes["value"]
        assert page == ("screen" if where == "screen" else "phone")


@pytest.mark.django_db
def test_forms_that_are_pushed_carry_no_browsers_token() -> None:
    sitting = begun("london", 2)
    reply = sitting.phones[0].get(sitting.url("live?page=phone")).json()
    assert moves(parsed(reply["html"]))
    assert "csrfmiddlewaretoken" not in reply["html"]
