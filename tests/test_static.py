"""Static files as they are served: collected, with a hash in the name."""

from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from django.test import override_settings

VENDOR = settings.BASE_DIR / "static" / "vendor"
HASHED = {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}


def test_every_file_a_stylesheet_names_exists(tmp_path: Path) -> None:
    storages = {**settings.STORAGES, "staticfiles": HASHED}
    with override_settings(STATIC_ROOT=tmp_path, STORAGES=storages):
        call_command("collectstatic", interactive=False, verbosity=0)  # raises for a missing file
        url = staticfiles_storage.url("css/station.css")
    assert url != "/static/css/station.css"
    css = (tmp_path / url.removeprefix("/static/")).read_text()
    assert "barlow-condensed-700." in css


@pytest.mark.parametrize("file", sorted(VENDOR.glob("*.*")), ids=lambda file: file.name)
def test_every_vendored_file_is_accounted_for(file: Path) -> None:
    if file.name != "README.md":
        assert f"`{file.name}`" in (VENDOR / "README.md").read_text()
