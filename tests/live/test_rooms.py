"""Every viewer of a table gets each change exactly once, whatever gets lost on the way."""

import asyncio
import json

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer

from games.live import rooms
from games.models import Table
from games.rules.actions import DrawCards
from games.table import lobby, moves, notify
from games.table.snapshot import reload
from tests.support.sittings import Sitting, begun

pytestmark = pytest.mark.django_db(transaction=True)


class Page:
    """A page that writes down what it is sent."""

    def __init__(self, cookies: dict[str, str], page: str = "screen") -> None:
        self.frames: list[dict[str, object]] = []
        self.sent = asyncio.Event()
        self.gone = asyncio.Event()
        self.viewer = rooms.Viewer(page, "en", cookies, self.send, self.leave)

    async def send(self, text: str) -> None:
        self.frames.append(json.loads(text))
        self.sent.set()

    async def leave(self) -> None:
        self.gone.set()

    async def next(self) -> dict[str, object]:
        await asyncio.wait_for(self.sent.wait(), 10)
        self.sent.clear()
        return self.frames[-1]


def cookies(sitting: Sitting, seat: int) -> dict[str, str]:
    return {name: morsel.value for name, morsel in sitting.phone(seat).cookies.items()}


def draw(sitting: Sitting) -> None:
    moves.act(table=sitting.table, action=DrawCards(sitting.state.to_move), by=None)


def row_of(table: Table) -> Table:
    return reload(table).table


async def begin() -> tuple[Sitting, Table]:
    sitting = await sync_to_async(begun)("london", 2)
    return sitting, await sync_to_async(row_of)(sitting.table)


async def test_every_frame_says_since_when_it_tells() -> None:
    sitting, table = await begin()
    page = Page(await sync_to_async(cookies)(sitting, 0), "phone")
    await rooms.here().join(page.viewer, table)
    first = await page.next()
    assert first["since"] == -1
    await sync_to_async(draw)(sitting)
    second = await page.next()
    assert (second["since"], second["revision"]) == (first["revision"], first["revision"] + 1)
    assert 0 < len(second["html"]) < len(first["html"])
    await rooms.here().leave(page.viewer, table)


async def test_several_changes_at_once_are_pushed_together() -> None:
    sitting, table = await begin()
    page = Page({})
    await rooms.here().join(page.viewer, table)
    await page.next()

    def three() -> None:
        for _turn in range(3):
            draw(sitting)

    busy = rooms.here().rooms[table.pk]
    busy.pushing = asyncio.ensure_future(asyncio.sleep(60))  # as if a push took long
    await sync_to_async(three)()
    await asyncio.sleep(0.05)  # the news arrive meanwhile
    busy.pushing.cancel()
    await asyncio.gather(busy.pushing, return_exceptions=True)
    busy.schedule_push(0)
    frame = await page.next()
    assert frame["revision"] == table.revision + 3
    assert len(page.frames) == 2
    await rooms.here().leave(page.viewer, table)


async def test_what_the_layer_lost_is_found_by_looking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "POLL", 0.05)
    sitting, table = await begin()
    page = Page({})
    await rooms.here().join(page.viewer, table)
    await page.next()
    notify.serve_from(None, None)
    monkeypatch.setattr(notify, "get_channel_layer", lambda: None)
    await sync_to_async(draw)(sitting)
    assert (await page.next())["revision"] == table.revision + 1
    await rooms.here().leave(page.viewer, table)


async def test_a_layer_that_hangs_is_waited_for_once_not_for_every_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    here, asked = rooms.Rooms(), []

    async def hangs(group: str, channel: str) -> None:
        asked.append(group)
        await asyncio.sleep(60)

    monkeypatch.setattr(rooms, "LAYER_TIMEOUT", 0.01)
    monkeypatch.setattr(get_channel_layer(), "group_add", hangs)
    here.channel = "channel"
    here.rooms = {pk: rooms.Room(Table(pk=pk)) for pk in range(1, 4)}
    await here.join_groups()
    assert asked == [notify.group(1)]
    assert here.joined == set()


async def test_one_ear_per_process_and_none_when_nobody_looks() -> None:
    _sitting, table = await begin()
    here = rooms.here()
    pages = [Page({}), Page({})]
    for page in pages:
        await here.join(page.viewer, table)
        await page.next()
    assert len(here.tasks) == 2
    assert here.joined == {table.pk}
    for page in pages:
        await here.leave(page.viewer, table)
    assert (here.rooms, here.tasks, here.joined, here.channel) == ({}, [], set(), None)


async def test_a_page_that_fails_keeps_nobody_waiting() -> None:
    sitting, table = await begin()

    async def broken(_text: str) -> None:
        raise ConnectionError("gone")

    bad, good = Page({}), Page({})
    bad.viewer.send = broken
    for page in (bad, good):
        await rooms.here().join(page.viewer, table)
    assert (await good.next())["revision"] == table.revision
    await sync_to_async(draw)(sitting)
    assert (await good.next())["revision"] == table.revision + 1
    assert bad.viewer not in rooms.here().rooms[table.pk].viewers
    await rooms.here().leave(good.viewer, table)


async def test_pages_of_a_table_that_is_closed_or_deleted_are_sent_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rooms, "POLL", 0.05)
    for end in ("close", "delete"):
        sitting, table = await begin()
        page = Page({})
        await rooms.here().join(page.viewer, table)
        await page.next()
        if end == "close":
            await sync_to_async(lobby.close)(table=sitting.table)
        else:
            await sync_to_async(sitting.table.delete)()
        await asyncio.wait_for(page.gone.wait(), 10)
        await rooms.here().leave(page.viewer, table)


async def test_signs_of_life_are_written_down_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "POLL", 0.05)
    sitting, table = await begin()
    await sync_to_async(sitting.table.seats.update)(seen_at=None)
    pages = [Page(await sync_to_async(cookies)(sitting, seat), "phone") for seat in (0, 1)]
    for page in pages:
        await rooms.here().join(page.viewer, table)
        await page.next()
    for _attempt in range(100):
        unseen = await sync_to_async(sitting.table.seats.filter(seen_at=None).count)()
        if not unseen:
            break
        await asyncio.sleep(0.05)
    assert unseen == 0
    for page in pages:
        await rooms.here().leave(page.viewer, table)


async def test_an_entry_stands_when_the_layer_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    class Away:
        async def group_send(self, group: str, message: object) -> None:
            raise ConnectionError("Connection refused")

    monkeypatch.setattr(notify, "get_channel_layer", Away)
    sitting, table = await begin()
    await sync_to_async(draw)(sitting)
    now = await sync_to_async(row_of)(table)
    assert now.revision == table.revision + 1
