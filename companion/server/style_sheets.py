"""Style sheets for sending: one file per page instead of the many that people write.

The sheet of a page imports a file per component, each into its layer. Browsers can do that by
themselves, as they do in development; but every import is a request, and comments are bytes.
"""

import posixpath
import re
from collections.abc import Callable

# As all of ours are written, on a line of its own.
IMPORT = re.compile(r"""^@import url\("([^":]+)"\)(?: layer\((\w+)\))?;$""", re.M)
ADDRESS = re.compile(r"""url\("([^":]+)"\)""")
STRING_OR_COMMENT = re.compile(r"""("[^"]*"|'[^']*')|/\*.*?\*/""", re.S)
STRING_OR_SPACE = re.compile(r"""("[^"]*"|'[^']*')|\s+""")
SPACE_BESIDE_A_BRACE = re.compile(r"""("[^"]*"|'[^']*')| ?([{};,]) ?""")


def joined(name: str, read: Callable[[str], str]) -> str:
    """A style sheet with all that it imports, without comments and line breaks."""
    return tight(with_imports(name, read))


def with_imports(name: str, read: Callable[[str], str]) -> str:
    """Replace each import by what it imports, in its layer."""
    folder = posixpath.dirname(name)

    def imported(match: re.Match[str]) -> str:
        path, layer = match.groups()
        inner = with_imports(posixpath.normpath(posixpath.join(folder, path)), read)
        inner = _moved(inner, posixpath.dirname(path))
        return f"@layer {layer} {{\n{inner}\n}}" if layer else inner

    return IMPORT.sub(imported, read(name))


def _moved(css: str, folder: str) -> str:
    """What is in this folder, for a sheet outside it: addresses count from where a sheet is."""
    return ADDRESS.sub(
        lambda match: f'url("{posixpath.normpath(posixpath.join(folder, match[1]))}")', css
    )


def tight(css: str) -> str:
    css = STRING_OR_COMMENT.sub(lambda match: match[1] or "", css)
    css = STRING_OR_SPACE.sub(lambda match: match[1] or " ", css)
    css = SPACE_BESIDE_A_BRACE.sub(lambda match: match[1] or match[2], css)
    return css.replace(";}", "}").strip() + "\n"
