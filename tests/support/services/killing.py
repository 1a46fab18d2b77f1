"""Kills the server again and again while phones log: every confirmed entry must be there, once."""

import random
import time

from tests.support.services import ledger
from tests.support.services.parts import App
from tests.support.services.phones import Page, Phone, sit_down
from tests.support.services.playing import playing

KILLS = 50


def kill_again_and_again(app: App) -> str:
    """Fails if anything confirmed is missing, doubled or out of order; returns the figures."""
    sitting = sit_down(app, players=4)
    luck = random.Random(50)
    first = Phone(app.port, sitting).sit(next(iter(sitting.links)))
    pages = [Page(app.port, sitting), Page(app.port, sitting, phone=first)]
    began = time.monotonic()
    away = []
    with playing(app, sitting, seed=50) as play:
        for _kill in range(KILLS):
            time.sleep(luck.uniform(0.0, 0.8))
            app.kill()
            gone = time.monotonic()
            app.start()
            away.append(time.monotonic() - gone)
        time.sleep(0.5)

    rows = ledger.rows(app, sitting)
    confirmed = ledger.check_promises(rows, play.sent)
    ledger.replayed(rows)
    assert play.sent_again, "no kill met a phone that waited for an answer"
    assert confirmed
    last = ledger.revision(app, sitting)
    for page in pages:
        page.wait_for(last)
        assert page.connections > 1
        page.close()
    return (
        f"killed {KILLS} times in {time.monotonic() - began:.0f} s, {confirmed} entries confirmed,"
        f" 0 lost, 0 doubled; {play.sent_again} forms sent again; away"
        f" {sorted(away)[KILLS // 2]:.1f} s each (median, with the start)"
    )
