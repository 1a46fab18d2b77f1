"""Rows: map sheets with their places, routes and tickets; tables with the log of each.

Rows are storage. `sheets.py` is the only door from them to a board of the rules, `tables.py` the
only door from entries to a game.
"""

from django.db import models


class MapSheet(models.Model):
    """One version of a board. Published versions are never edited: a change is a new version."""

    class State(models.TextChoices):
        DRAFT = "draft", "draft"
        PUBLISHED = "published", "published"
        RETIRED = "retired", "retired"

    slug = models.SlugField(max_length=120)
    version = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)
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
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["slug", "-version"]
        constraints = [
            models.UniqueConstraint(fields=["slug", "version"], name="one_sheet_per_version")
        ]

    def __str__(self) -> str:
        return f"{self.name}, version {self.version}"


class SheetItem(models.Model):
    """What places, routes and tickets share: an id that is stable, and a place in the file."""

    key = models.CharField(max_length=120)
    position = models.PositiveIntegerField()
    verified = models.BooleanField(null=True, blank=True)

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


class Table(models.Model):
    """One sitting. It keeps the very version of the sheet it was opened with."""

    sheet = models.ForeignKey(MapSheet, on_delete=models.PROTECT, related_name="tables")
    opened_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"table {self.pk}"


class Entry(models.Model):
    """One line of a table's log. Entries are only ever added."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    wire = models.CharField(max_length=40)
    payload = models.JSONField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_entry_per_number")
        ]

    def __str__(self) -> str:
        return f"{self.table}, entry {self.number}: {self.wire}"
