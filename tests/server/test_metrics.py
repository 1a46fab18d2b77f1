"""`/metrics`: what's counted, who may read it, and that it has no personal data."""

import re

import pytest
from channels.testing import WebsocketCommunicator
from django.conf import LazySettings
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

from companion.server.metrics import count_sockets
from tests.support.sittings import begun

pytestmark = pytest.mark.django_db
TOKEN = "a-token-of-some-length"


def figures(client: Client) -> dict[str, dict[tuple[tuple[str, str], ...], float]]:
    """Everything that is counted: name → labels → value."""
    page = client.get("/metrics")
    assert page.status_code == 200
    values: dict[str, dict[tuple[tuple[str, str], ...], float]] = {}
    for family in text_string_to_metric_families(page.content.decode()):
        for sample in family.samples:
            values.setdefault(sample.name, {})[tuple(sorted(sample.labels.items()))] = sample.value
    return values


def value(client: Client, name: str, **labels: str) -> float:
    return figures(client).get(name, {}).get(tuple(sorted(labels.items())), 0)


def test_requests_are_counted_and_timed_by_method_route_and_status(client: Client) -> None:
    labels = {"method": "GET", "route": "healthz", "status": "200"}
    before = value(client, "stationmaster_requests_total", **labels)
    client.get("/healthz")
    client.get("/healthz")
    assert value(client, "stationmaster_requests_total", **labels) == before + 2
    timed = figures(client)["stationmaster_request_seconds_count"]
    assert timed[("method", "GET"), ("route", "healthz")] >= 2


def test_what_anybody_can_make_up_is_no_label(client: Client) -> None:
    client.get("/made-up-address")
    client.generic("MADEUP", "/healthz")
    text = client.get("/metrics").content.decode()
    assert "made-up" not in text.lower()
    assert "madeup" not in text.lower()
    assert value(client, "stationmaster_requests_total", method="GET", route="none", status="404")
    counted = {"method": "other", "route": "healthz", "status": "405"}
    assert value(client, "stationmaster_requests_total", **counted)


def test_no_code_no_name_and_no_secret_is_told(client: Client) -> None:
    sitting = begun("london", 2)
    sitting.post(sitting.phone(0), "cards", seen=sitting.number)
    sitting.phone(0).get(sitting.url("play"))
    text = client.get("/metrics").content.decode()
    secrets = [morsel.value for phone in sitting.phones for morsel in phone.cookies.values()]
    for word in (sitting.table.code, sitting.table.key, "Ada", *secrets):
        assert not re.search(rf"\b{re.escape(word)}\b", text), word
    assert 'route="draw-cards"' in text


def test_entries_and_renderings_are_counted(client: Client) -> None:
    sitting = begun("london", 2)
    before = figures(client)
    sitting.post(sitting.phone(0), "cards", seen=sitting.number)
    after = figures(client)
    counted = {
        name: sum(after[name].values()) - sum(before[name].values())
        for name in ("stationmaster_entries_total", "stationmaster_render_seconds_count")
    }
    assert counted == {"stationmaster_entries_total": 1, "stationmaster_render_seconds_count": 1}


def test_open_tables_are_counted_by_stage(client: Client) -> None:
    before = figures(client)["stationmaster_tables"]
    begun("london", 2)
    after = figures(client)["stationmaster_tables"]
    assert after[(("stage", "playing"),)] == before[(("stage", "playing"),)] + 1
    assert after[(("stage", "lobby"),)] == before[(("stage", "lobby"),)]
    assert figures(client)["stationmaster_database_up"] == {(): 1.0}


def test_the_process_is_measured_and_what_nobody_did_yet_is_a_zero(client: Client) -> None:
    values = figures(client)
    assert values["process_resident_memory_bytes"][()] > 0
    for page in ("phone", "screen"):
        assert (("page", page),) in values["stationmaster_sockets_open"]
        assert (("page", page),) in values["stationmaster_pushes_total"]
        assert (("page", page),) in values["stationmaster_render_seconds_count"]
    assert () in values["stationmaster_entries_total"]


# -- Who may read it ------------------------------------------------------------------------------


@pytest.mark.parametrize("address", ["192.0.2.7", "203.0.113.9", "2001:db8::1", "", "unknown"])
def test_from_elsewhere_there_is_no_such_page(client: Client, address: str) -> None:
    assert client.get("/metrics", REMOTE_ADDR=address).status_code == 404


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "Via", "X-Real-IP"])
def test_through_a_proxy_on_this_machine_there_is_no_such_page(client: Client, header: str) -> None:
    assert client.get("/metrics", headers={header: "127.0.0.1"}).status_code == 404


def test_with_the_token_it_is_told_anywhere(client: Client, settings: LazySettings) -> None:
    def status(shown: str) -> int:
        headers = {"Authorization": shown}
        return client.get("/metrics", headers=headers, REMOTE_ADDR="192.0.2.7").status_code

    assert status(f"Bearer {TOKEN}") == 404  # none is set
    assert status("Bearer None") == 404
    settings.METRICS_TOKEN = TOKEN
    assert status(f"Bearer {TOKEN}") == 200
    for wrong in ("", "Bearer", f"Bearer {TOKEN}x", f"Basic {TOKEN}", TOKEN, "Bearer é"):
        assert status(wrong) == 404


def test_it_is_only_read(client: Client) -> None:
    assert client.post("/metrics").status_code == 405


# -- Sockets --------------------------------------------------------------------------------------


async def test_sockets_are_counted_while_they_are_open() -> None:
    from games.metrics import SOCKETS

    async def greeting(_scope: object, receive, send) -> None:  # type: ignore[no-untyped-def]
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.send", "text": "hello"})
        await receive()

    before = SOCKETS.labels("phone")._value.get()
    socket = WebsocketCommunicator(count_sockets(greeting), "/ws/t/KTRW/?page=phone")
    await socket.connect()
    assert await socket.receive_from() == "hello"
    assert SOCKETS.labels("phone")._value.get() == before + 1
    await socket.disconnect()
    assert SOCKETS.labels("phone")._value.get() == before


async def test_a_socket_that_is_turned_away_was_never_open() -> None:
    from games.metrics import SOCKETS

    async def refusal(_scope: object, receive, send) -> None:  # type: ignore[no-untyped-def]
        await receive()
        await send({"type": "websocket.close", "code": 4404})

    before = SOCKETS.labels("screen")._value.get()
    socket = WebsocketCommunicator(count_sockets(refusal), "/ws/t/KTRW/")
    assert not (await socket.connect())[0]
    assert SOCKETS.labels("screen")._value.get() == before
