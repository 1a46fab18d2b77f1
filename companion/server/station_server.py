"""Daphne's server as we run it: compressed pushes, limits on what is sent, an orderly end.

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
    refused: OSError | None = None  # why the port could not be had

    def listen_success(self, port: Any) -> None:
        # Rows of a score look alike: compressed, a push is a fifth as long. Daphne leaves it off.
        # No state is kept between frames, which would cost memory per phone.
        self.ws_factory.setProtocolOptions(perMessageCompressionAccept=accept)
        self.port = port
        super().listen_success(port)

    async def handle_reply(self, protocol: Any, message: dict[str, Any]) -> None:
        """Wait for slow readers: Daphne alone would keep in memory whatever they do not read."""
        await super().handle_reply(protocol, message)
        await daphne_limits.drained(protocol)

    def kill_all_applications(self) -> Any:
        """Called before the end, by SIGTERM and Ctrl-C alike: nobody is dropped."""
        ports = [self.port] if hasattr(self, "port") else []
        return Deferred.fromFuture(asyncio.ensure_future(leave(self, ports)))

    def listen_error(self, failure: Any) -> None:
        self.refused = getattr(failure.value, "socketError", failure.value)
        self.stop()
