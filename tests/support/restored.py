"""Inspect a restored installation, in a separate process.

DATA_DIR=… python -m tests.support.restored what_was_there.json

prints its contents as JSON, and plays on: the player to move draws cards, the lobby starts its
game, the staff sign in. The tests make the assertions.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any

from tests.support.commands import run
from tests.support.markup import parsed

OLD = Path(__file__).resolve().parents[1] / "upkeep" / "before_the_rooms"
BACKUP = OLD / "backup.zip"
WHAT_WAS_THERE = OLD / "what_was_there.json"


def look_around(**variables: object) -> dict[str, Any]:
    """The contents of the installation that these environment variables describe."""
    process = run("-m", "tests.support.restored", str(WHAT_WAS_THERE), **variables)
    assert process.returncode == 0, process.stderr
    report: dict[str, Any] = json.loads(process.stdout)
    return report


def _browser(cookies: dict[str, str] | None = None) -> Any:
    from django.test import Client

    client = Client()
    for name, value in (cookies or {}).items():
        client.cookies[name] = value
    return client


def _result(key: str) -> dict[str, Any]:
    from games.models import Play

    client = _browser()
    record = client.get(f"/result/{key}/record.json")
    return {
        "totals": {
            score.name: score.total
            for score in Play.objects.get(table__key=key).scores.order_by("rank")
        },
        "page": client.get(f"/result/{key}/").status_code,
        "record": [seat["name"] for seat in json.loads(record.content)["players"]],
        "replay": client.get(f"/result/{key}/replay").status_code,
        "history": sorted(
            link.attributes["href"]
            for link in parsed(client.get("/history/").content.decode()).all("a")
            if link.attributes.get("href", "").startswith("/result/")
        ),
    }


def _running(was: dict[str, Any]) -> dict[str, Any]:
    from games.models import Table
    from tests.support.sittings import Sitting

    sitting = Sitting(Table.objects.get(code=was["code"]), _browser())
    state = sitting.state
    mover = sitting.seat(state.to_move).name
    phone = _browser(was["phones"][mover])
    page = phone.get(sitting.url("play"))
    turn = parsed(page.content.decode()).one(id="turn")
    cards = sitting.post(phone, "cards", seen=sitting.number)
    return {
        "turns": state.turns_played,
        "to move": mover,
        "owners": {route: sitting.seat(owner).name for route, owner in state.owners.items()},
        "page": page.status_code,
        "own turn": [form.attributes.get("action") for form in turn.all("form")],
        "move": cards.status_code,
        "turns after": sitting.state.turns_played,
        "to move after": sitting.seat(sitting.state.to_move).name,
    }


def _lobby(was: dict[str, Any]) -> dict[str, Any]:
    from games.models import Table
    from tests.support.sittings import Sitting

    sitting = Sitting(Table.objects.get(code=was["code"]), _browser(was["screen"]))
    taken = {seat.color for seat in sitting.table.seats.all()}
    free = next(color for color in sitting.board.player_colors if color not in taken)
    third = {"name": "Di", "color": free, "request": "form-Di"}
    seats = [seat.name for seat in sitting.table.seats.order_by("position")]
    joined = _browser().post(sitting.url("join"), third)
    started = sitting.post(sitting.screen, "start")
    sitting.table.refresh_from_db()
    return {
        "seats": seats,
        "joined": joined.status_code,
        "started": started.status_code,
        "stage": sitting.table.stage,
    }


def _staff(name: str, password: str, draft: int) -> dict[str, Any]:
    from django.apps import apps
    from django.contrib.auth.models import User

    client = _browser()
    user = User.objects.get(username=name)
    signed_in = client.post("/admin/login/", {"username": name, "password": password})
    models = [
        model._meta for app in ("games", "auth") for model in apps.get_app_config(app).get_models()
    ]
    index = client.get("/admin/")
    linked = parsed(index.content.decode()).all("a")
    addresses = {link.attributes.get("href", "") for link in linked}
    return {
        "signed in": signed_in.status_code,
        "index": index.status_code,
        "may": sorted(user.get_all_permissions()),
        "lists": {
            f"{meta.app_label}.{meta.model_name}": client.get(address).status_code
            for meta in models
            if (address := f"/admin/{meta.app_label}/{meta.model_name}/") in addresses
        },
        "draft": client.get(f"/admin/games/mapsheet/{draft}/change/").status_code,
        "users": client.get("/admin/auth/user/").status_code,
    }


def _kinds() -> dict[str, Any]:
    """Content types and permissions as they are stored, and whether models find their own."""
    from django.apps import apps
    from django.contrib.auth.models import Permission
    from django.contrib.contenttypes.models import ContentType

    stored = ContentType.objects.order_by("pk").values_list("pk", "app_label", "model")
    ContentType.objects.clear_cache()
    return {
        "content types": [list(row) for row in stored],
        "permissions": [
            list(row)
            for row in Permission.objects.order_by("pk").values_list(
                "pk", "content_type", "codename"
            )
        ],
        "of models": {
            model._meta.label_lower: ContentType.objects.get_for_model(model).pk
            for model in apps.get_models()
        },
        "content types after": ContentType.objects.count(),
    }


def main(was: dict[str, Any]) -> dict[str, Any]:
    from games.models import MapSheet, Report, Table

    report: dict[str, Any] = {"kinds": _kinds()}
    report["finished"] = _result(was["finished"]["key"])
    report["demo"] = Table.objects.get(code=was["demo"]).demo
    report["demo page"] = _browser().get(f"/t/{was['demo']}/screen").status_code
    report["draft"] = list(MapSheet.objects.filter(pk=was["draft"]).values_list("state", "year"))
    report["reported"] = list(Report.objects.values_list("route", flat=True))
    report["staff"] = {
        name: _staff(name, password, was["draft"]) for name, password in was["passwords"].items()
    }
    report["running"] = _running(was["running"])
    report["lobby"] = _lobby(was["lobby"])
    return report


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
    import django
    from django.conf import settings
    from django.test.utils import setup_test_environment

    settings.STORAGES["staticfiles"] = {  # without `collectstatic`, as in tests/conftest.py
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
    }
    settings.WHITENOISE_AUTOREFRESH = True
    django.setup()
    setup_test_environment(debug=False)
    json.dump(main(json.loads(Path(sys.argv[1]).read_text("utf-8"))), sys.stdout)
