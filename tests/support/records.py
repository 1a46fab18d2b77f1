"""Records of games for tests: modified, packed, and sent to the import page."""

import io
import json
import zipfile
from pathlib import Path
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games.archive import record_files
from games.models import Import, ImportedFile, Table
from games.rules.reveal import reveal_view
from games.table import moves
from tests.support.markup import Element, read
from tests.support.sittings import begun, play_on

DEMOS = Path(record_files.__file__).parent / "demos"


def a_record(slug: str = "london", **changes: Any) -> dict[str, Any]:
    """The record of a demo film, with some fields changed."""
    whole: dict[str, Any] = json.loads((DEMOS / f"{slug}.json").read_bytes())
    return whole | changes


def renamed(whole: dict[str, Any], old: str, new: str) -> dict[str, Any]:
    text = json.dumps(whole, ensure_ascii=False)
    changed: dict[str, Any] = json.loads(text.replace(json.dumps(old), json.dumps(new)))
    return changed


def many(count: int) -> list[bytes]:
    """Several games: the same moves by different people."""
    whole = a_record()
    old = whole["players"][0]["name"]
    return [json.dumps(renamed(whole, old, f"Ada {n}")).encode() for n in range(count)]


def played_here(slug: str = "london", players: int = 2) -> Table:
    """A game that was really played here and revealed to the end."""
    sitting = begun(slug, players)
    play_on(sitting)
    steps = reveal_view(sitting.state, 10_000).steps
    moves.step_reveal(table=sitting.table, step=steps)
    return sitting.table


def zip_of(files: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return made.getvalue()


def upload(client: Client, *files: tuple[str, bytes], request: str = "") -> Any:
    """Send files to the import page."""
    sent = [SimpleUploadedFile(name, content) for name, content in files]
    return client.post("/history/import/", {"files": sent, "request": request})


def goes_on(page: Element) -> bool:
    """Whether the page continues by itself."""
    return any(trigger.startswith("load") for trigger in page.values("hx-trigger"))


def brought_in(client: Client, *files: tuple[str, bytes]) -> list[ImportedFile]:
    """Send files and wait until all of them are processed."""
    reply = upload(client, *files)
    assert reply.status_code == 302, reply.content
    while goes_on(read(client.get(reply.url))):
        client.post(reply.url)
    key = reply.url.split("/")[-2]
    return list(Import.objects.get(key=key).files.all())


def content(reply: Any) -> bytes:
    """The bytes of a streamed response."""
    return b"".join(reply.streaming_content)
