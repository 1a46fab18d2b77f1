"""Fixtures for all tests: a database in a file, and Hypothesis's profiles."""

import os
from collections.abc import Callable, Generator

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


# Servers that tests start in folders of their own need not draw every map again.
os.environ.setdefault("DRAWINGS_DIR", str(settings.DRAWINGS_DIR))


def pytest_configure() -> None:
    # Pages are tested without `collectstatic`; tests/server/test_static.py tests the real storage.
    settings.STORAGES["staticfiles"] = {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
    }
    settings.WHITENOISE_AUTOREFRESH = True  # no warning about a folder not collected yet


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Elsewhere a test may be left out where it cannot run. In CI that is a failure."""
    report = yield
    if report.skipped and not hasattr(report, "wasxfail") and os.environ.get("CI") == "true":
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid}: in CI nothing may be left out.\n{report.longrepr}"
    return report


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


# -- Figures: printed at the end of the call, whichever process measured them ---------------------


@pytest.fixture
def figure(record_property: Callable[[str, object], None]) -> Callable[[str], None]:
    """Say what was measured: `figure("40 spectators: the last after 31 ms")`."""
    return lambda value: record_property("figure", value)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reports = terminalreporter.getreports("passed") + terminalreporter.getreports("failed")
    figures = [
        value for report in reports for key, value in report.user_properties if key == "figure"
    ]
    if figures:
        terminalreporter.section("figures")
        for line in dict.fromkeys(figures):
            terminalreporter.write_line(line)
