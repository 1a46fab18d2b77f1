"""The wheel and the container image: built, installed into an empty environment and played on."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
import yaml
from django.core.management import get_commands

from tests.support.markup import parsed
from tests.support.services.parts import PROJECT, App
from tests.support.services.phones import Phone, sit_down

CONTAINER_FILE = (PROJECT / "deploy" / "Containerfile").read_text("utf-8").replace("\\\n", "")


def instructions(word: str) -> list[str]:
    """What stands behind an instruction of the container file, line by line."""
    return re.findall(rf"^{word} (.*)$", CONTAINER_FILE, re.MULTILINE)


def run(*command: str, at: Path, **variables: str) -> str:
    done = subprocess.run(
        command,
        cwd=at,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `bin` of an empty environment into which nothing but the wheel was installed.

    Built from what the container file copies, with its own commands, so that is tried as well.
    """
    source = tmp_path_factory.mktemp("source")
    for names in instructions("COPY"):
        for name in names.split()[:-1]:
            if (PROJECT / name).is_dir():
                unwanted = shutil.ignore_patterns("__pycache__")
                shutil.copytree(PROJECT / name, source / name, ignore=unwanted)
            elif (PROJECT / name).is_file():
                shutil.copy2(PROJECT / name, source / name)
    # What `make` would install first is installed here already.
    (source / ".venv").symlink_to(Path(sys.prefix))
    (build,) = (line for line in instructions("RUN") if "make wheel" in line)
    run("sh", "-c", build.replace("/tmp/build", str(source / "data")), at=source)
    run(sys.executable, "-m", "venv", str(source / "empty"), at=source)
    (install,) = (line for line in instructions("RUN") if line.startswith("pip install"))
    folder = source / "empty" / "bin"
    command = install.replace("/tmp/dist", str(source / "dist")).replace("--no-cache-dir", "")
    run("sh", "-c", command, at=source, PATH=f"{folder}:{os.environ['PATH']}")
    return folder


class Installed(App):
    """`stationmaster` from the wheel, of a user who has nothing else on the path."""

    def __init__(self, folder: Path, *arguments: str, home: Path, **settings: str) -> None:
        super().__init__(settings=settings)
        self.bin, self.arguments, self.home = folder, arguments, home

    def command(self) -> Sequence[str]:
        return [str(self.bin / "stationmaster"), *self.arguments]

    def environment(self) -> dict[str, str]:
        there = super().environment()
        gone = {"DATA_DIR", "DRAWINGS_DIR", "XDG_DATA_HOME"} - self.settings.keys()
        environ = {name: value for name, value in there.items() if name not in gone}
        return {**environ, "PATH": str(self.bin), "HOME": str(self.home)}

    def manage(self, *arguments: str) -> str:
        command, environment = [str(self.bin / "stationmaster"), *arguments], self.environment()
        done = subprocess.run(
            command, cwd=self.home, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


def test_stationmaster_alone_sets_up_and_serves_a_game(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()  # somebody's own folder of that name is not our package
    app = Installed(installed, home=tmp_path)
    helped = app.manage("--help")
    assert "Usage: stationmaster [--open]" in helped
    listed = set(re.findall(r"^    (\w+)$", helped, re.MULTILINE))
    assert listed == set(get_commands())
    assert re.fullmatch(r"\d+\.\d+\.\d+\n", app.manage("--version"))
    with app:
        data = tmp_path / ".local" / "share" / "stationmaster"
        assert {"secret_key", "stationmaster.sqlite3"} <= {path.name for path in data.iterdir()}
        output = app.log.read_text()
        assert "Database: " in output
        assert "Stop with Ctrl-C." in output
        assert "manage.py" not in output
        sitting = sit_down(app, players=2)
        phone = Phone(app.port, sitting).sit(next(iter(sitting.links)))
        before = phone.number
        assert phone.log().status == 200
        assert phone.look().number == before + 1
        home = phone.ask("/").text
        sheets = parsed(home).values("href", "link", rel="stylesheet")
        assert sheets
        for path in sheets:
            assert re.search(r"\.[0-9a-f]{12}\.css$", path)
            assert phone.ask(path).status == 200
        phone.cookies["django_language"] = "it"
        assert 'lang="it"' in (italian := phone.ask("/").text)
        assert parsed(italian).text != parsed(home).text
        assert phone.ask("/rules/germany/").status == 200
        assert app.stop() == 0


def test_the_wheel_of_the_image_brings_its_license_along(installed: Path) -> None:
    (info,) = installed.parent.glob("lib/python*/site-packages/stationmaster-*.dist-info")
    license = info / "licenses" / "LICENSE"
    assert license.read_text("utf-8") == (PROJECT / "LICENSE").read_text("utf-8")


def test_the_parts_of_the_container_image_run_without_a_container(
    installed: Path, tmp_path: Path
) -> None:
    compose = yaml.safe_load((PROJECT / "deploy" / "compose.yaml").read_text("utf-8"))
    program, *serve = json.loads(instructions("CMD")[-1])
    assert program == "stationmaster"
    assert compose["services"]["setup"]["command"] == [program, "setup"]
    app = Installed(installed, *serve, home=tmp_path, DATA_DIR=str(tmp_path / "lib"))
    assert "migrations applied" in app.manage("setup")
    (check,) = instructions("HEALTHCHECK")
    asked = json.loads(check[check.index("[") :])
    with app:
        command = [part.replace(":8000/", f":{app.port}/") for part in asked]
        run(*command, at=tmp_path, PATH=str(installed))
        assert app.stop() == 0
