"""Lines in the history of a map sheet, which the administration shows: who changed what, and when.

A line is written once, in the language of the person who made the change.
"""

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import User
from django.utils.translation import gettext

from games.language import say
from games.maps import differences, library
from games.models import MapSheet
from games.rules.board import Board


def note(sheet: MapSheet, by: User, line: str) -> None:
    LogEntry.objects.log_actions(by.pk, [sheet], CHANGE, line, single_object=True)


def note_changes(sheet: MapSheet, before: Board | None, by: User, where: str) -> None:
    """What a save changed: “Routes: 3 changes to routes, verified marks”. Nothing, if nothing."""
    changes = changes_in_words(before, library.sketch_of(sheet))
    if changes:
        note(sheet, by, f"{where}: {changes}")


def changes_in_words(before: Board | None, after: Board | None) -> str:
    if before is None or after is None:
        return gettext("parts that couldn’t be read before") if before is not after else ""
    counts = differences.counted(differences.compare(before, after))
    return say(counts) if counts else ""
