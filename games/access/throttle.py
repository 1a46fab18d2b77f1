"""Counts failed guesses (codes, links, passwords) and computes how long the next one has to wait.

Only failures count. The first few are free, each further one doubles the wait up to a limit, and a
quarter of an hour without any resets the count. People already at a table, and addresses from which
somebody took a seat there, never wait for that table (docs/security.md).
"""

import time
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address

from django.core.cache import cache
from redis.exceptions import RedisError

from games.table import codes

FIRST = 2  # seconds of the first wait
FORGIVEN = 15 * 60  # seconds
HOUR = 3600
DAY = 24 * HOUR
TRUSTED_FOR = 1.0  # seconds for which a process remembers that somebody needn't wait


@dataclass(frozen=True)
class Kind:
    name: str
    free: int  # failures before the first wait
    longest: int  # seconds


CODE = Kind("code", free=12, longest=60)  # per address: table codes and seat links
PASSWORD = Kind("password", free=5, longest=300)  # per address and account, or known browser
PASSWORDS = Kind("passwords", free=30, longest=300)  # per address, for all accounts
ACCOUNT = Kind("account", free=50, longest=60)  # per account, from any address

_need_not_wait: dict[str, float] = {}


def household(address: str) -> str:
    """The key for an address. For IPv6 that's the home network, as any device can choose its
    address within it."""
    try:
        ip = ip_address(address)
    except ValueError:
        return "nobody"
    if isinstance(ip, IPv6Address):
        return str(ip.ipv4_mapped or ip.exploded[:19])
    return str(ip)


def wait(kind: Kind, who: str) -> int:
    """Whole seconds until the next attempt is accepted; 0 for nearly everybody."""
    key = _key(kind.name, who)
    if _need_not_wait.get(key, 0) > time.monotonic():
        return 0
    try:
        until = cache.get(f"{key}:until")
    except RedisError:
        until = None  # without the cache nobody waits
    # Later than any wait can last: the clock was set back.
    left = until - time.time() if until else 0
    if 0 < left <= kind.longest:
        return int(left) + 1
    if len(_need_not_wait) > 10_000:
        _need_not_wait.clear()
    _need_not_wait[key] = time.monotonic() + TRUSTED_FOR
    return 0


def failed(kind: Kind, who: str) -> None:
    key = _key(kind.name, who)
    _need_not_wait.pop(key, None)
    count = _count(key, FORGIVEN)
    if count > kind.free:
        seconds = min(FIRST * 2 ** min(count - kind.free - 1, 16), kind.longest)
        _put(f"{key}:until", time.time() + seconds, seconds)


def forgive(kind: Kind, who: str) -> None:
    try:
        cache.delete_many([_key(kind.name, who), f"{_key(kind.name, who)}:until"])
    except RedisError:
        return


# -- Who never waits ------------------------------------------------------------------------------


def trust(address: str, code: str) -> None:
    """Remember that somebody at this address is at the table: the code always works from here."""
    _put(_trusted_key(address, code), 1, DAY)


def is_trusted(address: str, code: str) -> bool:
    try:
        return bool(cache.get(_trusted_key(address, code)))
    except RedisError:
        return True


def _trusted_key(address: str, code: str) -> str:
    # Normalised: people type “ab-cd”, and arbitrary input mustn't become part of a key.
    return _key("home", f"{household(address)}:{codes.tidy(code)}")


# -- Plain counts per hour ------------------------------------------------------------------------


def in_this_hour(what: str, who: str) -> int:
    try:
        return cache.get(_key(what, who)) or 0
    except RedisError:
        return 0


def counted(what: str, who: str) -> None:
    _count(_key(what, who), HOUR)


def _count(key: str, seconds: int) -> int:
    """Add one, atomically, also across processes."""
    try:
        cache.add(key, 0, seconds)
        return cache.incr(key)
    except ValueError:  # it expired in between
        _put(key, 1, seconds)
        return 1
    except RedisError:
        return 0


def _put(key: str, value: float, seconds: int) -> None:
    try:
        cache.set(key, value, seconds)
    except RedisError:
        return


def _key(what: str, who: str) -> str:
    return f"{what}:{who}"
