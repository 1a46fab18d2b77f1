"""The settings of a sheet as one plain form: what is in the box, and the rules of this map."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.admin.item_forms import FEW, lines, plain, read_names, write_names
from games.maps.sheet_items import Data
from games.maps.themes import THEMES
from games.pages.text import color_word, labelled, theme_name
from games.rules.board import GREY, WILD
from games.rules.bonuses import KINDS
from games.rules.bonuses.base import Bonus, Parameter
from games.rules.scoring import tie_break_words
from games.rules.text import COLORS

CARDS = (*sorted(COLORS - {GREY}), WILD)
SHORT = forms.Textarea(attrs={"rows": 3})


def _number(label: Any, least: int = 0, most: int = 1000, required: bool = True) -> Any:
    return forms.IntegerField(
        label=label, min_value=least, max_value=most, required=required, widget=FEW
    )


def _lines(label: Any, help_text: Any, required: bool = True) -> Any:
    return forms.CharField(label=label, help_text=help_text, widget=SHORT, required=required)


def _colors(label: Any) -> Any:
    return forms.MultipleChoiceField(
        label=label, required=False, widget=forms.CheckboxSelectMultiple
    )


REJECTED = [
    ("bottom", _("to the bottom of the deck")),
    ("shuffled", _("shuffled back into the deck")),
]


class SettingsForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=60)
    names = _lines(_("Names in other languages"), _("One per line, such as “de: München”."), False)
    year = _number(_("Year of the box"), 1900, 2200)
    verified = forms.BooleanField(
        label=_("The whole sheet is verified against the printed board"), required=False
    )
    notes = forms.CharField(
        label=_("Notes"), required=False, max_length=5000, widget=forms.Textarea(attrs={"rows": 4})
    )
    theme = forms.ChoiceField(label=_("Theme"))
    width = forms.FloatField(label=_("Canvas width"), min_value=100, max_value=10_000, widget=FEW)
    height = forms.FloatField(label=_("Canvas height"), min_value=100, max_value=10_000, widget=FEW)
    shortest = _number(_("Minutes, at least"), 1)
    longest = _number(_("Minutes, at most"), 1)
    least = _number(_("Players, at least"), 1, 12)
    most = _number(_("Players, at most"), 1, 12)
    player_colors = _colors(_("Player colours"))
    first_player = forms.ChoiceField(
        label=_("Who starts"),
        choices=[
            ("random", _("chosen at random")),
            ("youngest", _("the youngest")),
            ("oldest", _("the oldest")),
            ("traveller", _("the most experienced traveller")),
            ("countries", _("the player who’s been to the most countries")),
        ],
    )
    vehicle = forms.ChoiceField(
        label=_("Pieces"),
        choices=[("bus", _("buses")), ("wagon", _("wagons")), ("taxi", _("taxis"))],
    )
    each = _number(_("Pieces of each player"), 1)
    points = _lines(_("Points by length"), _("One per line, such as “3: 4” for 4 points."))
    closed_up_to = _number(_("Only one of the parallel routes open, up to (players)"), 0, 12)
    final_round = _lines(
        _("Editions and their last rounds"),
        _("One per line: id | name | pieces left when it starts | languages (optional)"),
    )
    opening_hand = _number(_("Cards dealt to each player"), 0, 50)
    decks = _lines(_("Ticket decks"), _("One per line: id | name | number of tickets"))
    opening_draw = _number(_("At the start: tickets to draw"), 1, 20)
    opening_keep = _number(_("At the start: keep at least"), 1, 20)
    opening_rejected = forms.ChoiceField(label=_("At the start: the rest go"), choices=REJECTED)
    turn_draw = _number(_("On a turn: tickets to draw"), 1, 20)
    turn_keep = _number(_("On a turn: keep at least"), 1, 20)
    turn_rejected = forms.ChoiceField(label=_("On a turn: the rest go"), choices=REJECTED)
    tie_breaks = forms.MultipleChoiceField(
        label=_("Tie-breaks"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    GROUPS = (
        (_("The map"), ("name", "names", "year", "verified", "notes", "theme", "width", "height")),
        (
            _("Players"),
            ("least", "most", "shortest", "longest", "player_colors", "first_player"),
        ),
        (
            _("Routes"),
            ("vehicle", "each", "points", "closed_up_to", "final_round"),
        ),
        (_("Cards"), ("opening_hand", *(f"card_{color}" for color in CARDS))),
        (
            _("Tickets"),
            (
                "decks",
                *("opening_draw", "opening_keep", "opening_rejected"),
                *("turn_draw", "turn_keep", "turn_rejected"),
            ),
        ),
    )

    def __init__(self, *args: Any, sheet_data: Data, **kwargs: Any) -> None:
        self.sheet_data = sheet_data
        kwargs.setdefault("initial", initial(sheet_data))
        super().__init__(*args, **kwargs)
        words = [(color, color_word(color)) for color in sorted(COLORS)]
        self.fields["player_colors"].choices = words  # type: ignore[attr-defined]
        themes = dict.fromkeys((*THEMES, sheet_data["theme"]))
        named = [(theme, theme_name(theme)) for theme in themes]
        self.fields["theme"].choices = named  # type: ignore[attr-defined]
        for color in CARDS:
            label = gettext("Cards: {color}").format(color=color_word(color))
            self.fields[f"card_{color}"] = _number(label, 0, 1000, False)
        self.fields["tie_breaks"].choices = [  # type: ignore[attr-defined]
            (name, gettext(word)) for name, word in tie_break_words().items()
        ]
        self.bonus_fields: list[str] = []
        for bonus in KINDS.values():
            for parameter in bonus.editable:
                added = _parameter_fields(bonus, parameter)
                self.fields.update(added)
                self.bonus_fields.extend(added)

    def groups(self) -> list[tuple[Any, list[forms.BoundField]]]:
        bonuses = (_("Bonuses"), (*self.bonus_fields, "tie_breaks"))
        groups = (*self.GROUPS, bonuses)
        return [(legend, [self[name] for name in names]) for legend, names in groups]

    def clean_names(self) -> dict[str, str]:
        return read_names(self.cleaned_data["names"])

    def clean_points(self) -> dict[str, int]:
        points_by_length = {}
        for line in lines(self.cleaned_data["points"]):
            length, _colon, points = line.partition(":")
            points_by_length[length.strip()] = _integer(points)
        return points_by_length

    def clean_final_round(self) -> list[Data]:
        return [
            {
                "id": id,
                "name": name,
                "at": _integer(at),
                "languages": languages.replace(",", " ").split(),
            }
            for id, name, at, languages in _table(self.cleaned_data["final_round"], 4)
        ]

    def clean_decks(self) -> list[Data]:
        return [
            {"id": id, "name": name, "size": _integer(size)}
            for id, name, size in _table(self.cleaned_data["decks"], 3)
        ]

    def clean(self) -> None:
        for bonus in KINDS.values():
            for parameter in bonus.editable:
                name = _field(bonus, parameter)
                if parameter.shape == "rows" and name in self.cleaned_data:
                    try:
                        self.cleaned_data[name] = _rows(parameter, self.cleaned_data[name])
                    except forms.ValidationError as error:
                        self.add_error(name, error)

    def data_of_sheet(self) -> Data:
        """The sheet with these settings; places, routes and tickets stay as they are."""
        given = self.cleaned_data
        names = {"names": given["names"]} if given["names"] else {}
        unchanged = {key: value for key, value in self.sheet_data.items() if key != "names"}
        decks = {deck["id"] for deck in given["decks"]}
        fields = {
            "name": given["name"],
            **names,
            "year": given["year"],
            "verified": given["verified"],
            "notes": given["notes"].replace("\r\n", "\n"),
            "theme": given["theme"],
            "canvas": [plain(given["width"]), plain(given["height"])],
            "duration": [given["shortest"], given["longest"]],
            "players": [given["least"], given["most"]],
            "player_colors": _in_order(self.sheet_data["player_colors"], given["player_colors"]),
            "first_player": given["first_player"],
            "vehicles": {"kind": given["vehicle"], "each": given["each"]},
            "cards": self._counts("card_", self.sheet_data["cards"]),
            "opening_hand": given["opening_hand"],
            "points": given["points"],
            "parallel_routes": {"closed_up_to": given["closed_up_to"]},
            "final_round": given["final_round"],
            "ticket_decks": given["decks"],
            "ticket_draws": {
                when: {
                    "draw": given[f"{when}_draw"],
                    "keep": given[f"{when}_keep"],
                    "rejected": given[f"{when}_rejected"],
                }
                for when in ("opening", "turn")
            },
            "bonuses": self._bonuses(),
            "tie_breaks": _in_order(self.sheet_data["tie_breaks"], given["tie_breaks"]),
        }
        tickets = [_in_deck(ticket, given["decks"], decks) for ticket in unchanged["tickets"]]
        return {**unchanged, **fields, "tickets": tickets}

    def _counts(self, prefix: str, present: Mapping[str, int]) -> dict[str, int]:
        counts = {
            color: self.cleaned_data[f"{prefix}{color}"]
            for color in CARDS
            if self.cleaned_data.get(f"{prefix}{color}")
        }
        return {color: counts[color] for color in _in_order(list(present), list(counts))}

    def _bonuses(self) -> list[Data]:
        """The bonuses of which anything is filled in; what has no field stays as it is."""
        before = {bonus["kind"]: bonus for bonus in self.sheet_data["bonuses"]}
        by_kind: dict[str, Data] = {
            kind: bonus for kind, bonus in before.items() if not KINDS[kind].editable
        }
        for kind, bonus in KINDS.items():
            given = {
                parameter.name: self._parameter(bonus, parameter, before.get(kind, {}))
                for parameter in bonus.editable
            }
            if any(value not in (None, [], {}) for value in given.values()):
                empty = {parameter.name: EMPTY[parameter.shape] for parameter in bonus.editable}
                filled = {name: value for name, value in given.items() if value is not None}
                by_kind[kind] = {**before.get(kind, {}), "kind": kind, **empty, **filled}
        return [by_kind[kind] for kind in _in_order(list(before), list(by_kind))]

    def _parameter(self, bonus: type[Bonus], parameter: Parameter, before: Data) -> Any:
        name, present = _field(bonus, parameter), before.get(parameter.name)
        if parameter.shape == "counts":
            return self._counts(f"{name}-", present or {})
        value = self.cleaned_data[name]
        return _in_order(present or [], value) if parameter.shape == "colors" else value


# -- Parameters of bonuses ------------------------------------------------------------------------

EMPTY: dict[str, Any] = {"number": 0, "colors": [], "counts": {}, "rows": []}


def _field(bonus: type[Bonus], parameter: Parameter) -> str:
    return f"{bonus.kind}-{parameter.name}"


def _parameter_fields(bonus: type[Bonus], parameter: Parameter) -> dict[str, forms.Field]:
    """The fields of one parameter; counts have one for each colour of the cards."""
    name = _field(bonus, parameter)
    label = gettext("{bonus}: {parameter}").format(
        bonus=gettext(bonus.name), parameter=gettext(parameter.label)
    )
    match parameter.shape:
        case "colors":
            field = _colors(label)
            field.choices = [(color, color_word(color)) for color in sorted(COLORS)]
            return {name: field}
        case "counts":
            return {
                f"{name}-{color}": _number(labelled(label, color_word(color)), 0, 1000, False)
                for color in CARDS
                if color != WILD
            }
        case "rows":
            columns = " | ".join(map(_column, parameter.columns))
            line = gettext("One per line: {columns}").format(columns=columns)
            return {name: _lines(label, line, False)}
    return {name: _number(label, 0, 1000, False)}


def _column(parameter: Parameter) -> str:
    word = gettext(parameter.label)
    if parameter.shape == "color":
        return gettext("{word} (in English)").format(word=word)
    return word


def _rows(parameter: Parameter, text: str) -> list[Data]:
    return [
        {
            column.name: cell if column.shape == "color" else _integer(cell)
            for column, cell in zip(parameter.columns, cells, strict=True)
        }
        for cells in _table(text, len(parameter.columns))
    ]


def _initial_bonuses(data: Data) -> dict[str, Any]:
    initial: dict[str, Any] = {}
    for given in data["bonuses"]:
        bonus = KINDS[given["kind"]]
        for parameter in bonus.editable:
            name, value = _field(bonus, parameter), given.get(parameter.name)
            if parameter.shape == "counts":
                initial |= {f"{name}-{color}": count for color, count in (value or {}).items()}
            elif parameter.shape == "rows":
                names = [column.name for column in parameter.columns]
                lines = (" | ".join(str(row[name]) for name in names) for row in value or [])
                initial[name] = "\n".join(lines)
            else:
                initial[name] = value
    return initial


def _in_order(present: list[str], wanted: list[str]) -> list[str]:
    """The wanted items in their former order; new ones come last."""
    return [*(item for item in present if item in wanted), *(w for w in wanted if w not in present)]


def _in_deck(ticket: Data, decks: list[Data], ids: set[str]) -> Data:
    """With several decks every ticket says which; one of a deck that is gone goes to the first."""
    if len(decks) < 2:
        return {key: value for key, value in ticket.items() if key != "deck"}
    return ticket if ticket.get("deck") in ids else {**ticket, "deck": decks[0]["id"]}


def _integer(text: str) -> int:
    try:
        return int(text.strip()[:12])
    except ValueError:
        raise forms.ValidationError(
            gettext("“{text}” isn’t a whole number.").format(text=text.strip()[:20])
        ) from None


def _table(text: str, columns: int) -> list[list[str]]:
    rows = []
    for line in lines(text):
        cells = [cell.strip() for cell in line.split("|")]
        cells += [""] * (columns - len(cells))
        if len(cells) > columns:
            raise forms.ValidationError(
                gettext("“{line}” has too many parts.").format(line=line[:60])
            )
        rows.append(cells)
    return rows


def initial(data: Data) -> dict[str, Any]:
    draws = data["ticket_draws"]
    return {
        **{key: data[key] for key in ("name", "year", "verified", "notes", "theme")},
        **{key: data[key] for key in ("player_colors", "first_player", "opening_hand")},
        "names": write_names(data.get("names", {})),
        "width": data["canvas"][0],
        "height": data["canvas"][1],
        "shortest": data["duration"][0],
        "longest": data["duration"][1],
        "least": data["players"][0],
        "most": data["players"][1],
        "vehicle": data["vehicles"]["kind"],
        "each": data["vehicles"]["each"],
        "points": "\n".join(f"{length}: {points}" for length, points in data["points"].items()),
        "closed_up_to": data["parallel_routes"]["closed_up_to"],
        "final_round": "\n".join(
            f"{e['id']} | {e['name']} | {e['at']} | {', '.join(e['languages'])}"
            for e in data["final_round"]
        ),
        "decks": "\n".join(f"{d['id']} | {d['name']} | {d['size']}" for d in data["ticket_decks"]),
        **{f"{when}_{key}": value for when in draws for key, value in draws[when].items()},
        "tie_breaks": data["tie_breaks"],
        **{f"card_{color}": count for color, count in data["cards"].items()},
        **_initial_bonuses(data),
    }
