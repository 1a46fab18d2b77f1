"""Tracks who has which table open in this process, and pushes changes to them.

One channel per process listens to the channel layer, and joins the group of a table while somebody
here has it open. A change is rendered once for all viewers who see the same thing; each is sent
what's new to them. Messages can get lost while the layer is down, so revisions are also read from
the database every few seconds.
"""

import asyncio
import contextlib
import json
import logging
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from weakref import WeakKeyDictionary

from channels.layers import get_channel_layer
from django.db import close_old_connections
from django.utils import translation

from games import metrics
from games.access.audience import audience_at
from games.live import events
from games.live.parts import PartsRenderer, Rendered, changed
from games.models import Table
from games.pages.contexts import TableFacts
from games.table import notify
from games.table.notify import LAYER_TIMEOUT
from games.table.presence import touch_seats
from games.table.snapshot import TableSnapshot, reload, remembered

POLL = 5.0  # seconds between checks for changes that the layer has missed
BEAT = 15.0  # seconds of silence before a page gets a heartbeat

# What a viewer was sent last: the parts of a page, or a message of the event stream.
Shown = Rendered | events.EventMessage

logger = logging.getLogger(__name__)


@dataclass(eq=False)
class Viewer:
    """One open page: who's looking, and what it shows. Or a listener of the event stream, which
    shows nothing and has a token instead of cookies."""

    page: str
    language: str
    cookies: Mapping[str, str]
    send: Callable[[str], Awaitable[None]]
    leave: Callable[[], Awaitable[None]]
    shows: Shown | None = None
    sent_at: float = field(default_factory=time.monotonic)  # when it was last sent anything
    seat: int | None = None
    opener: bool = False
    events_digest: str = ""  # of the token of a listener

    @property
    def revision(self) -> int:
        return self.shows.revision if self.shows else -1

    async def send_heartbeat(self) -> None:
        """Send a heartbeat. A page that gets nothing for long assumes its socket is dead."""
        self.sent_at = time.monotonic()
        await self.send(f'{{"beat": true, "revision": {self.revision}}}')


class Room:
    """Everybody in this process who has one table open."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.wanted = table.revision
        self.viewers: set[Viewer] = set()
        self.pushing: asyncio.Task[None] | None = None
        self.renderer: PartsRenderer | None = None  # of the last push

    def schedule_push(self, revision: int) -> None:
        """Bring everybody up to a revision. Changes that arrive during a push go out together in
        the next."""
        self.wanted = max(self.wanted, revision)
        if self.pushing is None or self.pushing.done():
            self.pushing = asyncio.ensure_future(self.push())

    async def push(self) -> None:
        while behind := [viewer for viewer in self.viewers if viewer.revision < self.wanted]:
            wanted = self.wanted
            try:
                snapshot = await self.load()
                rendered = await in_thread(partial(self.render, snapshot, behind))
            except Exception:  # the database may be down: the next check catches up
                logger.exception("Table %s cannot be shown", self.table.pk)
                return
            news = News()
            for viewer, now in zip(behind, rendered, strict=True):
                await self.show(viewer, now, news)
            if snapshot is not None:
                self.table = snapshot.table
                if self.wanted == wanted:  # nothing new meanwhile; a restored table may be older
                    self.wanted = snapshot.table.revision

    async def load(self) -> TableSnapshot | None:
        """The table at this revision or a later one: from memory, or read in a thread."""
        snapshot = remembered(self.table)
        if snapshot is not None and snapshot.table.revision >= self.wanted:
            return snapshot
        return await in_thread(self.read)

    def read(self) -> TableSnapshot | None:
        try:
            return reload(self.table)
        except Table.DoesNotExist:
            return None

    def render(
        self, snapshot: TableSnapshot | None, viewers: Sequence[Viewer]
    ) -> list[Shown | None]:
        """What each viewer should see; None for one who has lost access."""
        if snapshot is None or snapshot.table.stage == Table.Stage.CLOSED:
            return [None for _viewer in viewers]
        before = self.renderer
        facts = TableFacts(snapshot, before.facts if before else None)
        self.renderer = renderer = PartsRenderer(facts, before)
        return [_render_for(viewer, snapshot, renderer) for viewer in viewers]

    async def show(self, viewer: Viewer, now: Shown | None, news: "News") -> None:
        try:
            if now is None:
                self.viewers.discard(viewer)
                await viewer.leave()
                return
            text = now.text if isinstance(now, events.EventMessage) else news.of(viewer.shows, now)
            viewer.shows, viewer.sent_at = now, time.monotonic()
            metrics.PUSHES.labels(viewer.page).inc()
            await viewer.send(text)
        except Exception as error:  # noqa: BLE001 (one that is gone must not keep the others waiting)
            self.viewers.discard(viewer)
            logger.warning("A page of table %s is sent away: %s", self.table.pk, error)
            with contextlib.suppress(Exception):
                await viewer.leave()  # if it's still alive, it reconnects and gets everything


def _render_for(viewer: Viewer, snapshot: TableSnapshot, renderer: PartsRenderer) -> Shown | None:
    if viewer.events_digest:
        if viewer.events_digest != snapshot.table.events_digest:
            return None  # revoked, replaced, or moved to a rematch
        before = viewer.shows if isinstance(viewer.shows, events.EventMessage) else None
        return events.next_message(renderer.facts, before)
    # Looked up each time: when a seat moves to another phone, the old one must stop getting
    # updates.
    audience = audience_at(snapshot, viewer.cookies)
    viewer.seat = audience.seat.pk if audience.seat else None
    viewer.opener = audience.opener
    if viewer.page == "phone" and audience.seat is None:
        return None  # its seat moved to another phone: take away what it still shows
    with translation.override(viewer.language):
        return renderer.render(audience, viewer.page)


class News:
    """The messages of one push, each made once and shared by all viewers who need the same."""

    def __init__(self) -> None:
        self.by_pages: dict[tuple[int, int], str] = {}  # forty spectators see the same page
        self.by_html: dict[tuple[int, str], str] = {}  # so do phones that wait

    def of(self, shown: Shown | None, now: Rendered) -> str:
        """Everything, or what has changed since the revision this page was last sent."""
        before = shown if isinstance(shown, Rendered) else None
        pages = (id(before), id(now))
        if pages not in self.by_pages:
            since, html = before.revision if before else -1, changed(before, now)
            if (since, html) not in self.by_html:
                message = {"since": since, "revision": now.revision, "html": html}
                self.by_html[since, html] = json.dumps(message, ensure_ascii=False)
            self.by_pages[pages] = self.by_html[since, html]
        return self.by_pages[pages]


class Rooms:
    """All rooms of one event loop, which is one process."""

    def __init__(self) -> None:
        self.rooms: dict[int, Room] = {}
        self.channel: str | None = None  # of this process, while the layer is up
        self.joined: set[int] = set()  # tables whose group the channel is in
        self.tasks: list[asyncio.Task[None]] = []
        self.touched_at = -BEAT  # when open pages were last saved

    async def join(self, viewer: Viewer, table: Table) -> None:
        """Add a viewer, and send the whole page at once."""
        if not self.tasks:
            notify.serve_from(asyncio.get_running_loop(), self.on_changed)
            self.tasks = [
                asyncio.ensure_future(work()) for work in (self.listen, self.poll_revisions)
            ]
        room = self.rooms.setdefault(table.pk, Room(table))
        room.viewers.add(viewer)
        # Listen first, then read: a change in between is pushed, not missed.
        await self.subscribe(table.pk)
        room.schedule_push(table.revision)

    async def leave(self, viewer: Viewer, table: Table) -> None:
        room = self.rooms.get(table.pk)
        if room is None:
            return
        room.viewers.discard(viewer)
        if not room.viewers:
            del self.rooms[table.pk]
            await self.unsubscribe(table.pk)
        if not self.rooms:
            await self.close()

    async def close(self) -> None:
        tasks, self.tasks = self.tasks, []
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.channel = None
        self.joined.clear()
        notify.serve_from(None, None)

    # -- The layer --------------------------------------------------------------------------------

    async def listen(self) -> None:
        layer: Any = get_channel_layer()
        while True:
            try:
                channel = await layer.new_channel()
                self.channel = channel
                await self.join_groups()
                while True:
                    message = await layer.receive(channel)
                    self.on_changed(message["table"], message["revision"])
            except Exception as error:  # noqa: BLE001 (a layer may raise anything; it may come back)
                self.channel = None
                self.joined.clear()
                logger.warning("The channel layer is away: %s", error)
                await asyncio.sleep(1)

    def on_changed(self, table_id: int, revision: int) -> None:
        room = self.rooms.get(table_id)
        if room is not None:
            room.schedule_push(revision)

    async def join_groups(self) -> None:
        for pk in [pk for pk in self.rooms if pk not in self.joined]:
            if not await self.subscribe(pk):
                return  # a layer that hangs is waited for once, not once for every table

    async def subscribe(self, pk: int) -> bool:
        if self.channel is None or pk in self.joined:
            return self.channel is not None
        layer: Any = get_channel_layer()
        try:
            await asyncio.wait_for(layer.group_add(notify.group(pk), self.channel), LAYER_TIMEOUT)
            self.joined.add(pk)
        except Exception as error:  # noqa: BLE001 (tried again at the next look)
            logger.warning("Table %s is not listened to yet: %s", pk, error)
            return False
        return True

    async def unsubscribe(self, pk: int) -> None:
        if self.channel is None or pk not in self.joined:
            return
        self.joined.discard(pk)
        layer: Any = get_channel_layer()
        try:
            await asyncio.wait_for(
                layer.group_discard(notify.group(pk), self.channel), LAYER_TIMEOUT
            )
        except Exception as error:  # noqa: BLE001 (at worst it is told of a table nobody looks at)
            logger.warning("Table %s is still listened to: %s", pk, error)

    # -- Without the layer ------------------------------------------------------------------------

    async def poll_revisions(self) -> None:
        while True:
            await asyncio.sleep(POLL)
            try:
                await self.join_groups()
                now = await in_thread(lambda: _revisions(list(self.rooms)))
                await self.touch()
            except Exception as error:  # noqa: BLE001 (the database may be away; it may come back)
                logger.warning("Nobody could look whether tables changed: %s", error)
                continue
            await self.send_heartbeat()
            for pk, room in list(self.rooms.items()):
                revision = now.get(pk, room.wanted + 1)  # a deleted table has changed, too
                if any(viewer.revision < revision for viewer in room.viewers):
                    room.schedule_push(revision)

    async def touch(self) -> None:
        """Save every few seconds which pages are open."""
        due = time.monotonic() - self.touched_at >= BEAT
        if due and await in_thread(lambda: _touch(dict(self.rooms))):
            self.touched_at = time.monotonic()

    async def send_heartbeat(self) -> None:
        """Send a heartbeat to every page that has been sent nothing for a while."""
        before = time.monotonic() - BEAT
        for room in list(self.rooms.values()):
            for viewer in [viewer for viewer in room.viewers if viewer.sent_at < before]:
                with contextlib.suppress(Exception):  # a dead socket is closed elsewhere
                    await viewer.send_heartbeat()


def _touch(rooms: Mapping[int, Room]) -> bool:
    """Save which seats and screens have a page open. Daphne pings sockets and closes dead ones."""
    viewers = [(pk, viewer) for pk, room in rooms.items() for viewer in list(room.viewers)]
    return touch_seats(
        seats={viewer.seat for _pk, viewer in viewers if viewer.seat is not None},
        screens={pk for pk, viewer in viewers if viewer.opener},
    )


def _revisions(tables: Iterable[int]) -> dict[int, int]:
    return dict(Table.objects.filter(pk__in=list(tables)).values_list("pk", "revision"))


# One thread does all reading for sockets: there's little of it, and its connection stays open.
_reader = ThreadPoolExecutor(1, "rooms")


async def in_thread(work: Callable[[], Any]) -> Any:
    def clean() -> Any:
        close_old_connections()
        try:
            return work()
        finally:
            close_old_connections()

    return await asyncio.get_running_loop().run_in_executor(_reader, clean)


_here: WeakKeyDictionary[asyncio.AbstractEventLoop, Rooms] = WeakKeyDictionary()


def here() -> Rooms:
    """The rooms of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _here:
        _here[loop] = Rooms()
    return _here[loop]
