"""Pages as trees, to ask what stands where instead of searching the source."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}


@dataclass
class Element:
    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Element | str] = field(default_factory=list)

    def walk(self) -> Iterator[Element]:
        for child in self.children:
            if isinstance(child, Element):
                yield child
                yield from child.walk()

    def all(self, tag: str = "", /, of_class: str = "", **attributes: str) -> list[Element]:
        """Everything below with this tag, class and attributes; `data_bonus` is data-bonus."""
        wanted = {name.replace("_", "-"): value for name, value in attributes.items()}
        return [
            element
            for element in self.walk()
            if tag in ("", element.tag)
            and (not of_class or of_class in element.attributes.get("class", "").split())
            and all(element.attributes.get(name) == value for name, value in wanted.items())
        ]

    def one(self, tag: str = "", /, of_class: str = "", **attributes: str) -> Element:
        found = self.all(tag, of_class=of_class, **attributes)
        assert len(found) == 1, (len(found), tag, of_class, attributes)
        return found[0]

    @property
    def text(self) -> str:
        parts = (child if isinstance(child, str) else child.text for child in self.children)
        return " ".join("".join(parts).split())


class _Builder(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [Element("")]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].children.append(Element(tag, {n: value or "" for n, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        if any(element.tag == tag for element in self.open):
            while self.open.pop().tag != tag:
                pass

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def parsed(html: str) -> Element:
    builder = _Builder()
    builder.feed(html)
    builder.close()
    return builder.open[0]
