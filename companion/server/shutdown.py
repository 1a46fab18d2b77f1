"""Graceful shutdown on SIGTERM and Ctrl-C.

The server accepts no new connections, tells open pages to reconnect (to another process, if there
is one), and finishes running requests. After `GRACE`, what's left is cut off.
"""

import asyncio
import time
from collections.abc import Iterable
from typing import Any

GRACE = 10.0  # seconds for running requests; the service manager must wait longer than this
SOCKETS_TIMEOUT = 2.0  # seconds for pages to close their sockets: a sleeping phone never does
QUIET = 0.15  # seconds without any request, after which none can be on its way
COME_BACK = 1012  # "service restart"


async def leave(server: Any, ports: Iterable[Any]) -> None:
    """Shut a Daphne server down. Its port is closed first, so that a proxy tries another
    process."""
    for port in ports:
        port.doRead()  # clients already in the queue are let in, not turned away
        port.stopListening()
    began = quiet_since = time.monotonic()
    while True:
        now = time.monotonic()
        send_away(server)
        if running(server, "http"):
            quiet_since = now
        patient = now - began < SOCKETS_TIMEOUT and running(server, "websocket")
        if now - began > GRACE or (now - quiet_since > QUIET and not patient):
            break
        await asyncio.sleep(0.02)
    left = [task for kind in ("http", "websocket") for task in running(server, kind)]
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)


def send_away(server: Any) -> None:
    """Close every open socket with a code that makes its page reconnect."""
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
    kind: str = getattr(protocol, "application_type", "http")  # Daphne has only the other one
    return kind
