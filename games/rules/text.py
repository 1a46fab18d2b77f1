"""Sentences the rules say: an English template plus what fills it, translated at the edges."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field


def _(template: str) -> str:
    """Mark a template for the translation catalogues; the rules themselves speak English."""
    return template


def _same(template: str) -> str:
    return template


def _english_plural(one: str, many: str, count: int) -> str:
    return one if count == 1 else many


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence in two parts, so that it can be said in any language.

    With `many`, the parameter `count` chooses between the two templates.
    """

    template: str
    params: dict[str, object] = field(default_factory=dict)
    many: str = ""

    def __hash__(self) -> int:
        return hash((self.template, *self.params.values()))

    def render(
        self,
        gettext: Callable[[str], str] = _same,
        ngettext: Callable[[str, str, int], str] = _english_plural,
    ) -> str:
        if self.many:
            count = self.params["count"]
            assert isinstance(count, int)
            template = ngettext(self.template, self.many, count)
        else:
            template = gettext(self.template)
        filled = {
            key: value.render(gettext, ngettext) if isinstance(value, Text) else value
            for key, value in self.params.items()
        }
        return template.format(**filled)

    def __str__(self) -> str:
        return self.render()


def text(template: str, **params: object) -> Text:
    return Text(template, params)


def listed(texts: Iterable[Text]) -> Text:
    """Several sentences or names in one, with commas between them."""
    params: dict[str, object] = {f"item{i}": item for i, item in enumerate(texts)}
    return Text(", ".join(f"{{{name}}}" for name in params), params)


def plural(one: str, many: str, count: int, **params: object) -> Text:
    return Text(one, {"count": count, **params}, many)


COLOR_WORDS = {
    "black": _("black"),
    "blue": _("blue"),
    "brown": _("brown"),
    "gold": _("gold"),
    "green": _("green"),
    "grey": _("grey"),
    "orange": _("orange"),
    "pink": _("pink"),
    "purple": _("purple"),
    "red": _("red"),
    "white": _("white"),
    "yellow": _("yellow"),
    "wild": _("wild"),
}
COLORS = frozenset(COLOR_WORDS) - {"wild"}


def color_word(color: str) -> Text:
    return Text(COLOR_WORDS.get(color, color))
