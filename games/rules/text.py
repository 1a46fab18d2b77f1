"""Sentences of the rules: an English template and its parameters, translated at the edges."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field


def _(template: str) -> str:
    """Mark a template for the translation catalogues; the rules themselves speak English."""
    return template


def _p(_context: str, template: str) -> str:
    """The same, where one English word means several things: the context tells them apart.

    It is said again where the text is made (`Text.context`): translators see it, readers do not.
    """
    return template


def figure(number: int) -> str:
    """A number as people read it: what is below zero has a minus, no hyphen."""
    return str(number).replace("-", "−")


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence in two parts, so that it can be translated.

    With `many`, the parameter `count` chooses between the two templates. With `names`, the sheet
    and not the catalogue knows what it is called in other languages.
    """

    template: str
    params: dict[str, object] = field(default_factory=dict)
    many: str = ""
    context: str = ""
    names: Mapping[str, str] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash((self.template, self.context, *self.params.values()))

    @property
    def count(self) -> int:
        """What chooses between one and many."""
        count = self.params["count"]
        assert isinstance(count, int)
        return count

    def render(self, translate: Callable[[Text], str] | None = None) -> str:
        """The sentence, in the language whose template `translate` finds for a text."""
        translate = translate or english
        filled = {key: _render_parameter(value, translate) for key, value in self.params.items()}
        return translate(self).format(**filled)

    def __str__(self) -> str:
        return self.render()


def _render_parameter(value: object, translate: Callable[[Text], str]) -> object:
    if isinstance(value, Text):
        return value.render(translate)
    return figure(value) if isinstance(value, int) else value


def english(text: Text) -> str:
    return text.many if text.many and text.count != 1 else text.template


def text(template: str, **params: object) -> Text:
    return Text(template, params)


def sheet_name(name: str, names: Mapping[str, str] | None = None) -> Text:
    """A name from a sheet: what else it is called, the sheet says, or the catalogue does."""
    others = {language: _escaped(other) for language, other in (names or {}).items()}
    return Text(_escaped(name), names=others)


def _escaped(name: str) -> str:
    """Braces in a name are no gaps to fill."""
    return name.replace("{", "{{").replace("}", "}}")


def plural(one: str, many: str, count: int, **params: object) -> Text:
    return Text(one, {"count": count, **params}, many)


def listed(items: Iterable[str | Text]) -> Text:
    """Names or sentences joined as a list: “Ada, Bo and Cy”."""
    return _row(list(items), _("{names} and {last}"))


def either(items: Iterable[str | Text]) -> Text:
    """Alternatives joined as a list: “red, blue or green”."""
    return _row(list(items), _("{names} or {last}"))


def _row(items: Sequence[str | Text], template: str) -> Text:
    if len(items) < 2:
        return commas(items)
    return Text(template, {"names": commas(items[:-1]), "last": items[-1]})


def sentences(texts: Sequence[Text]) -> Text:
    """One after the other."""
    params: dict[str, object] = {f"item{i}": item for i, item in enumerate(texts)}
    return Text(" ".join(f"{{{name}}}" for name in params), params)


def commas(items: Sequence[str | Text]) -> Text:
    """Figures or steps side by side, which are no sentence; commas are the same everywhere."""
    params: dict[str, object] = {f"item{i}": item for i, item in enumerate(items)}
    return Text(", ".join(f"{{{name}}}" for name in params), params)


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
