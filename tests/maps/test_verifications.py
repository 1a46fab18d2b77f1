"""Who has compared what with the printed board."""

import pytest
from django.contrib.auth.models import User

from games.maps import drafts, library, sheet_items
from games.models import MapSheet, Verification
from tests.support.drafts import first_route, recolored, save
from tests.support.sittings import loaded

pytestmark = pytest.mark.django_db


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
    verification = mark(draft, "routes", key)
    assert verification is not None
    assert verification.by == ada
    assert library.verified_share(library.board_of(draft)) == (done + 1, every)
    save(draft, {**drafts.sheet_data(draft), "notes": "Other."}, bo)
    again = mark(draft, "routes", key)
    assert again == verification, "other changes leave it alone"
    verify(draft, "routes", key, bo, verified=False)
    assert mark(draft, "routes", key) is None


def test_who_changes_a_verified_route_vouches_for_it(ada: User, bo: User) -> None:
    draft = drafts.draft_of(loaded("paris"), ada)
    key = first_route(draft)
    verify(draft, "routes", key, ada)
    save(draft, recolored(drafts.sheet_data(draft), key, "grey"), bo)
    verification = mark(draft, "routes", key)
    assert verification is not None
    assert verification.by == bo


def test_moving_a_place_on_the_drawing_vouches_for_nothing(ada: User, bo: User) -> None:
    draft = drafts.draft_of(loaded("paris"), ada)
    place = drafts.sheet_data(draft)["places"][0]["id"]
    verify(draft, "places", place, ada, verified=False)
    verify(draft, "places", place, ada)
    data = drafts.sheet_data(draft)
    data["places"][0]["x"] += 3
    save(draft, data, bo)
    verification = mark(draft, "places", place)
    assert verification is not None
    assert verification.by == ada


def test_the_whole_sheet_is_verified_by_somebody(ada: User) -> None:
    draft = drafts.draft_of(loaded("paris"), ada)
    save(draft, {**drafts.sheet_data(draft), "verified": True}, ada)
    verification = mark(draft, "sheet", "")
    assert verification is not None
    assert verification.by == ada


def test_marks_go_along_into_the_next_version_and_back(ada: User, bo: User) -> None:
    draft = drafts.draft_of(loaded("paris"), ada)
    key = first_route(draft)
    verify(draft, "routes", key, ada)
    drafts.publish(draft, ada)
    following = drafts.draft_of(draft, bo)
    verification = mark(following, "routes", key)
    assert verification is not None
    assert verification.by == ada
    save(following, {**drafts.sheet_data(following), "notes": "x"}, bo)
    drafts.publish(following, bo)
    draft.refresh_from_db()
    assert mark(drafts.roll_back(draft, bo), "routes", key) is not None
