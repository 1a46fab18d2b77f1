"""The life of a map sheet: draft, checked, published, retired; who verified what; reports."""

import copy
import dataclasses
import threading
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, connection

from games.maps import differences, drafts, library, mistake_reports, sheet_items
from games.maps.drawing import draw
from games.models import MapSheet, Report, Verification
from games.refusals import Refused, Stale
from games.rules import checks
from games.rules.reading import Malformed
from games.table import lobby
from games.table.snapshot import game_of
from tests.support.boards import sheet as sheet_file
from tests.support.sittings import begun, loaded, open_directly

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> User:
    return User.objects.create(username="ada")


@pytest.fixture
def bo() -> User:
    return User.objects.create(username="bo")


def recolored(data: dict[str, Any], key: str, color: str) -> dict[str, Any]:
    route = sheet_items.item_of(data, "routes", key)
    assert route is not None
    return sheet_items.with_item(data, "routes", {**route, "color": color}, key)


def save(draft: MapSheet, data: object, by: User | None = None) -> list[checks.Problem]:
    return drafts.save(sheet=draft, data=data, seen=draft.checksum, by=by)


def first_route(sheet: MapSheet) -> str:
    return str(drafts.sheet_data(sheet)["routes"][0]["id"])


# -- Drafts ---------------------------------------------------------------------------------------


def test_a_published_sheet_is_edited_as_a_draft_of_the_next_version(ada: User) -> None:
    published = loaded("london")
    draft = drafts.draft_of(published, ada)
    assert (draft.version, draft.state, draft.created_by) == (2, "draft", ada)
    assert drafts.sheet_data(draft) == drafts.sheet_data(published)
    assert library.published() == [published], "tables still use the published one"


def test_a_map_has_one_open_draft(ada: User, bo: User) -> None:
    published = loaded("london")
    draft = drafts.draft_of(published, ada)
    assert drafts.draft_of(published, bo) == draft
    assert drafts.draft_of(draft, bo) == draft
    with pytest.raises(IntegrityError):
        MapSheet.objects.create(
            slug="london", version=9, year=2000, verified=False, players_min=2, players_max=3
        )


def test_a_published_sheet_is_never_edited_in_place() -> None:
    published = loaded("london")
    before = drafts.sheet_data(published)
    with pytest.raises(Refused) as refused:
        save(published, {**before, "name": "Londinium"})
    assert refused.value.code == "not_a_draft"
    assert drafts.sheet_data(published) == before


def test_saving_replaces_the_draft_and_its_rows(ada: User) -> None:
    draft = drafts.draft_of(loaded("london"), ada)
    key = first_route(draft)
    assert save(draft, recolored(drafts.sheet_data(draft), key, "pink")) == library.problems_of(
        draft
    )
    assert draft.routes.get(key=key).color == "pink"
    assert library.board_of(draft).route[key].color == "pink"


def test_a_draft_may_be_unfinished(ada: User) -> None:
    draft = drafts.draft_of(loaded("london"), ada)
    data = drafts.sheet_data(draft)
    data["places"].append({"id": "nowhere", "name": "Nowhere", "x": 5, "y": 5})
    problems = save(draft, data)
    assert [problem.where for problem in problems if problem.error] == ["places[17]"]
    assert drafts.sheet_data(draft)["places"][17]["id"] == "nowhere"
    assert draft.places.count() == 0, "rows are those of a sound sheet"
    with pytest.raises(library.UnsoundSheet):
        library.board_of(draft)


def test_the_second_of_two_editors_is_told(ada: User, bo: User) -> None:
    mine = drafts.draft_of(loaded("london"), ada)
    theirs = MapSheet.objects.get(pk=mine.pk)
    seen, key = mine.checksum, first_route(mine)
    save(mine, recolored(drafts.sheet_data(mine), key, "pink"), ada)
    data = recolored(drafts.sheet_data(mine), key, "grey")
    with pytest.raises(Stale) as stale:
        drafts.save(sheet=theirs, data=data, seen=seen, by=bo)
    assert stale.value.code == "stale"
    assert library.board_of(MapSheet.objects.get(pk=mine.pk)).route[key].color == "pink"


def test_a_row_read_before_a_save_shows_what_it_was_and_spoils_nothing(ada: User) -> None:
    draft = drafts.draft_of(loaded("london"), ada)
    old = MapSheet.objects.get(pk=draft.pk)
    first, key = drafts.sheet_data(draft), first_route(draft)
    save(draft, recolored(first, key, "pink"))
    library._board.cache_clear()
    assert drafts.sheet_data(old) == first
    save(draft, first)
    assert drafts.sheet_data(draft) == first


def broken() -> list[Any]:
    many = sheet_file("london")
    many["routes"] = [{**many["routes"][0], "id": f"a--b--{n}"} for n in range(5000)]
    unknown, nameless = sheet_file("london"), sheet_file("london")
    unknown["colour"] = "red"
    nameless["places"][3]["name"] = ""
    return [None, [], "sheet", {}, {"format": "stationmaster-map"}, many, unknown, nameless]


@pytest.mark.parametrize("number", range(len(broken())))
def test_what_is_no_sheet_at_all_changes_nothing(ada: User, number: int) -> None:
    draft = drafts.draft_of(loaded("london"), ada)
    before = MapSheet.objects.values().get(pk=draft.pk)
    with pytest.raises(Malformed):
        save(draft, broken()[number])
    assert MapSheet.objects.values().get(pk=draft.pk) == before


def test_too_much_text_is_refused(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    draft = drafts.draft_of(loaded("london"), ada)
    monkeypatch.setattr(drafts, "MAX_BYTES", 1000)
    with pytest.raises(Malformed, match="too large"):
        save(draft, {**drafts.sheet_data(draft), "notes": "x" * 2000})


def test_the_id_of_a_map_never_changes(ada: User) -> None:
    draft = drafts.draft_of(loaded("london"), ada)
    with pytest.raises(Refused) as refused:
        save(draft, {**drafts.sheet_data(draft), "slug": "paris"})
    assert refused.value.code == "slug"


def test_markup_in_a_name_is_text(ada: User) -> None:
    draft = drafts.draft_of(loaded("london"), ada)
    data = drafts.sheet_data(draft)
    data["places"][0]["name"] = "<script>alert(1)</script>"
    save(draft, data)
    assert library.board_of(draft).places[0].name == "<script>alert(1)</script>"


def test_a_new_map_starts_empty_and_can_be_read(ada: User) -> None:
    draft = drafts.new_draft(slug="harbour", name="Harbour", by=ada)
    assert (draft.version, draft.state, draft.name) == (1, "draft", "Harbour")
    assert drafts.sheet_data(draft)["places"] == []
    assert library.published() == []
    board = library.sketch_of(draft)
    assert board is not None
    assert drafts.drawable(board) is None


@pytest.mark.parametrize("slug", ["", "Harbour", "har bour", "-a", "ä", "a--b", "../x"])
def test_a_new_map_needs_an_id_that_is_one(ada: User, slug: str) -> None:
    with pytest.raises(Refused):
        drafts.new_draft(slug=slug, name="Harbour", by=ada)


def test_a_new_map_needs_a_name_and_an_id_of_its_own(ada: User) -> None:
    loaded("london")
    with pytest.raises(Refused) as refused:
        drafts.new_draft(slug="london", name="London", by=ada)
    assert refused.value.code == "slug"
    with pytest.raises(Malformed):
        drafts.new_draft(slug="harbour", name=" ", by=ada)


def test_a_draft_can_be_thrown_away_and_a_published_sheet_cannot(ada: User) -> None:
    published = loaded("london")
    drafts.discard(drafts.draft_of(published, ada))
    assert MapSheet.objects.count() == 1
    with pytest.raises(Refused):
        drafts.discard(published)


# -- Checked, published, retired ------------------------------------------------------------------


def changed_draft(by: User | None = None, slug: str = "london") -> MapSheet:
    draft = drafts.draft_of(loaded(slug), by)
    data = drafts.sheet_data(draft)
    save(draft, {**data, "notes": data["notes"] + " Compared."}, by)
    return draft


def test_a_checked_draft_that_is_edited_is_a_draft_again(ada: User) -> None:
    draft = drafts.mark_checked(changed_draft(ada), ada)
    assert (draft.state, draft.checked_by) == ("checked", ada)
    save(draft, {**drafts.sheet_data(draft), "notes": "More."}, ada)
    assert (draft.state, draft.checked_by, draft.checked_at) == ("draft", None, None)


def test_publishing_pins_it_and_retires_what_was_in_force(ada: User) -> None:
    published = loaded("london")
    draft = drafts.publish(drafts.mark_checked(changed_draft(ada), ada), ada)
    published.refresh_from_db()
    assert (published.state, draft.state) == ("retired", "published")
    assert (draft.published_by, draft.draft) == (ada, "")
    assert library.published() == [draft]
    assert draft.routes.count() == published.routes.count()
    with pytest.raises(Refused):
        save(draft, drafts.sheet_data(draft))


def test_errors_are_neither_checked_nor_published(ada: User) -> None:
    draft = changed_draft(ada)
    data = drafts.sheet_data(draft)
    data["routes"][0]["length"] = 9
    save(draft, data)
    for deed in (drafts.mark_checked, drafts.publish):
        with pytest.raises(library.UnsoundSheet) as unsound:
            deed(draft, ada)
        assert unsound.value.problems[0].where == "routes[0].length"
    draft.refresh_from_db()
    assert draft.state == "draft"


def test_a_draft_without_a_change_is_not_published(ada: User) -> None:
    draft = drafts.draft_of(loaded("london"), ada)
    with pytest.raises(Refused) as refused:
        drafts.publish(draft, ada)
    assert refused.value.code == "same"


def test_a_draft_overtaken_by_a_loaded_file_becomes_the_newest(ada: User) -> None:
    draft = changed_draft(ada)
    other = sheet_file("london")
    other["notes"] = "Loaded meanwhile."
    board, _problems = checks.read_and_check(other)
    assert board is not None
    assert library.load(board).sheet.version == 3
    assert drafts.publish(draft, ada).version == 4
    assert library.published() == [draft]


def test_a_retired_map_cannot_be_opened_and_its_games_go_on(ada: User) -> None:
    sitting = begun("london")
    drafts.retire(sitting.table.sheet, ada)
    assert library.published() == []
    sitting.table.refresh_from_db()
    assert game_of(sitting.table).state.board.slug == "london"
    with pytest.raises(Refused):
        drafts.retire(sitting.table.sheet, ada)


def test_running_games_keep_their_version(ada: User) -> None:
    table = open_directly("london")
    drafts.publish(changed_draft(ada), ada)
    table.refresh_from_db()
    assert table.sheet.version == 1
    assert open_directly_on_newest().sheet.version == 2


def open_directly_on_newest() -> Any:
    return lobby.open_table(sheet=library.published()[0])[0]


def test_rolling_back_publishes_the_old_content_as_the_newest(ada: User, bo: User) -> None:
    first = loaded("london")
    drafts.publish(changed_draft(ada), ada)
    first.refresh_from_db()
    again = drafts.roll_back(first, bo)
    assert (again.version, again.state, again.published_by) == (3, "published", bo)
    assert drafts.sheet_data(again) == drafts.sheet_data(first)
    assert library.published() == [again]
    with pytest.raises(Refused):
        drafts.roll_back(again, bo)


# -- The sheets that come with the project --------------------------------------------------------


def bundled(slug: str) -> Any:
    board, _problems = checks.read_and_check(sheet_file(slug))
    return board


def test_a_start_never_replaces_what_was_published_here(ada: User) -> None:
    published = drafts.publish(changed_draft(ada), ada)
    assert not library.load(bundled("london"), bundled=True).new
    newer = dataclasses.replace(bundled("london"), notes="A newer file.")
    assert not library.load(newer, bundled=True).new
    assert library.published() == [published]
    assert library.load(newer).new, "somebody who names the file means it"


def test_a_start_never_brings_back_a_retired_map(ada: User) -> None:
    drafts.retire(loaded("london"), ada)
    assert not library.load(bundled("london"), bundled=True).new
    assert library.published() == []
    assert library.load(bundled("london")).new


def test_a_start_brings_a_newer_bundled_sheet() -> None:
    old = sheet_file("london")
    old["notes"] = "As it was bundled last year."
    board, _problems = checks.read_and_check(old)
    assert board is not None
    library.load(board, bundled=True)
    assert library.load(bundled("london"), bundled=True).sheet.version == 2


def test_a_draft_does_not_disturb_loading(ada: User) -> None:
    drafts.draft_of(loaded("london"), ada)
    assert not library.load(bundled("london")).new


# -- Who verified what ----------------------------------------------------------------------------


def mark(draft: MapSheet, kind: str, key: str) -> Verification | None:
    return draft.verifications.filter(kind=kind, key=key).first()


def verify(draft: MapSheet, kind: str, key: str, by: User, verified: bool = True) -> None:
    data = drafts.sheet_data(draft)
    item = sheet_items.item_of(data, kind, key)
    assert item is not None
    item["verified"] = verified
    save(draft, data, by)


def test_a_mark_remembers_who_and_when(ada: User, bo: User) -> None:
    draft = drafts.draft_of(loaded("paris"), ada)
    key = first_route(draft)
    done, every = library.verified_share(library.board_of(draft))
    verify(draft, "routes", key, ada)
    found = mark(draft, "routes", key)
    assert found is not None
    assert found.by == ada
    assert library.verified_share(library.board_of(draft)) == (done + 1, every)
    save(draft, {**drafts.sheet_data(draft), "notes": "Other."}, bo)
    again = mark(draft, "routes", key)
    assert again == found, "other changes leave it alone"
    verify(draft, "routes", key, bo, verified=False)
    assert mark(draft, "routes", key) is None


def test_who_changes_a_verified_route_vouches_for_it(ada: User, bo: User) -> None:
    draft = drafts.draft_of(loaded("paris"), ada)
    key = first_route(draft)
    verify(draft, "routes", key, ada)
    save(draft, recolored(drafts.sheet_data(draft), key, "grey"), bo)
    found = mark(draft, "routes", key)
    assert found is not None
    assert found.by == bo


def test_moving_a_place_on_the_drawing_vouches_for_nothing(ada: User, bo: User) -> None:
    draft = drafts.draft_of(loaded("paris"), ada)
    place = drafts.sheet_data(draft)["places"][0]["id"]
    verify(draft, "places", place, ada, verified=False)
    verify(draft, "places", place, ada)
    data = drafts.sheet_data(draft)
    data["places"][0]["x"] += 3
    save(draft, data, bo)
    found = mark(draft, "places", place)
    assert found is not None
    assert found.by == ada


def test_the_whole_sheet_is_verified_by_somebody(ada: User) -> None:
    draft = drafts.draft_of(loaded("paris"), ada)
    save(draft, {**drafts.sheet_data(draft), "verified": True}, ada)
    found = mark(draft, "sheet", "")
    assert found is not None
    assert found.by == ada


def test_marks_go_along_into_the_next_version_and_back(ada: User, bo: User) -> None:
    draft = drafts.draft_of(loaded("paris"), ada)
    key = first_route(draft)
    verify(draft, "routes", key, ada)
    drafts.publish(draft, ada)
    following = drafts.draft_of(draft, bo)
    found = mark(following, "routes", key)
    assert found is not None
    assert found.by == ada
    save(following, {**drafts.sheet_data(following), "notes": "x"}, bo)
    drafts.publish(following, bo)
    draft.refresh_from_db()
    assert mark(drafts.roll_back(draft, bo), "routes", key) is not None


# -- One item at a time ---------------------------------------------------------------------------


def test_a_second_route_between_two_places_numbers_both(ada: User) -> None:
    data = sheet_file("tangle")
    single = sheet_items.item_of(data, "routes", "elm--hazel")
    assert single is not None
    doubled = sheet_items.with_item(data, "routes", {**single, "id": "new", "color": "red"})
    found = [r for r in doubled["routes"] if {r["a"], r["b"]} == {"elm", "hazel"}]
    assert [r["id"] for r in found] == ["elm--hazel--1", "elm--hazel--2"]
    assert checks.read_and_check(doubled)[0] is not None
    back = sheet_items.without_item(doubled, "routes", "elm--hazel--2")
    assert back == data


def test_parallel_routes_are_corrected_together() -> None:
    data = sheet_file("tangle")
    twin = sheet_items.item_of(data, "routes", "birch--fir--2")
    assert twin is not None
    changed = sheet_items.with_item(data, "routes", {**twin, "length": 2}, "birch--fir--2")
    assert {r["length"] for r in changed["routes"] if r["id"].startswith("birch--fir")} == {2}
    assert twin["length"] == 1, "what came in is left alone"


def test_a_place_goes_with_its_routes_and_tickets() -> None:
    data = sheet_file("tangle")
    changed = sheet_items.without_item(data, "places", "island")
    assert not [r for r in changed["routes"] + changed["tickets"] if "island" in (r["a"], r["b"])]
    assert len(data["places"]) == len(changed["places"]) + 1


def test_a_route_the_other_way_round_is_a_parallel_too() -> None:
    data = sheet_file("tangle")
    single = sheet_items.item_of(data, "routes", "elm--hazel")
    assert single is not None
    around = {**single, "id": "new", "a": "hazel", "b": "elm"}
    assert checks.read_and_check(sheet_items.with_item(data, "routes", around))[0] is not None


# -- Comparing ------------------------------------------------------------------------------------


def test_what_changed_is_said_in_words() -> None:
    data = sheet_file("tangle")
    changed = copy.deepcopy(data)
    changed = recolored(changed, "elm--hazel", "red")
    changed["places"][0]["x"] += 10
    changed["notes"] = "Other {notes}."
    changed["tickets"].pop()
    old, _p = checks.read_and_check(data)
    new, _p = checks.read_and_check(changed)
    assert old is not None
    assert new is not None
    said = {(c.kind, c.how): str(c.text) for c in differences.compare(old, new)}
    assert said[("routes", "changed")] == "Elm – Hazel: colour: blue → red"
    assert said[("places", "changed")] == "Alder is drawn elsewhere."
    assert said[("tickets", "removed")].endswith(" is gone.")
    assert said[("settings", "changed")].startswith("notes: ")
    assert differences.compare(old, old) == []


def test_a_name_with_braces_is_only_a_name() -> None:
    data = sheet_file("tangle")
    changed = copy.deepcopy(data)
    changed["places"][0]["name"] = "{player} {0}"
    changed["places"][0]["verified"] = False
    old, _p = checks.read_and_check(data)
    new, _p = checks.read_and_check(changed)
    assert old is not None
    assert new is not None
    said = [str(c.text) for c in differences.compare(old, new)]
    assert "{player} {0} is no longer verified." in said


def test_unfinished_drafts_can_be_compared_and_drawn(ada: User) -> None:
    draft = drafts.draft_of(loaded("london"), ada)
    data = drafts.sheet_data(draft)
    data["routes"].append({"id": "a--b", "a": "a", "b": "b", "length": 1, "color": "red"})
    data["places"].append({**data["places"][0], "id": "twin"})
    save(draft, data)
    old, new = library.sketch_of(loaded("london")), library.sketch_of(draft)
    assert old is not None
    assert new is not None
    assert {c.key for c in differences.compare(old, new)} == {"a--b", "twin"}
    drawable = drafts.drawable(new)
    assert drawable is not None
    assert len(draw(drawable).places) == 17


# -- Reports --------------------------------------------------------------------------------------


def test_a_report_twice_is_one(ada: User) -> None:
    sitting = begun("paris")
    key = first_route(sitting.table.sheet)
    for _time in range(2):
        mistake_reports.report(
            table=sitting.table, route=key, color="grey", length=1, by=sitting.seat(0)
        )
    (found,) = mistake_reports.open_reports("paris")
    assert (found.code, found.by, found.sheet) == (
        sitting.table.code,
        sitting.seat(0).name,
        sitting.table.sheet,
    )


@pytest.mark.parametrize(("color", "length"), [("puce", 1), ("grey", 0), ("grey", 77), ("wild", 1)])
def test_nonsense_is_not_reported(color: str, length: int) -> None:
    table = open_directly("paris")
    key = first_route(table.sheet)
    with pytest.raises(Refused):
        mistake_reports.report(table=table, route=key, color=color, length=length, by=None)
    with pytest.raises(Refused):
        mistake_reports.report(table=table, route="nowhere", color="grey", length=1, by=None)
    assert Report.objects.count() == 0


def test_a_report_is_taken_over_into_the_draft(ada: User) -> None:
    table = open_directly("paris")
    key = first_route(table.sheet)
    told = mistake_reports.report(table=table, route=key, color="grey", length=1, by=None)
    draft = mistake_reports.adopt(report=told, by=ada)
    assert draft.is_open
    route = library.board_of(draft).route[key]
    assert (route.color, route.length) == ("grey", 1)
    told.refresh_from_db()
    assert (told.done_by, told.done_at is not None) == (ada, True)
    assert not mistake_reports.open_reports("paris").exists()


# -- At the same time -----------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_of_two_editors_saving_at_once_one_wins_and_one_is_told() -> None:
    draft = drafts.draft_of(loaded("london"), None)
    seen, key = draft.checksum, first_route(draft)
    data = drafts.sheet_data(draft)
    outcome: list[str] = []
    ready = threading.Barrier(2)

    def edit(color: str) -> None:
        mine = MapSheet.objects.get(pk=draft.pk)
        changed = recolored(copy.deepcopy(data), key, color)
        ready.wait()
        try:
            drafts.save(sheet=mine, data=changed, seen=seen, by=None)
            outcome.append("saved")
        except Stale:
            outcome.append("stale")
        finally:
            connection.close()

    threads = [threading.Thread(target=edit, args=(color,)) for color in ("pink", "grey")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcome) == ["saved", "stale"]
