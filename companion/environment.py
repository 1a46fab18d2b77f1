"""The environment variables, read once and checked.

Every wrong value raises `ImproperlyConfigured` with one sentence that names the variable.
Nothing here creates a file or a folder: `manage.py setup` does that.
"""

import os
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from math import log2
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import tzlocal
from django.core.exceptions import ImproperlyConfigured
from environ import Env

from companion.installation import COMMAND

LOCAL_NAMES = ("localhost", "127.0.0.1", "[::1]")

# WAL lets phones read while one writes. IMMEDIATE takes the write lock when a transaction begins,
# so read-then-write never fails half-way with "database is locked"; writers queue up to `timeout`
# seconds. synchronous=FULL syncs the log to disk with every commit: an entry that was confirmed
# survives a power cut, not only a killed process. It costs about 0.2 ms per entry.
SQLITE_OPTIONS = {
    "timeout": 20,
    "transaction_mode": "IMMEDIATE",
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
}
# Requests run in short-lived threads, so connections come from a pool and are returned to it. While
# PostgreSQL is down, people get an error message soon; after `reconnect_timeout` the next request
# tries again at once, instead of after a backoff that doubles every time.
POSTGRES_POOL = {"min_size": 1, "max_size": 20, "timeout": 4, "reconnect_timeout": 2}

ZONES = Path("/usr/share/zoneinfo")
# Of a secret key: `openssl rand -hex 16` has 32 characters and by this measure some 110 bits.
KEY_LENGTH, KEY_BITS = 32, 80

TRUE = {"1", "true", "yes", "on"}
FALSE = {"0", "false", "no", "off"}


@dataclass(frozen=True, kw_only=True)
class Environment:
    debug: bool
    data_dir: Path
    drawings_dir: Path
    secret_key: str | None = field(repr=False)
    database: dict[str, Any] = field(repr=False)
    redis_url: str | None = field(repr=False)
    allowed_hosts: tuple[str, ...] | None
    public_url: str | None
    port: int
    listen: str
    trusted_proxies: tuple[IPv4Network | IPv6Network, ...]
    metrics_token: str | None = field(repr=False)
    webhook_url: str | None = field(repr=False)
    sockets_per_address: int
    tables_per_hour: int
    history: str
    rating: bool
    sheets: str
    table_days: int
    forget_days: int
    time_zone: str


def read(environ: Mapping[str, str], *, usual_data_dir: Path) -> Environment:
    """Return the checked settings; raise `ImproperlyConfigured` for the first wrong one."""
    data_dir = _data_dir(_text(environ, "DATA_DIR"), usual_data_dir)
    return Environment(
        debug=_debug(_text(environ, "DEBUG")),
        data_dir=data_dir,
        drawings_dir=_drawings_dir(_text(environ, "DRAWINGS_DIR"), data_dir),
        secret_key=_text(environ, "SECRET_KEY"),
        database=_database(_text(environ, "DATABASE_URL"), data_dir),
        redis_url=_redis_url(_text(environ, "REDIS_URL")),
        allowed_hosts=_allowed_hosts(_text(environ, "ALLOWED_HOSTS")),
        public_url=_public_url(_text(environ, "PUBLIC_URL")),
        port=_port(_text(environ, "PORT")),
        listen=_listen(_text(environ, "LISTEN")),
        trusted_proxies=_trusted_proxies(_text(environ, "TRUSTED_PROXIES")),
        metrics_token=_metrics_token(_text(environ, "METRICS_TOKEN")),
        webhook_url=_webhook_url(_text(environ, "WEBHOOK_URL")),
        sockets_per_address=_count(environ, "SOCKETS_PER_ADDRESS", 1000),
        tables_per_hour=_count(environ, "TABLES_PER_HOUR", 200),
        history=_history(_text(environ, "HISTORY")),
        rating=_rating(_text(environ, "RATING")),
        sheets=_sheets(_text(environ, "SHEETS")),
        table_days=_days("TABLE_DAYS", _text(environ, "TABLE_DAYS"), usual=14),
        forget_days=_days("FORGET_DAYS", _text(environ, "FORGET_DAYS"), usual=90),
        time_zone=_time_zone(_text(environ, "TIME_ZONE")),
    )


def stored_secret_key(path: Path) -> str | None:
    """Return the key `manage.py setup` has written, or None before its first run."""
    try:
        key = path.read_text("ascii").strip()
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError):
        raise ImproperlyConfigured(
            f"SECRET_KEY is not set and the key file {path} cannot be read:"
            f" correct its permissions, or delete it and run `{COMMAND} setup`."
        ) from None
    if not key:
        raise ImproperlyConfigured(
            f"SECRET_KEY is not set and the key file {path} is empty:"
            f" delete it and run `{COMMAND} setup`."
        )
    return key


def weakness_of(key: str) -> str | None:
    """Return why a secret key is too weak, or None if it's fine.

    Measured by its entropy: “aaaa…” and “change-me-change-me-…” are long but worthless.
    """
    if len(key) < KEY_LENGTH:
        return f"has only {len(key)} characters, at least {KEY_LENGTH} are needed"
    if key.startswith(("django-insecure-", "insecure")):
        return "calls itself insecure"
    # A repeated piece counts once: find the shortest one that gives the whole key when repeated.
    piece = next(key[:n] for n in range(1, len(key) + 1) if (key[:n] * len(key))[: len(key)] == key)
    shares = [count / len(piece) for count in Counter(piece).values()]
    bits = -len(piece) * sum(share * log2(share) for share in shares)
    if bits < KEY_BITS:
        return "repeats itself and is easy to guess"
    return None


def _text(environ: Mapping[str, str], name: str) -> str | None:
    value = environ.get(name)
    if value is None:
        return None
    if not value.strip():
        raise ImproperlyConfigured(f"{name} is set but empty: give it a value or unset it.")
    return value.strip()


def _debug(value: str | None) -> bool:
    if value is None or value.lower() in FALSE:
        return False
    if value.lower() in TRUE:
        return True
    raise ImproperlyConfigured(f'DEBUG must be true or false, not "{value}".')


def _port(value: str | None) -> int:
    if value is None:
        return 8000
    # ASCII only: int() would also take "８０００" and "8_000".
    if re.fullmatch(r"[0-9]{1,5}", value) and 1 <= int(value) <= 65535:
        return int(value)
    raise ImproperlyConfigured(f'PORT must be a whole number from 1 to 65535, not "{value}".')


def _rating(value: str | None) -> bool:
    if value is None or value.lower() in TRUE:
        return True
    if value.lower() in FALSE:
        return False
    raise ImproperlyConfigured(f'RATING must be on or off, not "{value}".')


def _sheets(value: str | None) -> str:
    if value is None or value.lower() in ("open", "home", "staff"):
        return (value or "home").lower()
    raise ImproperlyConfigured(f'SHEETS must be open, home or staff, not "{value}".')


def _history(value: str | None) -> str:
    if value is None or value.lower() in ("open", "staff"):
        return (value or "open").lower()
    raise ImproperlyConfigured(f'HISTORY must be open or staff, not "{value}".')


def _time_zone(value: str | None) -> str:
    if value is None:
        return _zone_of_machine()
    if _is_zone(value):
        return value
    raise ImproperlyConfigured(
        f'TIME_ZONE must be the name of a zone such as Europe/Rome, or UTC, not "{value}".'
    )


def _zone_of_machine() -> str:
    """The system's time zone, or UTC if there's none or it doesn't exist."""
    try:
        name = tzlocal.get_localzone_name()
    except (ZoneInfoNotFoundError, ValueError, OSError):
        name = None
    return name if name and _is_zone(name) else "UTC"


def _is_zone(name: str) -> bool:
    # Django looks for the zone's file if the system has a folder of zones.
    installed = not ZONES.exists() or ZONES.joinpath(*name.split("/")).is_file()
    try:
        return installed and bool(ZoneInfo(name))
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False


def _days(name: str, value: str | None, *, usual: int) -> int:
    if value is None:
        return usual
    if re.fullmatch(r"[0-9]{1,4}", value) and 1 <= int(value) <= 3650:
        return int(value)
    raise ImproperlyConfigured(f'{name} must be a whole number of days up to 3650, not "{value}".')


def _count(environ: Mapping[str, str], name: str, usual: int) -> int:
    value = _text(environ, name)
    if value is None:
        return usual
    if re.fullmatch(r"[0-9]{1,6}", value) and int(value):
        return int(value)
    raise ImproperlyConfigured(f'{name} must be a whole number from 1 to 999999, not "{value}".')


def _listen(value: str | None) -> str:
    try:
        return str(ip_address(value or "0.0.0.0"))  # noqa: S104 - phones must get in
    except ValueError:
        raise ImproperlyConfigured(
            f'LISTEN must be an address of this machine, such as 127.0.0.1, not "{value}".'
        ) from None


def _trusted_proxies(value: str | None) -> tuple[IPv4Network | IPv6Network, ...]:
    if value is None:
        return ()
    networks = []
    for word in value.split(","):
        try:
            networks.append(ip_network(word.strip()))
        except ValueError:
            raise ImproperlyConfigured(
                "TRUSTED_PROXIES must list addresses or networks separated by commas, such as"
                f' 127.0.0.1 or 10.0.0.0/24, not "{word.strip()}".'
            ) from None
    return tuple(networks)


def _metrics_token(value: str | None) -> str | None:
    if value is not None and not re.fullmatch(r"[\x21-\x7e]{16,}", value):
        raise ImproperlyConfigured(
            "METRICS_TOKEN must be at least 16 characters without spaces, such as"
            " `openssl rand -hex 16` prints."
        )
    return value


def _data_dir(value: str | None, usual: Path) -> Path:
    folder = Path(value).expanduser().absolute() if value else usual
    problem = _folder_problem(folder)
    if problem:
        raise ImproperlyConfigured(f"DATA_DIR must be a folder that can be written to: {problem}.")
    return folder


def _drawings_dir(value: str | None, data_dir: Path) -> Path:
    """The folder for drawings. Unlike the data folder, it needn't be writable: drawings are then
    made again after each start."""
    return Path(value).expanduser().absolute() if value else data_dir / "drawings"


def _folder_problem(folder: Path) -> str | None:
    """Return why `folder` can't be used or created, without creating it."""
    existing = folder
    while not os.path.lexists(existing) and existing != existing.parent:
        existing = existing.parent
    if not existing.is_dir():
        return f"{existing} is not a folder"
    if not os.access(existing, os.W_OK | os.X_OK):
        return f"{existing} is not writable"
    return None


def _url(name: str, value: str, *, example: str, schemes: tuple[str, ...]) -> SplitResult:
    # The message never repeats the value: it may contain a password.
    wrong = ImproperlyConfigured(f"{name} must be an address such as {example}.")
    try:
        url = urlsplit(value)
        _ = url.port  # raises ValueError for an invalid port
    except ValueError:
        raise wrong from None
    if url.scheme not in schemes:
        raise wrong
    return url


def _database(value: str | None, data_dir: Path) -> dict[str, Any]:
    if value is None:
        return _sqlite(data_dir / "stationmaster.sqlite3")
    example = "sqlite:////path/to/file.sqlite3 or postgres://user:password@host:5432/name"
    schemes = ("sqlite", "postgres", "postgresql")
    url = _url("DATABASE_URL", value, example=example, schemes=schemes)
    if url.scheme == "sqlite":
        if url.netloc or not url.path.strip("/"):
            raise ImproperlyConfigured(
                "DATABASE_URL must name a SQLite file after three slashes (a relative path)"
                " or four (an absolute one), such as sqlite:////path/to/file.sqlite3."
            )
        return _sqlite(Path(Env.db_url_config(value)["NAME"]).absolute(), named=True)
    config = Env.db_url_config(value)
    if not config["NAME"]:
        raise ImproperlyConfigured(f"DATABASE_URL must name the database, as in {example}.")
    options = {**config.get("OPTIONS", {}), "pool": POSTGRES_POOL}
    return {
        **config,
        "ENGINE": "django.db.backends.postgresql",
        "OPTIONS": options,
        "CONN_HEALTH_CHECKS": True,  # don't hand out a connection broken by a restart
    }


def _sqlite(path: Path, *, named: bool = False) -> dict[str, Any]:
    if named:
        problem = f"{path} is a folder" if path.is_dir() else _folder_problem(path.parent)
        if problem:
            raise ImproperlyConfigured(
                f"DATABASE_URL must name a SQLite file that can be written to: {problem}."
            )
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "OPTIONS": SQLITE_OPTIONS,
        "CONN_MAX_AGE": None,  # a few threads handle all requests: their connections stay open
    }


def _redis_url(value: str | None) -> str | None:
    if value is None:
        return None
    example = "redis://host:6379/0"
    url = _url("REDIS_URL", value, example=example, schemes=("redis", "rediss"))
    if not url.hostname or not re.fullmatch(r"(/[0-9]*)?", url.path):
        raise ImproperlyConfigured(f"REDIS_URL must be an address such as {example}.")
    return value


def _public_url(value: str | None) -> str | None:
    if value is None:
        return None
    example = "https://trains.example.org"
    url = _url("PUBLIC_URL", value, example=example, schemes=("http", "https"))
    extra = url.path.strip("/") or url.query or url.fragment or url.username or url.password
    if not url.hostname or not _is_host(_host_of(url)) or extra:
        raise ImproperlyConfigured(
            f"PUBLIC_URL must be http or https and a host, nothing after it, such as {example}."
        )
    if _host_of(url) in LOCAL_NAMES or url.hostname.startswith("127."):
        raise ImproperlyConfigured(
            "PUBLIC_URL must be an address phones can reach: on a phone,"
            f" {url.hostname} is the phone itself."
        )
    return f"{url.scheme}://{url.netloc.lower()}"


def _webhook_url(value: str | None) -> str | None:
    if value is None:
        return None
    example = "http://192.168.1.20:8123/api/webhook/trains"
    url = _url("WEBHOOK_URL", value, example=example, schemes=("http", "https"))
    if not url.hostname or url.username or url.password or not value.isascii() or " " in value:
        raise ImproperlyConfigured(f"WEBHOOK_URL must be an address such as {example}.")
    return value


def public_host(public_url: str) -> str:
    """Return the host of `PUBLIC_URL` as Django's `ALLOWED_HOSTS` spells it."""
    return _host_of(urlsplit(public_url))


def _host_of(url: SplitResult) -> str:
    host = url.hostname or ""
    return f"[{host}]" if ":" in host else host


def _allowed_hosts(value: str | None) -> tuple[str, ...] | None:
    if value is None:
        return None
    hosts = tuple(host.strip() for host in value.split(",") if host.strip())
    wrong = [host for host in hosts if not (host == "*" or _is_host(host.removeprefix(".")))]
    if wrong or not hosts:
        named = f', not "{wrong[0]}"' if wrong else ""
        raise ImproperlyConfigured(
            "ALLOWED_HOSTS must list host names or addresses, without http:// and port,"
            f" separated by commas{named}."
        )
    return hosts


def _is_host(host: str) -> bool:
    return bool(re.fullmatch(r"\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9_](?:[A-Za-z0-9._-]*)", host))
