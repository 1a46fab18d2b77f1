"""The form for an empty board: a name, pieces, and bonuses with their parameters."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.maps import empty_boards
from games.pages.text import color_word, say
from games.rules.bonuses.base import Bonus, Parameter

MOST_DRAWN = 9


class EmptyBoardForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=60)
    vehicle = forms.ChoiceField(
        label=_("Pieces"),
        choices=[("wagon", _("wagons")), ("bus", _("buses")), ("taxi", _("taxis"))],
    )
    vehicles = forms.IntegerField(
        label=_("Pieces of each player"), min_value=3, max_value=200, initial=45
    )
    stations = forms.IntegerField(
        label=_("Stations of each player"), min_value=0, max_value=9, initial=0, required=False
    )

    last_round_at = forms.IntegerField(
        label=_("Pieces left when the last round starts"),
        min_value=0,
        max_value=20,
        initial=empty_boards.LAST_ROUND_AT,
    )
    opening_draw = forms.IntegerField(
        label=_("Tickets drawn at the start"), min_value=1, max_value=MOST_DRAWN, initial=3
    )
    opening_keep = forms.IntegerField(
        label=_("Kept at least, at the start"), min_value=1, max_value=MOST_DRAWN, initial=2
    )
    turn_draw = forms.IntegerField(
        label=_("Tickets drawn on a turn"), min_value=1, max_value=MOST_DRAWN, initial=3
    )
    turn_keep = forms.IntegerField(
        label=_("Kept at least, on a turn"), min_value=1, max_value=MOST_DRAWN, initial=1
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offered = empty_boards.offered_bonuses()
        for bonus in self.offered:
            self.fields[_switch(bonus)] = forms.BooleanField(
                label=gettext(bonus.offered_as or bonus.name), required=False
            )
            for parameter in bonus.editable:
                self.fields[_field(bonus, parameter)] = _parameter_field(parameter)

    def plain_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.base_fields]

    def bonuses(self) -> list[dict[str, Any]]:
        """The bonuses to choose from, each with its checkbox and its fields."""
        return [
            {
                "switch": self[_switch(bonus)],
                "about": say(next(iter(empty_boards.fresh(bonus).explained()))),
                "parameters": [self[_field(bonus, parameter)] for parameter in bonus.editable],
            }
            for bonus in self.offered
        ]

    @staticmethod
    def points() -> list[tuple[int, int]]:
        """The points of a claim by length."""
        return list(empty_boards.POINTS.items())

    def draws(self) -> empty_boards.Draws:
        given = self.cleaned_data
        return empty_boards.Draws(
            opening=(given["opening_draw"], given["opening_keep"]),
            turn=(given["turn_draw"], given["turn_keep"]),
        )

    def chosen(self) -> list[dict[str, Any]]:
        """The bonuses that were switched on, as in a sheet."""
        given = self.cleaned_data
        return [
            {
                "kind": bonus.kind,
                **{parameter.name: given[_field(bonus, parameter)] for parameter in bonus.editable},
            }
            for bonus in self.offered
            if given[_switch(bonus)]
        ]

    def clean(self) -> None:
        """Require the numbers of a bonus that is switched on, and no more tickets kept than
        drawn."""
        for when in ("opening", "turn"):
            drawn, keep = (self.cleaned_data.get(f"{when}_{what}") for what in ("draw", "keep"))
            if drawn and keep and keep > drawn:
                self.add_error(f"{when}_keep", gettext("That’s more tickets than are drawn."))
        for bonus in self.offered:
            for parameter in bonus.editable:
                name = _field(bonus, parameter)
                if self.cleaned_data.get(_switch(bonus)) and not self.cleaned_data.get(name):
                    self.add_error(
                        _switch(bonus), gettext("Please fill in the numbers for this bonus.")
                    )


def _switch(bonus: type[Bonus]) -> str:
    return f"bonus-{bonus.kind}"


def _field(bonus: type[Bonus], parameter: Parameter) -> str:
    return f"{_switch(bonus)}-{parameter.name}"


def _parameter_field(parameter: Parameter) -> forms.Field:
    label = gettext(parameter.label)
    if parameter.shape == "colors":
        return forms.MultipleChoiceField(
            label=label,
            required=False,
            choices=[(color, color_word(color)) for color in empty_boards.COLORS],
            widget=forms.CheckboxSelectMultiple,
        )
    return forms.IntegerField(
        label=label,
        required=False,
        min_value=parameter.least,
        max_value=parameter.most,
        initial=parameter.fresh,
    )
