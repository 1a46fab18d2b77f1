"""Bundles the script of a page into one file, and removes comments and indentation from all
scripts.

A script that only imports others is the script of a page. Browsers can follow imports by
themselves, as they do in development, but each is another request, and a phone's first visit should
be quick.

It works on whole lines and ends of lines, without a parser. That's possible because none of our
lines begins or ends within a string, which `tests/server/test_scripts.py` makes sure of.
"""

import posixpath
import re
from collections.abc import Callable

# A comment on a line of its own.
COMMENT = re.compile(r"^[ \t]*(?://.*|/\*(?:[^*]|\*(?!/))*\*/[ \t]*)$", re.M)
# A comment after a statement. It stays if there's a quote in it: it may be the rest of a string.
COMMENT_BEHIND = re.compile(r"""(?<=[;{}(),\]]) +// [^"'`\n]*$""", re.M)
SPACE_AT_A_LINE_BREAK = re.compile(r"\s*\n\s*")

# All of ours are on a line of their own.
IMPORT = re.compile(r"""^import (?:(?:\* as (\w+)|(\{[\w ,]+\})) from )?"(\.[^"]+)";$""", re.M)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.M)
NOT_FOR_JOINING = re.compile(r"^(?:import|export)\b|\bimport\(|\bimport\.meta\b", re.M)


def tight(script: str) -> str:
    """The script without comments, blank lines and indentation."""
    script = COMMENT.sub("", script)
    script = COMMENT_BEHIND.sub("", script)
    return SPACE_AT_A_LINE_BREAK.sub("\n", script).strip() + "\n"


def for_sending(name: str, read: Callable[[str], str]) -> str:
    """A script ready to send; that of a page includes all its imports."""
    script = tight(read(name))
    return script if IMPORT.sub("", script).strip() else joined(name, read)


def joined(name: str, read: Callable[[str], str]) -> str:
    """A module with all its imports, in the order in which browsers would run them.

    Each becomes a function that's called once and returns its exports. Raises ValueError if that
    wouldn't be equivalent.
    """
    names: dict[str, str] = {}  # of the constants for a module's exports, by its path
    scripts: list[str] = []

    def add(path: str, importing: tuple[str, ...]) -> str:
        if path in importing:
            raise ValueError(f"{path} imports itself, by way of {importing[-1]}")
        if path not in names:
            script, exports = _function(path, tight(read(path)), (*importing, path), add)
            names[path] = f"module{len(names)}"
            returned = f"return {{ {', '.join(exports)} }};\n" if exports else ""
            scripts.append(f"const {names[path]} = (() => {{\n{script}{returned}}})();\n")
        return names[path]

    add(name, ())
    return "".join(scripts)


def _function(
    path: str, script: str, importing: tuple[str, ...], add: Callable[[str, tuple[str, ...]], str]
) -> tuple[str, list[str]]:
    """A module as the body of a function, and the names it exports."""

    def imported(match: re.Match[str]) -> str:
        everything, some, address = match.groups()
        other = add(posixpath.normpath(posixpath.join(posixpath.dirname(path), address)), importing)
        return f"const {everything or some} = {other};" if everything or some else ""

    body = EXPORT.sub("", IMPORT.sub(imported, script))
    if line := NOT_FOR_JOINING.search(body):
        raise ValueError(f"{path} cannot be joined with others: {line[0]} …")
    return body, EXPORT.findall(script)
