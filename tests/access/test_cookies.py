"""Cookies: out of reach of scripts and of other sites."""

import re
from pathlib import Path

import pytest
from django.contrib.auth.models import User

from tests.support.commands import manage, run
from tests.support.sittings import sit_down

pytestmark = pytest.mark.django_db(transaction=True)


def test_every_cookie_is_out_of_reach_of_scripts_and_of_other_sites(admin_user: User) -> None:
    sitting = sit_down("london", 2)
    sitting.screen.post("/i18n/setlang/", {"language": "de"})
    admin_user.set_password("kept by nobody")
    admin_user.save()
    sitting.screen.post(
        "/admin/login/", {"username": admin_user.username, "password": "kept by nobody"}
    )
    cookies = {**sitting.screen.cookies, **sitting.phones[0].cookies}
    assert {re.sub(r"_\d+", "", name) for name in cookies} >= {
        "screen", "seat", "sessionid", "django_language", "known",
    }  # fmt: skip
    for name, cookie in cookies.items():
        assert cookie["httponly"], name
        assert cookie["samesite"] == "Lax", name
        assert cookie["path"] == "/", name
        assert not cookie["domain"], name


def test_behind_https_every_cookie_is_secure_and_belongs_to_this_host_alone(
    tmp_path: Path,
) -> None:
    question = """
import django; django.setup()
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from games.access import audience
from games.models import Table
from games.views import sign_in
request, response, table = HttpRequest(), HttpResponse(), Table(pk=7, code="BCDF")
audience.remember_seat(response, request, table, "x")
audience.remember_screen(response, request, table, "x")
sign_in.remember_browser(request, response)
for name, cookie in response.cookies.items():
    print(name, cookie["secure"], cookie["path"], repr(cookie["domain"]))
for name in ("SESSION", "CSRF", "LANGUAGE"):
    print(getattr(settings, f"{name}_COOKIE_NAME"), getattr(settings, f"{name}_COOKIE_SECURE"))
"""
    done = run(
        "-c", question, PUBLIC_URL="https://trains.example.org", DATA_DIR=tmp_path,
        DJANGO_SETTINGS_MODULE="companion.settings",
    )  # fmt: skip
    assert done.stdout.splitlines() == [
        "__Host-seat_7 True / ''",
        "__Host-screen_7 True / ''",
        "__Host-known True / ''",
        "__Host-sessionid True",
        "__Host-csrftoken True",
        "__Host-django_language True",
    ], done.stderr


def test_the_deployment_check_is_clean_with_and_without_https(tmp_path: Path) -> None:
    for url in ("http://192.168.1.20:8000", "https://trains.example.org"):
        checked = manage(
            "check", "--deploy", "--fail-level", "WARNING",
            PUBLIC_URL=url, SECRET_KEY="k-3vQ8w_" * 8, DATA_DIR=tmp_path,
        )  # fmt: skip
        assert checked.returncode == 0, checked.stderr
