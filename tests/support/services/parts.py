"""Real parts on loopback: Debian's PostgreSQL, Redis and nginx, and Stationmaster processes.

Each starts in a folder of its own on a free port, and can be stopped, killed, frozen and started
again. They know nothing of pytest: benchmarks use them, too.

    from tests.support.services.parts import App, Postgres, Redis

    with Postgres() as postgres, Redis() as redis:
        settings = {"DATABASE_URL": postgres.create("games"), "REDIS_URL": redis.url}
        app = App(settings=settings)
        app.manage("setup")
        with app:
            ...
"""

import contextlib
import fcntl
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

import psycopg
import redis

from tests.support.services.programs import PROJECT, Part, free_port, where_is

SITE = PROJECT / "deploy" / "nginx" / "stationmaster.conf"
# Stationmaster's environment variables: tests set all of them, regardless of the shell.
OURS = {
    *("DATA_DIR", "DATABASE_URL", "REDIS_URL", "SECRET_KEY", "ALLOWED_HOSTS", "PUBLIC_URL", "PORT"),
    *("LISTEN", "TRUSTED_PROXIES", "METRICS_TOKEN", "SOCKETS_PER_ADDRESS", "TABLES_PER_HOUR"),
    *("WEBHOOK_URL", "HISTORY", "TABLE_DAYS", "FORGET_DAYS", "DEBUG", "DJANGO_SETTINGS_MODULE"),
    "RATING",
}


class Postgres(Part):
    """A cluster of its own. It refuses to be run by root, and then runs as Debian's `postgres`."""

    gently = signal.SIGINT  # "fast": clients are disconnected

    def __init__(self, *, folder: Path | None = None, port: int | None = None) -> None:
        super().__init__(folder=folder, port=port)
        self.cluster = self.folder / "cluster"
        if (name := self.user()) is not None:
            shutil.chown(self.folder, name, name)
        if not self.cluster.exists():
            made = subprocess.run(
                [
                    self._program("initdb"),
                    *("-D", str(self.cluster), "-U", "stationmaster", "--auth=trust"),
                    *("-E", "UTF8", "--locale=C.UTF-8", "--no-sync"),
                ],
                cwd=self.folder,
                capture_output=True,
                text=True,
                check=False,
                **self._as_user(),
            )
            assert made.returncode == 0, made.stderr

    def user(self) -> str | None:
        return "postgres" if os.geteuid() == 0 else None

    def command(self) -> Sequence[str]:
        return [
            self._program("postgres"),
            *("-D", str(self.cluster)),
            *("-p", str(self.port), "-k", str(self.folder)),
            *("-c", "listen_addresses=127.0.0.1", "-c", "max_connections=200"),
        ]

    def answers(self) -> bool:
        try:
            self.connect().close()
        except psycopg.OperationalError:
            return False
        return True

    def connect(self, name: str = "postgres") -> psycopg.Connection[Any]:
        return psycopg.connect(self.url(name), autocommit=True, connect_timeout=5)

    def url(self, name: str) -> str:
        return f"postgres://stationmaster@127.0.0.1:{self.port}/{name}"

    def create(self, name: str) -> str:
        """A fresh database, in place of one of that name; return its DATABASE_URL."""
        with self.connect() as connection:
            connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
            connection.execute(f'CREATE DATABASE "{name}"')
        return self.url(name)

    def _program(self, name: str) -> str:
        path = where_is(name)
        assert path, f"{name} is not installed"
        return path


class Redis(Part):
    """Redis without persistence: it only carries messages between processes."""

    def command(self) -> Sequence[str]:
        return [
            where_is("redis-server") or "redis-server",
            *("--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self.folder)),
            *("--save", "", "--appendonly", "no"),
        ]

    def answers(self) -> bool:
        try:
            with redis.Redis(port=self.port, socket_timeout=2) as client:
                return bool(client.ping())
        except redis.RedisError:
            return False

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"


class App(Part):
    """`manage.py serve`. Processes of one service share the data folder, where the key is."""

    def __init__(
        self,
        *,
        folder: Path | None = None,
        port: int | None = None,
        settings: Mapping[str, str] | None = None,
        data: Path | None = None,
    ) -> None:
        super().__init__(folder=folder, port=port)
        self.data = data or self.folder / "data"
        self.settings = dict(settings or {})

    def command(self) -> Sequence[str]:
        return [sys.executable, "manage.py", "serve"]

    def environment(self) -> dict[str, str]:
        inherited = {name: value for name, value in os.environ.items() if name not in OURS}
        ours = {"DATA_DIR": str(self.data), "PORT": str(self.port), "PYTHONUNBUFFERED": "1"}
        # It is started hundreds of times: compiling it each time would be a fifth of that.
        compiled = {"PYTHONDONTWRITEBYTECODE": ""}
        return {**inherited, **ours, **compiled, **self.settings}

    def manage(self, *arguments: str) -> str:
        """Run another command with the same settings; return its output."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=PROJECT,
            env=self.environment(),
            capture_output=True,
            text=True,
            timeout=180,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=5) as reply:
                return bool(reply.status == 200)
        except (urllib.error.URLError, OSError):
            return False

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


def collect(app: App) -> None:
    """Collect static files unless they are up to date; one process at a time."""
    with (PROJECT / "manage.py").open("rb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        collected = PROJECT / "staticfiles" / "staticfiles.json"
        newest = max(path.stat().st_mtime for path in (PROJECT / "static").rglob("*"))
        if not collected.exists() or collected.stat().st_mtime < newest:
            app.manage("collectstatic", "--noinput")
            collected.touch()


class Nginx(Part):
    """The site of deploy/nginx, with local ports and a test certificate."""

    gently = signal.SIGQUIT  # lets running requests end

    def __init__(
        self,
        apps: Sequence[App],
        *,
        name: str = "localhost",
        folder: Path | None = None,
        port: int | None = None,
    ) -> None:
        super().__init__(folder=folder, port=port)
        self.name = name
        self.plain_port = free_port()
        self.apps = list(apps)
        self.certificate = self.folder / "certificate.pem"
        subprocess.run(
            [
                *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
                *("-subj", f"/CN={name}", "-addext", f"subjectAltName=DNS:{name},IP:127.0.0.1"),
                *("-keyout", str(self.folder / "key.pem"), "-out", str(self.certificate)),
            ],
            check=True,
            capture_output=True,
        )
        self.write()

    def command(self) -> Sequence[str]:
        return [*self._nginx(), "-g", "daemon off;"]

    def check(self) -> str:
        """What `nginx -t` says about the configuration."""
        done = subprocess.run([*self._nginx(), "-t"], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stderr

    def reload(self) -> None:
        """Take a changed configuration without dropping a connection."""
        self.write()
        os.kill(self.pid, signal.SIGHUP)

    def answers(self) -> bool:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 2):
            return True
        return False

    @property
    def url(self) -> str:
        return f"https://{self.name}:{self.port}"

    def write(self) -> None:
        (self.folder / "nginx.conf").write_text(self.frame(), "utf-8")
        (self.folder / "site.conf").write_text(self.site(), "utf-8")

    def site(self) -> str:
        """deploy/nginx/stationmaster.conf with only names, ports and paths changed."""
        text = SITE.read_text("utf-8")
        changes = {
            "    listen 80;\n": f"    listen 127.0.0.1:{self.plain_port};\n",
            "    listen [::]:80;\n": "",
            "    listen 443 ssl http2;\n": f"    listen 127.0.0.1:{self.port} ssl http2;\n",
            "    listen [::]:443 ssl http2;\n": "",
            "/etc/letsencrypt/live/trains.example.org/fullchain.pem": str(self.certificate),
            "/etc/letsencrypt/live/trains.example.org/privkey.pem": str(self.folder / "key.pem"),
            "trains.example.org": self.name,
            "/srv/stationmaster/": f"{PROJECT}/",
            "/var/www/html": str(self.folder),
            **dict(self._upstreams(text)),
        }
        for theirs, ours in changes.items():
            assert theirs in text, f"deploy/nginx no longer says {theirs!r}"
            text = text.replace(theirs, ours)
        return text

    def _upstreams(self, text: str) -> Iterator[tuple[str, str]]:
        """One line for each process, in the file's format."""
        theirs = [line for line in text.splitlines(True) if "server 127.0.0.1:" in line]
        assert len(theirs) == 2, "deploy/nginx shows two processes"
        lines = [theirs[0].replace("8001", str(app.port)) for app in self.apps]
        yield theirs[0], "".join(lines)
        yield theirs[1], ""

    def frame(self) -> str:
        """The configuration around a site, like Debian's /etc/nginx/nginx.conf."""
        at = self.folder
        return f"""
{"user root;" if os.geteuid() == 0 else ""}
worker_processes 1;
pid {at}/nginx.pid;
error_log {at}/error.log info;
worker_rlimit_nofile 8192;
events {{ worker_connections 4096; }}
http {{
    include /etc/nginx/mime.types;
    default_type application/octet-stream;
    sendfile on;
    access_log {at}/access.log;
    client_body_temp_path {at}/body;
    proxy_temp_path {at}/proxy;
    fastcgi_temp_path {at}/fastcgi;
    uwsgi_temp_path {at}/uwsgi;
    scgi_temp_path {at}/scgi;
    gzip on;
    include {at}/site.conf;
}}
"""

    def _nginx(self) -> list[str]:
        return [
            where_is("nginx") or "nginx",
            "-p",
            str(self.folder),
            "-c",
            f"{self.folder}/nginx.conf",
        ]


class Service:
    """All of it: a database, Redis, some processes and nginx, as docs/deploy.md sets them up.

    With `name`, nginx answers to that host and cookies are HTTPS-only, as in production; clients
    must resolve the name to 127.0.0.1 themselves. Without, it's https://localhost:….
    """

    def __init__(
        self,
        processes: int = 2,
        *,
        name: str | None = None,
        settings: Mapping[str, str] | None = None,
        postgres: Postgres | None = None,
        redis: Redis | None = None,
    ) -> None:
        self.postgres = postgres or Postgres()
        self.redis = redis or Redis()
        self.given = (postgres, redis)
        self.folder = Path(tempfile.mkdtemp(prefix="stationmaster-service-"))
        self.apps = [App(data=self.folder / "data") for _process in range(processes)]
        self.nginx = Nginx(self.apps, name=name or "localhost")
        public = {"PUBLIC_URL": self.url} if name else {}
        self.settings = {"TRUSTED_PROXIES": "127.0.0.1", **public, **(settings or {})}

    def start(self) -> Self:
        for part in (self.postgres, self.redis):
            if not part.runs:
                part.start()
        self.settings["DATABASE_URL"] = self.postgres.create(f"games{self.nginx.port}")
        self.settings["REDIS_URL"] = self.redis.url
        for app in self.apps:
            app.settings = {**self.settings, **app.settings}
        collect(self.apps[0])
        self.apps[0].manage("setup")
        self.mend()
        return self

    def mend(self) -> None:
        """Start every part that isn't running."""
        down = [app for app in self.apps if not app.runs]
        for app in down:
            app.start(wait=False)
        for app in down:
            app.wait()
        if not self.nginx.runs:
            self.nginx.start()

    @property
    def url(self) -> str:
        return self.nginx.url

    def remove(self) -> None:
        for part in (self.nginx, *self.apps, self.postgres, self.redis):
            if part not in self.given:
                part.remove()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.remove()
