"""Finished games out and in: records, scores as CSV, in the browser and by command."""

import csv
import io
import json
import struct
import threading
import zipfile
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from games.archive import player_names, record_files, search, uploads
from games.maps import library
from games.models import Import, ImportedFile, Play, Score, Table
from games.rules import record
from games.rules.reveal import reveal_view
from games.table import moves
from games.table.snapshot import game_of
from tests.support.sittings import begun, loaded, play_on

pytestmark = pytest.mark.django_db(transaction=True)

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
DEMOS = Path(record_files.__file__).parent / "demos"


def a_record(slug: str = "london", **changes: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((DEMOS / f"{slug}.json").read_bytes())
    return found | changes


def renamed(found: dict[str, Any], old: str, new: str) -> dict[str, Any]:
    text = json.dumps(found, ensure_ascii=False)
    changed: dict[str, Any] = json.loads(text.replace(json.dumps(old), json.dumps(new)))
    return changed


def many(count: int) -> list[bytes]:
    """The same moves by different people: different games."""
    found = a_record()
    old = found["players"][0]["name"]
    return [json.dumps(renamed(found, old, f"Ada {n}")).encode() for n in range(count)]


def played(slug: str = "london", players: int = 2) -> Table:
    """A game that was really played here and revealed to the end."""
    sitting = begun(slug, players)
    play_on(sitting)
    steps = reveal_view(sitting.state, 10_000).steps
    moves.step_reveal(table=sitting.table, step=steps)
    return sitting.table


def zip_of(files: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return made.getvalue()


def upload(client: Client, *files: tuple[str, bytes], request: str = "") -> Any:
    sent = [SimpleUploadedFile(name, content) for name, content in files]
    return client.post("/history/import/", {"files": sent, "request": request})


def brought_in(client: Client, *files: tuple[str, bytes]) -> list[ImportedFile]:
    reply = upload(client, *files)
    assert reply.status_code == 302, reply.content
    while b'hx-trigger="load' in client.get(reply.url).content:
        client.post(reply.url)
    key = reply.url.split("/")[-2]
    return list(Import.objects.get(key=key).files.all())


def content(reply: Any) -> bytes:
    return b"".join(reply.streaming_content)


# -- In -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", ["paris", "london", "germany"])
def test_a_record_becomes_a_past_game_with_its_score(slug: str) -> None:
    loaded(slug)
    new, table = record_files.outcome(json.dumps(a_record(slug)).encode())
    assert new
    assert table is not None
    play = Play.objects.get(table=table)
    assert play.map == slug
    assert next(score.rank for score in play.scores.all()) == 1
    page = Client().get(f"/result/{table.key}/").content.decode()
    for score in play.scores.all():
        assert score.name in page
    assert play.scores.first().claims.count() > 3


def test_the_same_game_comes_in_once_whatever_its_file_looks_like() -> None:
    loaded("london")
    found = a_record()
    assert record_files.outcome(json.dumps(found).encode())[0]
    again = {key: found[key] for key in reversed(found)} | {"played": "2020-02-02", "club": "Hall"}
    new, table = record_files.outcome(json.dumps(again, indent=4).encode())
    assert not new
    assert Play.objects.get().table == table


def test_a_game_played_here_is_known_when_its_record_comes_back() -> None:
    table = played()
    raw = Client().get(f"/result/{table.key}/record.json").content
    assert record_files.outcome(raw) == (False, table)
    assert Play.objects.count() == 1


def test_a_corrected_game_played_here_is_another_one_than_before() -> None:
    table = played()
    found = json.loads(Client().get(f"/result/{table.key}/record.json").content)
    found = renamed(found, found["players"][0]["name"], "Somebody Else")
    assert record_files.outcome(json.dumps(found).encode())[0]
    assert Play.objects.count() == 2


def test_names_are_changed_for_good_even_if_the_record_comes_again() -> None:
    """Made anonymous, a player does not come back with the file the game came from."""
    loaded("london")
    raw = json.dumps(a_record()).encode()
    _new, table = record_files.outcome(raw)
    score = Score.objects.get(play__table=table, seat=0)
    player_names.anonymise(player=score.player)
    assert not Score.objects.filter(name=score.name).exists()
    assert record_files.outcome(raw) == (False, table)


def test_what_comes_out_comes_in_elsewhere_with_the_same_score_and_time() -> None:
    table = played("germany", 3)
    raw = Client().get(f"/result/{table.key}/record.json").content
    before = Play.objects.get(table=table)
    totals = list(before.scores.values_list("name", "total", "rank", "bonus_points"))
    times = before.started_at, before.finished_at
    Table.objects.filter(pk=table.pk).delete()
    new, _table = record_files.outcome(raw)
    after = Play.objects.get()
    assert new
    assert list(after.scores.values_list("name", "total", "rank", "bonus_points")) == totals
    for then, now in zip(times, (after.started_at, after.finished_at), strict=True):
        assert abs(then - now) < timedelta(seconds=1)


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ({"finished_at": "2024-05-01T21:30:00+02:00"}, datetime(2024, 5, 1, 19, 30, tzinfo=UTC)),
        ({"played": "2024-05-01"}, datetime(2024, 5, 1, 12, tzinfo=UTC)),
        ({"finished_at": "soon", "played": 7}, None),
        ({"finished_at": "9999-12-31T23:59:59Z"}, None),
        ({"finished_at": "0001-01-01T00:00:00+14:00"}, None),
        ({}, None),
    ],
)
def test_a_game_is_as_old_as_its_record_says(
    told: dict[str, Any], expected: datetime | None
) -> None:
    loaded("london")
    now = timezone.now()
    record_files.outcome(json.dumps(a_record(**told)).encode())
    play = Play.objects.get()
    if expected is None:
        assert now <= play.finished_at <= timezone.now()
    else:
        assert play.finished_at == expected
    assert play.started_at == play.finished_at
    entries = play.table.entries.order_by("number")
    assert {entry.at for entry in entries} == {play.finished_at}


def test_the_index_made_anew_has_the_same_times() -> None:
    loaded("london")
    told = {"started_at": "2024-05-01T18:00:00Z", "finished_at": "2024-05-01T19:30:00Z"}
    _new, table = record_files.outcome(json.dumps(a_record(**told)).encode())
    assert table is not None
    before = Play.objects.values_list("started_at", "finished_at").get()
    moves.keep_in_history(table, game_of(table))
    assert Play.objects.values_list("started_at", "finished_at").get() == before
    assert before == (
        datetime(2024, 5, 1, 18, tzinfo=UTC),
        datetime(2024, 5, 1, 19, 30, tzinfo=UTC),
    )


def refusal(raw: bytes) -> record_files.NotTaken:
    with pytest.raises(record_files.NotTaken) as refused:
        record_files.judge(raw)
    assert Play.objects.count() == 0
    return refused.value


def test_what_replay_refuses_is_refused_with_its_code_and_place() -> None:
    loaded("london")
    found = a_record()
    found["moves"].insert(5, found["moves"][5])
    illegal = refusal(json.dumps(found).encode())
    assert (illegal.code, illegal.move) == ("not_your_turn", 7)
    assert str(illegal.sentence).startswith("move 7: It is not ")
    malformed = refusal(json.dumps(a_record(version=2)).encode())
    assert (malformed.code, malformed.where) == ("malformed", "version")
    broken = refusal(b'{"format":\n "stationmaster-record",\n oops}')
    assert broken.code == "malformed"
    assert "line 3" in str(broken.said)
    unknown = refusal(json.dumps(a_record(map="atlantis")).encode())
    assert (unknown.code, unknown.where) == ("unknown_map", "map")
    assert "atlantis" in str(unknown.said)


def test_a_game_that_is_not_over_is_no_past_game() -> None:
    loaded("london")
    found = a_record()
    assert refusal(json.dumps(found | {"moves": found["moves"][:-3]}).encode()).code == "unfinished"


def test_names_that_no_seat_can_have_are_refused() -> None:
    loaded("london")
    found = a_record()
    first, second = (player["name"] for player in found["players"][:2])
    long = refusal(json.dumps(renamed(found, first, "A" * 25)).encode())
    assert (long.code, long.where) == ("malformed", "players[0].name")
    alike = refusal(json.dumps(renamed(found, second, f" {first.upper()}")).encode())
    assert alike.where == "players[1].name"


def test_a_game_on_an_older_version_of_the_sheet_stays_on_it() -> None:
    """The newest published version whose routes fit."""
    old = loaded("london")
    board = library.board_of(old)
    found = a_record()
    claimed = next(move["route"] for move in found["moves"] if move["action"] == "claim_route")
    longer = tuple(
        replace(route, length=route.length + 1) if route.id == claimed else route
        for route in board.routes
    )
    new = library.load(replace(board, routes=longer)).sheet
    assert new.version == 2
    _is_new, table = record_files.outcome(json.dumps(found).encode())
    assert table is not None
    assert table.sheet == old


def test_two_who_bring_the_same_game_at_once_bring_it_once() -> None:
    loaded("london")
    raw = json.dumps(a_record()).encode()
    accepted = record_files.judge(raw)
    assert isinstance(accepted, record_files.Accepted)
    found: list[Table | None] = []

    def bring() -> None:
        found.append(record_files.store(accepted))
        connection.close()

    both = [threading.Thread(target=bring) for _one in range(2)]
    for one in both:
        one.start()
    for one in both:
        one.join()
    assert sorted(table is None for table in found) == [False, True]
    assert Play.objects.count() == 1


# -- In, by the browser ---------------------------------------------------------------------------


def test_files_and_zips_are_brought_in_together() -> None:
    loaded("london")
    good = many(5)
    packed = zip_of(
        {
            "evening/one.json": good[1],
            "evening/deep/two.json": good[2],
            "../../three.json": good[3],
            "scores.csv": b"not a record",
            "__MACOSX/._one.json": b"rubbish",
            "evening/.hidden.json": b"rubbish",
        }
    )
    files = brought_in(
        Client(), ("a.json", good[0]), ("b.json", b"[]"), ("c.json", good[0]), ("d.zip", packed)
    )
    assert [(file.name, file.verdict, file.code) for file in files] == [
        ("a.json", "imported", ""),
        ("b.json", "refused", "malformed"),
        ("c.json", "known", ""),
        ("one.json", "imported", ""),
        ("two.json", "imported", ""),
        ("three.json", "imported", ""),
    ]
    assert Play.objects.count() == 4
    assert not any(file.content for file in files)


def test_the_page_tells_file_by_file_what_became_of_it() -> None:
    loaded("london")
    client = Client()
    reply = upload(client, ("good.json", many(1)[0]), ("<b>bad.json", b"{}"))
    client.post(reply.url)
    page = client.get(reply.url).content.decode()
    assert "&lt;b&gt;bad.json" in page
    assert "<code>malformed</code>" in page
    assert "format: This field is missing." in page
    assert f"/result/{Play.objects.get().table.key}/" in page


def test_the_bar_moves_and_goes_on_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded("london")
    client = Client()
    reply = upload(client, ("all.zip", zip_of({f"{n}.json": raw for n, raw in enumerate(many(3))})))
    page = client.get(reply.url).content.decode()
    assert '<progress id="far" max="3" value="0">' in page
    assert f'hx-post="{reply.url}"' in page
    # As if every file took a second.
    monkeypatch.setattr(uploads, "work", lambda sent, work=uploads.work: work(sent, seconds=0))
    part = client.post(reply.url, headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in part
    assert 'value="1"' in part
    assert "1 of 3 files" in part
    assert 'id="heard"' in part
    # Without a script a button does the same, and a reload changes nothing.
    plain = client.post(reply.url)
    assert (plain.status_code, plain.url) == (302, reply.url)
    assert 'value="2"' in client.get(reply.url).content.decode()
    part = client.post(reply.url, headers={"HX-Request": "true"}).content.decode()
    assert "hx-trigger" not in part
    assert "Done: 3 brought in, 0 already here, 0 refused." in part
    assert Play.objects.count() == 3


def test_the_same_form_sent_twice_is_one_import() -> None:
    loaded("london")
    client, raw = Client(), many(1)[0]
    first = upload(client, ("a.json", raw), request="form-1")
    second = upload(client, ("a.json", raw), request="form-1")
    assert first.url == second.url
    assert Import.objects.count() == 1
    assert upload(client, ("a.json", raw), request="form-2").url != first.url


def test_somebody_else_who_asks_at_the_same_time_does_no_harm() -> None:
    """Two tabs on one import: every file is settled once."""
    loaded("london")
    reply = upload(
        Client(), ("all.zip", zip_of({f"{n}.json": raw for n, raw in enumerate(many(8))}))
    )
    sent = Import.objects.get(key=reply.url.split("/")[-2])

    def work() -> None:
        uploads.work(sent)
        connection.close()

    both = [threading.Thread(target=work) for _one in range(2)]
    for one in both:
        one.start()
    for one in both:
        one.join()
    uploads.work(sent)
    assert uploads.counts(sent)["imported"] == 8
    assert Play.objects.count() == 8


def test_a_bomb_is_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded("london")
    bomb = zip_of({"bomb.json": b" " * (uploads.MOST_BYTES + 100_000)})
    assert len(bomb) < 10_000
    (file,) = brought_in(Client(), ("bomb.zip", bomb))
    assert file.verdict == "refused"
    assert "too large" in file.said
    monkeypatch.setattr(uploads, "MOST_ALTOGETHER", 3 * uploads.MOST_BYTES)
    many_bombs = zip_of({f"{n}.json": b" " * uploads.MOST_BYTES for n in range(5)})
    reply = upload(Client(), ("bombs.zip", many_bombs))
    assert reply.status_code == 422
    assert "too much at once" in reply.content.decode()
    monkeypatch.setattr(uploads, "MOST_FILES", 3)
    reply = upload(Client(), ("many.zip", zip_of({f"{n}.json": b"{}" for n in range(4)})))
    assert reply.status_code == 422


def test_an_archive_that_lies_about_its_size_is_read_no_further() -> None:
    packed = bytearray(zip_of({"bomb.json": b" " * (uploads.MOST_BYTES + 100_000)}))
    at = packed.index(b"PK\x01\x02") + 24  # the size in the directory
    packed[at : at + 4] = struct.pack("<I", 10)
    reply = upload(Client(), ("liar.zip", bytes(packed)))
    assert reply.status_code in (302, 422)
    assert all(len(bytes(file.content)) < 100_000 for file in ImportedFile.objects.all())


@pytest.mark.parametrize(
    ("name", "raw", "said"),
    [
        ("letter.zip", b"Dear host", "no zip archive that can be opened"),
        ("empty.zip", zip_of({}), "no record in it"),
        ("only.zip", zip_of({"readme.txt": b"hello"}), "no record in it"),
    ],
)
def test_what_holds_no_records_is_said_at_once(name: str, raw: bytes, said: str) -> None:
    reply = upload(Client(), (name, raw))
    assert reply.status_code == 422
    assert said in reply.content.decode()
    assert Import.objects.count() == 0
    assert Client().post("/history/import/", {"request": "x"}).status_code == 422


def test_what_was_brought_in_by_mistake_is_taken_out_again() -> None:
    loaded("london")
    first, *others = many(4)
    record_files.outcome(first)
    client = Client()
    files = brought_in(client, ("a.json", first), *(("b.json", raw) for raw in others))
    page = f"/history/import/{files[0].sent.key}/"
    assert f'action="{page}back"' in client.get(page).content.decode()
    assert client.get(f"{page}back").status_code == 405
    assert client.post(f"{page}back").url == page
    assert [score.name for score in Score.objects.filter(seat=0)] == ["Ada 0"]
    shown = client.get(page).content.decode()
    assert "3 games were taken out again." in shown
    assert f'action="{page}back"' not in shown
    # Brought in once more, they are new.
    assert [f.verdict for f in brought_in(client, ("b.json", others[0]))] == ["imported"]


def test_guests_and_strangers_cannot_bring_games_in(settings: Any) -> None:
    """Whoever sits at the computer that serves, or signs in with the right to."""
    loaded("london")
    phone = Client(REMOTE_ADDR="192.0.2.77")
    assert phone.get("/history/import/").status_code == 403
    assert upload(phone, ("a.json", many(1)[0])).status_code == 403
    assert Import.objects.count() == 0
    host = Client(REMOTE_ADDR="127.0.0.1")
    assert host.get("/history/import/").status_code == 200
    # Behind a proxy everybody seems to be here.
    assert (
        Client(headers={"X-Forwarded-For": "192.0.2.7"}).get("/history/import/").status_code == 403
    )
    settings.PUBLIC_URL = "https://trains.example.org"
    assert host.get("/history/import/").status_code == 403
    User.objects.create_superuser("boss", password="x")
    host.login(username="boss", password="x")
    assert host.get("/history/import/").status_code == 200


def test_imports_are_forgotten_after_a_day_and_the_games_stay() -> None:
    loaded("london")
    brought_in(Client(), ("a.json", many(1)[0]))
    Import.objects.update(at=timezone.now() - uploads.KEPT - timedelta(hours=1))
    assert uploads.forget_old() == 1
    assert ImportedFile.objects.count() == 0
    assert Play.objects.count() == 1


# -- Out ------------------------------------------------------------------------------------------


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
    assert {found["players"][0]["name"] for found in records} == {"Ada 0", "Ada 1", "Ada 2"}
    assert [f.verdict for f in brought_in(Client(), ("all.zip", raw_zip))] == ["known"] * 3
    Table.objects.all().delete()
    assert [f.verdict for f in brought_in(Client(), ("all.zip", raw_zip))] == ["imported"] * 3


def test_what_is_filtered_in_the_list_is_filtered_in_the_files() -> None:
    for slug in ("london", "paris"):
        loaded(slug)
        told = {"played": "2024-05-01" if slug == "paris" else "2025-06-01"}
        record_files.outcome(json.dumps(a_record(slug, **told)).encode())
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
    table = played(players=3)
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
    found = a_record()
    record_files.outcome(
        json.dumps(renamed(found, found["players"][0]["name"], "=HYPERLINK()")).encode()
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
    played()
    settings.HISTORY = "staff"
    assert scores().count("\n") == 1


# -- By command -----------------------------------------------------------------------------------


def run(*arguments: str) -> tuple[str, str, int]:
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command(*arguments, stdout=out, stderr=err)
    except SystemExit as end:
        return out.getvalue(), err.getvalue(), int(end.code or 0)
    return out.getvalue(), err.getvalue(), 0


def test_commands_write_and_read_folders_and_archives(tmp_path: Path) -> None:
    loaded("london")
    for raw in many(3):
        record_files.outcome(raw)
    folder, archive = tmp_path / "out", tmp_path / "out.zip"
    assert run("exportrecords", str(folder))[0].startswith("3 games")
    assert run("exportrecords", str(archive), "--map", "london")[2] == 0
    assert len(list(folder.glob("stationmaster-london-*.json"))) == 3
    assert (folder / "scores.csv").read_text("utf-8-sig").count("\n") > 3
    Table.objects.all().delete()
    assert run("importrecords", "--dry-run", str(folder))[0] == (
        "3 could be brought in, 0 already here, 0 refused.\n"
    )
    assert Play.objects.count() == 0
    assert run("importrecords", str(archive)) == (
        "3 brought in, 0 already here, 0 refused.\n", "", 0,
    )  # fmt: skip
    assert run("importrecords", str(folder), str(archive))[0] == (
        "0 brought in, 6 already here, 0 refused.\n"
    )


def test_a_refused_record_is_named_and_the_others_come_in(tmp_path: Path) -> None:
    loaded("london")
    (tmp_path / "a.json").write_bytes(b"{}")
    (tmp_path / "b.json").write_bytes(many(1)[0])
    out, err, status = run("importrecords", str(tmp_path))
    assert status == 1
    assert out == "1 brought in, 0 already here, 1 refused.\n"
    assert f"{tmp_path}/a.json: malformed: format: This field is missing." in err


def test_every_golden_record_is_taken_or_refused_as_replay_does() -> None:
    boards = {slug: library.board_of(loaded(slug)) for slug in ("london", "paris", "germany")}
    for path in sorted(GOLDEN.glob("*.json")):
        found = record.read(json.loads(path.read_bytes()))
        try:
            finished = record.replay(found, boards[found.map]).state.finished
            expected = "taken" if finished else "unfinished"
        except record.IllegalMove as illegal:
            expected = illegal.violation.code.value
        try:
            verdict = "taken" if record_files.outcome(path.read_bytes())[0] else "known"
        except record_files.NotTaken as refusal:
            verdict = refusal.code
        assert verdict == expected, path.name
    assert Play.objects.count() > 5


def test_history_finds_what_was_brought_in() -> None:
    loaded("london")
    record_files.outcome(many(1)[0])
    assert search.finished_games(Play.objects.all(), name="ada 0").count() == 1
