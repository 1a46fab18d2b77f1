"""What tables found out about printed boards, item by item."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Finding(models.Model):
    """What one table says of one place, route or ticket of a board. No names of people.

    `facts` is what is printed; null: the item is not on the printed board. A later word of the same
    table about the same item replaces the earlier one.
    """

    slug = models.SlugField(_("map"), max_length=120)
    source = models.CharField(
        max_length=64, help_text="identifies a table, here or elsewhere, but none of its players"
    )
    kind = models.CharField(max_length=10)
    item = models.CharField(max_length=200)
    facts = models.JSONField(null=True, blank=True)
    at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("finding")
        verbose_name_plural = _("findings")
        constraints = [
            models.UniqueConstraint(
                fields=["slug", "source", "kind", "item"], name="one_finding_per_table_and_item"
            )
        ]

    def __str__(self) -> str:
        return f"{self.slug}: {self.item}"
