"""English, Italian, German and French: complete, compiled, and no text that isn't in the
catalogues."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import polib
import pytest
from django.utils import translation

from games.rules.text import plural, text

PROJECT = Path(__file__).resolve().parents[1]
LANGUAGES = ("de", "fr", "it")
FIELDS = re.compile(r"\{\w*\}|%\(\w+\)[sd]|%[sd]")


def catalogue(language: str, ending: str = "po") -> list[polib.POEntry]:
    path = PROJECT / "locale" / language / "LC_MESSAGES" / f"django.{ending}"
    return list(polib.pofile(str(path)) if ending == "po" else polib.mofile(str(path)))


def translations_of(entry: polib.POEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_translated(language: str) -> None:
    open_ones = [
        entry.msgid
        for entry in catalogue(language)
        if not entry.obsolete and (entry.fuzzy or not all(translations_of(entry)))
    ]
    assert open_ones == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_filled_in_is_filled_in_everywhere(language: str) -> None:
    for entry in catalogue(language):
        if entry.obsolete:
            continue
        wanted = set(FIELDS.findall(entry.msgid)) | set(FIELDS.findall(entry.msgid_plural))
        for sentence in translations_of(entry):
            assert set(FIELDS.findall(sentence)) <= wanted, entry.msgid
            if not entry.msgid_plural:
                assert set(FIELDS.findall(sentence)) == wanted, entry.msgid


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_catalogue_is_the_written_one(language: str) -> None:
    written = {
        (entry.msgctxt, entry.msgid): translations_of(entry)
        for entry in catalogue(language)
        if not entry.obsolete
    }
    compiled = {
        (entry.msgctxt, entry.msgid): translations_of(entry) for entry in catalogue(language, "mo")
    }
    assert compiled == written


@pytest.mark.skipif(shutil.which("xgettext") is None, reason="collecting needs gettext")
def test_nothing_in_the_sources_is_missing_from_the_catalogues(tmp_path: Path) -> None:
    for name in ("games", "companion", "templates", "locale", "fixtures"):
        shutil.copytree(
            PROJECT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__")
        )
    shutil.copy(PROJECT / "manage.py", tmp_path)
    options = [part for language in LANGUAGES for part in ("-l", language)]
    subprocess.run(
        [sys.executable, "manage.py", "makemessages", "--no-location", *options],
        cwd=tmp_path,
        check=True,
        capture_output=True,
    )
    for language in LANGUAGES:
        path = tmp_path / "locale" / language / "LC_MESSAGES" / "django.po"
        collected = {entry.msgid for entry in polib.pofile(str(path)) if not entry.obsolete}
        messages = {entry.msgid for entry in catalogue(language) if not entry.obsolete}
        assert collected - messages == set(), language
        assert messages - collected == set(), f"{language}: no longer used"


# What is in templates and is the same in every language: names, an example of a code, a space, and
# attributes that a block puts into the <body> tag of the base template.
SAME = re.compile(r'Stationmaster|KTRW|&nbsp;|[\w-]+="[^"]*"|\bdata-[\w-]+')
QUIET = re.compile(
    r"{%\s*(blocktranslate|comment)\b.*?{%\s*end\1\s*%}"
    r"|{%\s*block bodyclass\s*%}.*?{%\s*endblock\s*%}"
    r"|{#.*?#}|{%.*?%}|{{.*?}}"
    r"|<script.*?</script>|<svg.*?</svg>|<!--.*?-->|<!doctype[^>]*>",
    re.S,
)
SPOKEN = re.compile(r"""\b(?:aria-label|placeholder|title|alt)=(["'])(.*?)\1""", re.S)


@pytest.mark.parametrize(
    "path",
    sorted(p for p in (PROJECT / "templates").rglob("*") if p.suffix in {".html", ".jinja"}),
    ids=lambda path: path.name,
)
def test_no_template_says_a_word_past_translation(path: Path) -> None:
    source = QUIET.sub(" ", path.read_text())
    spoken = [match[1] for match in SPOKEN.findall(source)]
    texts = re.sub(r"<[^>]*>", "\n", source, flags=re.S).split("\n")
    words = [
        line.strip() for line in (*texts, *spoken) if re.search(r"[A-Za-z]{2,}", SAME.sub("", line))
    ]
    assert words == []


def test_sentences_of_the_rules_are_said_in_the_readers_language() -> None:
    from games.pages.text import say

    def forms_kept(count: int) -> str:
        one, many = "{player} keeps {count} ticket.", "{player} keeps {count} tickets."
        return say(plural(one, many, count, player="Ada"))

    with translation.override("de"):
        german = say(text("{player} draws cards.", player="Ada"))
        one, two = forms_kept(1), forms_kept(2)
    assert german != "Ada draws cards."
    assert "Ada" in german
    assert one != two.replace("2", "1")
