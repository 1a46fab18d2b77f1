"""The WebSocket consumers. Sockets only push: the whole state on connect, then what changed.

What a page shows is rendered for its own audience (see `rooms.py`). What a browser sends isn't
read: moves are posted.
"""

from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings

from games.access.audience import cookies_of
from games.live import rooms
from games.models import Table
from games.table import codes, event_stream
from games.table.snapshot import load

LANGUAGES = {code for code, _name in settings.LANGUAGES}
NO_SUCH_TABLE = 4404
GONE = 4410  # closes a stream that may no longer be read


class TableConsumer(AsyncWebsocketConsumer):
    """One open page of one table."""

    # Sockets don't listen to the channel layer themselves: one channel per process does
    # (`rooms.Rooms`).
    channel_layer_alias = "none"

    async def connect(self) -> None:
        query = parse_qs(self.scope["query_string"].decode("latin-1"))
        language = query.get("lang", ["en"])[0]
        self.viewer: rooms.Viewer | None = None
        await self.accept()
        table = await database_sync_to_async(self.find_table)()
        if table is None:
            await self.close(code=NO_SUCH_TABLE)
            return
        self.viewer = rooms.Viewer(
            page="phone" if query.get("page") == ["phone"] else "screen",
            language=language if language in LANGUAGES else "en",
            cookies=cookies_of(self.scope),
            send=self.push,
            leave=self.turn_away,
        )
        self.table = table
        await rooms.here().join(self.viewer, table)

    async def disconnect(self, code: int) -> None:
        if self.viewer is not None:
            await rooms.here().leave(self.viewer, self.table)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Answer anything a browser sends with a heartbeat. The content is ignored."""
        if self.viewer is not None:
            await self.viewer.send_heartbeat()

    async def push(self, text: str) -> None:
        await self.send(text_data=text)

    async def turn_away(self) -> None:
        await self.close(code=NO_SUCH_TABLE)

    def find_table(self) -> Table | None:
        snapshot = load(self.scope["url_route"]["kwargs"]["code"])
        return snapshot.table if snapshot else None


class EventsConsumer(TableConsumer):
    """One listener of a table's event stream: a program with a token, which gets public facts as
    JSON."""

    async def connect(self) -> None:
        token = self.scope["url_route"]["kwargs"]["token"]
        self.viewer = None
        await self.accept()
        table = await database_sync_to_async(event_stream.table_of)(token)
        if table is None:
            await self.close(code=NO_SUCH_TABLE)
            return
        self.viewer = rooms.Viewer(
            page="events",
            language=table.language,
            cookies={},
            send=self.push,
            leave=self.turn_away,
            events_digest=codes.digest(token),
        )
        self.table = table
        await rooms.here().join(self.viewer, table)

    async def turn_away(self) -> None:
        await self.close(code=GONE)
