"""Pages as trees, so that tests can query elements instead of searching the source.

page = read(client.get("/"))
page.one(id="map-paris").all("input", name="tickets", checked=True)
page.one("nav", of_class="ways").words
page.values("href", "a")
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
UNREAD = {"script", "style"}


@dataclass
class Element:
    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Element | str] = field(default_factory=list)

    def __getitem__(self, attribute: str) -> str:
        return self.attributes[attribute]

    def __contains__(self, attribute: str) -> bool:
        return attribute in self.attributes

    def get(self, attribute: str, default: str = "") -> str:
        return self.attributes.get(attribute, default)

    @property
    def classes(self) -> list[str]:
        return self.get("class").split()

    def walk(self) -> Iterator[Element]:
        """Everything below, in the order of the source."""
        for child in self.children:
            if isinstance(child, Element):
                yield child
                yield from child.walk()

    def all(
        self, tag: str = "", /, of_class: str = "", **attributes: str | int | bool
    ) -> list[Element]:
        """Everything below with this tag, these classes and these attributes.

        `data_bonus` is data-bonus. True means that the attribute is present, with any value, False
        that it isn't.
        """
        return [
            element
            for element in self.walk()
            if tag in ("", element.tag)
            and set(of_class.split()) <= set(element.classes)
            and all(
                element._has(name.replace("_", "-"), value) for name, value in attributes.items()
            )
        ]

    def _has(self, attribute: str, value: str | int | bool) -> bool:
        if isinstance(value, bool):
            return (attribute in self) is value
        return self.attributes.get(attribute) == str(value)

    def one(self, tag: str = "", /, of_class: str = "", **attributes: str | int | bool) -> Element:
        """The only one of them."""
        elements = self.all(tag, of_class=of_class, **attributes)
        assert len(elements) == 1, (len(elements), tag, of_class, attributes)
        return elements[0]

    def has(self, tag: str = "", /, of_class: str = "", **attributes: str | int | bool) -> bool:
        return bool(self.all(tag, of_class=of_class, **attributes))

    def values(
        self, attribute: str, tag: str = "", /, of_class: str = "", **attributes: str | int | bool
    ) -> list[str]:
        """The value of this attribute in each element that has it."""
        elements = self.all(tag, of_class=of_class, **attributes)
        return [element[attribute] for element in elements if attribute in element]

    @property
    def text(self) -> str:
        """The text of the source, with one space for any white space."""
        return " ".join("".join(self._texts()).split())

    @property
    def words(self) -> str:
        """The readable text: one space between elements, and without drawings."""
        return " ".join(" ".join(self._texts(without=("svg",))).split())

    def _texts(self, without: Collection[str] = ()) -> Iterator[str]:
        for child in self.children:
            if isinstance(child, str):
                yield child
            elif child.tag not in UNREAD and child.tag not in without:
                yield from child._texts(without)


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


def read(response: Any) -> Element:
    """The page of a response."""
    return parsed(response.content.decode())


def inline(page: Element) -> list[Element]:
    """Inline scripts and styles, which the strict policy would block."""
    return [
        element
        for element in page.walk()
        if element.tag == "style"
        or (element.tag == "script" and "src" not in element)
        or any(name == "style" or name.startswith("on") for name in element.attributes)
    ]


def repeated_ids(page: Element) -> set[str]:
    ids = page.values("id")
    return {id for id in ids if ids.count(id) > 1}


def result_keys(page: Element) -> list[str]:
    """The keys of the finished games that a page links to, in order."""
    parts = [href.split("/") for href in page.values("href", "a")]
    return [part[2] for part in parts if part[:2] == ["", "result"] and part[3:] == [""]]
