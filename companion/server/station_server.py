"""Daphne's server as we run it: compressed pushes, limits, and a graceful shutdown.

Importing this imports Twisted's reactor.
"""

import asyncio
from typing import Any

from daphne.server import Server
from twisted.internet.defer import Deferred

from companion.server import daphne_limits
from companion.server.frames import accept
from companion.server.shutdown import leave


class StationServer(Server):
    refused: OSError | None = None  # why the port couldn't be opened

    def listen_success(self, port: Any) -> None:
        # Rows of scores are much alike: compressed, a push is a fifth as long. It's off in Daphne.
        # No state between frames: that would take memory for each phone.
        self.ws_factory.setProtocolOptions(perMessageCompressionAccept=accept)
        self.port = port
        super().listen_success(port)

    async def handle_reply(self, protocol: Any, message: dict[str, Any]) -> None:
        """Wait for slow readers: Daphne would hold everything they haven't read in memory."""
        await super().handle_reply(protocol, message)
        await daphne_limits.drained(protocol)

    def kill_all_applications(self) -> Any:
        """Called before shutdown, on SIGTERM and Ctrl-C: end running requests gracefully."""
        ports = [self.port] if hasattr(self, "port") else []
        return Deferred.fromFuture(asyncio.ensure_future(leave(self, ports)))

    def listen_error(self, failure: Any) -> None:
        self.refused = getattr(failure.value, "socketError", failure.value)
        self.stop()
