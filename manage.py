#!/usr/bin/env python3
"""Django's command line for Stationmaster."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
    try:
        from django.core.exceptions import ImproperlyConfigured
        from django.core.management import execute_from_command_line
    except ModuleNotFoundError:
        sys.exit(
            "Django is not installed here: run `make run`, or see the README for plain commands."
        )
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as wrong:
        # A wrong environment variable is the host's to correct: one sentence, no traceback.
        sys.exit(str(wrong))


if __name__ == "__main__":
    main()
