"""What people fill in. Forms look at shapes; what is allowed is for the rules and the services."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models import Table
from games.rules import bonuses
from games.rules.actions import ClaimRoute
from games.rules.board import GREY, WILD, Board, Route


class OptionsForm(forms.Form):
    """How a table is played. Everything has a sensible default: one tap opens a table."""

    sheet = forms.SlugField()
    final_round_at = forms.IntegerField(min_value=0, max_value=20, required=False)
    tickets = forms.ChoiceField(choices=Table.Tickets.choices, required=False)
    score_hidden = forms.BooleanField(required=False)
    no_hints = forms.BooleanField(required=False)

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
            "score_hidden": cleaned["score_hidden"],
            "hints": not cleaned["no_hints"],
        }


class JoinForm(forms.Form):
    name = forms.CharField(max_length=24, error_messages={"required": _("Please type a name.")})
    color = forms.CharField(
        max_length=30, error_messages={"required": _("Please pick one of the colours.")}
    )
    request = forms.CharField(max_length=64)


class ClaimForm(forms.Form):
    """The confirm sheet: the route, what was paid, and what bonuses ask."""

    route = forms.CharField(max_length=120)
    seen = forms.IntegerField()
    paid = forms.BooleanField(required=False)
    color = forms.CharField(max_length=30, required=False)
    wilds = forms.IntegerField(min_value=0, max_value=20, required=False)
    correct = forms.IntegerField(required=False)

    def action(self, board: Board, seat: int) -> ClaimRoute:
        cleaned = self.cleaned_data
        route = board.route.get(cleaned["route"])
        answers = {}
        if route:
            answers = {
                field: bonus.posted_answer(route, self.data)
                for field, bonus in bonuses.asking().items()
            }
        return ClaimRoute(seat, cleaned["route"], self._cards(route), answers)

    def _cards(self, route: Route | None) -> dict[str, int] | None:
        """What was paid, or None where nobody said: it is optional."""
        cleaned = self.cleaned_data
        if route is None or not cleaned["paid"]:
            return None
        color = cleaned["color"] or route.color
        wilds = min(cleaned["wilds"] or 0, route.length)
        if color == GREY:
            return {WILD: wilds} if wilds == route.length else None
        paid = {color: route.length - wilds, WILD: wilds}
        return {name: count for name, count in paid.items() if count}


class TicketsForm(forms.Form):
    """Which tickets are kept. The list may be anything: the rules look at it."""

    seen = forms.IntegerField(required=False)

    def kept(self) -> tuple[str, ...]:
        values = self.data.getlist("kept")  # type: ignore[attr-defined]
        return tuple(value[:120] for value in values[:200])


class SeenForm(forms.Form):
    seen = forms.IntegerField()
