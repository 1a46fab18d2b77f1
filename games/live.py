"""Live pages: sockets only push. Each gets the whole state on connect, then what changed.

Messages on the channel layer say “table 7 is at revision 42”; every socket renders for its own
audience. Nothing a browser sends is read: moves go by POST.
"""

import json
import time
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.utils import translation

from games import access, rendering, seating
from games.announcing import group
from games.models import Table

LANGUAGES = {code for code, _name in settings.LANGUAGES}
NO_SUCH_TABLE = 4404


class TableConsumer(AsyncWebsocketConsumer):
    """One open page of one table."""

    async def connect(self) -> None:
        query = parse_qs(self.scope["query_string"].decode("latin-1"))
        self.page = "phone" if query.get("page") == ["phone"] else "screen"
        language = query.get("lang", ["en"])[0]
        self.language = language if language in LANGUAGES else "en"
        self.revision = -1
        self.heard = 0.0
        self.sent: dict[str, str] = {}
        self.table_id = await self.find_table()
        if self.table_id is None:
            await self.accept()
            await self.close(code=NO_SUCH_TABLE)
            return
        # Listen first, then look: what changes in between is pushed, never missed.
        await self.channel_layer.group_add(group(self.table_id), self.channel_name)
        await self.accept()
        await self.push()

    async def disconnect(self, code: int) -> None:
        if getattr(self, "table_id", None) is not None:
            await self.channel_layer.group_discard(group(self.table_id), self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Sockets only push; whatever a browser sends is a sign of life and nothing else."""
        now = time.monotonic()
        if now - self.heard > 10:
            self.heard = now
            await self.sign_of_life()

    async def table_changed(self, message: dict[str, Any]) -> None:
        if message["revision"] > self.revision:
            await self.push()

    async def push(self) -> None:
        rendered = await self.render()
        if rendered is None:
            await self.close(code=NO_SUCH_TABLE)
            return
        changed = [self.news_of(name, html) for name, html in rendered.parts.items()]
        self.revision = rendered.revision
        await self.send(
            json.dumps(
                {"revision": rendered.revision, "html": "".join(changed)},
                ensure_ascii=False,
            )
        )

    def news_of(self, name: str, html: str) -> str:
        """A part that looks different: whole, or only its pieces if the rest is as it was."""
        if self.sent.get(name) == html:
            return ""
        before = self.sent.get(name, "")
        self.sent[name] = html
        frame, pieces = rendering.pieces(html)
        old_frame, old_pieces = rendering.pieces(before)
        if frame != old_frame:
            return html
        return "".join(
            rendering.alone(piece) for id, piece in pieces.items() if old_pieces[id] != piece
        )

    @database_sync_to_async
    def find_table(self) -> int | None:
        table = seating.by_code(self.scope["url_route"]["kwargs"]["code"])
        return table.pk if table else None

    @database_sync_to_async
    def sign_of_life(self) -> None:
        table = Table.objects.filter(pk=self.table_id).first()
        if table is not None:
            audience = access.audience(table, cookies(self.scope))
            seating.heard_of(table=table, seat=audience.seat, opener=audience.opener)

    @database_sync_to_async
    def render(self) -> rendering.Rendered | None:
        table = (
            Table.objects.select_related("sheet", "claimant")
            .filter(pk=self.table_id)
            .exclude(stage=Table.Stage.CLOSED)
            .first()
        )
        if table is None:
            return None
        # Looked up each time: a seat that was given to another phone must not go on listening.
        audience = access.audience(table, cookies(self.scope))
        if self.page == "phone" and audience.seat is None:
            return None  # its seat moved to another phone: what it still shows must go
        seating.heard_of(table=table, seat=audience.seat, opener=audience.opener)
        with translation.override(self.language):
            return rendering.render_parts(audience, self.page)


def cookies(scope: dict[str, Any]) -> dict[str, str]:
    for name, value in scope.get("headers", ()):
        if name == b"cookie":
            try:
                parsed = SimpleCookie(value.decode("latin-1"))
            except CookieError:
                return {}
            return {key: morsel.value for key, morsel in parsed.items()}
    return {}
