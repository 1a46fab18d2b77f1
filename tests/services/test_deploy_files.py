"""Everything in deploy/ and docs/deploy.md that can be run here is run here."""

import http.client
import json
import os
import re
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from ipaddress import ip_network
from pathlib import Path
from types import SimpleNamespace

import psycopg
import pytest
import yaml
from django.core.management import get_commands

from companion import environment
from companion.server import limits
from tests.support.markup import parsed
from tests.support.services.parts import PROJECT, SITE, App, Nginx, Postgres, Service
from tests.support.services.visitors import Visitor

DEPLOY = PROJECT / "deploy"
GUIDE = (PROJECT / "docs" / "deploy.md").read_text("utf-8")


# -- nginx ----------------------------------------------------------------------------------------


def test_nginx_takes_the_site_and_changes_nothing_but_names_ports_and_paths(
    service: Service,
) -> None:
    assert "test is successful" in service.nginx.check()
    ours, theirs = service.nginx.site().splitlines(), SITE.read_text("utf-8").splitlines()
    changed = [line for line in ours if line not in theirs]
    assert all(re.match(r"\s*(listen|server|ssl_cert|alias|root)", line) for line in changed)


def test_plain_http_is_sent_to_https_and_browsers_remember(service: Service) -> None:
    line = http.client.HTTPConnection("127.0.0.1", service.nginx.plain_port, timeout=30)
    line.request("GET", "/t/KTRW/?x=1", headers={"Host": "trains.example.org"})
    answer = line.getresponse()
    assert answer.status == 301
    assert answer.getheader("Location") == "https://trains.example.org/t/KTRW/?x=1"
    line.close()
    guest = Visitor(service)
    for path in ("/", "/static/js/table/live.js", "/nothing"):
        assert guest.ask(path).headers["strict-transport-security"] == "max-age=31536000"


def test_cookies_are_for_https_only_and_forms_are_accepted(service: Service) -> None:
    guest = Visitor(service)
    assert "Secure" in guest.ask("/").headers["set-cookie"]
    assert guest.ask("/tables/", {"sheet": "london"}).status == 302


def test_static_files_come_from_nginx_and_stay_in_the_browser(service: Service) -> None:
    guest = Visitor(service)
    sheet = parsed(guest.ask("/").text).values("href", "link", rel="stylesheet")[0]
    assert re.fullmatch(r"/static/css/[\w./]+\.[0-9a-f]{12}\.css", sheet)
    response = guest.ask(sheet)
    assert (response.status, response.headers["server"]) == (200, "nginx")
    assert response.headers["cache-control"] == "max-age=315360000"
    assert response.headers["x-content-type-options"] == "nosniff"
    passing = guest.ask("/static/js/table/live.js")
    assert passing.headers["cache-control"] == "max-age=3600"
    assert guest.ask("/static/nothing.js").status == 404


def test_figures_are_not_told_outside_and_health_is(service: Service) -> None:
    guest = Visitor(service)
    assert guest.ask("/metrics").status == 404
    assert (guest.ask("/healthz").status, guest.ask("/healthz").text) == (200, "ok")


def test_what_is_too_large_for_the_processes_does_not_get_past_nginx(service: Service) -> None:
    sizes = {b"/": limits.BODY, **dict(limits.BODIES)}
    for path, most in sizes.items():
        reply = Visitor(service).ask(path.decode(), {"x": "x" * (most + 1)})
        assert (reply.status, reply.headers["server"]) == (413, "nginx"), path
        assert Visitor(service).ask(path.decode(), {"x": "x" * (most - 9)}).status != 413, path


class Echo(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        body = json.dumps(dict(self.headers)).encode()
        self.send_response(200)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None: ...


@pytest.fixture
def echo() -> Iterator[Service]:
    """The site in front of a server that tells which headers it got."""
    with HTTPServer(("127.0.0.1", 0), Echo) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with Nginx([SimpleNamespace(port=server.server_port)]) as nginx:  # type: ignore[list-item]
            yield SimpleNamespace(nginx=nginx, url=nginx.url)  # type: ignore[misc]
        server.shutdown()


def test_what_a_browser_claims_about_itself_is_not_passed_on(echo: Service) -> None:
    class Liar(Visitor):
        def _headers(self, posting: bool) -> dict[str, str]:
            lies = {"X-Forwarded-For": "198.51.100.66", "X-Forwarded-Proto": "http"}
            return super()._headers(posting) | lies

    echoed = json.loads(Liar(echo).ask("/").text)
    assert echoed["X-Forwarded-For"] == "127.0.0.1"
    assert echoed["X-Forwarded-Proto"] == "https"
    assert echoed["Host"] == echo.url.removeprefix("https://")
    assert echoed["Connection"] == "close"


# -- systemd --------------------------------------------------------------------------------------


def test_systemd_takes_the_units(tmp_path: Path, figure: Callable[[str], None]) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("not installed: systemd-analyze")
    for unit in (DEPLOY / "systemd").iterdir():
        text = unit.read_text("utf-8").replace("/srv/stationmaster/.venv/bin/python", "/bin/true")
        (tmp_path / unit.name).write_text(text, "utf-8")
    (tmp_path / "stationmaster@8001.service").symlink_to("stationmaster@.service")
    units = sorted(path.name for path in tmp_path.iterdir() if "@." not in path.name)
    checked = subprocess.run(
        [analyze, "verify", "--man=no", *units],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    ours = [line for line in checked.stderr.splitlines() if "stationmaster" in line]
    assert not ours, checked.stderr
    judged = subprocess.run(
        [analyze, "security", "--offline=yes", "--threshold=20", "./stationmaster@.service"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    exposure = re.search(r"Overall exposure level for \S+: (\S+)", judged.stdout)
    assert exposure, judged.stderr
    assert judged.returncode == 0, judged.stdout  # at most 2.0 of 10
    figure(f"systemd: {len(units)} units verified; exposure of a process {exposure[1]} of 10")


def test_the_rolling_restart_takes_one_process_after_the_other(tmp_path: Path) -> None:
    """systemd does not run here; a stand-in notes what it is told."""
    stand_in = tmp_path / "systemctl"
    stand_in.write_text(
        "#!/bin/sh\n"
        f'echo "$@" >>{tmp_path}/told\n'
        "[ $1 != list-units ] || printf 'stationmaster@%s.service loaded\\n' 8001 8002 8003\n"
        "[ $2 != stationmaster@8002.service ] || [ ! -e broken ]\n"
    )
    stand_in.chmod(0o755)
    search = {"PATH": f"{tmp_path}:{os.environ['PATH']}"}

    def restart() -> tuple[int, list[str]]:
        (tmp_path / "told").unlink(missing_ok=True)
        done = subprocess.run([DEPLOY / "rolling-restart"], cwd=tmp_path, env=search, check=False)
        lines = (tmp_path / "told").read_text().splitlines()
        return done.returncode, [line.split("@")[1][:4] for line in lines if "restart" in line]

    assert restart() == (0, ["8001", "8002", "8003"])
    (tmp_path / "broken").touch()  # one that does not come back: the others are left running
    code, restarted = restart()
    assert code != 0
    assert restarted == ["8001", "8002"]


def test_units_run_commands_that_exist() -> None:
    text = "".join(path.read_text("utf-8") for path in (DEPLOY / "systemd").iterdir())
    named = re.findall(r"manage\.py (\w+)", text)
    assert set(named) == {"serve", "tidy", "backup"}
    assert set(named) <= set(get_commands())


# -- The environment file and the database --------------------------------------------------------


def test_the_environment_file_is_understood(tmp_path: Path) -> None:
    lines = (DEPLOY / "stationmaster.env").read_text("utf-8").splitlines()
    values = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    settings = environment.read({**values, "DATA_DIR": str(tmp_path)}, usual_data_dir=tmp_path)
    assert settings.database["NAME"] == "stationmaster"
    assert settings.public_url == "https://trains.example.org"
    assert settings.listen == "127.0.0.1"
    assert settings.trusted_proxies == (ip_network("127.0.0.1"),)


def test_the_role_of_the_guide_may_do_all_that_setup_needs(postgres: Postgres) -> None:
    script = re.search(r"<<'SQL'\n(.*?)SQL\n", GUIDE, re.DOTALL)
    assert script
    with postgres.connect() as connection:
        connection.execute("DROP DATABASE IF EXISTS guide")
        connection.execute("DROP ROLE IF EXISTS guide")
        for statement in script[1].replace("stationmaster", "guide").split(";\n"):
            if statement.strip():
                connection.execute(statement)
    url = postgres.url("guide").replace("stationmaster@", "guide:PASSWORD@")
    app = App(settings={"DATABASE_URL": url})
    assert "migrations applied" in app.manage("setup")
    app.remove()
    with psycopg.connect(url) as connection:
        rights = connection.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user")
        assert rights.fetchone() == (False,)


# -- Containers -----------------------------------------------------------------------------------


def test_the_compose_file_joins_the_parts() -> None:
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    parts = compose["services"]
    assert set(parts) == {"postgres", "redis", "setup", "app1", "app2", "nginx"}
    (network,) = compose["networks"]["inside"]["ipam"]["config"]
    for name in ("app1", "app2", "setup"):
        assert (DEPLOY / parts[name]["build"]["context"]).resolve() == PROJECT
        assert (PROJECT / parts[name]["build"]["dockerfile"]).exists()
        settings = parts[name]["environment"]
        assert settings["TRUSTED_PROXIES"] == network["subnet"]
        values = {
            key: value.replace("${POSTGRES_PASSWORD:?}", "x") for key, value in settings.items()
        }
        assert environment.read(values, usual_data_dir=PROJECT).redis_url == "redis://redis:6379/0"
    (edit,) = re.findall(r"sed .*?\.conf(?= >)", parts["nginx"]["command"][-1], re.DOTALL)
    edited = subprocess.run(
        edit.replace("/stationmaster.conf", str(SITE)),
        shell=True,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert re.findall(r"^    server (\S+)", edited, re.MULTILINE) == ["app1:8000", "app2:8000"]
    assert re.findall(r"listen (\S+)", edited) == ["80;", "443"]
    for volume in parts["nginx"]["volumes"]:
        source = DEPLOY / volume.split(":")[0]
        assert source.exists() or source.name == "certificates"


# -- The guide ------------------------------------------------------------------------------------


def test_the_guide_names_files_commands_and_tests_that_exist() -> None:
    for path in re.findall(r"\b((?:deploy|tests)/[\w./@-]+\w)", GUIDE):
        assert (PROJECT / path).exists() or path == "deploy/certificates", path
    named = set(re.findall(r"manage\.py (\w+)", GUIDE))
    assert named <= set(get_commands()), named - set(get_commands())
    for unit in re.findall(r"stationmaster(?:-\w+\.timer|\.target|@)", GUIDE):
        name = f"{unit}.service" if unit.endswith("@") else unit
        assert (DEPLOY / "systemd" / name).exists(), name


def test_every_figure_of_the_guide_is_told(service: Service) -> None:
    line = http.client.HTTPConnection("127.0.0.1", service.apps[0].port, timeout=30)
    line.request("GET", "/metrics")
    metrics = line.getresponse().read().decode()
    line.close()
    named = re.findall(r"^\| `(stationmaster_\w+)", GUIDE, re.MULTILINE)
    assert len(named) == 8
    for name in named:
        assert re.search(rf"^# HELP {name} ", metrics, re.MULTILINE), name
