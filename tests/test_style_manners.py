"""What phones, especially Apple's, need in style sheets."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SHEETS = sorted((ROOT / "static" / "css").rglob("*.css"))
COMMENT = re.compile(r"/\*.*?\*/", re.S)


def rules(text: str) -> Iterator[tuple[list[str], str]]:
    """Every selector, with what it is nested in, and the declarations right behind it."""
    around: list[str] = []
    for words, end in re.findall(r"([^{};]*)([{};])", COMMENT.sub("", text)):
        if end == "{":
            around.append(words.strip())
            yield list(around), ""
        else:
            if words.strip():
                yield list(around), words.strip()
            if end == "}":
                around.pop()


def named(sheet: Path) -> str:
    return str(sheet.relative_to(ROOT))


def test_pages_reach_the_edges_of_the_glass_and_know_where_they_are() -> None:
    assert "viewport-fit=cover" in (ROOT / "templates" / "base.html").read_text()
    phone = "".join(sheet.read_text() for sheet in SHEETS if "phone" in sheet.parts)
    for side in ("top", "bottom", "left", "right"):
        assert f"env(safe-area-inset-{side})" in phone
    # All pages are opened on phones, also on their sides: the others keep clear of the notch, too.
    for sheet in ("base/page.css", "table/screen/page.css", "table/screen/narrow.css"):
        others = (ROOT / "static" / "css" / sheet).read_text()
        assert "env(safe-area-inset-left)" in others, sheet
        assert "env(safe-area-inset-right)" in others, sheet


@pytest.mark.parametrize("sheet", SHEETS, ids=named)
def test_what_answers_to_a_mouse_above_it_does_so_only_where_there_is_one(sheet: Path) -> None:
    """A finger leaves :hover behind where it has been."""
    for around, _declaration in rules(sheet.read_text()):
        if around and ":hover" in around[-1]:
            assert any("(hover: hover)" in outer for outer in around), around


@pytest.mark.parametrize("sheet", SHEETS, ids=named)
def test_what_is_as_high_as_the_window_follows_the_bars_of_the_browser(sheet: Path) -> None:
    """100vh is what there would be without them; a browser without dvh still gets it."""
    declared = [one for one in rules(sheet.read_text()) if one[1]]
    for number, (around, declaration) in enumerate(declared):
        if not ("100vh" in declaration and declaration.split(":")[0].endswith("height")):
            continue
        after = declared[number + 1 : number + 2]
        assert after == [(around, declaration.replace("100vh", "100dvh"))], declaration


@pytest.mark.parametrize(
    ("sheet", "manner"),
    [
        ("table/phone/map.css", "touch-action: none"),  # fingers move the map, not the page
        ("table/phone/page.css", "overscroll-behavior: contain"),
        ("table/phone/page.css", "overscroll-behavior: none"),  # nothing to pull from its place
        ("table/phone/sheet.css", "overscroll-behavior: contain"),
        ("table/phone/secrets.css", "-webkit-touch-callout: none"),  # holding opens no menu
    ],
)
def test_gestures_stay_where_they_are_made(sheet: str, manner: str) -> None:
    declarations = [one for _, one in rules((ROOT / "static" / "css" / sheet).read_text())]
    assert manner in declarations


@pytest.mark.parametrize("sheet", SHEETS, ids=named)
def test_mixed_colours_repeat_in_a_colour_space_that_is_named(sheet: Path) -> None:
    """Without one Firefox draws the stripes of a repeating gradient as thin lines."""
    for _around, declaration in rules(sheet.read_text()):
        for gradient in declaration.split("repeating-")[1:]:
            head, *rest = gradient.split(",", 1)
            assert "color-mix" not in "".join(rest) or head.endswith(" in srgb"), declaration
