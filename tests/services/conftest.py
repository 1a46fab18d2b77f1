"""One database server, one Redis and one whole service for all tests of this call."""

from collections.abc import Iterator

import pytest

from tests.support.services import parts, programs


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave out what cannot run here (in CI, that fails: see tests/conftest.py)."""
    if missing := programs.missing():
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
