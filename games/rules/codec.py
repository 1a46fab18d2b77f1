"""Facts as stored: a wire name and a JSON object. Stable, because logs outlive the code."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, get_args

from games.rules import bonuses
from games.rules.actions import Player, TicketSource
from games.rules.events import (
    CardsDrawn,
    Event,
    GameEndedEarly,
    GameStarted,
    OpeningChosen,
    PaperChecked,
    RouteClaimed,
    RouteCorrected,
    SheetCompared,
    StationBuilt,
    TicketEvent,
    TicketsAgreed,
    TicketsCounted,
    TicketsDrawn,
    TicketSettled,
    TicketsMended,
    TicketsOffered,
    TicketsRevealed,
    TunnelGivenUp,
    TurnSkipped,
)
from games.rules.log import EntryCorrected, EntryUndone, Fact, Noted
from games.rules.sheet_facts import NewTicket, SheetFact

Payload = dict[str, Any]

SHEET_FACTS: dict[str, type[SheetFact]] = {fact.wire: fact for fact in get_args(SheetFact)}


def pack(fact: Fact) -> tuple[str, Payload]:
    """The wire name of a fact and its fields, ready for JSON."""
    if isinstance(fact, TicketEvent):
        return fact.wire, _ticket_payload(fact)
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
            if fact.paper_check:
                payload["paper_check"] = True
            if fact.variant:
                payload["variant"] = fact.variant
        case CardsDrawn(seat, filled):
            payload = {"seat": seat, "filled": filled} if filled else {"seat": seat}
        case TurnSkipped(seat):
            payload = {"seat": seat}
        case TunnelGivenUp(seat, route):
            payload = {"seat": seat, "route": route}
        case StationBuilt(seat, place, cards):
            paid = None if cards is None else dict(cards)
            payload = {"seat": seat, "place": place, "cards": paid}
        case RouteClaimed(seat, route, cards, answers, tunnel):
            payload = {
                "seat": seat,
                "route": route,
                "cards": None if cards is None else dict(cards),
                **_plain(answers),
            }
            if tunnel is not None:
                payload["tunnel"] = tunnel
        case GameEndedEarly():
            payload = {}
        case RouteCorrected(route, color, length):
            payload = {"route": route, "color": color, "length": length}
        case EntryUndone(entry, set_aside, first):
            payload = {"entry": entry}
            if set_aside:
                payload["set_aside"] = True
            if first is not None:
                payload["first"] = first
        case Noted(note, who):
            payload = {"note": note, "seat": who}
        case EntryCorrected(entry, event):
            wire, inner = pack(event)
            payload = {"entry": entry, "wire": wire, "event": inner}
        case SheetCompared(facts, version):
            packed = [pack(item) for item in facts]
            payload = {"facts": [{"wire": wire, "event": inner} for wire, inner in packed]}
            payload |= {"version": version} if version else {}
        case item:
            payload = {field.name: getattr(item, field.name) for field in fields(item)}
    return fact.wire, payload


def _ticket_payload(event: TicketEvent) -> Payload:
    match event:
        case TicketsOffered(seat, mix, tickets, shuffle):
            payload: Payload = {"seat": seat, "mix": dict(mix), "tickets": list(tickets)}
            if shuffle:
                payload["shuffle"] = list(shuffle)
        case OpeningChosen(seat, kept, returned, shuffle, added) | TicketsDrawn(
            seat, kept, returned, shuffle, added
        ):
            payload = {
                "seat": seat,
                "kept": list(kept),
                "returned": None if returned is None else list(returned),
                "shuffle": list(shuffle),
                **_packed_tickets(added),
            }
        case TicketsCounted(seat, count):
            payload = {"seat": seat, "count": count}
        case TicketsRevealed(seat, kept, agreed, added):
            payload = {"seat": seat, "kept": list(kept), **_packed_tickets(added)}
            if agreed:
                payload["agreed"] = True
        case TicketSettled(ticket, seat, losers):
            payload = {"ticket": ticket, "seat": seat}
            if losers:
                payload["losers"] = list(losers)
        case PaperChecked(seat):
            payload = {"seat": seat}
        case TicketsAgreed(seat, count):
            payload = {"seat": seat, "count": count}
        case TicketsMended(seat, held, added):
            payload = {"seat": seat, "tickets": list(held), **_packed_tickets(added)}
    return payload


def _packed_tickets(added: tuple[NewTicket, ...]) -> Payload:
    """Nothing where nothing was added: most entries, and all of older logs, do not say it."""
    tickets = [
        {"a": t.a, "b": t.b, "points": t.points, "deck": t.deck, "names": dict(t.names)}
        for t in added
    ]
    return {"added": tickets} if tickets else {}


def _new_tickets(payload: Payload) -> tuple[NewTicket, ...]:
    return tuple(NewTicket(**fields) for fields in payload.get("added", ()))


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
                payload.get("paper_check", False),
                payload.get("variant", ""),
            )
        case EntryUndone.wire:
            return EntryUndone(
                payload["entry"], payload.get("set_aside", False), payload.get("first")
            )
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
            return CardsDrawn(payload["seat"], payload.get("filled", 0))
        case RouteClaimed.wire:
            return RouteClaimed(
                payload["seat"],
                payload["route"],
                payload["cards"],
                {field: _firm(payload[field]) for field in bonuses.asking() if payload.get(field)},
                payload.get("tunnel"),
            )
        case TunnelGivenUp.wire:
            return TunnelGivenUp(payload["seat"], payload["route"])
        case StationBuilt.wire:
            return StationBuilt(payload["seat"], payload["place"], payload["cards"])
        case TurnSkipped.wire:
            return TurnSkipped(payload["seat"])
        case GameEndedEarly.wire:
            return GameEndedEarly()
        case TicketsRevealed.wire:
            return TicketsRevealed(
                payload["seat"],
                tuple(payload["kept"]),
                payload.get("agreed", False),
                _new_tickets(payload),
            )
        case TicketSettled.wire:
            return TicketSettled(
                payload["ticket"], payload["seat"], tuple(payload.get("losers", ()))
            )
        case PaperChecked.wire:
            return PaperChecked(payload["seat"])
        case TicketsAgreed.wire:
            return TicketsAgreed(payload["seat"], payload["count"])
        case TicketsMended.wire:
            return TicketsMended(payload["seat"], tuple(payload["tickets"]), _new_tickets(payload))
        case RouteCorrected.wire:
            return RouteCorrected(payload["route"], payload["color"], payload["length"])
        case SheetCompared.wire:
            return SheetCompared(
                tuple(sheet_fact(packed["wire"], packed["event"]) for packed in payload["facts"]),
                payload.get("version", 0),
            )
    return SHEET_FACTS[wire](**payload)


def sheet_fact(wire: str, payload: Payload) -> SheetFact | RouteCorrected:
    """What was found out about the board, as it was packed."""
    fact = _event(wire, payload)
    assert isinstance(fact, SheetFact | RouteCorrected)
    return fact


def _choice(
    payload: Payload,
) -> tuple[int, tuple[str, ...], tuple[str, ...] | None, tuple[float, ...], tuple[NewTicket, ...]]:
    returned = payload["returned"]
    return (
        payload["seat"],
        tuple(payload["kept"]),
        None if returned is None else tuple(returned),
        tuple(payload["shuffle"]),
        _new_tickets(payload),
    )
