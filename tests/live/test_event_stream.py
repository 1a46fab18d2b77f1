"""The event stream: public facts as JSON, for anyone who has the token that a host made."""

import json
from queue import Queue
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client

from companion.asgi import application
from companion.server import limits
from games.live import webhook
from games.models import Table
from games.rules.scoring import score
from games.rules.state import Phase
from games.rules.views import track_points
from games.table import lobby, moves
from games.table.notify import Change
from tests.support.markup import read
from tests.support.sittings import Sitting, begun, play_on, sit_down

pytestmark = pytest.mark.django_db(transaction=True)

# All that is ever told. Anyone who adds to it asks first whether the screen shows it, too.
TOLD = {"revision", "events", "table"}
OF_TABLE = {
    *("code", "map", "stage", "seats", "to_move", "last_round", "routes", "reveal", "ranking"),
}
OF_SEATS = {"name", "color", "points", "vehicles", "tickets", "choosing", "turns_left"}
OF_EVENTS = {"type", "entry", "at", "seat", "color", "text"}


def make_address(sitting: Sitting, host: Client | None = None, request: str = "one") -> str:
    page = sitting.post(host or sitting.screen, "events/make", request=request)
    assert page.status_code == 200
    return read(page).one("p", id="stream-address").text


def listener(address: str, *headers: tuple[bytes, bytes]) -> WebsocketCommunicator:
    path = "/" + address.split("/", 3)[3]
    return WebsocketCommunicator(application, path, headers=list(headers))


async def next_message(stream: WebsocketCommunicator) -> dict[str, Any]:
    message = json.loads(await stream.receive_from(timeout=5))
    assert set(message) == TOLD
    assert set(message["table"]) == OF_TABLE
    assert all(set(event) == OF_EVENTS for event in message["events"])
    return message


async def code_of_goodbye(stream: WebsocketCommunicator) -> int:
    while (output := await stream.receive_output(timeout=5))["type"] != "websocket.close":
        pass
    return output["code"]


async def test_a_listener_is_told_how_it_stands_and_then_what_happens() -> None:
    sitting = await sync_to_async(begun)("london", 2)
    address = await sync_to_async(make_address)(sitting)
    assert address.startswith("ws://")
    # A program sends no origin, an overlay in a file that of nobody; cookies open nothing here.
    stream = listener(address, (b"origin", b"null"))
    assert (await stream.connect())[0]
    first = await next_message(stream)
    assert first["events"] == []
    assert (first["table"]["stage"], first["table"]["to_move"]) == ("turns", 0)
    assert all(set(seat) == OF_SEATS for seat in first["table"]["seats"])

    board, number = await sync_to_async(lambda: (sitting.board, sitting.number))()
    mover = await sync_to_async(sitting.phone)(0)
    route = board.routes[0]
    form = {"seen": number, "route": route.id}
    reply = await sync_to_async(lambda: sitting.post(mover, "claim", **form))()
    assert reply.status_code == 200, reply.content
    claimed = await next_message(stream)
    (event,) = claimed["events"]
    assert (event["type"], event["entry"], event["seat"]) == ("route.claimed", number + 1, 0)
    assert event["color"] == claimed["table"]["seats"][0]["color"]
    assert board.place[route.a].name in event["text"]
    assert claimed["table"]["routes"] == {route.id: 0}
    assert claimed["table"]["to_move"] == 1
    assert claimed["revision"] > first["revision"]
    await stream.disconnect()


async def test_only_hosts_make_and_revoke_a_token_and_who_listens_is_sent_away_at_once() -> None:
    sitting = await sync_to_async(sit_down)("london", 2)
    guest = sitting.phones[1]
    for client in (guest, Client()):
        for path in ("events/make", "events/revoke"):
            assert (await sync_to_async(sitting.post)(client, path)).status_code != 200
        page = await sync_to_async(client.get)(sitting.url("events"))
        assert page.status_code == 302
    host = sitting.phones[0]
    address = await sync_to_async(make_address)(sitting, host)
    # The form sent twice makes one token, another form another one.
    assert await sync_to_async(make_address)(sitting, host) == address
    stream = listener(address)
    await stream.connect()
    assert (await next_message(stream))["table"]["stage"] == "lobby"
    newer = await sync_to_async(make_address)(sitting, host, "two")
    assert await code_of_goodbye(stream) == 4410
    stream = listener(newer)
    await stream.connect()
    await next_message(stream)
    page = await sync_to_async(host.get)(sitting.url("events"))
    assert newer.rsplit("/", 2)[1] not in page.content.decode()
    await sync_to_async(sitting.post)(host, "events/revoke")
    assert await code_of_goodbye(stream) == 4410
    for wrong in (address, newer, "ws://localhost/ws/events/wrong/"):
        turned_away = listener(wrong)
        await turned_away.connect()
        assert await code_of_goodbye(turned_away) == 4404


async def test_the_address_goes_along_to_a_rematch() -> None:
    sitting = await sync_to_async(begun)("london", 2)
    address = await sync_to_async(make_address)(sitting)
    stream = listener(address)
    await stream.connect()
    await next_message(stream)
    new = await sync_to_async(
        lambda: lobby.rematch(table=sitting.table, sheet=sitting.table.sheet)
    )()
    assert await code_of_goodbye(stream) == 4410
    again = listener(address)
    await again.connect()
    assert (await next_message(again))["table"]["code"] == new.code
    await again.disconnect()


async def test_points_are_told_when_the_screen_shows_them_and_no_sooner() -> None:
    sitting = await sync_to_async(begun)("london", 2, score_hidden="on")
    address = await sync_to_async(make_address)(sitting)

    async def table() -> dict[str, Any]:
        stream = listener(address)
        await stream.connect()
        table_facts = (await next_message(stream))["table"]
        await stream.disconnect()
        return table_facts

    await sync_to_async(play_on)(sitting, turns=6)
    assert [seat["points"] for seat in (await table())["seats"]] == [None, None]
    await sync_to_async(play_on)(sitting)
    assert await sync_to_async(lambda: sitting.state.phase)() is Phase.OVER
    beginning = await table()
    assert beginning["reveal"]["step"] == 0
    assert beginning["ranking"] is None
    await sync_to_async(moves.step_reveal)(table=sitting.table, step=beginning["reveal"]["steps"])
    end = await table()
    state = await sync_to_async(lambda: sitting.state)()
    assert [seat["points"] for seat in beginning["seats"]] == list(track_points(state))
    totals = [row.total for row in score(state).rows]
    assert [seat["points"] for seat in end["seats"]] == totals
    assert {row["seat"]: row["total"] for row in end["ranking"]} == dict(enumerate(totals))
    assert end["ranking"][0]["rank"] == 1


async def test_listeners_of_a_stream_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SOCKETS_PER_STREAM", 2)
    sitting = await sync_to_async(sit_down)("london", 2)
    address = await sync_to_async(make_address)(sitting)
    streams = [listener(address) for _n in range(2)]
    for stream in streams:
        assert (await stream.connect())[0]
    assert not (await listener(address).connect())[0]
    await streams.pop().disconnect()
    again = listener(address)
    assert (await again.connect())[0]
    for stream in (again, *streams):
        await stream.disconnect()
    assert await sync_to_async(Table.objects.filter(events_digest="").count)() == 0


def test_a_full_queue_gives_up_the_oldest(caplog: pytest.LogCaptureFixture) -> None:
    queue: Queue[Change | None] = Queue(2)
    for revision in range(4):
        webhook.put(queue, Change(1, revision, range(0)))
    assert [queue.get_nowait().revision for _n in range(2)] == [2, 3]
    assert caplog.text.count("a message was given up") == 2
