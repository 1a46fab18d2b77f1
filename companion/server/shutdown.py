"""Stopping without dropping anybody: what SIGTERM and Ctrl-C mean to the server.

No new connections; open pages are told to come back (to another process, if there is one); requests
that run are answered. Anyone who takes longer than `GRACE` is cut off.
"""

import asyncio
import time
from collections.abc import Iterable
from typing import Any

GRACE = 10.0  # seconds for running requests; the service manager must wait longer than this
FAREWELL = 2.0  # seconds for pages to answer the goodbye: a phone that sleeps never does
QUIET = 0.15  # seconds without any request: what was on its way has come in
COME_BACK = 1012  # "service restart"


async def leave(server: Any, ports: Iterable[Any]) -> None:
    """Bring a Daphne server to rest. Its port is closed first, so that a proxy looks elsewhere."""
    for port in ports:
        port.doRead()  # clients already in the queue are let in, not turned away
        port.stopListening()
    began = quiet_since = time.monotonic()
    while True:
        now = time.monotonic()
        send_away(server)
        if running(server, "http"):
            quiet_since = now
        patient = now - began < FAREWELL and running(server, "websocket")
        if now - began > GRACE or (now - quiet_since > QUIET and not patient):
            break
        await asyncio.sleep(0.02)
    left = [task for kind in ("http", "websocket") for task in running(server, kind)]
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)


def send_away(server: Any) -> None:
    """Close every open socket with a code on which its page comes back by itself."""
    for protocol in list(server.connections):
        if kind_of(protocol) == "websocket" and protocol.state == protocol.STATE_OPEN:
            protocol.sendCloseFrame(code=COME_BACK)


def running(server: Any, kind: str) -> list[asyncio.Future[Any]]:
    tasks = (
        details.get("application_instance")
        for protocol, details in server.connections.items()
        if kind_of(protocol) == kind
    )
    return [task for task in tasks if task is not None and not task.done()]


def kind_of(protocol: Any) -> str:
    kind: str = getattr(protocol, "application_type", "http")  # Daphne names only the other one
    return kind
