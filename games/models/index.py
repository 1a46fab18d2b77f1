"""The index of finished games: who played, what was scored, which routes and tickets.

`games/table/index.py` is the only one that writes it, from the logs.
"""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.tables import Origin, Table


class Player(models.Model):
    """Somebody who played, known by a name as it was spelled at a table.

    Another spelling of the same person is a row of its own that was `merged_into` the one that
    stands for both; undoing that is emptying the field.
    """

    name = models.CharField(_("name"), max_length=24)
    spelling = models.CharField(
        max_length=60, unique=True, help_text="the name, ignoring case and spaces"
    )
    merged_into = models.ForeignKey(
        "self",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="merged",
        verbose_name=_("merged into"),
    )
    merged_at = models.DateTimeField(null=True, blank=True)
    anonymous = models.BooleanField(_("without a name"), default=False)
    folded = models.CharField(
        max_length=120,
        default="",
        db_default="",
        help_text="without accents and capitals, for searching and sorting",
    )
    demo = models.BooleanField(
        _("demo game"),
        default=False,
        db_default=False,
        help_text="only in demo games; a real player with that name is a separate row",
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
    map = models.SlugField(
        _("map"), max_length=120, help_text="the same for all versions of its sheet"
    )
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(_("finished at"))
    turns = models.PositiveIntegerField(_("turns"))
    players = models.PositiveSmallIntegerField()
    winning_total = models.SmallIntegerField(_("winning total"))
    demo = models.BooleanField(
        _("demo game"), default=False, db_default=False, help_text="same as its table's"
    )
    origin = models.CharField(
        max_length=10,
        choices=Origin,
        default=Origin.HERE,
        db_default=Origin.HERE,
        help_text="same as its table's",
    )

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
    rating = models.SmallIntegerField(
        null=True, blank=True, help_text="the player's on all maps, after this game"
    )
    map_rating = models.SmallIntegerField(
        null=True, blank=True, help_text="the same on this map alone"
    )

    class Meta:
        ordering = ["rank", "seat"]
        constraints = [models.UniqueConstraint(fields=["play", "seat"], name="one_score_per_seat")]
        indexes = [models.Index(fields=["player", "rank", "total"], name="scores_by_player")]

    def __str__(self) -> str:
        return f"{self.name}: {self.total}"


class Rating(models.Model):
    """How well a player plays by all finished games: on one map, or (`map` is empty) on all.

    A copy like the rest of the index; `games/table/ratings.py` makes it, and makes it again.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="ratings")
    map = models.SlugField(max_length=120, blank=True)
    mu = models.FloatField(help_text="estimated strength")
    sigma = models.FloatField(help_text="uncertainty of that estimate")
    shown = models.SmallIntegerField(help_text="the two as one number, for display")
    games = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "map"], name="one_rating_per_player_and_map")
        ]
        indexes = [models.Index(fields=["map", "-shown"], name="ratings_best_first")]

    def __str__(self) -> str:
        return f"{self.player}: {self.shown}"


class Claim(models.Model):
    """A route claimed in a finished game, for counting by map and by player."""

    score = models.ForeignKey(Score, on_delete=models.CASCADE, related_name="claims")
    map = models.SlugField(max_length=120)
    route = models.CharField(max_length=120)
    demo = models.BooleanField(default=False, db_default=False, help_text="same as its table's")

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
    demo = models.BooleanField(default=False, db_default=False, help_text="same as its table's")

    class Meta:
        indexes = [
            models.Index(fields=["map", "ticket", "completed", "demo"], name="held_by_ticket")
        ]

    def __str__(self) -> str:
        return self.ticket
