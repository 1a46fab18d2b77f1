"""Collect what must be translated: from Python, where the rules mark plurals in their own way, from
Django's templates, from the Jinja2 templates of parts, and the notes of the sheets that come with
the project."""

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

from django.core.management.commands import makemessages
from jinja2.ext import extract_from_ast

from games.pages.jinja import environment

EXTENSIONS = ["html", "jinja", "json", "py"]
SHEETS = "fixtures"
FUNCTIONS = {"_", "ngettext", "pgettext", "npgettext"}


def gettext_calls(source: str) -> str:
    """What a Jinja2 template marks for translation, as calls of Python on the same lines."""
    lines = defaultdict[int, list[str]](list)
    for number, function, messages in extract_from_ast(environment().parse(source)):
        texts = messages if isinstance(messages, tuple) else (messages,)
        literals = [repr(text) for text in texts if text is not None]
        if function in FUNCTIONS and literals:
            lines[number].append(f"{function}({', '.join(literals)})")
    return "\n".join("; ".join(lines[number]) for number in range(1, max(lines, default=0) + 1))


def notes_call(path: Path) -> str:
    """The notes of a map sheet as a call of Python; nothing for any other JSON."""
    if path.parent.name != SHEETS:
        return ""
    notes = json.loads(path.read_text(encoding="utf-8")).get("notes")
    return f"_({notes!r})" if notes else ""


class BuildFile(makemessages.BuildFile):
    """A file on its way to xgettext, which knows Python but no templates."""

    def preprocess(self) -> None:
        path = Path(self.path)
        if path.suffix == ".jinja":
            calls = gettext_calls(path.read_text(encoding="utf-8"))
        elif path.suffix == ".json":
            calls = notes_call(path)
        else:
            super().preprocess()
            return
        Path(self.work_path).write_text(calls, encoding="utf-8")


class Command(makemessages.Command):
    build_file_class = BuildFile
    xgettext_options = [
        *makemessages.Command.xgettext_options,
        "--keyword=plural:1,2",
        "--keyword=_p:1c,2",
    ]
    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]

    def handle(self, *args: Any, **options: Any) -> None:
        super().handle(*args, **{**options, "extensions": options["extensions"] or EXTENSIONS})
