"""What this runs from: a clone of the repository, or an installed wheel.

A wheel carries templates, collected static files, catalogues and map sheets in `companion/assets`
(pyproject.toml says which); a clone has no such folder, and has them beside the code.
"""

from pathlib import Path

import platformdirs

_PACKAGE = Path(__file__).resolve().parent

FROM_WHEEL = (_PACKAGE / "assets").is_dir()
BASE_DIR = _PACKAGE / "assets" if FROM_WHEEL else _PACKAGE.parent

# Where games are kept unless DATA_DIR says otherwise: an installed program writes nothing beside
# itself.
USUAL_DATA_DIR = (
    platformdirs.user_data_path("stationmaster", appauthor=False)
    if FROM_WHEEL
    else BASE_DIR / "data"
)

# How people start a command here; sentences that ask for one begin with it.
COMMAND = "stationmaster" if FROM_WHEEL else "python manage.py"
