"""Rows: map sheets with their places, routes and tickets; tables with the log of each; the index
of finished games.

Rows are storage. `sheets.py` is the only door from them to a board of the rules, `tables.py` the
only door from entries to a game, `history.py` the only one that writes the index.
"""

from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone
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


class Verification(models.Model):
    """Who compared a place, route or ticket with the printed board, and when.

    That it is verified stands in the sheet; this remembers who said so. An empty key is the sheet.
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

    sheet = models.ForeignKey(MapSheet, on_delete=models.CASCADE, related_name="reports")
    table = models.ForeignKey(
        "Table", on_delete=models.SET_NULL, null=True, blank=True, related_name="reports"
    )
    code = models.CharField(max_length=4, help_text="of the table, which may be gone")
    by = models.CharField(max_length=24, blank=True, help_text="the name of the seat")
    route = models.CharField(max_length=120)
    color = models.CharField(max_length=30)
    length = models.PositiveSmallIntegerField()
    at = models.DateTimeField(auto_now_add=True)
    done_at = models.DateTimeField(null=True, blank=True)
    done_by = _person()

    class Meta:
        ordering = ["-at"]
        verbose_name = _("report")
        verbose_name_plural = _("reports")

    def __str__(self) -> str:
        return f"{self.route}: {self.color} {self.length}"


class Table(models.Model):
    """One sitting. It keeps the very version of the sheet it was opened with."""

    class Stage(models.TextChoices):
        LOBBY = "lobby", _("lobby")
        PLAYING = "playing", _("playing")
        CLOSED = "closed", _("closed")  # given up or tidied away; its code is free again

    class Tickets(models.TextChoices):
        DEALT = "dealt", "dealt"
        PAPER = "paper", "paper"

    class SetUp(models.TextChoices):
        """How a table knows what lies on the board at the start."""

        DRAWN = "drawn", "drawn"
        TYPED = "typed", "typed"
        UNTRACKED = "untracked", "untracked"

    code = models.CharField(max_length=4)
    key = models.CharField(max_length=22, unique=True, help_text="address of the result, for good")
    sheet = models.ForeignKey(MapSheet, on_delete=models.PROTECT, related_name="tables")
    stage = models.CharField(max_length=10, choices=Stage, default=Stage.LOBBY)
    opened_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)
    language = models.CharField(max_length=5, default="en")
    screen_digest = models.CharField(max_length=64, help_text="of the opening browser's secret")
    screen_seen_at = models.DateTimeField(null=True, blank=True)
    revision = models.PositiveIntegerField(default=0, help_text="grows with every change")

    final_round_at = models.PositiveSmallIntegerField()
    tickets = models.CharField(max_length=10, choices=Tickets, default=Tickets.DEALT)
    passengers = models.CharField(max_length=10, choices=SetUp, default=SetUp.DRAWN)
    placed = models.JSONField(default=dict, blank=True, help_text="passengers typed in, by place")
    score_hidden = models.BooleanField(default=False)
    hints = models.BooleanField(default=True)

    demo = models.BooleanField(
        default=False, help_text="to try things out: counted only where somebody asks for it"
    )
    locked = models.BooleanField(default=False)
    first_seat = models.ForeignKey(
        "Seat", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    reveal_step = models.PositiveIntegerField(default=0)
    claimant = models.ForeignKey(
        "Seat",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        help_text="who asks to become host because all hosts are gone",
    )
    claimed_at = models.DateTimeField(null=True, blank=True)
    rematch = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="rematch_of"
    )
    series = models.ForeignKey(
        "Series", on_delete=models.SET_NULL, null=True, blank=True, related_name="tables"
    )
    rewritten = models.PositiveIntegerField(
        default=0, help_text="how often names in its log were changed: copies in memory are stale"
    )
    idle_seconds = models.PositiveIntegerField(
        default=0, help_text="how long nobody has changed it, counted by whoever serves"
    )
    idle_revision = models.PositiveIntegerField(
        null=True, blank=True, help_text="what that was counted of: void if it has changed since"
    )
    idle_at = models.DateTimeField(null=True, blank=True, help_text="when it was last counted")
    doomed_at = models.DateTimeField(
        null=True, blank=True, help_text="when it was first found old enough to be deleted"
    )

    class Meta:
        ordering = ["-opened_at"]
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        constraints = [
            models.UniqueConstraint(
                fields=["code"],
                condition=~models.Q(stage="closed"),
                name="one_open_table_per_code",
            )
        ]

    def __str__(self) -> str:
        return _("table {code}").format(code=self.code)

    # The column is older than the thought that other bonuses may put something on the board, too.
    @property
    def setup(self) -> str:
        """How it is known what lies on the board at the start (`SetUp`)."""
        return self.passengers

    @setup.setter
    def setup(self, way: str) -> None:
        self.passengers = way


class Series(models.Model):
    """Several games by the same people: so many to win it, or an evening that just goes on."""

    best_of = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="odd; empty: an evening with a running table"
    )
    opened_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-opened_at"]
        verbose_name = _("series")
        verbose_name_plural = _("series")

    def __str__(self) -> str:
        return f"{timezone.localtime(self.opened_at):%Y-%m-%d}"


class Seat(models.Model):
    """A player at a table. `number` is the place in the turn order once the game has started."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    name = models.CharField(max_length=24)
    color = models.CharField(max_length=30)
    position = models.PositiveSmallIntegerField(help_text="clockwise around the table")
    number = models.PositiveSmallIntegerField(null=True, blank=True)
    host = models.BooleanField(default=False)
    phoneless = models.BooleanField(default=False)
    digest = models.CharField(max_length=64, blank=True, help_text="of the seat's secret")
    request = models.CharField(max_length=64, help_text="the form that made it; once per table")
    seen_at = models.DateTimeField(null=True, blank=True)
    agrees = models.BooleanField(
        default=False, help_text="that whoever asks to become host does (see Table.claimant)"
    )

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["table", "name"], name="one_seat_per_name"),
            models.UniqueConstraint(fields=["table", "color"], name="one_seat_per_color"),
            models.UniqueConstraint(fields=["table", "request"], name="one_seat_per_request"),
        ]

    def __str__(self) -> str:
        return self.name


class Entry(models.Model):
    """One line of a table's log. Entries are only ever added; names alone can be rewritten."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    wire = models.CharField(max_length=40)
    payload = models.JSONField()
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(Seat, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    # Null, not empty, where no form made it: the database must let those repeat.
    request = models.CharField(  # noqa: DJ001
        max_length=64, null=True, help_text="the form that made it: sent twice, it acts once"
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_entry_per_number"),
            models.UniqueConstraint(fields=["table", "request"], name="one_entry_per_request"),
        ]

    def __str__(self) -> str:
        return f"{self.table}, entry {self.number}: {self.wire}"


# -- The index of finished games: made from the logs, and can be made anew from them --------------


class Player(models.Model):
    """Somebody who played, known by a name as it was spelled at a table.

    Another spelling of the same person is a row of its own that was `merged_into` the one that
    stands for both; undoing that is emptying the field.
    """

    name = models.CharField(max_length=24)
    spelling = models.CharField(
        max_length=60, unique=True, help_text="the name without regard to case and spaces"
    )
    merged_into = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="merged"
    )
    merged_at = models.DateTimeField(null=True, blank=True)
    anonymous = models.BooleanField(default=False)
    folded = models.CharField(
        max_length=120,
        default="",
        db_default="",
        help_text="without accents and capitals: to find and to sort",
    )
    demo = models.BooleanField(
        default=False,
        db_default=False,
        help_text="of demo games alone; a real player of that name is another",
    )

    class Meta:
        ordering = ["folded", "name"]
        verbose_name = _("player")
        verbose_name_plural = _("players")

    def __str__(self) -> str:
        return self.name


class Play(models.Model):
    """A finished game that was revealed to the end."""

    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="play")
    map = models.SlugField(max_length=120, help_text="whatever the version of its sheet")
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField()
    turns = models.PositiveIntegerField()
    players = models.PositiveSmallIntegerField()
    winning_total = models.SmallIntegerField()
    demo = models.BooleanField(default=False, db_default=False, help_text="as its table")

    class Meta:
        ordering = ["-finished_at", "-pk"]
        verbose_name = _("finished game")
        verbose_name_plural = _("finished games")
        indexes = [
            models.Index(fields=["-finished_at", "-id"], name="plays_newest_first"),
            models.Index(fields=["map", "-finished_at"], name="plays_by_map"),
        ]

    def __str__(self) -> str:
        return f"{self.map}, {timezone.localtime(self.finished_at):%Y-%m-%d}"


class Score(models.Model):
    """What one player made of a finished game."""

    play = models.ForeignKey(Play, on_delete=models.CASCADE, related_name="scores")
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="scores", help_text="after merging"
    )
    spelled = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="+", help_text="as spelled at the table"
    )
    seat = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=24)
    color = models.CharField(max_length=30)
    rank = models.PositiveSmallIntegerField()
    total = models.SmallIntegerField()
    route_points = models.SmallIntegerField()
    ticket_points = models.SmallIntegerField()
    bonus_points = models.SmallIntegerField()
    tickets_completed = models.PositiveSmallIntegerField()
    tickets_failed = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["rank", "seat"]
        constraints = [models.UniqueConstraint(fields=["play", "seat"], name="one_score_per_seat")]
        indexes = [models.Index(fields=["player", "rank", "total"], name="scores_by_player")]

    def __str__(self) -> str:
        return f"{self.name}: {self.total}"


class Claim(models.Model):
    """A route claimed in a finished game, for counting by map and by player."""

    score = models.ForeignKey(Score, on_delete=models.CASCADE, related_name="claims")
    map = models.SlugField(max_length=120)
    route = models.CharField(max_length=120)
    demo = models.BooleanField(default=False, db_default=False, help_text="as its table")

    class Meta:
        indexes = [models.Index(fields=["map", "route", "demo"], name="claims_by_route")]

    def __str__(self) -> str:
        return self.route


class HeldTicket(models.Model):
    """A ticket kept to the end of a finished game."""

    score = models.ForeignKey(Score, on_delete=models.CASCADE, related_name="held")
    map = models.SlugField(max_length=120)
    ticket = models.CharField(max_length=120)
    completed = models.BooleanField()
    demo = models.BooleanField(default=False, db_default=False, help_text="as its table")

    class Meta:
        indexes = [
            models.Index(fields=["map", "ticket", "completed", "demo"], name="held_by_ticket")
        ]

    def __str__(self) -> str:
        return self.ticket


# -- Records on their way in ----------------------------------------------------------------------


class Import(models.Model):
    """Records somebody sent at once; looked at one by one, and forgotten after a day."""

    key = models.CharField(max_length=22, unique=True, help_text="its address")
    request = models.CharField(max_length=64, unique=True, help_text="the form: sent twice, once")
    at = models.DateTimeField(auto_now_add=True)
    by = _person()

    class Meta:
        ordering = ["-at"]

    def __str__(self) -> str:
        return f"{timezone.localtime(self.at):%Y-%m-%d %H:%M}"


class ImportedFile(models.Model):
    """One file of an import, and what became of it. Its content goes once it was looked at."""

    class Verdict(models.TextChoices):
        WAITING = "waiting", _("waiting")
        IMPORTED = "imported", _("imported")
        KNOWN = "known", _("already here")
        REFUSED = "refused", _("refused")
        BACK = "back", _("taken out again")

    sent = models.ForeignKey(Import, on_delete=models.CASCADE, related_name="files")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=200)
    content = models.BinaryField(help_text="compressed")
    verdict = models.CharField(max_length=10, choices=Verdict, default=Verdict.WAITING)
    code = models.CharField(max_length=40, blank=True)
    said = models.TextField(blank=True)
    table = models.ForeignKey(
        Table, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["sent", "number"], name="one_file_per_number")
        ]
        indexes = [models.Index(fields=["sent", "verdict", "number"], name="files_by_verdict")]

    def __str__(self) -> str:
        return self.name
