"""Lines of the log: what clients sent cannot begin one of its own, nor steer the terminal."""

import logging


def escaped(text: str) -> str:
    """Text in which every character can be seen; the others are written as in Python."""
    if text.isprintable():
        return text
    return "".join(
        c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text
    )


class OneLine(logging.Formatter):
    """A message is one line; a traceback stands below it, indented, and is escaped, too.

    Paths, host names, headers and what exceptions say of them come from outside: with a line break
    in it somebody could write lines into the log that never happened.
    """

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        return escaped(super().formatMessage(record))

    def formatException(self, ei: object) -> str:  # noqa: N802
        return self._below(super().formatException(ei))  # type: ignore[arg-type]

    def formatStack(self, stack_info: str) -> str:  # noqa: N802
        return self._below(super().formatStack(stack_info))

    def _below(self, text: str) -> str:
        return "\n".join(f"  {escaped(line)}" for line in text.split("\n"))
