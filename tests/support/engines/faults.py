"""Hears of everything that goes wrong on a page, on every engine alike.

WebKit's driver does not tell what a page says on its console. So the server of these tests puts one
script first into every page, which tells it; and it notes every answer of 400 and more itself.
"""

import os
from collections.abc import Callable
from pathlib import Path

from django.http import HttpRequest, HttpResponse

SCRIPT = Path(__file__).with_name("faults.js")
TAG = b'<script src="/faults.js"></script>'
HEAD = b"<head>"


def file_of(folder: Path) -> Path:
    return folder / "faults.log"


def note(fault: str) -> None:
    with file_of(Path(os.environ["DATA_DIR"])).open("a") as file:
        file.write(fault.replace("\n", " ") + "\n")


def collected(folder: Path) -> list[str]:
    """What went wrong since this was last asked."""
    path = file_of(folder)
    if not path.exists():
        return []
    lines = path.read_text().splitlines()
    path.write_text("")
    return lines


class Answers:
    """Notes what was answered with an error. Stands outside everything."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code >= 400:
            note(f"{response.status_code}: {request.method} {request.path}")
        return response


class Pages:
    """Puts the script into pages, and takes what it says. Stands inside everything."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path == "/faults.js":
            return HttpResponse(SCRIPT.read_text(), content_type="text/javascript")
        if request.path == "/faults":
            note(request.body.decode())
            return HttpResponse(status=204)
        response = self.get_response(request)
        if response.get("Content-Type", "").startswith("text/html") and not response.streaming:
            response.content = response.content.replace(HEAD, HEAD + TAG, 1)
        return response
