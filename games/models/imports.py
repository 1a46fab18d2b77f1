"""Records that a browser sends by the thousand, while they are looked at."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.sheets import _person
from games.models.tables import Table


class Import(models.Model):
    """Records somebody sent at once; looked at one by one, and forgotten after a day."""

    key = models.CharField(max_length=22, unique=True, help_text="part of its address")
    request = models.CharField(
        max_length=64, unique=True, help_text="the form it came with: sent twice, it counts once"
    )
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
        BACK = "back", _("removed")

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
