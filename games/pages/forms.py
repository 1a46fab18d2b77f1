"""The forms of a table. They only check the format of values; rules and services decide whether
they're allowed."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models import Table
from games.rules import bonuses
from games.rules.actions import Action, BuildStation, ClaimRoute, GiveUpTunnel
from games.rules.board import GREY, WILD, Board, Route
from games.rules.sheet_facts import NewTicket
from games.rules.state import State
from games.table import learning


class OptionsForm(forms.Form):
    """How a table is played. All fields have a sensible default, so one tap opens a table."""

    sheet = forms.SlugField()
    final_round_at = forms.IntegerField(min_value=0, max_value=20, required=False)
    tickets = forms.ChoiceField(choices=Table.Tickets.choices, required=False)
    variant = forms.SlugField(max_length=60, required=False)
    score_hidden = forms.BooleanField(required=False)
    lead_hidden = forms.BooleanField(required=False)
    no_hints = forms.BooleanField(required=False)
    nudge_minutes = forms.IntegerField(min_value=0, max_value=60, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.setups = list(bonuses.setting_up())
        for field in self.setups:
            self.fields[field] = forms.ChoiceField(choices=Table.SetUp.choices, required=False)

    def options(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        chosen = (cleaned[field] for field in self.setups if cleaned[field])
        return {
            "final_round_at": cleaned["final_round_at"],
            "tickets": cleaned["tickets"] or Table.Tickets.DEALT,
            "setup": next(chosen, Table.SetUp.DRAWN),
            "variant": cleaned["variant"],
            "score_hidden": cleaned["score_hidden"],
            "lead_hidden": cleaned["lead_hidden"],
            "hints": not cleaned["no_hints"],
            "nudge_minutes": cleaned["nudge_minutes"] or 0,
        }


class JoinForm(forms.Form):
    name = forms.CharField(max_length=24, error_messages={"required": _("Please enter a name.")})
    color = forms.CharField(max_length=30, error_messages={"required": _("Please pick a colour.")})
    request = forms.CharField(max_length=64)


GAVE_UP = "gave-up"  # instead of the number of extra cards of a tunnel


class ClaimForm(forms.Form):
    """The confirm sheet: the route, the cards paid, and the answers to bonuses' questions."""

    route = forms.CharField(max_length=120)
    seen = forms.IntegerField()
    paid = forms.BooleanField(required=False)
    color = forms.CharField(max_length=30, required=False)
    wilds = forms.IntegerField(min_value=0, max_value=20, required=False)
    tunnel = forms.RegexField(rf"^([0-9]|{GAVE_UP})$", required=False)  # how many extra cards
    correct = forms.IntegerField(required=False)

    def action(self, board: Board, seat: int) -> ClaimRoute | GiveUpTunnel:
        cleaned = self.cleaned_data
        if cleaned["tunnel"] == GAVE_UP:
            return GiveUpTunnel(seat, cleaned["route"])
        route = board.route.get(cleaned["route"])
        answers = {}
        if route:
            answers = {
                field: bonus.posted_answer(route, self.data)
                for field, bonus in bonuses.asking().items()
            }
        return ClaimRoute(seat, cleaned["route"], self._cards(route), answers, self._extra())

    def _extra(self) -> int | None:
        """The extra cards of a tunnel, or None if they weren't entered."""
        extra: str = self.cleaned_data["tunnel"]
        return int(extra) if extra else None

    def _cards(self, route: Route | None) -> dict[str, int] | None:
        """The cards paid, or None if they weren't entered: that's optional."""
        cleaned = self.cleaned_data
        if route is None or not cleaned["paid"]:
            return None
        color = cleaned["color"] or route.color
        cost = route.length + (self._extra() or 0)
        wilds = min(cleaned["wilds"] or 0, cost)
        if color == GREY:
            return {WILD: wilds} if wilds == cost else None
        paid = {color: cost - wilds, WILD: wilds}
        return {name: count for name, count in paid.items() if count}


class StationForm(forms.Form):
    """A station, in one of the cities."""

    place = forms.CharField(max_length=120)
    seen = forms.IntegerField()
    correct = forms.IntegerField(required=False)

    def action(self, seat: int) -> BuildStation:
        return BuildStation(seat, self.cleaned_data["place"])


class PrintedForm(forms.Form):
    """A route that's printed on the board but missing on the map."""

    a = forms.CharField(max_length=60)
    b = forms.CharField(max_length=60)
    color = forms.CharField(max_length=30)
    length = forms.IntegerField(min_value=1, max_value=99)
    parallels = forms.IntegerField(min_value=1, max_value=4, required=False)
    twin = forms.CharField(max_length=30, required=False)  # the colour of the other one, if known

    def actions(self, state: State, seat: int | None) -> tuple[list[Action], str]:
        """The actions that put the route on the board, and its id. Raises RuleViolation."""
        cleaned = self.cleaned_data
        parallels = cleaned["parallels"] or 1
        actions, route = learning.printed_route(
            state, seat, cleaned["a"], cleaned["b"], cleaned["color"], cleaned["length"], parallels
        )
        if cleaned["twin"] and parallels > 1:
            actions = learning.with_twin(state, actions, cleaned["twin"])
        return actions, route

    def ends(self) -> tuple[str, str]:
        return self.cleaned_data["a"], self.cleaned_data["b"]

    def extra(self) -> list[tuple[str, object]]:
        """The same values as hidden fields of the claim."""
        cleaned = self.cleaned_data
        return [
            (f"new-{name}", cleaned[name])
            for name in ("a", "b", "color", "length", "parallels", "twin")
            if cleaned[name]
        ]

    @classmethod
    def of_claim(cls, data: Mapping[str, str]) -> "PrintedForm | None":
        """The form in a claim of a route that is not on the map; None for any other claim."""
        if not data.get("new-a"):
            return None
        names = ("a", "b", "color", "length", "parallels", "twin")
        return cls({name: data.get(f"new-{name}", "") for name in names})


class TicketsForm(forms.Form):
    """The tickets that are kept. The form accepts any list: the rules check it."""

    seen = forms.IntegerField(required=False)

    def kept(self) -> tuple[str, ...]:
        values = self.data.getlist("kept")  # type: ignore[attr-defined]
        return tuple(value[:120] for value in values[:200])

    def written(self) -> list[str]:
        """The place names on tickets that aren't in the list."""
        names = (name for end in ("new-a", "new-b") for name in self.data.getlist(end))  # type: ignore[attr-defined]
        return [name for name in names if name.strip()][:200]

    def kept_and_new(
        self, state: State, seat: int, before: State
    ) -> tuple[tuple[str, ...], tuple[NewTicket, ...]]:
        """The tickets that are kept, and the new ones among them that aren't in the list. `before`
        is the state an earlier entry was decided on: the list may have grown since."""
        kept = list(self.kept())
        own = {ticket.id: ticket for ticket in state.hands[seat].added}
        listed = before.board.ticket
        new = [own[id] for id in kept if id in own and id not in listed]
        new += learning.listed_since(before, state, [id for id in kept if id not in own])
        columns = [self.data.getlist(f"new-{name}") for name in ("a", "b", "points", "deck")]  # type: ignore[attr-defined]
        decks = state.board.decks
        for i, (a, b, points) in enumerate(zip(*columns[:3], strict=False)):
            if not a.strip() and not b.strip():
                continue
            deck = columns[3][i] if i < len(columns[3]) else decks[0].id
            worth = int(points) if points.isascii() and points.isdigit() and len(points) < 4 else 0
            entered = learning.new_ticket(state, seat, a[:60], b[:60], worth, deck[:120])
            if isinstance(entered, NewTicket):
                new.append(entered)
                kept.append(entered.id)
            elif entered not in kept:
                kept.append(entered)
                new += learning.listed_since(before, state, [entered])
        return tuple(kept), tuple(learning.as_read_before(before, state, new) for new in new)


class SeenForm(forms.Form):
    seen = forms.IntegerField()
