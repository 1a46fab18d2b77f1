"""A player without a phone, added on a host's phone in the lobby."""

import pytest

from tests.support.phone_pages import page
from tests.support.sittings import sit_down

pytestmark = pytest.mark.django_db


def test_the_first_colour_that_is_free_is_chosen_already() -> None:
    sitting = sit_down("london", 3)
    form = page(sitting, sitting.phones[0]).one(id="add-form")
    free = [box for box in form.all("input", name="color") if "disabled" not in box.attributes]
    assert free
    assert [box["value"] for box in free if "checked" in box.attributes] == [free[0]["value"]]
