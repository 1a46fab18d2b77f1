"""Requests that are too long get our own error page, in the reader's language."""

import pytest
from django.test import Client

from tests.support.markup import read


@pytest.mark.parametrize(
    ("language", "heading"),
    [
        ("en", "That’s too large"),
        ("de", "Das ist zu groß"),
        ("it", "È troppo grande"),
        ("fr", "C’est trop volumineux"),
    ],
)
def test_who_sends_too_much_is_told_so_on_a_page(language: str, heading: str) -> None:
    # The wire leaves out the body and sets this header (companion/server/daphne_limits.py).
    headers = {"X-Too-Large": "1", "Accept-Language": language}
    answer = Client().post("/join/", headers=headers)
    assert answer.status_code == 413
    assert read(answer).one("h1").text == heading
