"""The demo in half a minute: which moments it shows, and what phones show beside the TV."""

import pytest
from django.test import Client

from games.archive import replays, tours
from tests.support.markup import read
from tests.support.sittings import loaded

SLUGS = ("germany", "london", "paris")


@pytest.mark.parametrize("slug", SLUGS)
def test_a_tour_starts_in_the_middle_and_ends_with_the_result_within_half_a_minute(
    slug: str,
) -> None:
    film, tour = replays.demo_of(slug), tours.tour_of(slug)
    assert film is not None
    assert tour is not None
    whole = replays.frame(film, 1)
    moments = [step.at for step in tour.steps]
    assert moments == sorted(moments)
    assert whole.entries * 0.4 < moments[0] < whole.entries * 0.8
    assert whole.entries in moments  # the reveal begins
    assert moments[-1] == whole.last
    assert tour.seconds <= 30
    assert [step.caption for step in tour.steps] == sorted(step.caption for step in tour.steps)
    assert {step.caption for step in tour.steps} == {1, 2, 3}


@pytest.mark.parametrize("slug", SLUGS)
def test_the_claim_on_the_phone_is_on_the_tv_at_the_next_step(slug: str) -> None:
    film, tour = replays.demo_of(slug), tours.tour_of(slug)
    assert film is not None
    assert tour is not None
    asked, done = tour.steps[1], tour.steps[2]
    claiming = tours.handsets(film, tour, asked)[0]
    assert claiming.claim is not None
    route = claiming.claim["route"].id
    assert route not in replays.frame(film, asked.at).state.owners
    assert replays.frame(film, done.at).state.owners[route] == claiming.card.number
    peeking = tours.handsets(film, tour, tour.steps[3])[0]
    assert peeking.tickets[0].id == tour.ticket
    assert peeking.tickets[0].standing == "completed"


@pytest.mark.parametrize("slug", SLUGS)
def test_in_the_picture_the_tv_and_the_phones_show_the_same_moment(slug: str) -> None:
    film, tour = replays.demo_of(slug), tours.tour_of(slug)
    assert film is not None
    assert tour is not None
    shown = tours.picture(film, tour)
    claiming, peeking = shown["phones"]
    assert claiming.shows == "claim"
    assert shown["mover"] == claiming.card  # whose turn the TV says it is
    assert tour.claim.route not in shown["owners"]  # asked about, not claimed yet
    assert peeking.card in shown["cards"]
    assert claiming.card in shown["cards"]


@pytest.mark.django_db
@pytest.mark.parametrize("slug", SLUGS)
def test_every_step_is_a_page_and_a_frame(slug: str) -> None:
    loaded(slug)
    tour = tours.tour_of(slug)
    assert tour is not None
    for number in range(1, len(tour.steps) + 1):
        frame = read(Client().get(f"/demo/{slug}/frame", {"step": number}))
        assert len(frame.all(of_class="handset")) == 2
    last = read(Client().get(f"/demo/{slug}/", {"step": 99}))
    assert "hidden" not in last.one(id="finale")


@pytest.mark.django_db
@pytest.mark.parametrize("asked", ["", "0", "-1", "99999999", "x"])
def test_a_step_that_is_none_is_the_nearest_one(asked: str) -> None:
    loaded("paris")
    assert Client().get("/demo/paris/", {"step": asked}).status_code == 200


@pytest.mark.django_db
def test_with_a_moment_the_whole_film_is_shown() -> None:
    loaded("paris")
    page = read(Client().get("/demo/paris/", {"at": 1}))
    assert page.has(id="projector")
    assert not page.has(id="tour")
