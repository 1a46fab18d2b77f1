"""The command line: `stationmaster` where a wheel is installed, `manage.py` in the repository.

With a command, it's Django's command line. `stationmaster` alone, or with options of `serve`, sets
up and serves, like `make run`.
"""

import os
import subprocess
import sys
from collections.abc import Sequence

USAGE = """\
Usage: stationmaster [--open]     set up and serve; --open shows it in this computer's browser
       stationmaster COMMAND …    one of the commands below
       stationmaster --version

Games are kept in {data}; DATA_DIR names another folder.
"""


def manage(arguments: Sequence[str]) -> None:
    """Run one of Django's commands."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(list(arguments))
    except ImproperlyConfigured as wrong:
        # The host can correct a wrong environment variable: print one sentence, no traceback.
        sys.exit(str(wrong))
    except KeyboardInterrupt:
        # Ctrl-C before it serves, or in the middle of a command, is no fault either.
        sys.exit(130)


def main() -> None:
    """The entry point `stationmaster` of an installed wheel."""
    from companion import __version__, installation

    program, arguments = "stationmaster", sys.argv[1:]
    first = arguments[0] if arguments else ""
    if first == "--version":
        sys.stdout.write(f"{__version__}\n")
    elif first in ("-h", "--help") or arguments == ["help"]:
        sys.stdout.write(USAGE.format(data=installation.USUAL_DATA_DIR))
        sys.stdout.flush()
        manage([program, "help"])
    elif not first or first.startswith("-"):
        set_up()
        manage([program, "serve", *arguments])
    else:
        manage([program, *arguments])


def set_up() -> None:
    """Run `setup` in its own process: it creates the secret key, and settings read the key only
    once.

    With -P, so that a folder `games` in the current directory isn't imported instead of ours.
    """
    command = [sys.executable, "-P", "-m", "companion.command_line", "setup"]
    try:
        done = subprocess.run(command, check=False)  # noqa: S603 - our own program
    except KeyboardInterrupt:
        sys.exit(130)
    if done.returncode:
        sys.exit(done.returncode)


if __name__ == "__main__":
    main()
