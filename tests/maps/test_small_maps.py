"""Small maps next to other content: each shows something useful."""

from xml.etree import ElementTree

import pytest
from django.template.loader import render_to_string

from games.maps.drawing import draw
from tests.support.boards import board


def thumb(slug: str) -> ElementTree.Element:
    drawn = render_to_string("board/board.html", {"drawing": draw(board(slug)), "thumb": True})
    return ElementTree.fromstring(drawn)


def signs(drawn: ElementTree.Element) -> dict[str, ElementTree.Element]:
    """The plates of countries with the word on each."""
    signs_by_place = {}
    for group in drawn.iter("g"):
        plate = next(
            (rect for rect in group.findall("rect") if rect.get("class") == "country-sign"), None
        )
        if plate is not None:
            signs_by_place[" ".join(text.text or "" for text in group.findall("text"))] = plate
    return signs_by_place


def test_country_signs_on_small_maps_are_never_blank() -> None:
    countries = {place.name for place in board("germany").places if place.dead_end}
    assert countries
    assert signs(thumb("germany")).keys() == countries


def test_names_stand_in_the_middle_of_small_signs() -> None:
    drawn = thumb("germany")
    plates = signs(drawn)
    for text in drawn.iter("text"):
        plate = plates[text.text or ""]
        left, width = float(plate.get("x", "")), float(plate.get("width", ""))
        assert float(text.get("x", "")) == pytest.approx(left + width / 2, abs=0.2)


@pytest.mark.parametrize("slug", ["london", "paris"])
def test_small_maps_without_countries_have_no_signs(slug: str) -> None:
    assert not signs(thumb(slug))
