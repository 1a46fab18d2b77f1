"""Finished games for the tests in this folder."""

from collections.abc import Sequence
from io import StringIO

import pytest
from django.core.management import call_command

from games.models import Table
from tests.support.sittings import loaded


@pytest.fixture
def invented_games() -> Sequence[Table]:
    for slug in ("germany", "london", "paris"):
        loaded(slug)
    call_command("makehistory", "12", "--seed", "7", stdout=StringIO())
    return list(Table.objects.select_related("sheet", "play"))
