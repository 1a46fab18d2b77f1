"""The host names that this server accepts."""

from collections.abc import Iterator

from games.access import addresses


class OwnHosts(list[str]):
    """An `ALLOWED_HOSTS` that keeps up to date: fixed names, this machine's name and addresses.

    A laptop may change networks while it serves. Only the machine's real names and addresses are
    added, so a foreign name that points here (DNS rebinding) is still refused.
    """

    def __iter__(self) -> Iterator[str]:
        yield from super().__iter__()
        yield from addresses.own_names()
        yield from addresses.current()

    def __contains__(self, host: object) -> bool:
        return any(host == name for name in self)
