"""Names of maps in the administration are in the reader's language."""

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone, translation

from games.maps import drafts
from games.models import Play
from tests.support.admin import SHEETS, at, page
from tests.support.sittings import begun

pytestmark = pytest.mark.django_db


@pytest.fixture
def german(chief: Client) -> Iterator[Client]:
    chief.cookies[settings.LANGUAGE_COOKIE_NAME] = "de"
    with translation.override("en"):  # a request leaves its language behind
        yield chief


def test_lists_filters_and_pages_name_maps_in_the_readers_language(german: Client) -> None:
    sitting = begun("germany")
    now = timezone.now()
    Play.objects.create(
        table=sitting.table,
        map="germany",
        started_at=now,
        finished_at=now,
        turns=1,
        players=2,
        winning_total=1,
    )
    for address in (
        SHEETS,
        f"{SHEETS}?slug=germany",
        at(sitting.table.sheet),
        "/admin/games/table/",
        f"/admin/games/table/{sitting.table.pk}/change/",
        "/admin/games/play/",
    ):
        text = page(german, address).text
        assert "Deutschland" in text, address
        assert "germany" not in text.casefold(), address


def test_a_map_without_a_published_version_is_called_by_its_name_too(chief: Client) -> None:
    drafts.new_draft(slug="great-lakes", name="The Great Lakes", by=None)
    (link,) = [
        link for link in page(chief, SHEETS).all("a") if "slug=great-lakes" in link.get("href", "")
    ]
    assert link.text == "The Great Lakes"


def test_the_administration_has_no_english_heading(german: Client) -> None:
    for address in ("/admin/", "/admin/games/table/"):
        assert "Games" not in page(german, address).text
