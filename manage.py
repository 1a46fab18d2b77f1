#!/usr/bin/env python3
"""Django's command line for Stationmaster."""

import sys

from companion.command_line import manage

if __name__ == "__main__":
    try:
        manage(sys.argv)
    except ModuleNotFoundError as missing:
        if missing.name != "django":
            raise
        sys.exit(
            "Django is not installed here: run `make run`, or see the README for plain commands."
        )
