"""The pages of a player's phone, read as trees."""

from django.test import Client

from tests.support.markup import Element, read
from tests.support.sittings import Sitting


def page(sitting: Sitting, client: Client, path: str = "play") -> Element:
    answer = client.get(sitting.url(path))
    assert answer.status_code == 200, answer.status_code
    return read(answer)


def sheet(sitting: Sitting, client: Client, path: str) -> Element:
    """The sheet that htmx puts into the dialog."""
    answer = client.get(sitting.url(path), headers={"HX-Request": "true"})
    assert answer.status_code == 200, answer.content
    return read(answer)


def mover(sitting: Sitting) -> Client:
    """The phone of the player to move."""
    return sitting.phone(sitting.state.to_move)


def other(sitting: Sitting) -> Client:
    return next(phone for phone in sitting.phones if phone is not mover(sitting))
