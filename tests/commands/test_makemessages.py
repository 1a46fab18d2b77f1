"""Messages are collected from both kinds of templates, plurals and contexts included."""

import shutil
import subprocess
import sys
from pathlib import Path

import polib
import pytest

from games.management.commands.makemessages import gettext_calls, notes_call

PROJECT = Path(__file__).resolve().parents[2]

DJANGO = """{% load i18n %}{% translate "A lighthouse" %}
{% blocktranslate count n=n %}{{ n }} lamp{% plural %}{{ n }} lamps{% endblocktranslate %}
"""
JINJA = """{% macro m() %}{{ _("A harbour") }}{% endmacro %}
<p title="{{ _("The ship of “%(name)s”", name=name) }}">
{{ ngettext(
  "%(n)s sail", "%(n)s sails", n, n=n
) }} {{ pgettext("of a ship", "Bow") }}
{{ npgettext("of a ship", "%(n)s mast", "%(n)s masts", n, n=n) }} {{ _(unknown) }}
"""


def test_a_template_of_a_part_becomes_calls_on_the_same_lines() -> None:
    assert gettext_calls(JINJA).split("\n") == [
        "_('A harbour')",
        "_('The ship of “%(name)s”')",
        "ngettext('%(n)s sail', '%(n)s sails')",
        "",
        "pgettext('of a ship', 'Bow')",
        "npgettext('of a ship', '%(n)s mast', '%(n)s masts')",
    ]
    assert gettext_calls("<p>nothing to say</p>") == ""


def test_of_json_only_the_notes_of_our_sheets_are_collected(tmp_path: Path) -> None:
    assert notes_call(PROJECT / "fixtures" / "usa.json").startswith("_('All 100 routes agree")
    other = tmp_path / "usa.json"
    other.write_text('{"notes": "Of another program."}', encoding="utf-8")
    assert notes_call(other) == ""


@pytest.mark.skipif(shutil.which("xgettext") is None, reason="collecting needs gettext")
def test_both_kinds_of_templates_are_collected_with_their_plurals(tmp_path: Path) -> None:
    for name in ("games", "companion"):
        shutil.copytree(
            PROJECT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__")
        )
    shutil.copy(PROJECT / "manage.py", tmp_path)
    (tmp_path / "locale").mkdir()
    (tmp_path / "templates" / "table").mkdir(parents=True)
    (tmp_path / "templates" / "page.html").write_text(DJANGO, encoding="utf-8")
    (tmp_path / "templates" / "table" / "part.jinja").write_text(JINJA, encoding="utf-8")
    subprocess.run(
        [sys.executable, "manage.py", "makemessages", "-l", "it"],
        cwd=tmp_path,
        check=True,
        capture_output=True,
    )
    collected = {
        (entry.msgctxt, entry.msgid): entry
        for entry in polib.pofile(str(tmp_path / "locale/it/LC_MESSAGES/django.po"))
    }
    plurals = {msgid: entry.msgid_plural for (_context, msgid), entry in collected.items()}
    assert plurals["A lighthouse"] == plurals["A harbour"] == plurals["Bow"] == ""
    assert plurals["%(n)s lamp"] == "%(n)s lamps"
    assert plurals["%(n)s sail"] == "%(n)s sails"
    assert plurals["%(n)s mast"] == "%(n)s masts"
    assert {(None, "A harbour"), ("of a ship", "Bow"), ("of a ship", "%(n)s mast")} <= {*collected}
    where = collected[None, "The ship of “%(name)s”"].occurrences
    assert where == [("templates/table/part.jinja", "2")]
    assert not list((tmp_path / "templates").rglob("*.py")), "what it worked with is gone"
