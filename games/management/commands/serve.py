"""`manage.py serve`: Daphne on every interface, and the address for the phones."""

import errno
import gc
import webbrowser
from collections.abc import Sequence
from contextlib import suppress
from io import StringIO
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

import qrcode
from django.conf import settings
from django.core.management import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http.request import validate_host

from companion.environment import weakness_of
from games.access import addresses
from games.live import webhook
from games.upkeep import daily, data_dir_lock, file_permissions

REMEDY = (
    f"Unset SECRET_KEY, delete the key file if there is one, and run `{settings.COMMAND} setup`,"
    " which makes a good one; or set what `openssl rand -base64 48` prints."
)
# White on black by number, so that the code is right on light terminals, too.
WHITE_ON_BLACK, RESET = "\x1b[38;5;231;48;5;16m", "\x1b[0m"


class Command(BaseCommand):
    help = "Serves Stationmaster on all interfaces and prints the address and QR code for phones."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--open", action="store_true", help="show it in this computer's browser"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        self.check_ready()
        self.open_browser = bool(options["open"])
        # Imported here: other commands don't have to pay for it. Daphne first, because it installs
        # the reactor that runs on asyncio.
        import daphne.server  # noqa: F401
        from twisted.internet import reactor

        from companion.asgi import application
        from companion.server import daphne_limits, limits
        from companion.server.station_server import StationServer

        daphne_limits.install(
            # A browser has a socket and, while it loads a page, a few connections more.
            per_address=2 * settings.SOCKETS_PER_ADDRESS,
            proxies=settings.TRUSTED_PROXIES,
        )
        _as_many_files_as_allowed()
        _collect_seldom()
        interface = settings.LISTEN.replace(":", r"\:")
        server = StationServer(
            application,
            http_timeout=limits.SECONDS_TO_ANSWER,
            ping_interval=limits.PING_EVERY,
            ping_timeout=limits.PONG_WITHIN,
            websocket_max_message_size=limits.FRAME,
            websocket_max_frame_size=limits.FRAME,
            endpoints=[f"tcp:port={settings.PORT}:interface={interface}"],
            # Called once the port is ours: an address is never printed that does not answer. And
            # only when the loop runs: "Stop with Ctrl-C" is true from the moment it can be read.
            ready_callable=lambda: reactor.callWhenRunning(self.announce),
            server_name="stationmaster",
        )
        try:
            with (
                data_dir_lock.shared_lock(settings.DATA_DIR),
                daily.tidied(self.stdout.write),
                webhook.posting(settings.WEBHOOK_URL),
            ):
                server.run()
        except data_dir_lock.DataDirInUse:
            raise CommandError("A backup is being restored here: wait until it is done.") from None
        if server.refused:
            raise CommandError(sentence_for(server.refused, settings.PORT))
        self.stdout.write("Stopped.")

    def check_ready(self) -> None:
        """Refuse to start half-prepared."""
        if not settings.LASTING_SECRET_KEY:
            raise CommandError(f"Nothing is set up yet: run `{settings.COMMAND} setup` first.")
        weakness = weakness_of(settings.LASTING_SECRET_KEY)
        if weakness:
            where = settings.SECRET_KEY_FILE or "SECRET_KEY"
            raise CommandError(f"{where} {weakness}: guessing it lets one forge cookies. {REMEDY}")
        for warning in file_permissions.make_private():
            self.stderr.write(warning)
        try:
            executor = MigrationExecutor(connection)
            behind = executor.migration_plan(executor.loader.graph.leaf_nodes())
        except DatabaseError as error:
            raise CommandError(f"The database of DATABASE_URL cannot be used: {error}") from None
        finally:
            # SQLite's stays open: the last to close tidies away the files beside the database, and
            # on a full disk nobody could make them again, not even to read.
            if connection.vendor != "sqlite":
                connection.close()
        if behind:
            command = f"{settings.COMMAND} setup"
            raise CommandError(f"The database is out of date: run `{command}` first.")
        if not settings.DEBUG and not (settings.STATIC_ROOT / "staticfiles.json").exists():
            raise CommandError(
                f"Static files are missing: run `{settings.COMMAND} collectstatic --noinput` first."
            )

    def announce(self) -> None:
        urls = addresses.phone_urls(port=settings.PORT, public_url=settings.PUBLIC_URL)
        allowed = [url for url in urls if _is_allowed(url)]
        here = self.own_url(allowed)
        self.stdout.write("")
        if allowed:
            self.stdout.write(f"Stationmaster is open at  {allowed[0]}\n\n{self.qr(allowed[0])}")
            others = [*allowed[1:], *([] if settings.PUBLIC_URL else _by_name())]
            if others:
                self.stdout.write(f"If that does not open, try  {'  '.join(others)}")
        elif urls:
            self.stdout.write(
                f"ALLOWED_HOSTS does not list {urlsplit(urls[0]).hostname}, this computer's"
                " address, so phones would be refused: add it, or set PUBLIC_URL."
            )
        else:
            self.stdout.write(
                "No network found: this computer has no address a phone could open. Join a Wi-Fi"
                " or plug in a cable, and phones can join; or set PUBLIC_URL to the address that"
                " leads here."
            )
            if here:
                self.stdout.write(f"On this computer, Stationmaster is open at  {here}")
        self.stdout.write("Stop with Ctrl-C.")
        self.stdout.flush()
        if self.open_browser and here:
            # Starting a browser may take a while, and some print what they have to say.
            Thread(target=webbrowser.open, args=(here,), daemon=True).start()

    def own_url(self, phone_urls: Sequence[str]) -> str | None:
        """What this computer's own browser opens: its cookies outlast a change of network."""
        if settings.PUBLIC_URL:
            return f"{settings.PUBLIC_URL}/"
        everywhere = settings.LISTEN in ("0.0.0.0", "::", "127.0.0.1", "::1")  # noqa: S104
        local = addresses.url("localhost", settings.PORT)
        candidates = [local] if everywhere and _is_allowed(local) else []
        return next(iter([*candidates, *phone_urls]), None)

    def qr(self, url: str) -> str:
        """Draw `url` with half-block characters; empty where the terminal cannot show them."""
        code: qrcode.QRCode = qrcode.QRCode(
            border=2, error_correction=qrcode.constants.ERROR_CORRECT_L
        )
        code.add_data(url)
        drawing = StringIO()
        code.print_ascii(out=drawing, invert=True)
        try:
            drawing.getvalue().encode(getattr(self.stdout, "encoding", None) or "utf-8")
        except UnicodeEncodeError:
            return ""
        lines = drawing.getvalue().splitlines()
        if self.stdout.isatty():
            lines = [f"{WHITE_ON_BLACK}{line}{RESET}" for line in lines]
        return "\n".join(lines) + "\n"


def _is_allowed(url: str) -> bool:
    return validate_host(urlsplit(url).hostname or "", settings.ALLOWED_HOSTS)


def _by_name() -> list[str]:
    name = addresses.announced_name()
    url = addresses.url(name, settings.PORT) if name else ""
    return [url] if url and _is_allowed(url) else []


def _as_many_files_as_allowed() -> None:
    """Every socket is a file to the system, and many begin with room for only 1024."""
    try:
        import resource
    except ImportError:  # Windows knows no such limit
        return
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def _collect_seldom() -> None:
    """What is loaded by now stays for good: looking through it for garbage would only take time.

    Games in memory are many small values without cycles; counting references frees them at once.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def sentence_for(error: OSError, port: int) -> str:
    """Say why the port could not be had, and what to do."""
    if error.errno == errno.EADDRINUSE or getattr(error, "winerror", None) == 10048:
        return f"PORT {port} is taken by another program: stop that one, or choose another PORT."
    if error.errno == errno.EACCES:
        return f"PORT {port} needs more rights than this user has: choose one above 1023."
    return f"PORT {port} cannot be opened: {error.strerror or error}."
