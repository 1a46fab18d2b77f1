"""Log formatting: input from clients can't start a new line or send control codes to the
terminal."""

import logging


def escaped(text: str) -> str:
    """The text with invisible characters escaped as in Python."""
    if text.isprintable():
        return text
    return "".join(
        c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text
    )


class OneLine(logging.Formatter):
    """Prints a message as one line; a traceback follows, indented and escaped, too.

    Paths, host names, headers and exceptions about them contain client input: with a line break in
    it, somebody could forge log lines.
    """

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        return escaped(super().formatMessage(record))

    def formatException(self, ei: object) -> str:  # noqa: N802
        return self._below(super().formatException(ei))  # type: ignore[arg-type]

    def formatStack(self, stack_info: str) -> str:  # noqa: N802
        return self._below(super().formatStack(stack_info))

    def _below(self, text: str) -> str:
        return "\n".join(f"  {escaped(line)}" for line in text.split("\n"))
