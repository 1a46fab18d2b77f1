"""Texts of a page in its own language, from the catalogues: tests use the English ones.

The language is the page's `lang`. If the catalogue has no translation, the test fails: people would
read English there.
"""

import re
from functools import cache
from gettext import GNUTranslations
from pathlib import Path

from playwright.sync_api import Page

LOCALE = Path(__file__).resolve().parents[3] / "locale"
LANGUAGES = {"en": "en-GB", "it": "it-IT", "de": "de-DE", "fr": "fr-FR"}
PLACEHOLDER = re.compile(r"\{(\w+)\}|%\((\w+)\)s")


@cache
def catalogue(language: str) -> GNUTranslations:
    with (LOCALE / language / "LC_MESSAGES" / "django.mo").open("rb") as file:
        return GNUTranslations(file)


def language_of(page: Page) -> str:
    return page.locator("html").get_attribute("lang") or ""


def word(page: Page, message: str) -> str:
    """A message in this page's language."""
    language = language_of(page)
    if language == "en":
        return message
    assert message in catalogue(language)._catalog, f"{language} has no word for “{message}”"
    return catalogue(language).gettext(message)


def words(page: Page, message: str, plural: str) -> list[str]:
    """Both plural forms of a message."""
    language = language_of(page)
    if language == "en":
        return [message, plural]
    assert (message, 0) in catalogue(language)._catalog, f"{language} has no word for “{message}”"
    return [catalogue(language).ngettext(message, plural, n) for n in (1, 2)]


def sentence(page: Page, *messages: str, **values: str) -> re.Pattern[str]:
    """A pattern for one of these messages in the page's language; unknown values match anything.

    Known values may be followed by more: a route with a parallel has its colour after it.
    """
    return _either([word(page, message) for message in messages], values)


def counted(page: Page, message: str, plural: str, **values: str) -> re.Pattern[str]:
    return _either(words(page, message, plural), values)


def _either(sentences: list[str], values: dict[str, str]) -> re.Pattern[str]:
    return re.compile("|".join(_filled(one, values) for one in sentences), re.I)


def _filled(sentence: str, values: dict[str, str]) -> str:
    plain, value, end = re.sub("<[^>]+>", "", sentence), "", 0
    for match in PLACEHOLDER.finditer(plain):
        name = match[1] or match[2]
        value += re.escape(plain[end : match.start()])
        value += f"{re.escape(values[name])}.*" if name in values else ".+"
        end = match.end()
    # A space that keeps two words on one line is as good as any other.
    return re.sub(r"\\ |[\u00a0\u202f]", r"\\s", value + re.escape(plain[end:]))


def left_in_english(page: Page) -> list[str]:
    """Lines of a page in English that the catalogue has a translation for."""
    language = language_of(page)
    if language == "en":
        return []
    messages = {
        key: translation
        for key, translation in catalogue(language)._catalog.items()
        if isinstance(key, str) and len(key) > 3 and translation.casefold() != key.casefold()
    }
    theirs = {translation.casefold() for translation in messages.values()}
    english = {key.casefold() for key in messages} - theirs
    lines = {line.strip() for line in page.locator("body").inner_text().splitlines()}
    return sorted(line for line in lines if line.casefold() in english)
