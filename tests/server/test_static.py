"""Static files as they are served: collected, with a hash in the name."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin

import pytest
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from django.test import override_settings
from whitenoise.middleware import WhiteNoiseMiddleware

STATIC = settings.BASE_DIR / "static"
VENDOR = STATIC / "vendor"
IMPORTED = re.compile(r"""(?:^(?:import|export)\b[^"'()]*|\bimport\()["']([./][^"']+)["']""", re.M)
PAGES = ("js/table/phone.js",)  # scripts that do nothing but import others
HASHED = {"BACKEND": "companion.server.static.HashedStaticFiles"}


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("collected")
    storages = {**settings.STORAGES, "staticfiles": HASHED}
    with override_settings(STATIC_ROOT=folder, STORAGES=storages):
        call_command("collectstatic", interactive=False, verbosity=0)  # raises for a missing file
        yield folder


def test_every_file_a_stylesheet_names_exists(collected: Path) -> None:
    url = staticfiles_storage.url("css/base.css")
    assert url != "/static/css/base.css"
    css = (collected / url.removeprefix("/static/")).read_text()
    assert "barlow-condensed-700." in css


def scripts() -> list[str]:
    return sorted(str(path.relative_to(STATIC)) for path in (STATIC / "js").rglob("*.js"))


@pytest.mark.parametrize("name", scripts())
def test_every_script_is_imported_by_a_name_that_can_be_kept_for_good(
    name: str, collected: Path
) -> None:
    hashed = staticfiles_storage.url(name).removeprefix("/static/")
    before = IMPORTED.findall((STATIC / name).read_text())
    after = IMPORTED.findall((collected / hashed).read_text())
    if name in PAGES:  # sent with all that they import
        before = []
    assert len(after) == len(before)
    for plain, sent in zip(before, after, strict=True):
        url = urljoin(f"/static/{hashed}", sent)
        assert url == staticfiles_storage.url(
            urljoin(f"/static/{name}", plain).removeprefix("/static/")
        )
        assert (collected / url.removeprefix("/static/")).exists()


def test_some_scripts_import_others() -> None:
    """Else the test above would hold of nothing."""
    assert sum(len(IMPORTED.findall((STATIC / name).read_text())) for name in scripts()) > 20


def test_whitenoise_lets_browsers_keep_hashed_files_for_good(collected: Path) -> None:
    served = WhiteNoiseMiddleware(lambda request: None)
    for name in scripts():
        url = staticfiles_storage.url(name)
        assert served.immutable_file_test(str(collected / name), url), url


def test_no_template_names_a_static_file_without_its_hash() -> None:
    for template in (settings.BASE_DIR / "templates").rglob("*.*"):
        unhashed = re.findall(r"get_static_prefix|[\"']/static/", template.read_text())
        assert not unhashed, template


@pytest.mark.parametrize("file", sorted(VENDOR.glob("*.*")), ids=lambda file: file.name)
def test_every_vendored_file_is_accounted_for(file: Path) -> None:
    if file.name != "README.md":
        assert f"`{file.name}`" in (VENDOR / "README.md").read_text()
