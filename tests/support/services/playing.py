"""Several phones that log as fast as they can while a test breaks something."""

import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from tests.support.services import ledger
from tests.support.services.parts import App
from tests.support.services.phones import PATIENCE, Hurry, Phone, Sent, Sitting


@dataclass
class Playing:
    hurries: list[Hurry] = field(default_factory=list)

    @property
    def sent(self) -> list[Sent]:
        return [sent for hurry in self.hurries for sent in hurry.sent]

    @property
    def confirmed(self) -> int:
        return sum(len(hurry.confirmed) for hurry in self.hurries)

    @property
    def sent_again(self) -> int:
        return sum(sent.tries > 1 for sent in self.sent)


@contextmanager
def playing(
    app: App, sitting: Sitting, *, ports: list[int] | None = None, seed: int = 1, pause: float = 0.0
) -> Iterator[Playing]:
    """Every seat logs, through the given ports in turn, until the block ends."""
    places = ledger.seats(app, sitting)
    stop = threading.Event()
    play = Playing()
    for i, name in enumerate(sitting.links):
        port = ports[i % len(ports)] if ports else app.port
        phone = Phone(port, sitting).sit(name)
        luck = random.Random(f"{seed} {name}")
        # The first seat is a host, who may undo anything.
        play.hurries.append(Hurry(phone, places[name], luck, stop, pause=pause, undoes=i == 0))
    threads = [threading.Thread(target=hurry.run, daemon=True) for hurry in play.hurries]
    for thread in threads:
        thread.start()
    try:
        yield play
    finally:
        stop.set()
        for thread in threads:
            thread.join(PATIENCE)
    assert not any(thread.is_alive() for thread in threads), "a phone still waits for an answer"
