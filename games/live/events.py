"""The messages of the event stream and the webhook: public facts of a table as JSON
(docs/events.md).

They're made only from what the screen shows (`TableFacts.public`, lines of the public log), so they
can't give anything else away.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import translation

from games.language import say
from games.pages.cards import SeatCard
from games.pages.contexts import TableFacts
from games.pages.log_lines import LogLine, log_lines


@dataclass(frozen=True, slots=True)
class EventMessage:
    """What a listener was sent last."""

    revision: int
    last: int  # the number of the latest entry
    text: str


def next_message(facts: TableFacts, before: EventMessage | None) -> EventMessage:
    """The message for a listener: what has changed, or just the current state for a new one."""
    game = facts.snapshot.game
    last = game.last if game else 0
    since = before.last if before else last
    return EventMessage(facts.revision, last, message(facts, range(since + 1, last + 1)))


def message(facts: TableFacts, entries: Sequence[int]) -> str:
    """A message with some entries of the log and the current state of the table."""
    with translation.override(facts.snapshot.table.language):
        cards = facts.public["cards"]
        content = {
            "revision": facts.revision,
            "events": [_event(line, cards) for line in _lines(facts, entries)],
            "table": _table(facts),
        }
    return json.dumps(content, ensure_ascii=False)


def _lines(facts: TableFacts, entries: Sequence[int]) -> list[LogLine]:
    game = facts.snapshot.game
    if game is None or not entries:
        return []
    lines = log_lines(facts.snapshot.seats, game, game.last - entries[0] + 1)
    return [line for line in lines if line.number in entries]


def _event(line: LogLine, cards: Sequence[SeatCard]) -> dict[str, Any]:
    return {
        "type": line.wire,
        "entry": line.number,
        "at": line.at.isoformat(),
        "seat": next((card.number for card in cards if card.color == line.color), None),
        "color": line.color or None,
        "text": say(line.text),
    }


def _table(facts: TableFacts) -> dict[str, Any]:
    snapshot, public = facts.snapshot, facts.public
    reveal = public["reveal"]
    in_lobby = [{"name": seat.name, "color": seat.color} for seat in snapshot.seats]
    return {
        "code": snapshot.table.code,
        "map": public["board"].slug,
        "stage": public["stage"],
        "seats": [_seat(card) for card in public["cards"]] if snapshot.game else in_lobby,
        "to_move": public["mover"].number if public["mover"] else None,
        "last_round": public["final"] is not None,
        "routes": dict(snapshot.game.state.owners) if snapshot.game else {},
        "reveal": {"step": reveal["step"], "steps": reveal["steps"]} if reveal else None,
        "ranking": _ranking(reveal["result"]["rows"]) if reveal and reveal["done"] else None,
    }


def _seat(card: SeatCard) -> dict[str, Any]:
    return {
        "name": card.name,
        "color": card.color,
        "points": card.points,  # null while the table hides the score
        "vehicles": card.vehicles,
        "tickets": card.tickets,  # how many
        "choosing": card.choosing,
        "turns_left": card.turns_left,
    }


def _ranking(rows: Sequence[dict[str, Any]]) -> list[dict[str, int]]:
    return [
        {"seat": row["card"].number, "rank": row["row"].rank, "total": row["row"].total}
        for row in rows
    ]
