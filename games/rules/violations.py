"""What the rules refuse: a code for programs and a sentence for people."""

from __future__ import annotations

from enum import StrEnum

from games.rules.text import Text, text


class Code(StrEnum):
    """The codes of the game record (docs/record.md); the last four occur at a live table only.

    A bonus can have one of its own (`Bonus.code`).
    """

    MALFORMED = "malformed"
    UNKNOWN_MAP = "unknown_map"
    UNKNOWN_PLAYER = "unknown_player"
    UNKNOWN_ROUTE = "unknown_route"
    UNKNOWN_TICKET = "unknown_ticket"
    SETUP_INCOMPLETE = "setup_incomplete"
    NOT_YOUR_TURN = "not_your_turn"
    ROUTE_TAKEN = "route_taken"
    ROUTE_CLOSED = "route_closed"
    PARALLEL_ROUTE_OWNED = "parallel_route_owned"
    NOT_ENOUGH_VEHICLES = "not_enough_vehicles"
    WRONG_CARDS = "wrong_cards"
    TOO_FEW_TICKETS = "too_few_tickets"
    TOO_MANY_TICKETS = "too_many_tickets"
    TICKET_ALREADY_HELD = "ticket_already_held"
    GAME_OVER = "game_over"
    NOT_A_TUNNEL = "not_a_tunnel"
    STATION_TAKEN = "station_taken"
    NO_STATION_LEFT = "no_station_left"
    UNKNOWN_PLACE = "unknown_place"
    OFFER_OPEN = "offer_open"
    NO_OFFER = "no_offer"
    ENTRY_NO_LONGER_FITS = "entry_no_longer_fits"
    NOT_CORRECTABLE = "not_correctable"


class RuleViolation(Exception):
    """An action the rules do not allow. The state it was tried on is unchanged."""

    def __init__(self, code: str, sentence: str | Text, **params: object) -> None:
        self.code = code
        self.text = sentence if isinstance(sentence, Text) else text(sentence, **params)
        super().__init__(str(self.text))

    @property
    def message(self) -> str:
        return str(self.text)


class NeedsRecount(RuleViolation):
    """A correction after which claims would be counted again: its sentence says what would change,
    and somebody has to agree to it."""
