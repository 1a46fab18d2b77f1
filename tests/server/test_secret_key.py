"""With a weak secret key, `serve` shows an error and doesn't start."""

import secrets
from pathlib import Path

import pytest
from django.core.management.utils import get_random_secret_key

from companion.environment import weakness_of
from tests.support.commands import manage

WEAK = {
    "short": "x3!kQ9",
    "long, but one letter": "a" * 64,
    "long, but two letters": "ab" * 32,
    "a word again and again": "change-me-" * 6,
    "digits in a row, again and again": "0123456789" * 5,
    "a rhythm that ends in the middle": ("stationmaster" * 5)[:60],
    "blanks": "." * 63 + "x",
    "Django's own warning": "django-insecure-" + "k3vQ8w_zX1mPq7Lr9TbN2cV5hJ8dF4gS",
}


@pytest.mark.parametrize("key", WEAK.values(), ids=WEAK)
def test_a_key_that_can_be_guessed_has_a_weakness(key: str) -> None:
    assert weakness_of(key)


def test_keys_that_programs_make_have_none() -> None:
    for _again in range(500):
        for key in (
            get_random_secret_key(),
            secrets.token_hex(16),
            secrets.token_hex(32),
            secrets.token_urlsafe(32),
        ):
            assert weakness_of(key) is None, key


@pytest.mark.parametrize("key", [WEAK["short"], WEAK["a word again and again"]])
def test_serve_does_not_start_with_such_a_key_and_says_what_to_do(tmp_path: Path, key: str) -> None:
    assert manage("setup", DATA_DIR=tmp_path, SECRET_KEY=key).returncode == 0
    stopped = manage("serve", DATA_DIR=tmp_path, SECRET_KEY=key, DEBUG=1, LISTEN="192.0.2.123")
    assert stopped.returncode == 1
    assert stopped.stderr.startswith("CommandError: SECRET_KEY ")
    assert "python manage.py setup" in stopped.stderr
    assert key not in stopped.stderr
    assert stopped.stdout == ""


def test_a_key_file_that_somebody_shortened_is_named(tmp_path: Path) -> None:
    assert manage("setup", DATA_DIR=tmp_path).returncode == 0
    (tmp_path / "secret_key").write_text("secret\n")
    stopped = manage("serve", DATA_DIR=tmp_path, DEBUG=1, LISTEN="192.0.2.123")
    assert stopped.returncode == 1
    assert str(tmp_path / "secret_key") in stopped.stderr
