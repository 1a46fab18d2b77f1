"""Tests named in docs/security.md exist, and its numbers are the real ones."""

import re
from pathlib import Path

from django.conf import settings

from companion.server import limits
from games.access import downloads, throttle
from games.live import webhook

ROOT = Path(__file__).resolve().parents[1]


def test_every_test_that_the_threat_model_names_exists() -> None:
    named = set(re.findall(r"`(test_\w+)`", (ROOT / "docs/security.md").read_text("utf-8")))
    source = "".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    there = set(re.findall(r"def (test_\w+)\(", source))
    assert len(named) > 30
    assert named <= there, sorted(named - there)


def test_every_test_that_any_document_names_exists() -> None:
    files = list((ROOT / "tests").rglob("*.py"))
    there = {path.stem for path in files}
    for path in files:
        there |= set(re.findall(r"def (test_\w+)\(", path.read_text("utf-8")))
    for document in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]:
        text = document.read_text("utf-8")
        named = set(re.findall(r"\btest_\w+", text))
        assert named <= there, (document.name, sorted(named - there))
        for path in re.findall(r"\btests/[\w/.-]*\w", text):
            assert (ROOT / path).exists(), (document.name, path)


def test_every_number_of_the_threat_model_is_the_one_in_force() -> None:
    text = (ROOT / "docs/security.md").read_text("utf-8")
    for sentence in (
        f"{limits.SOCKETS_PER_SEAT} sockets per seat",
        f"{limits.SOCKETS_PER_TABLE} per table",
        f"{limits.SOCKETS_PER_STREAM} listeners per event stream",
        f"{webhook.WAITING} messages; an answer within {webhook.TIMEOUT:g} seconds",
        f"{1 + len(webhook.PAUSES)} attempts each",
        f"{limits.BODY // limits.KB} kB",
        f"{throttle.CODE.free} wrong codes",
        f"{throttle.PASSWORD.free} wrong passwords",
        f"{limits.SECONDS_TO_ASK} seconds",
        f"{limits.BODIES_PER_ADDRESS // limits.MB} MB of them from one address",
        f"{limits.SENT_AT_LEAST // limits.KB} kB of it in {limits.SECONDS_TO_SEND} seconds",
        f"{limits.READ_AT_LEAST // limits.KB} kB in {limits.SECONDS_TO_READ} seconds",
        f"{downloads.PER_ADDRESS} from one address, {downloads.AT_ONCE} in a process",
        f"{limits.FRAMES_AT_ONCE} frames",
        f"`TABLES_PER_HOUR` ({settings.TABLES_PER_HOUR})",
        f"`SOCKETS_PER_ADDRESS` ({settings.SOCKETS_PER_ADDRESS})",
    ):
        assert sentence in text, sentence
