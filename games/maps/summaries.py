"""What publishing, retiring or rolling back a version would do, shown before it is done."""

from typing import Any

from games.maps import differences, library
from games.models import MapSheet, Table


def in_force(slug: str) -> MapSheet | None:
    return library.versions(slug).filter(state=MapSheet.State.PUBLISHED).first()


def summary(sheet: MapSheet, deed: str) -> dict[str, Any]:
    """For templates/maps/summary.html."""
    force = in_force(sheet.slug)
    old = library.sketch_of(force) if force else None
    new = library.sketch_of(sheet)
    problems = library.problems_of(sheet)
    changes = differences.compare(old, new) if deed != "retire" and old and new else []
    return {
        "force": force,
        "changes": changes,
        "counted": differences.counted(changes),
        "share": library.verified_share(new) if new else (0, 0),
        "error_count": sum(problem.error for problem in problems),
        "warning_count": sum(not problem.error for problem in problems),
        "running": _running(sheet.slug),
        "next_version": library.next_version(sheet.slug),
        "numbers": (len(new.places), len(new.routes), len(new.tickets)) if new else (0, 0, 0),
    }


def _running(slug: str) -> int:
    """Open tables of this map whose game is not over: they keep the version they have."""
    stages = (Table.Stage.LOBBY, Table.Stage.PLAYING)
    return Table.objects.filter(sheet__slug=slug, stage__in=stages, play=None).count()
