"""Facts as stored: a wire name and a JSON object. Stable, because logs outlive the code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.rules import bonuses
from games.rules.actions import Player, TicketSource
from games.rules.events import (
    CardsDrawn,
    Event,
    GameEndedEarly,
    GameStarted,
    OpeningChosen,
    RouteClaimed,
    RouteCorrected,
    TicketsCounted,
    TicketsDrawn,
    TicketSettled,
    TicketsOffered,
    TicketsRevealed,
    TurnSkipped,
)
from games.rules.log import EntryCorrected, EntryUndone, Fact, Noted

Payload = dict[str, Any]


def pack(fact: Fact) -> tuple[str, Payload]:
    """The wire name of a fact and its fields, ready for JSON."""
    match fact:
        case GameStarted():
            payload: Payload = {
                "map": fact.map,
                "players": [
                    {"name": p.name, "color": p.color, "at_reveal": p.at_reveal}
                    for p in fact.players
                ],
                "final_round_at": fact.final_round_at,
                "tickets": fact.tickets.value,
                "decks": [list(deck) for deck in fact.decks],
                **_plain(fact.setup),
            }
        case TicketsOffered(seat, mix, tickets, shuffle):
            payload = {"seat": seat, "mix": dict(mix), "tickets": list(tickets)}
            if shuffle:
                payload["shuffle"] = list(shuffle)
        case OpeningChosen(seat, kept, returned, shuffle) | TicketsDrawn(
            seat, kept, returned, shuffle
        ):
            payload = {
                "seat": seat,
                "kept": list(kept),
                "returned": None if returned is None else list(returned),
                "shuffle": list(shuffle),
            }
        case TicketsCounted(seat, count):
            payload = {"seat": seat, "count": count}
        case CardsDrawn(seat) | TurnSkipped(seat):
            payload = {"seat": seat}
        case RouteClaimed(seat, route, cards, answers):
            payload = {
                "seat": seat,
                "route": route,
                "cards": None if cards is None else dict(cards),
                **_plain(answers),
            }
        case GameEndedEarly():
            payload = {}
        case TicketsRevealed(seat, kept):
            payload = {"seat": seat, "kept": list(kept)}
        case TicketSettled(ticket, seat):
            payload = {"ticket": ticket, "seat": seat}
        case RouteCorrected(route, color, length):
            payload = {"route": route, "color": color, "length": length}
        case EntryUndone(entry, set_aside):
            payload = {"entry": entry}
            if set_aside:
                payload["set_aside"] = True
        case Noted(note, who):
            payload = {"note": note, "seat": who}
        case EntryCorrected(entry, event):
            wire, inner = pack(event)
            payload = {"entry": entry, "wire": wire, "event": inner}
    return fact.wire, payload


def _plain(value: Any) -> Any:
    """As JSON has it: lists instead of tuples, all the way down."""
    if isinstance(value, Mapping):
        return {key: _plain(inner) for key, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, tuple | list) else value


def _firm(value: Any) -> Any:
    """The other way round: tuples instead of lists."""
    if isinstance(value, dict):
        return {key: _firm(inner) for key, inner in value.items()}
    return tuple(_firm(inner) for inner in value) if isinstance(value, list) else value


def unpack(wire: str, payload: Payload) -> Fact:
    """The fact that was packed. Raises KeyError for a wire name nobody ever wrote."""
    match wire:
        case GameStarted.wire:
            return GameStarted(
                payload["map"],
                tuple(Player(p["name"], p["color"], p["at_reveal"]) for p in payload["players"]),
                payload["final_round_at"],
                TicketSource(payload["tickets"]),
                tuple(tuple(deck) for deck in payload["decks"]),
                {
                    field: _firm(payload[field])
                    for field in bonuses.setting_up()
                    if payload.get(field) is not None
                },
            )
        case EntryUndone.wire:
            return EntryUndone(payload["entry"], payload.get("set_aside", False))
        case Noted.wire:
            return Noted(payload["note"], payload["seat"])
        case EntryCorrected.wire:
            return EntryCorrected(payload["entry"], _event(payload["wire"], payload["event"]))
    return _event(wire, payload)


def _event(wire: str, payload: Payload) -> Event:
    match wire:
        case TicketsOffered.wire:
            return TicketsOffered(
                payload["seat"],
                payload["mix"],
                tuple(payload["tickets"]),
                tuple(payload.get("shuffle", ())),
            )
        case OpeningChosen.wire:
            return OpeningChosen(*_choice(payload))
        case TicketsDrawn.wire:
            return TicketsDrawn(*_choice(payload))
        case TicketsCounted.wire:
            return TicketsCounted(payload["seat"], payload["count"])
        case CardsDrawn.wire:
            return CardsDrawn(payload["seat"])
        case RouteClaimed.wire:
            return RouteClaimed(
                payload["seat"],
                payload["route"],
                payload["cards"],
                {field: _firm(payload[field]) for field in bonuses.asking() if payload.get(field)},
            )
        case TurnSkipped.wire:
            return TurnSkipped(payload["seat"])
        case GameEndedEarly.wire:
            return GameEndedEarly()
        case TicketsRevealed.wire:
            return TicketsRevealed(payload["seat"], tuple(payload["kept"]))
        case TicketSettled.wire:
            return TicketSettled(payload["ticket"], payload["seat"])
        case RouteCorrected.wire:
            return RouteCorrected(payload["route"], payload["color"], payload["length"])
    raise KeyError(wire)


def _choice(
    payload: Payload,
) -> tuple[int, tuple[str, ...], tuple[str, ...] | None, tuple[float, ...]]:
    returned = payload["returned"]
    return (
        payload["seat"],
        tuple(payload["kept"]),
        None if returned is None else tuple(returned),
        tuple(payload["shuffle"]),
    )
