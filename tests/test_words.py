"""The building of sentences: numbers, lists, colours and names, in each language."""

import json
import re
from pathlib import Path

import polib
import pytest
from django.utils import translation
from django.utils.dates import MONTHS, WEEKDAYS

from games.language import listed, say
from games.maps import library
from games.pages.text import (
    LETTERS,
    color_word,
    deck_of,
    deck_of_one,
    letter,
    route_color,
    theme_name,
)
from games.rules import sheet
from games.rules.adjectives import colored
from games.rules.board import Board
from games.rules.bonuses.passenger_words import passenger, passengers
from games.rules.text import COLORS, _, plural, sheet_name, text
from games.rules.vehicles import KINDS, cards_of, vehicles, wild_cards
from tests.support import boards
from tests.support.sittings import loaded

PROJECT = Path(__file__).resolve().parents[1]
LANGUAGES = ("en", "it", "de", "fr")
SHEETS = sorted((PROJECT / "fixtures").glob("*.json"))


def entries(language: str) -> list[polib.POEntry]:
    path = PROJECT / "locale" / language / "LC_MESSAGES" / "django.po"
    return [entry for entry in polib.pofile(str(path)) if not entry.obsolete]


def board_of(path: Path) -> Board:
    board, problems = sheet.read(json.loads(path.read_text(encoding="utf-8")))
    assert board is not None, problems
    return board


# -- Numbers --------------------------------------------------------------------------------------

FIELD = r"(?:\{(?!color|paid)\w+\}|%\((?!color)\w+\)[sd])(?:</b>)?"  # anything but a colour
NOUNS = (
    "attractions|buses|cards|changes|characters|colours|decks|entries|errors|files|findings|flags"
    "|games|hours|letters|lines|maps|minutes|min|months|names|passengers|places|players|points"
    "|records|reports|routes|rounds|seats|seconds|sheets|spaces|spots|stations|tables|taxis|tickets"
    "|times|tunnels|turns|versions|victories|wagons|warnings|years"
)
COUNTED = re.compile(rf"{FIELD} (?:\{{\w+\}} )?(?:more |other |extra )?({NOUNS})\b")
# Why a number stands before a noun and there is no other form.
NEVER_ONE = {
    "A place needs a name of at most {most} letters.": "a limit of ours",
    "A map has at most {most} places.": "a limit of ours",
    "A map has at most {most} routes.": "a limit of ours",
    "A map has at most {most} tickets.": "a limit of ours",
    "This text is longer than {most} characters.": "a limit of ours",
    "That’s too much at once. The limit is {files} records, or {size} MB unpacked.": "limits",
    "As many as you like, up to %(size)s MB. Choose them or drop them here. For more than a"
    " thousand files, use a zip (up to %(most)s records).": "limits of ours",
    "%(done)s of %(all)s files": "files are counted by the hundred",
    "These lists only include tickets kept at least %(often)s times.": "at least three",
    "%(short)s–%(long)s min": "an abbreviation",
}
MANY_OF_MANY = re.compile(rf"{FIELD} of {FIELD} places, routes and tickets")  # of hundreds


def without_plural(message: str) -> bool:
    return bool(COUNTED.search(message)) and not MANY_OF_MANY.search(message)


def test_a_number_before_a_noun_is_found() -> None:
    assert without_plural("{player} keeps {kept} tickets.")
    assert without_plural("%(n)s red cards") is False  # an adjective that is spelled out
    assert without_plural("{count} {color} cards for {route}")
    assert without_plural("ended now: <b>%(n)s</b> points")
    assert not without_plural("{name} draws cards.".replace("draws", "has drawn"))


def test_every_number_before_a_noun_has_its_plural() -> None:
    bare = {
        entry.msgid
        for entry in entries("it")
        if not entry.msgid_plural and without_plural(entry.msgid)
    }
    assert bare - set(NEVER_ONE) == set()


def test_no_exception_is_left_over() -> None:
    assert {entry.msgid for entry in entries("it")} >= set(NEVER_ONE)


# -- Lists ----------------------------------------------------------------------------------------

HAND_MADE = re.compile(
    r"""["'], ["']\.join\(|\|\s*join\(["'], ["']\)|\|join:["'], ["']"""
    r"""|(?:for)?loop\.last %\}, ?\s*\{% endif"""
)
# Where commas are right: what is no sentence, or is read by programs.
COMMAS = {
    "games/admin/people.py": "names with their totals: figures in a cell",
    "games/admin/settings_form.py": "codes of languages, to be edited as typed",
    "games/management/commands/demo.py": "a command line, in English only",
    "games/management/commands/makemessages.py": "arguments of a call",
    "games/management/score_sheet.py": "a command line, in English only",
    "games/rules/text.py": "the one place that joins",
    "games/table/ratings.py": "SQL",
    "games/upkeep/cleanup.py": "a command line, in English only",
    "games/upkeep/database_dump.py": "SQL",
    "games/upkeep/sample_games.py": "SQL",
    "templates/admin/sheets/sheet.html": "numbers of sources: figures",
    "templates/archive/result/page.html": "routes with their owners: steps of a way",
    "templates/maps/editor/commands.html": "keys with what they do",
    "templates/table/bonuses/passengers/reveal.jinja": "names with their counts: figures",
}


def test_nobody_joins_a_list_by_hand() -> None:
    folders = ("games", "templates")
    files = (p for folder in folders for p in (PROJECT / folder).rglob("*") if p.is_file())
    joined = {
        path.relative_to(PROJECT).as_posix()
        for path in files
        if path.suffix in {".py", ".html", ".jinja"} and HAND_MADE.search(path.read_text())
    }
    assert joined == set(COMMAS)


@pytest.mark.parametrize(
    ("language", "two", "three"),
    [
        ("en", "Anna and Bruno", "Anna, Bruno and Cleo"),
        ("it", "Anna e Bruno", "Anna, Bruno e Cleo"),
        ("de", "Anna und Bruno", "Anna, Bruno und Cleo"),
        ("fr", "Anna et Bruno", "Anna, Bruno et Cleo"),
    ],
)
def test_names_are_listed_as_the_language_does(language: str, two: str, three: str) -> None:
    with translation.override(language):
        assert listed([]) == ""
        assert listed(["Anna"]) == "Anna"
        assert listed(["Anna", "Bruno"]) == two
        assert listed(["Anna", "Bruno", "Cleo"]) == three
        assert listed(["{a}", "%s"]).startswith("{a}")


# -- Colours --------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
def test_letters_of_colours_are_different_on_every_map(path: Path, language: str) -> None:
    board = board_of(path)
    colors = {*board.player_colors, *board.cards, *(route.color for route in board.routes)} - {
        "wild"
    }
    with translation.override(language):
        letters = [letter(color) for color in sorted(colors)]
    assert all(len(each) == 1 for each in letters)
    assert len(set(letters)) == len(letters)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_colours_share_a_letter_in_any_language(language: str) -> None:
    assert set(LETTERS) == COLORS
    with translation.override(language):
        assert len({letter(color) for color in COLORS}) == len(COLORS)


@pytest.mark.parametrize(
    ("language", "cards"),
    [
        ("en", ["1 red card", "2 red cards"]),
        ("it", ["1 carta rossa", "2 carte rosse"]),
        ("de", ["1 rote Karte", "2 rote Karten"]),
        ("fr", ["1 carte rouge", "2 cartes rouges"]),
    ],
)
def test_a_colour_agrees_with_its_noun(language: str, cards: list[str]) -> None:
    with translation.override(language):
        assert [say(cards_of("bus", "red", n)) for n in (1, 2)] == cards
        assert say(colored("white", "card")) != "" != say(colored("white", "route"))


def test_sentences_agree_with_the_colours_in_them() -> None:
    refused = _("{route} is {color}, so it can’t be paid with {paid} cards.")
    wrong = text(
        refused, route="A – B", color=colored("blue", "route is"), paid=colored("red", "cards")
    )
    nobody = text(
        _("No {color} passenger is waiting at {place}."), color=passenger("red"), place="Kiel"
    )
    most = text(
        _("Most {color} passengers ({ranking})"), color=passengers("white"), ranking="Ada 3"
    )
    expected = {
        "en": ("A – B is blue, so it can’t be paid with red cards.", "No red passenger", "white"),
        "it": ("A – B è blu e non si può pagare con carte rosse.", "passeggero rosso", "bianchi"),
        "de": ("A – B ist blau; rote Karten gelten dort nicht.", "kein roter Passagier", "weiße"),
        "fr": (
            "A – B est bleue et ne se paie pas avec des cartes rouges.",
            "aucun passager rouge",
            "passagers blancs",
        ),
    }
    for language, (paid, waiting, ranked) in expected.items():
        with translation.override(language):
            assert say(wrong) == paid
            assert waiting in say(nobody)
            assert ranked in say(most)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "A red card is kept."),
        ("it", "Conserva una carta rossa."),
        ("de", "Behalten: eine rote Karte."),
        ("fr", "Une carte rouge est gardée."),
    ],
)
def test_a_card_that_is_kept_is_called_by_its_colour(language: str, sentence: str) -> None:
    claim = text("{claim} A {color} card is kept.", claim="", color=colored("red", "card"))
    with translation.override(language):
        assert say(claim).strip() == sentence


@pytest.mark.parametrize(
    ("language", "red", "grey"),
    [
        ("en", "red", "grey 1"),
        ("it", "rossa", "grigia 1"),
        ("de", "rot", "grau 1"),
        ("fr", "rouge", "grise 1"),
    ],
)
def test_a_parallel_route_is_named_by_a_colour_that_agrees_with_it(
    language: str, red: str, grey: str
) -> None:
    board = boards.board("germany")
    with translation.override(language):
        names = {say(board.route_name(route)) for route in board.routes}
    # No line of a page begins with the dash, or with the number.
    grey = grey.replace(" ", "\xa0")
    assert {f"Hamburg\xa0– Hannover ({red})", f"Augsburg\xa0– München ({grey})"} <= names


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_points_of_a_claim_stay_beside_their_noun(language: str) -> None:
    claim = "{player} claims {route}: {count} point."
    several = "{player} claims {route}: {count} points."
    with translation.override(language):
        for count in (1, 4):
            sentence = say(plural(claim, several, count, player="Ada", route="X"))
            assert re.search(rf"\b{count}\xa0[Pp]", sentence), sentence


BARE_COLOR = re.compile(r"\b(?:route|report)\.color ?\| ?color_word")


def test_lists_and_sheets_say_the_colour_of_a_route_so_that_it_agrees() -> None:
    with translation.override("it"):
        assert [route_color(color) for color in ("grey", "red", "blue")] == [
            "grigia",
            "rossa",
            "blu",
        ]
        assert color_word("grey") == "grigio"  # in a column that is called “colour”
    templates = [p for p in (PROJECT / "templates").rglob("*") if p.suffix in {".html", ".jinja"}]
    assert [path.name for path in templates if BARE_COLOR.search(path.read_text())] == []


# -- Pieces, wild cards and decks -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "bus", "wagon"),
    [
        ("en", ["1 bus", "3 bus cards"], ["2 wagons", "1 locomotive"]),
        ("it", ["1 Autobus", "3 carte Autobus"], ["2 vagoni", "1 Locomotiva"]),
        ("de", ["1 Bus", "3 Buskarten"], ["2 Waggons", "1 Lokomotive"]),
        ("fr", ["1 bus", "3 cartes Bus"], ["2 wagons", "1 Locomotive"]),
    ],
)
def test_pieces_and_wild_cards_are_called_as_in_the_box(
    language: str, bus: list[str], wagon: list[str]
) -> None:
    with translation.override(language):
        assert [say(vehicles("bus", 1)), say(wild_cards("bus", 3))] == bus
        assert [say(vehicles("wagon", 2)), say(wild_cards("wagon", 1))] == wagon


def test_every_kind_of_vehicle_has_its_words() -> None:
    assert set(KINDS) == set(sheet.VEHICLES)
    with translation.override("en"):
        assert say(vehicles("balloon", 2)) == "2 wagons"


@pytest.mark.parametrize(
    ("language", "one", "counted"),
    [
        ("en", "short", ["short", "short"]),
        ("it", "corto", ["corto", "corti"]),
        ("de", "kurz", ["kurze", "kurze"]),
        ("fr", "courte", ["courte", "courtes"]),
    ],
)
def test_decks_agree_with_their_tickets(language: str, one: str, counted: list[str]) -> None:
    with translation.override(language):
        assert deck_of_one("Short") == one
        assert [deck_of("Short", n) for n in (1, 2)] == counted
        assert deck_of("Night trains", 2) == "Night trains"


# -- Names ----------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_refusals_name_a_map_as_the_reader_does() -> None:
    board = library.in_force("germany") or _germany()
    only = plural(
        "{map} has only {count} seat.",
        "{map} has only {count} seats.",
        5,
        map=sheet_name(board.name, board.names),
    )
    with translation.override("it"):
        assert say(only) == "Germania ha solo 5 posti."
    assert str(sheet_name("Odd {name}", {"it": "Strano {nome}"})) == "Odd {name}"


@pytest.mark.django_db
def test_looks_are_called_after_their_maps_in_the_reader_s_language() -> None:
    loaded("germany")
    with translation.override("it"):
        assert [theme_name(theme) for theme in ("germany", "plain", "gone")] == [
            "Germania", "neutro", "gone",
        ]  # fmt: skip


def _germany() -> Board:
    return board_of(PROJECT / "fixtures" / "germany.json")


def test_months_and_days_are_written_small_where_the_language_does() -> None:
    for language in ("it", "fr"):
        with translation.override(language):
            names = [str(name) for name in (*MONTHS.values(), *WEEKDAYS.values())]
            assert names == [name.lower() for name in names]


# Before these marks French has a space, where no line may end.
BADLY_SET = re.compile(
    r"[^\u202f][;!?](?=\W|$)|[^\u00a0]:(?=\W|$)|[^\u00a0]»|«[^\u00a0]|[^\u202f]%(?=\W|$)(?!\()"
)
AS_TYPED = ("de: München", "3: 4")  # what is typed into a field, where no space is wanted


def badly_set(text: str) -> bool:
    for typed in AS_TYPED:
        text = text.replace(typed, "")
    return bool(BADLY_SET.search(text))


def test_french_marks_stay_with_their_word() -> None:
    assert badly_set("Annuler ?")
    assert badly_set("Annuler?")
    assert badly_set("la fiche dit :")
    assert badly_set("sous « Table »")
    assert not badly_set(
        "Annuler «\u00a0Où\u202f?\u00a0»\u202f? Vérifié\u00a0: 3\u202f%, %(n)s sur %(all)s"
    )
    texts = (
        text
        for entry in entries("fr")
        for text in (entry.msgstr_plural.values() if entry.msgid_plural else [entry.msgstr])
    )
    assert [text for text in texts if badly_set(text)] == []


# A name may begin with a vowel, so no preposition that would change stands before one. Nor does one
# before a place where passengers wait: that may be a country, and “in Schweiz” is said by nobody.
BEFORE_A_NAME = {
    "it": re.compile(
        r"\b[Aa] (?:<\w+>)?(?:\{(?:player|name|mover|other|owner|place)\}"
        r"|%\((?:name|other|place)\)s)"
    ),
    "fr": re.compile(
        r"\bde (?:<\w+>)?(?:\{(?:player|name|mover|owner)\}|%\((?:name|other)\)s)|à %\(place\)s"
    ),
    "de": re.compile(r"(?:\b[Ii]n|\baus) %\(place\)s|\bIn \{place\}"),
}


@pytest.mark.parametrize("language", sorted(BEFORE_A_NAME))
def test_no_preposition_stands_before_a_name_it_would_depend_on(language: str) -> None:
    wrong = [
        text
        for entry in entries(language)
        for text in (entry.msgstr, *entry.msgstr_plural.values())
        if BEFORE_A_NAME[language].search(text)
    ]
    assert wrong == []


# -- Questions ------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["it", "de", "fr"])
def test_the_two_answers_to_undoing_are_told_apart(language: str) -> None:
    answers = {(entry.msgctxt, entry.msgid): entry.msgstr for entry in entries(language)}
    assert answers["no, leave it", "Back"] != answers[None, "Undo"]
