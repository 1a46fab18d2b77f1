"""A map sheet is checked, published, retired and rolled back; bundled sheets are loaded."""

import dataclasses
from typing import Any

import pytest
from django.contrib.auth.models import User

from games.maps import drafts, library
from games.models import MapSheet
from games.refusals import Refused
from games.rules import checks
from games.table import lobby
from tests.support.boards import sheet as sheet_file
from tests.support.drafts import save
from tests.support.games import game_of
from tests.support.sittings import begun, loaded, open_directly

pytestmark = pytest.mark.django_db


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
