"""Forms for one place, route or ticket of a draft, and for a row of each in a list.

Forms only look at the shape of values; `drafts.save` judges them. Each fills itself from the
sheet's data and writes itself back.
"""

from typing import Any

from django import forms
from django.utils.text import slugify
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.maps import sheet_items
from games.maps.sheet_items import Data
from games.pages.text import color_word
from games.rules.board import GREY, WILD
from games.rules.bonuses import place_fields
from games.rules.bonuses.base import PlaceField

FEW = forms.NumberInput(attrs={"class": "few", "inputmode": "numeric"})


def lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def read_names(text: str) -> dict[str, str]:
    """Parse names in other languages, one per line: “de: München”."""
    names = {}
    for line in lines(text):
        language, colon, name = line.partition(":")
        if not colon or not name.strip():
            raise forms.ValidationError(gettext("Write each name like this: “de: München”."))
        names[language.strip()] = name.strip()
    return names


def write_names(names: dict[str, str]) -> str:
    return "\n".join(f"{language}: {name}" for language, name in names.items())


class ItemForm(forms.Form):
    """`data` is the sheet, `key` the id of the item; without one, a new item is made."""

    kind = ""

    def __init__(self, *args: Any, data_of: Data, key: str = "", **kwargs: Any) -> None:
        self.sheet_data, self.key = data_of, key
        self.before: Data = sheet_items.item_of(data_of, self.kind, key) or {} if key else {}
        if self.before:
            kwargs.setdefault("initial", self.filled(self.before))
        super().__init__(*args, **kwargs)
        self.prepare()

    def prepare(self) -> None:
        """Set choices that depend on the sheet."""

    def filled(self, item: Data) -> dict[str, Any]:
        verified = item.get("verified", self.sheet_data["verified"])
        return {**item, "verified": verified}

    def item(self) -> Data:
        """The item as the sheet's data has it; what is empty is left out."""
        raise NotImplementedError

    def _present(self, **fields: Any) -> Data:
        verified = self.cleaned_data.get("verified", False)
        if verified != self.sheet_data["verified"]:
            fields["verified"] = verified
        return {key: value for key, value in fields.items() if value not in (None, "", {}, [])}


class PlaceForm(ItemForm):
    kind = "places"

    name = forms.CharField(label=_("Name as printed"), max_length=60)
    id = forms.SlugField(
        label=_("Id"),
        max_length=120,
        required=False,
        help_text=_(
            "Leave empty to make it from the name. It can’t change later, because game "
            "records refer to it."
        ),
    )
    type = forms.ChoiceField(
        label=_("Kind"), choices=[("city", _("city")), ("country", _("country (a dead end)"))]
    )
    x = forms.FloatField(label=_("From left"), widget=FEW)
    y = forms.FloatField(label=_("From top"), widget=FEW)
    names = forms.CharField(
        label=_("Names in other languages"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("One per line, such as “de: München”."),
    )
    aliases = forms.CharField(
        label=_("Other spellings"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("One per line. Search finds these too."),
    )
    verified = forms.BooleanField(label=_("Verified: matches the printed board"), required=False)

    def prepare(self) -> None:
        if self.key:
            del self.fields["id"]
        for name, field in place_fields().items():
            self.fields[name] = forms.IntegerField(
                label=gettext(field.label), required=False, min_value=0, widget=FEW
            )
        behind = ("names", "aliases", "verified")
        self.order_fields([name for name in self.fields if name not in behind])

    def filled(self, item: Data) -> dict[str, Any]:
        return {
            **super().filled(item),
            "type": item.get("kind", "city"),
            "names": write_names(item.get("names", {})),
            "aliases": "\n".join(item.get("aliases", [])),
        }

    def clean_names(self) -> dict[str, str]:
        return read_names(self.cleaned_data["names"])

    def item(self) -> Data:
        given = self.cleaned_data
        wanted = self.key or given.get("id") or slugify(given["name"]) or "place"
        country = given["type"] == "country"
        return self._present(
            id=self.key or sheet_items.free_id(self.sheet_data, wanted),
            name=given["name"],
            names=given["names"],
            aliases=lines(given["aliases"]),
            kind="country" if country else None,
            x=plain(given["x"]),
            y=plain(given["y"]),
            **{name: given[name] or None for name in place_fields()},
        )


def plain(value: float) -> float:
    """A coordinate as people write it: 576 rather than 576.0."""
    return int(value) if value == value // 1 and abs(value) < 1e9 else value


def places(data: Data) -> list[tuple[str, str]]:
    by_name = sorted((place["name"], place["id"]) for place in data["places"])
    return [(id, name) for name, id in by_name]


def colors(data: Data) -> list[tuple[str, str]]:
    colors = [*(color for color in data["cards"] if color != WILD), GREY]
    return [(color, color_word(color)) for color in colors]


class RouteForm(ItemForm):
    kind = "routes"

    a = forms.ChoiceField(label=pgettext_lazy("a place", "From"))
    b = forms.ChoiceField(label=pgettext_lazy("a place", "To"))
    length = forms.IntegerField(label=_("Length"), min_value=1, max_value=99, widget=FEW)
    color = forms.ChoiceField(label=_("Colour"))
    tunnel = forms.BooleanField(label=_("Tunnel"), required=False)
    ferry = forms.IntegerField(
        label=_("Ferry: wild cards"), required=False, min_value=0, max_value=99, widget=FEW
    )
    via_x = forms.FloatField(
        label=_("Bend: from left"),
        required=False,
        widget=FEW,
        help_text=_("Leave empty for a straight route."),
    )
    via_y = forms.FloatField(label=_("Bend: from top"), required=False, widget=FEW)
    end_x = forms.FloatField(
        label=_("Border: from left"),
        required=False,
        widget=FEW,
        help_text=_("Where a route into a country ends."),
    )
    end_y = forms.FloatField(label=_("Border: from top"), required=False, widget=FEW)
    verified = forms.BooleanField(label=_("Verified: matches the printed board"), required=False)

    def prepare(self) -> None:
        for end in ("a", "b"):
            _choices(self, end, places(self.sheet_data))
        _choices(self, "color", _with(colors(self.sheet_data), self.before.get("color")))

    def filled(self, item: Data) -> dict[str, Any]:
        via, end = item.get("via") or (None, None), item.get("country_end") or (None, None)
        spots = {"via_x": via[0], "via_y": via[1], "end_x": end[0], "end_y": end[1]}
        return {**super().filled(item), **spots}

    def clean(self) -> None:
        for name in ("via", "end"):
            x, y = self.cleaned_data.get(f"{name}_x"), self.cleaned_data.get(f"{name}_y")
            if (x is None) != (y is None):
                self.add_error(f"{name}_y", _("Fill in both numbers or neither."))

    def item(self) -> Data:
        given = self.cleaned_data

        def spot(name: str) -> list[float] | None:
            x, y = given[f"{name}_x"], given[f"{name}_y"]
            return None if x is None else [plain(x), plain(y)]

        return self._present(
            id=self.key or f"{given['a']}--{given['b']}",
            a=given["a"],
            b=given["b"],
            length=given["length"],
            color=given["color"],
            via=spot("via"),
            country_end=spot("end"),
            tunnel=given["tunnel"] or None,
            ferry=given["ferry"] or None,
        )


class TicketForm(ItemForm):
    kind = "tickets"

    a = forms.ChoiceField(label=pgettext_lazy("a place", "From"))
    b = forms.ChoiceField(label=pgettext_lazy("a place", "To"))
    points = forms.IntegerField(label=_("Points"), min_value=1, max_value=1000, widget=FEW)
    deck = forms.ChoiceField(label=_("Deck"))
    verified = forms.BooleanField(label=_("Verified: matches the printed board"), required=False)

    def prepare(self) -> None:
        for end in ("a", "b"):
            _choices(self, end, places(self.sheet_data))
        decks = [(deck["id"], deck["name"]) for deck in self.sheet_data["ticket_decks"]]
        if len(decks) > 1:
            _choices(self, "deck", _with(decks, self.before.get("deck")))
        else:
            del self.fields["deck"]

    def item(self) -> Data:
        given = self.cleaned_data
        return self._present(
            id=f"{given['a']}--{given['b']}",
            a=given["a"],
            b=given["b"],
            points=given["points"],
            deck=given.get("deck"),
        )


def _choices(form: forms.Form, name: str, choices: list[tuple[str, str]]) -> None:
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = choices


def _with(choices: list[tuple[str, str]], present: str | None) -> list[tuple[str, str]]:
    """The choices, including the current value even if it is a mistake."""
    if present is None or any(value == present for value, _name in choices):
        return choices
    return [*choices, (present, present)]


FORMS: dict[str, type[ItemForm]] = {form.kind: form for form in (PlaceForm, RouteForm, TicketForm)}


# -- Rows of a list: what is compared most, many at a time -----------------------------------------


class Row(forms.Form):
    """`change` puts what was typed into the item of the sheet."""

    id = forms.CharField(widget=forms.HiddenInput, max_length=120)
    verified = forms.BooleanField(required=False)
    facts: tuple[str, ...] = ()

    def change(self, item: Data, sheet_verified: bool) -> None:
        for name in self.facts:
            value = self.cleaned_data.get(name)
            if name in self.fields and value not in (None, ""):
                item[name] = value
            elif name in place_fields():
                item.pop(name, None)
        verified = self.cleaned_data["verified"]
        item.pop("verified", None)
        if verified != sheet_verified:
            item["verified"] = verified


class PlaceRow(Row):
    name = forms.CharField(max_length=60)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in place_fields().items():
            self.fields[name] = forms.IntegerField(
                required=False, min_value=field.least, max_value=field.most, widget=FEW
            )
        self.facts = ("name", *place_fields())

    def of_bonuses(self) -> list[tuple[PlaceField, forms.BoundField]]:
        """The fields that belong to bonuses, each with what it is called."""
        return [(field, self[name]) for name, field in place_fields().items()]


class RouteRow(Row):
    facts = ("length", "color")
    length = forms.IntegerField(min_value=1, max_value=99, widget=FEW)
    color = forms.ChoiceField()

    def __init__(self, *args: Any, colors: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _choices(self, "color", _with(colors, self.initial.get("color")))


class TicketRow(Row):
    facts = ("points",)
    points = forms.IntegerField(min_value=1, max_value=1000, widget=FEW)


ROWS: dict[str, type[Row]] = {"places": PlaceRow, "routes": RouteRow, "tickets": TicketRow}
