"""What every test stands on: a database in a file, and how hard Hypothesis tries."""

import os

import pytest
from django.conf import settings
from django.core.cache import cache
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

# No deadlines: a slow machine is not a broken rule.
hypothesis_settings.register_profile(
    "default", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
hypothesis_settings.register_profile(
    "thorough", hypothesis_settings.get_profile("default"), max_examples=1000
)
hypothesis_settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


def pytest_configure() -> None:
    # Pages are tested without `collectstatic`; tests/test_static.py tests the real storage.
    settings.STORAGES["staticfiles"] = {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
    }
    settings.WHITENOISE_AUTOREFRESH = True  # no warning about a folder not collected yet


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """Use a file, as in real life: a shared in-memory database has neither WAL nor its locks."""
    database = settings.DATABASES["default"]
    if database["ENGINE"] == "django.db.backends.sqlite3":
        path = tmp_path_factory.mktemp("database") / "test.sqlite3"
        database.setdefault("TEST", {})["NAME"] = str(path)


@pytest.fixture(autouse=True)
def nothing_was_guessed() -> None:
    """All tests come from one address: what one of them tries must not slow down the next."""
    cache.clear()
