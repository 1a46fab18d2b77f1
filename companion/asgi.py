"""The ASGI application: pages over HTTP, live updates over WebSocket."""

import os
import sys

import django
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.urls import URLPattern, re_path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")

try:
    django.setup(set_prefix=False)
except ImproperlyConfigured as wrong:
    sys.exit(str(wrong))

from companion.server.forwarded import behind
from companion.server.metrics import count_sockets
from companion.server.socket_limits import SocketLimits, stream_token
from companion.server.threaded_handler import Pages
from games.live.consumer import EventsConsumer, TableConsumer

websocket_urlpatterns: list[URLPattern] = [
    re_path(r"^ws/t/(?P<code>[A-Za-z]{4})/$", TableConsumer.as_asgi()),
]


# Our own pages are recognised by their origin; a program with a token may have any.
stream_urlpatterns: list[URLPattern] = [
    re_path(r"^ws/events/(?P<token>[\w-]+)/$", EventsConsumer.as_asgi()),
]


async def no_such_socket(scope, receive, send):  # type: ignore[no-untyped-def]
    """Close sockets with an unknown path. Without this, each one leaves a traceback in the log."""
    await receive()
    await send({"type": "websocket.close", "code": 4404})


pages = AllowedHostsOriginValidator(
    URLRouter([*websocket_urlpatterns, re_path(r"", no_such_socket)])
)
streams = URLRouter([*stream_urlpatterns, re_path(r"", no_such_socket)])


async def sockets(scope, receive, send):  # type: ignore[no-untyped-def]
    application = streams if stream_token(scope) else pages
    return await application(scope, receive, send)


application = behind(
    settings.TRUSTED_PROXIES,
    ProtocolTypeRouter(
        {
            "http": Pages(),
            "websocket": count_sockets(SocketLimits(sockets)),
        }
    ),
)
