"""Bundles the style sheets of a page into one file.

The sheet of a page imports a file per component, each into its layer. Browsers can follow these
imports, as they do in development, but each is another request, and comments take up space.
"""

import posixpath
import re
from collections.abc import Callable

# All of ours are on a line of their own.
IMPORT = re.compile(r"""^@import url\("([^":]+)"\)(?: layer\((\w+)\))?;$""", re.M)
ADDRESS = re.compile(r"""url\("([^":]+)"\)""")
STRING_OR_COMMENT = re.compile(r"""("[^"]*"|'[^']*')|/\*.*?\*/""", re.S)
STRING_OR_SPACE = re.compile(r"""("[^"]*"|'[^']*')|\s+""")
SPACE_BESIDE_A_BRACE = re.compile(r"""("[^"]*"|'[^']*')| ?([{};,]) ?""")


def joined(name: str, read: Callable[[str], str]) -> str:
    """A style sheet with all its imports, without comments and line breaks."""
    return tight(with_imports(name, read))


def with_imports(name: str, read: Callable[[str], str]) -> str:
    """Replace each import by the imported sheet, in its layer."""
    folder = posixpath.dirname(name)

    def imported(match: re.Match[str]) -> str:
        path, layer = match.groups()
        inner = with_imports(posixpath.normpath(posixpath.join(folder, path)), read)
        inner = _moved(inner, posixpath.dirname(path))
        return f"@layer {layer} {{\n{inner}\n}}" if layer else inner

    return IMPORT.sub(imported, read(name))


def _moved(css: str, folder: str) -> str:
    """The content of a sheet in this folder, for one outside it, with its relative addresses
    adapted."""
    return ADDRESS.sub(
        lambda match: f'url("{posixpath.normpath(posixpath.join(folder, match[1]))}")', css
    )


def tight(css: str) -> str:
    css = STRING_OR_COMMENT.sub(lambda match: match[1] or "", css)
    css = STRING_OR_SPACE.sub(lambda match: match[1] or " ", css)
    css = SPACE_BESIDE_A_BRACE.sub(lambda match: match[1] or match[2], css)
    return css.replace(";}", "}").strip() + "\n"
