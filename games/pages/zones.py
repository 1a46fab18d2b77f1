"""Time zones by name, as browsers report them."""

import re
from datetime import tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

NAME = re.compile(r"[A-Za-z0-9_+-]+(?:/[A-Za-z0-9_+-]+){0,2}")
LONGEST = 60


def by_name(name: str) -> tzinfo | None:
    """The zone with this name; None if there is none."""
    if len(name) > LONGEST or not NAME.fullmatch(name):
        return None
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):  # OSError: the name of a folder of zones
        return None
