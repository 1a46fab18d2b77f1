"""Style sheets are written in small files, and sent as one."""

import posixpath
from pathlib import Path

from django.conf import settings

from companion.server.style_sheets import IMPORT, joined, tight

CSS = settings.BASE_DIR / "static" / "css"
LAYERS = ("tokens", "base", "shared", "page")


def read(name: str) -> str:
    return (settings.BASE_DIR / "static" / name).read_text("utf-8")


def sheets() -> list[str]:
    return sorted(f"css/{path.relative_to(CSS).as_posix()}" for path in CSS.rglob("*.css"))


def importing() -> list[str]:
    return [name for name in sheets() if "@import" in read(name)]


def test_what_is_imported_stands_in_its_layer_and_finds_its_files() -> None:
    files = {
        "css/room/page.css": '/* All. */\n@import url("../base/all.css");\n'
        '@import url("parts/strip.css") layer(page);\n',
        "css/base/all.css": '@layer base, page;\n@import url("fonts.css");\n',
        "css/base/fonts.css": '@font-face { src: url("../../vendor/a.woff2"); }\n',
        "css/room/parts/strip.css": ".strip {\n  color: red; /* why */\n\n  & b::after {\n"
        '    content: "{  /* no comment */ }";\n  }\n}\n',
    }
    assert joined("css/room/page.css", files.__getitem__) == (
        '@layer base,page;@font-face{src: url("../../vendor/a.woff2")}'
        '@layer page{.strip{color: red;& b::after{content: "{  /* no comment */ }"}}}\n'
    )


def test_spaces_that_mean_something_stay() -> None:
    assert tight(".a .b > c,\n.d :is(i, b) {\n  margin: 0 calc(1rem + 2px);\n}\n") == (
        ".a .b > c,.d :is(i,b){margin: 0 calc(1rem + 2px)}\n"
    )


def test_every_import_is_written_as_the_joining_reads_it() -> None:
    assert len(importing()) > 10
    for name in importing():
        css = read(name)
        assert len(IMPORT.findall(css)) == css.count("@import"), name
        assert "@import" not in joined(name, read), name


def test_the_order_of_the_layers_is_said_once_and_everything_is_in_one_of_them() -> None:
    order = f"@layer {', '.join(LAYERS)};"
    assert [name for name in sheets() if order in read(name)] == ["css/base/layers.css"]
    for name in importing():
        for path, layer in IMPORT.findall(read(name)):
            # Administration has none, fonts cannot have one, and whole sheets bring their own.
            other = Path(posixpath.normpath(f"{posixpath.dirname(name)}/{path}"))
            bare = name == "css/admin.css" or "@import" in read(other.as_posix())
            assert layer in LAYERS or bare or other.name in ("layers.css", "fonts.css"), (
                name,
                path,
            )


def test_a_component_is_small_and_used() -> None:
    pages = "".join(
        path.read_text("utf-8") for path in (settings.BASE_DIR / "templates").rglob("*.html")
    )
    used = {name for name in importing() if name in pages}
    for name in importing():
        folder = posixpath.dirname(name)
        used |= {posixpath.normpath(f"{folder}/{path}") for path, _ in IMPORT.findall(read(name))}
    assert used == {*sheets()}
    assert {name for name in sheets() if len(read(name).splitlines()) > 200} == set()
