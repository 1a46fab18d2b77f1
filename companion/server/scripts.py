"""Scripts for sending: the script of a page as one file, and all without comments and indentation.

A script that does nothing but import others is the script of a page. Browsers can follow imports by
themselves, as they do in development; but every one is a request, and a phone's first visit has
none to spare.

Only whole lines and ends of lines are looked at, so no parser is needed: no line of ours begins or
ends within a string, and `tests/server/test_scripts.py` looks after that.
"""

import posixpath
import re
from collections.abc import Callable

# A comment that begins its line.
COMMENT = re.compile(r"^[ \t]*(?://.*|/\*(?:[^*]|\*(?!/))*\*/[ \t]*)$", re.M)
# A comment behind a statement. One that has a quote in it may be the rest of a string: it stays.
COMMENT_BEHIND = re.compile(r"""(?<=[;{}(),\]]) +// [^"'`\n]*$""", re.M)
SPACE_AT_A_LINE_BREAK = re.compile(r"\s*\n\s*")

# As all of ours are written, on a line of its own.
IMPORT = re.compile(r"""^import (?:(?:\* as (\w+)|(\{[\w ,]+\})) from )?"(\.[^"]+)";$""", re.M)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.M)
NOT_FOR_JOINING = re.compile(r"^(?:import|export)\b|\bimport\(|\bimport\.meta\b", re.M)


def tight(script: str) -> str:
    """The same script, in as many lines as it has statements."""
    script = COMMENT.sub("", script)
    script = COMMENT_BEHIND.sub("", script)
    return SPACE_AT_A_LINE_BREAK.sub("\n", script).strip() + "\n"


def for_sending(name: str, read: Callable[[str], str]) -> str:
    """A script as it is sent; that of a page with all that it imports."""
    script = tight(read(name))
    return script if IMPORT.sub("", script).strip() else joined(name, read)


def joined(name: str, read: Callable[[str], str]) -> str:
    """A module and all that it imports, in the order in which browsers would run them.

    Each is a function of its own, called once; what it exports is what the function returns.
    Raises ValueError where that would not be the same.
    """
    names: dict[str, str] = {}  # of the constants that hold what a module exports, by its path
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
    """A module as the body of a function, and what it exports."""

    def imported(match: re.Match[str]) -> str:
        everything, some, address = match.groups()
        other = add(posixpath.normpath(posixpath.join(posixpath.dirname(path), address)), importing)
        return f"const {everything or some} = {other};" if everything or some else ""

    body = EXPORT.sub("", IMPORT.sub(imported, script))
    if line := NOT_FOR_JOINING.search(body):
        raise ValueError(f"{path} cannot be joined with others: {line[0]} …")
    return body, EXPORT.findall(script)
