"""One database server, one Redis and one whole service for all tests of this call."""

import os
from collections.abc import Callable, Iterator

import pytest

from services import parts


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave out what cannot run here, but never in CI."""
    missing = parts.missing()
    if missing and os.environ.get("CI") != "true":
        left_out = pytest.mark.skip(reason=f"not installed: {', '.join(missing)}")
        for item in items:
            item.add_marker(left_out)


@pytest.fixture(scope="session")
def postgres() -> Iterator[parts.Postgres]:
    with parts.Postgres() as started:
        yield started


@pytest.fixture(scope="session")
def redis() -> Iterator[parts.Redis]:
    with parts.Redis() as started:
        yield started


@pytest.fixture(scope="session")
def whole_service(postgres: parts.Postgres, redis: parts.Redis) -> Iterator[parts.Service]:
    with parts.Service(2, postgres=postgres, redis=redis, name="trains.example.org") as started:
        yield started
    for app in started.apps:
        assert "Traceback" not in app.said, app.said


@pytest.fixture
def service(whole_service: parts.Service) -> parts.Service:
    """The service with every process up, whatever the test before has done to them."""
    whole_service.mend()
    return whole_service


# -- Figures: printed at the end of the call, whichever process measured them ---------------------


@pytest.fixture
def figure(record_property: Callable[[str, object], None]) -> Callable[[str], None]:
    """Say what was measured: `figure("40 spectators: the last after 31 ms")`."""
    return lambda said: record_property("figure", said)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reports = terminalreporter.getreports("passed") + terminalreporter.getreports("failed")
    said = [value for report in reports for key, value in report.user_properties if key == "figure"]
    if said:
        terminalreporter.section("figures")
        for line in dict.fromkeys(said):
            terminalreporter.write_line(line)
