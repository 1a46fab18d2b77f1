"""Exporting finished games: all records in one archive, and scores as a table."""

import csv
import io
import json
import zipfile
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.archive import record_files
from games.models import Score, Table
from tests.support.records import (
    a_record,
    brought_in,
    content,
    many,
    played_here,
    renamed,
)
from tests.support.sittings import begun, loaded

pytestmark = pytest.mark.django_db(transaction=True)


def test_all_past_games_come_out_as_one_zip_that_comes_in_again() -> None:
    loaded("london")
    for raw in many(3):
        record_files.outcome(raw)
    reply = Client().get("/history/records.zip")
    assert reply.streaming
    assert reply["Content-Type"] == "application/zip"
    raw_zip = content(reply)
    with zipfile.ZipFile(io.BytesIO(raw_zip)) as archive:
        assert archive.testzip() is None
        names = archive.namelist()
        records = [json.loads(archive.read(name)) for name in names if name.endswith(".json")]
    assert len(names) == 4
    assert names[-1] == "scores.csv"
    day = f"{timezone.now():%Y-%m-%d}"
    assert all(name.startswith(f"stationmaster-london-{day}-") for name in names[:-1])
    assert {one["players"][0]["name"] for one in records} == {"Ada 0", "Ada 1", "Ada 2"}
    assert [f.verdict for f in brought_in(Client(), ("all.zip", raw_zip))] == ["known"] * 3
    Table.objects.all().delete()
    assert [f.verdict for f in brought_in(Client(), ("all.zip", raw_zip))] == ["imported"] * 3


def test_what_is_filtered_in_the_list_is_filtered_in_the_files() -> None:
    for slug in ("london", "paris"):
        loaded(slug)
        day = {"played": "2024-05-01" if slug == "paris" else "2025-06-01"}
        record_files.outcome(json.dumps(a_record(slug, **day)).encode())
    name = Score.objects.filter(play__map="paris").order_by("seat")[0].name
    everyone = Score.objects.filter(name=name).count()
    for query, games in (("map=paris", 1), ("from=2025-01-01", 1), ("to=2023-01-01", 0), ("", 2)):
        rows = list(csv.DictReader(io.StringIO(scores(query))))
        assert len({row["game"] for row in rows}) == games, query
    assert (
        len({row["game"] for row in csv.DictReader(io.StringIO(scores(f"q={name}")))}) == everyone
    )


def scores(query: str = "") -> str:
    return content(Client().get(f"/history/scores.csv?{query}")).decode("utf-8-sig")


def test_scores_are_one_line_per_player_and_game() -> None:
    table = played_here(players=3)
    reply = Client().get("/history/scores.csv")
    raw = content(reply)
    assert raw.startswith("\ufefffinished_at,".encode())
    rows = list(csv.DictReader(io.StringIO(raw.decode("utf-8-sig"))))
    assert [(row["name"], int(row["total"]), int(row["rank"])) for row in rows] == list(
        Score.objects.order_by("rank", "seat").values_list("name", "total", "rank")
    )
    assert {row["map"] for row in rows} == {"london"}
    assert {row["game"].removeprefix("'") for row in rows} == {table.key}
    for row in rows:
        parts = sum(int(row[name]) for name in ("routes", "tickets", "bonuses"))
        assert parts == int(row["total"])


@pytest.mark.parametrize("name", ['=1+1"x"', "+49", "-1", "@SUM(A1)", "\tx", "＝1"])
def test_a_name_is_no_formula(name: str) -> None:
    assert record_files.harmless(name) == f"'{name}"
    assert record_files.harmless(f"A{name}") == f"A{name}"


def test_a_player_called_like_a_formula_is_harmless_in_the_file() -> None:
    loaded("london")
    whole = a_record()
    record_files.outcome(
        json.dumps(renamed(whole, whole["players"][0]["name"], "=HYPERLINK()")).encode()
    )
    names = {row["name"] for row in csv.DictReader(io.StringIO(scores()))}
    assert "'=HYPERLINK()" in names


def test_demos_and_running_games_do_not_come_out() -> None:
    loaded("london")
    Client().get("/demo/london/")
    begun()
    assert scores().count("\n") == 1
    with zipfile.ZipFile(io.BytesIO(content(Client().get("/history/records.zip")))) as archive:
        assert archive.namelist() == ["scores.csv"]


def test_where_history_is_for_staff_a_guest_gets_only_games_of_his_own(settings: Any) -> None:
    played_here()
    settings.HISTORY = "staff"
    assert scores().count("\n") == 1
