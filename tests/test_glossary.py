"""The glossary (docs/words.md) and the words it forbids: stiff, foreign or outdated ones."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import polib
import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.admin.utils import label_for_field
from django.utils import translation
from django.utils.dates import MONTHS, WEEKDAYS
from django.utils.translation.template import templatize

from games.admin.words_of_django import DJANGOS
from games.pages.text import LETTERS, color_word, letter
from games.rules.bonuses.passengers import Passengers
from games.rules.vehicles import KINDS, travel_cards, vehicles, wild_cards
from tests.support.boards import BOARDS

PROJECT = Path(__file__).resolve().parents[1]
GLOSSARY = (PROJECT / "docs" / "words.md").read_text("utf-8")
OTHERS = {"it": "Italian", "de": "German", "fr": "French"}
LANGUAGES = {"en": "English", **OTHERS}
NOTES = {
    slug: json.loads((PROJECT / "fixtures" / f"{slug}.json").read_text("utf-8"))["notes"]
    for slug in BOARDS
}
FIELD = re.compile(r"\{\w*\}|%\(\w+\)[sd]|<[^>]+>")


def messages(language: str) -> Iterator[tuple[str, str]]:
    """Each message of the source, and what people read in its place."""
    path = PROJECT / "locale" / ("it" if language == "en" else language) / "LC_MESSAGES/django.po"
    for entry in polib.pofile(str(path)):
        if not entry.obsolete:
            translations = entry.msgstr_plural.values() if entry.msgid_plural else [entry.msgstr]
            source = [entry.msgid, entry.msgid_plural] if entry.msgid_plural else [entry.msgid]
            yield from (
                (entry.msgid, each) for each in (source if language == "en" else translations)
            )


def section(heading: str) -> str:
    return re.split(r"^#+ ", GLOSSARY.split(f" {heading}\n", 1)[1], flags=re.MULTILINE)[0]


def forbidden(language: str) -> list[re.Pattern[str]]:
    rows = re.findall(r"^\| `(.+?)` \|", section(LANGUAGES[language]), re.MULTILINE)
    return [re.compile(row.replace(r"\|", "|"), re.IGNORECASE) for row in rows]


# -- What the glossary forbids ---------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_forbidden_word_is_left(language: str) -> None:
    words = forbidden(language)
    assert len(words) >= 10
    slips = {
        (word.pattern, text)
        for _source, text in messages(language)
        for word in words
        if text not in DJANGOS and word.search(FIELD.sub("…", text))
    }
    assert slips == set()


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Whoever plays a game to the end stands in this list."),
        ("en", "The sheet does not say so."),
        ("it", "Un host può chiudere la partita."),
        ("it", "Veicoli di ogni giocatore"),
        ("it", "Fai esattamente una di tre cose."),
        ("de", "Durch Zufall"),
        ("de", "Tu genau eines von drei Dingen."),
        ("de", "Dieses Spiel ist beendet."),
        ("de", "Zurück zur Karte"),
        ("fr", "2 billets"),
        ("fr", "Retour à la carte"),
        ("fr", "Qui joue une partie jusqu’au bout figure ici."),
    ],
)
def test_the_worst_sentences_of_old_would_be_found(language: str, text: str) -> None:
    assert any(word.search(text) for word in forbidden(language))


# -- What the glossary says ------------------------------------------------------------------------


def row_of(thing: str) -> dict[str, str]:
    line = next(line for line in GLOSSARY.splitlines() if line.startswith(f"| {thing} |"))
    return dict(zip(("", *LANGUAGES), (cell.strip() for cell in line.split("|")[1:6]), strict=True))


@pytest.mark.parametrize(
    ("thing", "kind", "of"),
    [
        ("cards, Paris, London, New York", "bus", travel_cards),
        ("cards, Paris, London, New York", "taxi", travel_cards),
        ("cards, Germany, USA, Europe", "wagon", travel_cards),
        ("wild card, Paris and London", "bus", wild_cards),
        ("wild card, New York", "taxi", wild_cards),
        ("wild card, the other boxes", "wagon", wild_cards),
        ("a piece, Paris and London", "bus", vehicles),
        ("a piece, New York", "taxi", vehicles),
        ("a piece, the other boxes", "wagon", vehicles),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_and_pieces_are_called_as_the_glossary_says(
    language: str, thing: str, kind: str, of
) -> None:
    from games.language import say

    assert kind in KINDS
    with translation.override(language):
        one, many = (say(of(kind, n)).removeprefix(f"{n} ") for n in (1, 2))
    assert row_of(thing)[language] in {one, many}


OURS = ("Words of the box", "Words of Stationmaster")
ASIDES = re.compile(r"\*|\bon buttons\b|\bshort(?= )|\bsich\b")


def terms(language: str) -> set[str]:
    """The words the glossary has for things, in the column of a language."""
    column = 1 + list(LANGUAGES).index(language)
    rows = [
        line.split("|")[1:] for each in OURS for line in section(each).splitlines() if "|" in line
    ]
    cells = [row[column] for row in rows if row[0].strip() not in {"thing", "---"}]
    return {term.strip() for cell in cells for term in re.split("[,;]", ASIDES.sub("", cell))}


def mentions(term: str, text: str) -> bool:
    """Whether its words are said, in any form that begins alike, and at most two others between."""
    stems = (re.escape(word[: max(3, len(word) - 3)]) for word in term.casefold().split())
    return bool(re.search(r"\W+(?:\w+\W+){0,2}?".join(rf"\b{stem}\w*" for stem in stems), text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_the_glossary_are_the_ones_people_read(language: str) -> None:
    everything = "\n".join(text for _source, text in messages(language)).casefold()
    assert len(terms(language)) > 60
    assert {term for term in terms(language) if not mentions(term, everything)} == set()
    assert not mentions("signal box", everything)


def test_the_letters_of_colours_are_those_of_the_glossary() -> None:
    for language, name in LANGUAGES.items():
        with translation.override(language):
            letters = " | ".join(letter(color) for color in sorted(LETTERS))
        assert f"| {name} | {letters} |" in GLOSSARY


# -- No English in the other three -----------------------------------------------------------------

# Words that are the same in two languages, names, and signs.
SAME_WORD = re.compile(
    r"\b(?:Stationmaster|Globetrotter|BG Stats|JSON|PNG|SVG|QR|Wi-Fi|PUBLIC_URL|ALLOWED_HOSTS"
    r"|manage\.py setup|docs/events\.md|lake-district|true|false|Ctrl|Esc|Tab|F\d|min|via|id|Id"
    r"|[A-Z])\b"
)
COGNATES = {
    "it": {"Bonus", "Locomotive", "Menu", "Password", "Standard", "bonus", "film", "no", "taxi"},
    "de": {
        "April", "August", "Bonus", "Bus", "Code", "Gold", "Minute", "Standard",
        "Details", "Film", "Form", "Name", "November", "Pause",
        "Position", "September", "Start", "Status", "Taxi", "Taxis", "Text", "Tunnel", "Version",
        "version", "Orange", "orange", "name", "rosa",
    },
    "fr": {
        "Attraction", "Attractions", "CSV", "Locomotive", "Locomotives", "Scores", "code", "minute",
        "scores", "Bonus", "Code", "Date", "Destination", "Destinations",
        "Flags", "Format", "Image", "Menu", "Minutes", "Notes", "Options", "Pages", "Pause",
        "Points", "Position", "Rivalité", "Route", "Routes", "Sources", "Standard", "Table",
        "Tables", "Total", "Tunnel", "Tunnels", "Type", "Version", "Versions", "attraction",
        "attractions", "bonus", "bus", "district", "districts", "double", "date", "image",
        "length", "minutes", "notes", "orange", "points", "route", "routes", "simple", "table",
        "tables", "taxi", "taxis", "text", "triple", "tunnel", "version", "wagon", "wagons",
        "District", "Districts", "point", "ferry", "Ferries", "Records", "stations", "place",
    },
}  # fmt: skip


def bare(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]{2,}", SAME_WORD.sub("", FIELD.sub(" ", text)))


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_said_in_english_in_another_language(language: str) -> None:
    left = {
        text
        for source, text in messages(language)
        if text.casefold() == source.casefold() and set(bare(text)) - COGNATES[language]
    }
    assert left == set()


@pytest.mark.parametrize("language", OTHERS)
def test_no_english_word_is_left_inside_a_sentence(language: str) -> None:
    english = re.compile(
        r"\b(?:the|and|with|your|you|ticket|tickets|player|players|claim|host|board|screen|seat"
        r"|game|games|entry|undo|deck|sheet)\b",
        re.IGNORECASE,
    )
    untranslated = {
        text for _source, text in messages(language) if english.search(FIELD.sub("", text))
    }
    assert untranslated == set()


@pytest.mark.parametrize("language", OTHERS)
def test_days_months_and_colours_have_names_of_the_language(language: str) -> None:
    def names() -> list[str]:
        days = [str(name) for name in (*MONTHS.values(), *WEEKDAYS.values())]
        return [*days, *(str(color_word(color)) for color in sorted(LETTERS))]

    with translation.override("en"):
        english = names()
    with translation.override(language):
        same = {ours for ours, theirs in zip(names(), english, strict=True) if ours == theirs}
    assert same <= COGNATES[language]


@pytest.mark.parametrize("language", OTHERS)
def test_labels_of_the_admin_are_in_the_language(language: str) -> None:
    models = list(apps.get_app_config("games").get_models())
    offices = [admin.site._registry[each] for each in models if each in admin.site._registry]
    assert offices

    def labels() -> list[str]:
        names: list[object] = []
        for office in offices:
            names += [office.model._meta.verbose_name, office.model._meta.verbose_name_plural]
            names += [label_for_field(name, office.model, office) for name in office.list_display]
            names += [getattr(office, name).short_description for name in office.actions or ()]
        return [str(name) for name in names]

    with translation.override("en"):
        english = labels()
    with translation.override(language):
        same = {ours for ours, theirs in zip(labels(), english, strict=True) if ours == theirs}
    assert same - COGNATES[language] == set()


SPELLED_ALIKE = {
    "it": {"new-york"},
    "de": {"london", "new-york", "paris", "usa"},
    "fr": {"europe", "new-york", "paris"},
}


@pytest.mark.parametrize("slug", sorted(BOARDS))
def test_maps_and_their_notes_are_named_in_every_language(slug: str) -> None:
    sheet = json.loads((PROJECT / "fixtures" / f"{slug}.json").read_text("utf-8"))
    for language in OTHERS:
        assert language in sheet.get("names", {}) or slug in SPELLED_ALIKE[language]
        with translation.override(language):
            assert translation.gettext(NOTES[slug]) != NOTES[slug]


# -- One form of address per device ----------------------------------------------------------------

SINGULAR = {
    "it": r"\b(?:tu|tuo|tua|tuoi|tue|hai|puoi|sei|ti)\b",
    "de": r"\b(?:du|dein\w*|dir|dich)\b",
    "fr": r"\b(?:tu|ton|ta|tes|toi|te)\b",
}
PLURAL = {
    "it": r"\b(?:voi|vostr\w+|avete|siete|potete)\b",
    "de": r"\b(?:ihr|euch|eure\w*)\b",
    "fr": r"\b(?:vous|votre|vos)\b",
}
CALL = re.compile(r"""(?:_|ngettext|pgettext)\(\s*"(.+?)"(?:,\s*"(.+?)")?""")


def messages_of(device: str) -> set[str]:
    sources = (PROJECT / "templates" / "table" / device).rglob("*.jinja")
    return {each for path in sources for call in CALL.findall(path.read_text()) for each in call}


def matching(language: str, sources: set[str], wrong: str) -> set[str]:
    """The translations of these messages in which something stands that should not."""
    pattern = re.compile(wrong, re.IGNORECASE)
    return {
        text
        for source, text in messages(language)
        if source in sources and pattern.search(FIELD.sub("", text))
    }


@pytest.mark.parametrize("language", OTHERS)
def test_a_phone_speaks_to_one_and_the_screen_to_all(language: str) -> None:
    phone, screen = messages_of("phone"), messages_of("screen")
    assert len(phone) > 150
    assert len(screen) > 60
    for only, others, wrong in ((phone, screen, PLURAL), (screen, phone, SINGULAR)):
        assert matching(language, only - others, wrong[language]) == set()


ORDERS = {
    "it": r"\b\w+(?:ate|ete|ite)\b",
    "de": r"\b(?:stellt|legt)\b",
    "fr": r"\b\w+ez\b",
}  # to several


@pytest.mark.parametrize("language", OTHERS)
def test_a_bonus_gives_no_orders_to_all_on_a_single_phone(language: str) -> None:
    announced = "+{points}, discard the card"
    assert matching(language, {Passengers.setup_request}, ORDERS[language])
    assert matching(language, {Passengers.share_request, announced}, ORDERS[language]) == set()


# Pages that are read alone, and the page that everybody at the table looks at before a game.
READ_ALONE = ("archive/**/*.html", "admin/**/*.html", "maps/**/*.html", "home/rules.html")
READ_TOGETHER = tuple(f"home/{page}.html" for page in ("home", "empty_board", "poster", "showcase"))
OF_THE_DEMO = {"Ready for a game of your own?"}  # it runs where the home page is
SPOKEN_TO_ALL = {**PLURAL, "de": r"\b(?:euch|eure\w*|\w+t ihr|ihr \w+t)\b"}
MARKED = re.compile(r"\bn?p?gettext\((.*?)(?:, *count)?\)(?=[\sX#]|$)", re.DOTALL)


def messages_of_pages(*patterns: str) -> set[str]:
    paths = {path for each in patterns for path in (PROJECT / "templates").glob(each)}
    assert paths
    calls = (call for path in paths for call in MARKED.findall(templatize(path.read_text())))
    return {text for call in calls for text in ast.literal_eval(f"({call},)")}


@pytest.mark.parametrize("language", OTHERS)
def test_pages_speak_to_one_or_to_all_and_never_to_both(language: str) -> None:
    alone = messages_of_pages(*READ_ALONE) - OF_THE_DEMO
    together = messages_of_pages(*READ_TOGETHER)
    assert len(alone) > 600
    assert len(together) > 20
    for only, others, wrong in ((alone, together, SPOKEN_TO_ALL), (together, alone, SINGULAR)):
        assert matching(language, only - others, wrong[language]) == set()
