"""Importing records in the browser: files and archives, one after the other."""

import struct
import threading
from datetime import timedelta
from math import inf
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.utils import timezone

from games.archive import record_files, uploads
from games.models import Import, ImportedFile, Play, Score
from tests.support.markup import read
from tests.support.records import brought_in, many, upload, zip_of
from tests.support.sittings import loaded

pytestmark = pytest.mark.django_db(transaction=True)


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
    page = read(client.get(reply.url))
    assert "<b>bad.json" in page.text
    assert "malformed" in [code.text for code in page.all("code")]
    assert "format: This field is missing." in page.text
    assert f"/result/{Play.objects.get().table.key}/" in page.values("href", "a")


def test_the_bar_moves_and_goes_on_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded("london")
    client = Client()
    reply = upload(client, ("all.zip", zip_of({f"{n}.json": raw for n, raw in enumerate(many(3))})))
    page = read(client.get(reply.url))
    assert page.has("progress", id="far", max=3, value=0)
    assert page.has(hx_post=reply.url)
    # As if every file took a second.
    monkeypatch.setattr(
        uploads, "process_files", lambda sent, work=uploads.process_files: work(sent, seconds=0)
    )
    part = read(client.post(reply.url, headers={"HX-Request": "true"}))
    assert not part.has("html")
    assert part.has("progress", value=1)
    assert "1 of 3 files" in part.text
    assert part.has(id="heard")
    # Without a script a button does the same, and a reload changes nothing.
    plain = client.post(reply.url)
    assert (plain.status_code, plain.url) == (302, reply.url)
    assert read(client.get(reply.url)).has("progress", value=2)
    part = read(client.post(reply.url, headers={"HX-Request": "true"}))
    assert not part.has(hx_trigger=True)
    assert "Done. Imported: 3; already here: 0; refused: 0." in part.text
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
        uploads.process_files(sent)
        connection.close()

    both = [threading.Thread(target=work) for _one in range(2)]
    for one in both:
        one.start()
    for one in both:
        one.join()
    uploads.process_files(sent, seconds=inf)
    assert uploads.verdict_counts(sent)["imported"] == 8
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
    assert "too much at once" in read(reply).text
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
    ("name", "raw", "sentence"),
    [
        ("letter.zip", b"Dear host", "can’t be opened as a zip archive"),
        ("empty.zip", zip_of({}), "contains no game record"),
        ("only.zip", zip_of({"readme.txt": b"hello"}), "contains no game record"),
    ],
)
def test_what_holds_no_records_is_said_at_once(name: str, raw: bytes, sentence: str) -> None:
    reply = upload(Client(), (name, raw))
    assert reply.status_code == 422
    assert sentence in read(reply).text
    assert Import.objects.count() == 0
    assert Client().post("/history/import/", {"request": "x"}).status_code == 422


def test_what_was_brought_in_by_mistake_is_taken_out_again() -> None:
    loaded("london")
    first, *others = many(4)
    record_files.outcome(first)
    client = Client()
    files = brought_in(client, ("a.json", first), *(("b.json", raw) for raw in others))
    page = f"/history/import/{files[0].sent.key}/"
    assert read(client.get(page)).has("form", action=f"{page}back")
    assert client.get(f"{page}back").status_code == 405
    assert client.post(f"{page}back").url == page
    assert [score.name for score in Score.objects.filter(seat=0)] == ["Ada 0"]
    shown = read(client.get(page))
    assert "3 games were removed." in shown.text
    assert not shown.has("form", action=f"{page}back")
    # Brought in once more, they are new.
    assert [f.verdict for f in brought_in(client, ("b.json", others[0]))] == ["imported"]


def test_guests_and_strangers_cannot_bring_games_in(settings: Any) -> None:
    """Anyone who sits at the computer that serves, or signs in with the right to."""
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
