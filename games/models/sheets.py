"""Map sheets: versions of a board with their places, routes and tickets, and what people
say about them.

Only `games/maps/library.py` makes a board of the rules from these rows.
"""

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


def _person() -> Any:
    """Who did something; the deed outlives the account."""
    return models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        editable=False,
        related_name="+",
    )


class MapSheet(models.Model):
    """One version of a board. Published versions are never edited: a change is a new version.

    Until it is published its content is in `draft`, because a draft may be unfinished; its places,
    routes and tickets have rows whenever it is sound.
    """

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        CHECKED = "checked", _("checked")
        PUBLISHED = "published", _("published")
        RETIRED = "retired", _("retired")

    OPEN = (State.DRAFT, State.CHECKED)

    slug = models.SlugField(_("map"), max_length=120)
    version = models.PositiveIntegerField()
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.DRAFT)
    name = models.CharField(max_length=60)
    year = models.PositiveSmallIntegerField()
    verified = models.BooleanField()
    notes = models.TextField(blank=True)
    theme = models.SlugField(max_length=120)
    players_min = models.PositiveSmallIntegerField()
    players_max = models.PositiveSmallIntegerField()
    settings = models.TextField(
        help_text="JSON: every other field of the sheet; as text, because order matters to people"
    )
    checksum = models.CharField(max_length=64)
    draft = models.TextField(blank=True, help_text="JSON: the whole sheet, until it is published")
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = _person()
    changed_at = models.DateTimeField(auto_now=True)
    checked_at = models.DateTimeField(null=True, blank=True)
    checked_by = _person()
    published_at = models.DateTimeField(null=True, blank=True)
    published_by = _person()

    class Meta:
        ordering = ["slug", "-version"]
        verbose_name = _("map sheet")
        verbose_name_plural = _("map sheets")
        constraints = [
            models.UniqueConstraint(fields=["slug", "version"], name="one_sheet_per_version"),
            models.UniqueConstraint(
                fields=["slug"],
                condition=models.Q(state__in=["draft", "checked"]),
                name="one_open_draft_per_map",
            ),
        ]

    def __str__(self) -> str:
        return _("{name}, version {version}").format(name=self.name, version=self.version)

    @property
    def is_open(self) -> bool:
        """Whether it can still be edited."""
        return self.state in self.OPEN


class SheetItem(models.Model):
    """What places, routes and tickets share: an id that is stable, and a place in the file."""

    key = models.CharField(max_length=120)
    position = models.PositiveIntegerField()
    verified = models.BooleanField(null=True, blank=True)
    tables = models.PositiveSmallIntegerField(
        default=0, help_text="how many tables confirmed it as printed"
    )

    class Meta:
        abstract = True
        ordering = ["position"]

    def __str__(self) -> str:
        return self.key


class Place(SheetItem):
    class Kind(models.TextChoices):
        CITY = "city", "city"
        COUNTRY = "country", "country"

    sheet = models.ForeignKey(MapSheet, on_delete=models.CASCADE, related_name="places")
    name = models.CharField(max_length=60)
    names = models.JSONField(default=dict, blank=True)
    aliases = models.JSONField(default=list, blank=True)
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.CITY)
    x = models.FloatField()
    y = models.FloatField()
    district = models.PositiveSmallIntegerField(null=True, blank=True)
    passengers = models.PositiveSmallIntegerField(default=0)
    attraction = models.PositiveSmallIntegerField(default=0)

    class Meta(SheetItem.Meta):
        constraints = [models.UniqueConstraint(fields=["sheet", "key"], name="one_place_per_key")]


class Route(SheetItem):
    sheet = models.ForeignKey(MapSheet, on_delete=models.CASCADE, related_name="routes")
    a = models.ForeignKey(Place, on_delete=models.CASCADE, related_name="+")
    b = models.ForeignKey(Place, on_delete=models.CASCADE, related_name="+")
    length = models.PositiveSmallIntegerField()
    color = models.CharField(max_length=30)
    via = models.JSONField(null=True, blank=True)
    country_end = models.JSONField(null=True, blank=True)
    tunnel = models.BooleanField(default=False)
    ferry = models.PositiveSmallIntegerField(default=0)

    class Meta(SheetItem.Meta):
        constraints = [models.UniqueConstraint(fields=["sheet", "key"], name="one_route_per_key")]


class Ticket(SheetItem):
    sheet = models.ForeignKey(MapSheet, on_delete=models.CASCADE, related_name="tickets")
    a = models.ForeignKey(Place, on_delete=models.CASCADE, related_name="+")
    b = models.ForeignKey(Place, on_delete=models.CASCADE, related_name="+")
    points = models.PositiveSmallIntegerField()
    deck = models.SlugField(max_length=120)

    class Meta(SheetItem.Meta):
        constraints = [models.UniqueConstraint(fields=["sheet", "key"], name="one_ticket_per_key")]


class Verification(models.Model):
    """Who compared a place, route or ticket with the printed board, and when.

    The sheet says that it is verified; this remembers who said so. An empty key is the sheet.
    """

    class Kind(models.TextChoices):
        SHEET = "sheet", _("sheet")
        PLACE = "places", _("place")
        ROUTE = "routes", _("route")
        TICKET = "tickets", _("ticket")

    sheet = models.ForeignKey(MapSheet, on_delete=models.CASCADE, related_name="verifications")
    kind = models.CharField(max_length=10, choices=Kind)
    key = models.CharField(max_length=120, blank=True)
    by = _person()
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["sheet", "kind", "key"], name="one_verification_per_item"
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"


class Report(models.Model):
    """A mistake that a host saw at the table: what the printed board says of a route."""

    sheet = models.ForeignKey(
        MapSheet, on_delete=models.CASCADE, related_name="reports", verbose_name=_("map sheet")
    )
    table = models.ForeignKey(
        "Table", on_delete=models.SET_NULL, null=True, blank=True, related_name="reports"
    )
    code = models.CharField(_("table"), max_length=4, help_text="of the table, which may be gone")
    by = models.CharField(
        _("reported by"), max_length=24, blank=True, help_text="the name of the seat"
    )
    route = models.CharField(_("route"), max_length=120)
    color = models.CharField(max_length=30)
    length = models.PositiveSmallIntegerField()
    at = models.DateTimeField(_("reported at"), auto_now_add=True)
    done_at = models.DateTimeField(_("done at"), null=True, blank=True)
    done_by = _person()

    class Meta:
        ordering = ["-at"]
        verbose_name = _("report")
        verbose_name_plural = _("reports")

    def __str__(self) -> str:
        return f"{self.route}: {self.color} {self.length}"
