"""docs/architecture.md follows a claim from its address to the screen: so does this test.

From the phone's request until the claim is on the screen, the functions in the document's table are
called in the order they're listed in.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest
from asgiref.sync import sync_to_async
from django.test import Client

from games.live import rooms
from tests.live.test_live import message, socket
from tests.support.sittings import Sitting, begun

pytestmark = pytest.mark.django_db(transaction=True)

PROJECT = Path(__file__).resolve().parents[1]
DOCUMENT = PROJECT / "docs" / "architecture.md"
MOST = 20  # files of ours that a reader has to open
Step = tuple[str, tuple[str, ...]]  # a file and the functions of it that are named


def walk() -> list[Step]:
    """The rows of the table: a number, a file, its functions, and what they do."""
    section = DOCUMENT.read_text("utf-8").split("## The walk of a claim", 1)[1].split("\n## ", 1)[0]
    rows = [line.split("|")[1:4] for line in section.splitlines() if re.match(r"\| \d", line)]
    return [(file.strip(" `"), tuple(re.findall(r"`([\w.]+)`", names))) for _n, file, names in rows]


class Calls:
    """The functions of ours that were called, in the order of their first calls."""

    def __init__(self) -> None:
        self.order: list[tuple[str, str]] = []
        self.running = False

    def __call__(self, frame: FrameType, event: str, _argument: object) -> None:
        path = frame.f_code.co_filename
        if self.running and event == "call" and path.startswith(f"{PROJECT}/"):
            call = (path.removeprefix(f"{PROJECT}/"), frame.f_code.co_qualname)
            if call not in self.order:
                self.order.append(call)

    @contextmanager
    def noted(self) -> Iterator[None]:
        self.running = True
        try:
            yield
        finally:
            self.running = False

    def first(self, file: str, function: str) -> int:
        """When a function, or one that it made, was called first."""
        for number, (path, name) in enumerate(self.order):
            if path == file and (name == function or name.startswith(f"{function}.")):
                return number
        raise AssertionError(f"{file} calls no {function}")


async def in_every_thread(profile: Callable[..., object] | None) -> None:
    """Threads that run already are told one by one: of requests, of rooms, and of the sockets."""
    sys.setprofile(profile)
    await sync_to_async(sys.setprofile)(profile)
    await rooms.in_thread(lambda: sys.setprofile(profile))


def filled_form(sitting: Sitting) -> dict[str, object]:
    state = sitting.state
    free = (route.id for route in state.board.routes if not state.why_not(state.to_move, route.id))
    return {"route": next(free), "seen": sitting.number}


def post_claim(sitting: Sitting, phone: Client, form: dict[str, object]) -> int:
    """As the phone does it whose socket is open."""
    headers = {"HX-Request": "true", "X-Pushed": "1"}
    return phone.post(sitting.url("claim"), form, headers=headers).status_code


def test_the_walk_is_short() -> None:
    files = [file for file, _functions in walk()]
    assert len(files) == len(set(files)) <= MOST


async def test_a_claim_takes_the_walk_that_the_document_describes() -> None:
    sitting = await sync_to_async(begun)("germany", 3)
    phone = await sync_to_async(lambda: sitting.phone(sitting.state.to_move))()
    screen, own = socket(sitting, sitting.screen, "screen"), socket(sitting, phone, "phone")
    for page in (screen, own):
        assert (await page.connect())[0]
        await message(page)
    form, calls = await sync_to_async(filled_form)(sitting), Calls()
    await in_every_thread(calls)
    try:
        with calls.noted():
            assert await sync_to_async(post_claim)(sitting, phone, form) == 200
            for page in (screen, own):
                assert "claims" in str((await message(page))["html"])
    finally:
        await in_every_thread(None)
        for page in (screen, own):
            await page.disconnect()
    steps = [(file, name) for file, names in walk()[1:] for name in names]
    assert len(steps) >= len(walk()) - 1
    places = [calls.first(file, name) for file, name in steps]
    assert [step for _place, step in sorted(zip(places, steps, strict=True))] == steps
