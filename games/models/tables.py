"""Tables: one sitting each, with its seats, the log of its entries, and the series it is in.

Only `games/table/snapshot.py` makes a game of entries.
"""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.sheets import MapSheet


class Origin(models.TextChoices):
    """Where a finished game came from."""

    HERE = "here", _("played here")
    IMPORTED = "imported", _("imported")
    DEMO = "demo", _("demo game")
    INVENTED = "invented", _("invented")


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

    code = models.CharField(_("code"), max_length=4)
    key = models.CharField(max_length=22, unique=True, help_text="permanent address of the result")
    sheet = models.ForeignKey(
        MapSheet, on_delete=models.PROTECT, related_name="tables", verbose_name=_("map sheet")
    )
    stage = models.CharField(_("state"), max_length=10, choices=Stage, default=Stage.LOBBY)
    opened_at = models.DateTimeField(_("opened at"), auto_now_add=True)
    changed_at = models.DateTimeField(_("changed at"), auto_now=True)
    language = models.CharField(max_length=5, default="en")
    screen_digest = models.CharField(max_length=64, help_text="of the opening browser's secret")
    screen_seen_at = models.DateTimeField(null=True, blank=True)
    revision = models.PositiveIntegerField(default=0, help_text="grows with every change")

    final_round_at = models.PositiveSmallIntegerField()
    tickets = models.CharField(max_length=10, choices=Tickets, default=Tickets.DEALT)
    passengers = models.CharField(max_length=10, choices=SetUp, default=SetUp.DRAWN)
    placed = models.JSONField(
        default=dict, blank=True, help_text="passengers entered by hand, by place"
    )
    variant = models.CharField(
        max_length=60, blank=True, default="", help_text="of the sheet's expansions; empty: none"
    )
    score_hidden = models.BooleanField(default=False)
    lead_hidden = models.BooleanField(
        default=False, help_text="hides who leads in a bonus until the reveal"
    )
    hints = models.BooleanField(default=True)
    nudge_minutes = models.PositiveSmallIntegerField(
        default=0, help_text="nudge the player to move after this long; 0: never"
    )

    learns = models.BooleanField(
        default=False, help_text="a host lets this table correct what is verified"
    )
    lessons = models.JSONField(
        default=list, blank=True, help_text="what the lobby found out about the printed board"
    )

    events_digest = models.CharField(
        max_length=64,
        blank=True,
        default="",
        db_index=True,
        help_text="of the token that opens its event stream; empty: there is none",
    )
    demo = models.BooleanField(
        _("demo game"),
        default=False,
        help_text="for trying things out: only counted on request",
    )
    origin = models.CharField(
        max_length=10,
        choices=Origin,
        default=Origin.HERE,
        db_default=Origin.HERE,
        help_text="played at a table here, or where it came from",
    )
    locked = models.BooleanField(default=False)
    first_seat = models.ForeignKey(
        "Seat", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    reveal_step = models.PositiveIntegerField(default=0)
    reveal_auto = models.BooleanField(default=False, help_text="the reveal plays automatically")
    claimant = models.ForeignKey(
        "Seat",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        help_text="who asks to take over because no host is left",
    )
    claimed_at = models.DateTimeField(null=True, blank=True)
    rematch = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="rematch_of"
    )
    series = models.ForeignKey(
        "Series", on_delete=models.SET_NULL, null=True, blank=True, related_name="tables"
    )
    rewritten = models.PositiveIntegerField(
        default=0, help_text="how often names in its log were changed: makes copies in memory stale"
    )
    idle_seconds = models.PositiveIntegerField(
        default=0, help_text="how long nothing has changed, counted while a server runs"
    )
    idle_revision = models.PositiveIntegerField(
        null=True, blank=True, help_text="the revision at the last count; ignored if it has changed"
    )
    idle_at = models.DateTimeField(null=True, blank=True, help_text="when it was last counted")
    doomed_at = models.DateTimeField(
        null=True, blank=True, help_text="when it was first old enough to be deleted"
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

    # What this row's own transaction added to the log (`writing.append`); no column.
    entries_written: range = range(0)

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
        null=True, blank=True, help_text="odd; empty: an evening with running totals"
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
        default=False, help_text="to the claimant becoming host (see Table.claimant)"
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
