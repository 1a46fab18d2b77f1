"""A server as it runs for people: not in debug mode, with static files collected for it alone."""

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path

from tests.support.commands import manage
from tests.support.strangers import Server, serving

SETTINGS = """
from pathlib import Path
from companion.settings import *
STATIC_ROOT = Path({root!r})
"""


@contextlib.contextmanager
def serving_collected(folder: Path, *bounds: str, **variables: object) -> Iterator[Server]:
    (folder / "collected_settings.py").write_text(SETTINGS.format(root=str(folder / "static")))
    variables = {"PYTHONPATH": folder, "DEBUG": 0, "DATA_DIR": folder / "data", **variables}
    variables["DJANGO_SETTINGS_MODULE"] = "collected_settings"
    for command in (["collectstatic", "--noinput"], ["setup"]):
        done = manage(*command, **variables)
        assert done.returncode == 0, done.stderr
    with serving(folder, *bounds, **variables) as server:
        yield server


def hashed(folder: Path) -> dict[str, str]:
    """Plain names of the collected files to those with a hash in them."""
    names: dict[str, str] = json.loads((folder / "static" / "staticfiles.json").read_text())[
        "paths"
    ]
    return names
