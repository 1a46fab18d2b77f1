"""The names by which this server lets itself be called."""

from collections.abc import Iterator

from games.access import addresses


class OwnHosts(list[str]):
    """`ALLOWED_HOSTS` that follows the machine: fixed names, its own name, its current addresses.

    A laptop changes network while it serves. Only what this machine really has and is called is
    added, so a foreign name that points here (DNS rebinding) stays refused.
    """

    def __iter__(self) -> Iterator[str]:
        yield from super().__iter__()
        yield from addresses.own_names()
        yield from addresses.current()

    def __contains__(self, host: object) -> bool:
        return any(host == name for name in self)
