"""Collect what must be translated: from Python, where the rules mark plurals in their own way, from
Django's templates, and from the Jinja2 templates of parts."""

from collections import defaultdict
from pathlib import Path

from django.core.management.commands import makemessages
from django.template import engines
from django.template.backends.jinja2 import Jinja2
from jinja2.ext import extract_from_ast

from games.pages.jinja import environment

FUNCTIONS = {"_", "ngettext", "pgettext", "npgettext"}


def jinja_folders() -> list[Path]:
    found = (engine for engine in engines.all() if isinstance(engine, Jinja2))
    return [Path(folder).resolve() for engine in found for folder in engine.template_dirs]


def gettext_calls(source: str) -> str:
    """What a Jinja2 template marks for translation, as calls of Python on the same lines."""
    lines = defaultdict[int, list[str]](list)
    for number, function, found in extract_from_ast(environment().parse(source)):
        texts = found if isinstance(found, tuple) else (found,)
        literals = [repr(text) for text in texts if text is not None]
        if function in FUNCTIONS and literals:
            lines[number].append(f"{function}({', '.join(literals)})")
    return "\n".join("; ".join(lines[number]) for number in range(1, max(lines, default=0) + 1))


class BuildFile(makemessages.BuildFile):
    """A file on its way to xgettext, which knows Python but no templates."""

    def preprocess(self) -> None:
        path = Path(self.path).resolve()
        if not any(path.is_relative_to(folder) for folder in jinja_folders()):
            super().preprocess()
            return
        source = path.read_text(encoding="utf-8")
        Path(self.work_path).write_text(gettext_calls(source), encoding="utf-8")


class Command(makemessages.Command):
    build_file_class = BuildFile
    xgettext_options = [*makemessages.Command.xgettext_options, "--keyword=plural:1,2"]
    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]
