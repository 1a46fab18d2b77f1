"""Takes a request's client address and scheme from the headers of trusted reverse proxies.

Behind a proxy, every connection comes from the proxy, which puts the real client and scheme into
`X-Forwarded-For` and `X-Forwarded-Proto`. Anyone can send these headers, so they're only read from
addresses listed in TRUSTED_PROXIES. This wraps everything else, pages and sockets alike, so
`REMOTE_ADDR`, `request.is_secure()` and `scope["client"]` are correct everywhere.
"""

from collections.abc import Awaitable, Callable, Sequence
from ipaddress import IPv4Network, IPv6Network, ip_address
from typing import Any

Network = IPv4Network | IPv6Network
Application = Callable[[dict[str, Any], Any, Any], Awaitable[Any]]


def behind(proxies: Sequence[Network], application: Application) -> Application:
    """Wrap the application to trust these proxies; without any, return it as it is."""
    if not proxies:
        return application

    async def forwarded(scope: dict[str, Any], receive: Any, send: Any) -> Any:
        if scope["type"] in ("http", "websocket") and _is_one_of(_peer(scope), proxies):
            scope = _as_forwarded(scope, proxies)
        return await application(scope, receive, send)

    return forwarded


def sender(peer: str, hops: Sequence[str], proxies: Sequence[Network]) -> str:
    """The sender: the peer itself, or its client if it's a trusted proxy."""
    return (_client(hops, proxies) or peer) if _is_one_of(peer, proxies) else peer


def _as_forwarded(scope: dict[str, Any], proxies: Sequence[Network]) -> dict[str, Any]:
    scope = dict(scope)
    client = _client(_words(scope, b"x-forwarded-for"), proxies)
    if client is not None:
        scope["client"] = [client, 0]
    scheme = _words(scope, b"x-forwarded-proto")[-1:]
    if scheme in (["http"], ["https"]):
        scope["scheme"] = scheme[0] if scope["type"] == "http" else f"ws{scheme[0][4:]}"
    return scope


def _client(hops: Sequence[str], proxies: Sequence[Network]) -> str | None:
    """The client of the outermost trusted proxy. Anything further left can't be trusted."""
    for hop in reversed(hops):
        if not _is_address(hop):
            return None
        if not _is_one_of(hop, proxies):
            return hop
    return hops[0] if hops else None


def _words(scope: dict[str, Any], header: bytes) -> list[str]:
    values = [value.decode("latin-1") for name, value in scope["headers"] if name == header]
    return [word.strip() for value in values for word in value.split(",")]


def _peer(scope: dict[str, Any]) -> str:
    return scope["client"][0] if scope.get("client") else ""


def _is_one_of(address: str, proxies: Sequence[Network]) -> bool:
    return _is_address(address) and any(ip_address(address) in proxy for proxy in proxies)


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True
