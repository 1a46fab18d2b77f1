"""Where the program runs from: a clone of the repository, or an installed wheel.

A wheel has templates, collected static files, catalogues and map sheets in `companion/assets`
(pyproject.toml lists them); a clone doesn't have that folder, but the same files next to the code.
"""

from pathlib import Path

import platformdirs

_PACKAGE = Path(__file__).resolve().parent

FROM_WHEEL = (_PACKAGE / "assets").is_dir()
BASE_DIR = _PACKAGE / "assets" if FROM_WHEEL else _PACKAGE.parent

# The default for DATA_DIR: an installed program doesn't write next to its own files.
USUAL_DATA_DIR = (
    platformdirs.user_data_path("stationmaster", appauthor=False)
    if FROM_WHEEL
    else BASE_DIR / "data"
)

# The program that people start commands with, for messages that tell them to run one.
COMMAND = "stationmaster" if FROM_WHEEL else "python manage.py"
