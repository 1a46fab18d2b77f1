"""Drafts of a map sheet: one per map, saved as a whole, thrown away."""

import copy
import threading
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, connection

from games.maps import drafts, library
from games.models import MapSheet
from games.refusals import Refused, Stale
from games.rules.reading import Malformed
from tests.support.boards import sheet as sheet_file
from tests.support.drafts import first_route, recolored, save
from tests.support.sittings import loaded

pytestmark = pytest.mark.django_db


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


@pytest.mark.parametrize("slug", ["Harbour", "har bour", "-a", "ä", "a--b", "../x"])
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


def test_data_of_a_draft_is_never_shared_between_requests() -> None:
    """The sheet's data is rebuilt each time: editing a copy changes nobody else's."""
    draft = drafts.draft_of(loaded("london"), None)
    data = drafts.sheet_data(draft)
    before = copy.deepcopy(data)
    data["routes"].clear()
    assert drafts.sheet_data(draft) == before


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
