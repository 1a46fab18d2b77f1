"""What a host can do, that it's in the log, and who becomes host when all hosts are gone."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Seat, Table
from games.rules.log import Noted
from games.table.hosts import (
    CONSENT,
    GONE,
    HERE,
    OBJECTION,
    agree_to_host,
    ask_to_host,
    object_to_host,
    settle_host,
)
from tests.support.games import game_of
from tests.support.markup import Element, read
from tests.support.sittings import Sitting, begun, sit_down

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).resolve().parents[2]
OPENED = "A host opened the tickets of Kim, who has no phone."


def page(sitting: Sitting, client: Client, path: str = "play") -> Element:
    return read(client.get(sitting.url(path)))


def notes(sitting: Sitting) -> list[Noted]:
    entries = game_of(sitting.table).entries
    return [entry.fact for entry in entries if isinstance(entry.fact, Noted)]


# -- The tickets of a player without a phone ------------------------------------------------------


@pytest.fixture
def with_kim() -> Sitting:
    return _with_kim("london")


def _with_kim(slug: str) -> Sitting:
    sitting = sit_down(slug, 2)
    color = sitting.board.player_colors[2]
    sitting.post(sitting.screen, "seats/add", name="Kim", color=color, request="kim")
    assert sitting.post(sitting.screen, "start").status_code == 200
    sitting.table.refresh_from_db()
    return sitting


def kim(sitting: Sitting) -> Seat:
    return sitting.table.seats.get(name="Kim")


def test_opening_the_tickets_of_a_player_without_a_phone_leaves_a_line_for_everybody(
    with_kim: Sitting,
) -> None:
    path = f"handed/{kim(with_kim).pk}"
    number = kim(with_kim).number
    assert number is not None
    opened = with_kim.phones[0].post(with_kim.url(path))
    assert opened.status_code == 200
    assert opened["Cache-Control"].startswith("max-age=0, no-cache, no-store")
    offer = with_kim.state.hands[number].offer
    assert set(offer) <= set(read(opened).values("value"))
    for client in (*with_kim.phones,):
        assert OPENED in page(with_kim, client, "log").words
    assert OPENED in page(with_kim, Client(), "screen").words
    assert notes(with_kim) == [Noted("tickets_opened", number)]


def test_the_line_says_whose_phone_it_was(with_kim: Sitting) -> None:
    with_kim.phones[0].post(with_kim.url(f"handed/{kim(with_kim).pk}"))
    game = game_of(with_kim.table)
    assert game.written[-1].by == with_kim.table.seats.get(name="Ada").pk


def test_looking_at_the_address_alone_shows_no_ticket_and_writes_nothing(
    with_kim: Sitting,
) -> None:
    revision = with_kim.table.revision
    number = kim(with_kim).number
    assert number is not None
    html = page(with_kim, with_kim.phones[0], f"handed/{kim(with_kim).pk}")
    assert "I’m Kim: open my tickets" in html.words
    assert "Everyone at the table will see" in html.words
    assert not any(ticket in html for ticket in with_kim.state.hands[number].offer)
    with_kim.table.refresh_from_db()
    assert with_kim.table.revision == revision


def test_every_opening_is_told_again_also_after_the_choice(with_kim: Sitting) -> None:
    number = kim(with_kim).number
    assert number is not None
    host, url = with_kim.phones[0], with_kim.url(f"handed/{kim(with_kim).pk}")
    host.post(url)
    choice = with_kim.state.hands[number].offer[:1]
    host.post(
        with_kim.url("tickets/keep"), {"page": "phone", "for": kim(with_kim).pk, "kept": choice}
    )
    assert with_kim.state.hands[number].tickets == choice
    host.post(url)
    assert len(notes(with_kim)) == 2


def test_a_mix_announced_on_a_hosts_phone_shows_the_tickets_and_says_so() -> None:
    sitting = _with_kim("germany")
    form = {"page": "phone", "for": kim(sitting).pk, "deck-short": 4, "deck-long": 0}
    answer = sitting.phones[0].post(sitting.url("tickets/ask"), form)
    assert answer.status_code == 200
    assert len(read(answer).all(name="kept")) == 4
    assert notes(sitting) == [Noted("tickets_opened", kim(sitting).number)]


def test_where_there_is_nothing_to_see_nothing_is_told() -> None:
    sitting = _with_kim("germany")
    for answer in (
        sitting.phones[0].get(sitting.url(f"handed/{kim(sitting).pk}")),
        sitting.phones[0].post(sitting.url(f"handed/{kim(sitting).pk}")),
    ):
        assert answer.status_code == 200
        assert len(read(answer).all(name="deck-long")) == 5
    assert notes(sitting) == []


def test_nobody_but_a_host_opens_them(with_kim: Sitting) -> None:
    url = with_kim.url(f"handed/{kim(with_kim).pk}")
    assert with_kim.phones[1].post(url).status_code == 302
    assert Client().post(url).status_code == 302
    bo = with_kim.table.seats.get(name="Bo")
    assert with_kim.phones[0].post(with_kim.url(f"handed/{bo.pk}")).status_code == 302
    assert notes(with_kim) == []


def test_every_way_to_hand_the_phone_over_is_a_form(with_kim: Sitting) -> None:
    """A link would show tickets to anyone who comes by it, and could not leave a line."""
    host = with_kim.phones[0]
    address = with_kim.url(f"handed/{kim(with_kim).pk}")
    offer = with_kim.state.hands[with_kim.table.seats.get(name="Ada").number or 0].offer
    with_kim.post(host, "tickets/keep", kept=offer[:1])
    for html in (page(with_kim, host), page(with_kim, host, f"seats/{kim(with_kim).pk}/")):
        assert address in html.values("action", "form")
        assert address not in html.values("href")


# -- All hosts are gone ---------------------------------------------------------------------------


def gone(sitting: Sitting, **minutes: float) -> None:
    """Everybody was heard of so many minutes ago; the opening browser never."""
    Table.objects.filter(pk=sitting.table.pk).update(screen_seen_at=None)
    for name, ago in minutes.items():
        seen = timezone.now() - timedelta(minutes=ago)
        Seat.objects.filter(table=sitting.table, name=name).update(seen_at=seen)


def later(sitting: Sitting, seconds: float) -> None:
    """Let time go by: the claim was made so many seconds earlier than it was."""
    table = Table.objects.get(pk=sitting.table.pk)
    if table.claimed_at is not None:
        table.claimed_at -= timedelta(seconds=seconds)
        Table.objects.filter(pk=table.pk).update(claimed_at=table.claimed_at)
        Seat.objects.filter(table=table, name="Ada").update(
            seen_at=timezone.now() - timedelta(minutes=9)
        )


def hosts(sitting: Sitting) -> set[str]:
    return set(sitting.table.seats.filter(host=True).values_list("name", flat=True))


def claimant(sitting: Sitting) -> str | None:
    asking = Table.objects.select_related("claimant").get(pk=sitting.table.pk).claimant
    return asking.name if asking else None


def ask(sitting: Sitting, name: str) -> None:
    ask_to_host(table=sitting.table, seat=sitting.table.seats.get(name=name))


def agree(sitting: Sitting, name: str) -> None:
    agree_to_host(table=sitting.table, seat=sitting.table.seats.get(name=name))


def settle(sitting: Sitting) -> None:
    settle_host(table=sitting.table)


def test_where_others_are_there_silence_is_no_consent() -> None:
    sitting = begun("london", 3)
    gone(sitting, Ada=2, Bo=0, Cy=1)
    ask(sitting, "Bo")
    later(sitting, 21)
    settle(sitting)
    assert hosts(sitting) == {"Ada"}
    assert claimant(sitting) == "Bo", "Cy has a minute to look at the phone"
    later(sitting, 40)
    settle(sitting)
    assert hosts(sitting) == {"Ada"}
    assert claimant(sitting) is None, "nobody agreed: the question is off the phones"


def test_once_all_others_who_are_there_agree_nobody_waits() -> None:
    sitting = begun("london", 3)
    gone(sitting, Ada=2, Bo=0, Cy=1)
    ask(sitting, "Bo")
    agree(sitting, "Cy")
    assert hosts(sitting) == {"Ada", "Bo"}
    assert claimant(sitting) is None
    assert notes(sitting)[-1] == Noted("host_taken", sitting.table.seats.get(name="Bo").number)


def test_half_of_the_others_is_enough_if_nobody_objects_for_a_minute() -> None:
    sitting = begun("germany", 5)
    gone(sitting, Ada=2, Bo=0, Cy=0, Di=1, Eli=10)
    ask(sitting, "Bo")
    agree(sitting, "Cy")
    settle(sitting)
    assert hosts(sitting) == {"Ada"}, "Di can still object"
    later(sitting, 61)
    settle(sitting)
    assert hosts(sitting) == {"Ada", "Bo"}


def test_one_of_three_others_is_not_enough() -> None:
    sitting = begun("germany", 5)
    gone(sitting, Ada=2, Bo=0, Cy=0, Di=1, Eli=1)
    ask(sitting, "Bo")
    agree(sitting, "Cy")
    later(sitting, 61)
    settle(sitting)
    assert hosts(sitting) == {"Ada"}
    assert claimant(sitting) is None


def test_an_objection_ends_it_no_matter_who_agreed_and_is_not_forgotten_by_asking_again() -> None:
    sitting = begun("germany", 4)
    gone(sitting, Ada=2, Bo=0, Cy=0, Di=0)
    ask(sitting, "Bo")
    agree(sitting, "Cy")
    object_to_host(table=sitting.table, seat=sitting.table.seats.get(name="Di"))
    assert claimant(sitting) is None
    ask(sitting, "Bo")
    assert not sitting.table.seats.filter(agrees=True).exists(), "everybody is asked again"
    agree(sitting, "Di")
    assert hosts(sitting) == {"Ada"}


def test_who_asks_cannot_agree_and_agreeing_to_nothing_does_nothing() -> None:
    sitting = begun("london", 3)
    gone(sitting, Ada=2, Bo=0, Cy=0)
    agree(sitting, "Cy")
    assert not sitting.table.seats.filter(agrees=True).exists()
    ask(sitting, "Bo")
    agree(sitting, "Bo")
    later(sitting, 61)
    settle(sitting)
    assert hosts(sitting) == {"Ada"}


def test_a_host_who_is_back_ends_it() -> None:
    sitting = begun("london", 3)
    gone(sitting, Ada=9, Bo=0, Cy=9)
    ask(sitting, "Bo")
    later(sitting, 21)
    gone(sitting, Ada=0)
    settle(sitting)
    assert hosts(sitting) == {"Ada"}
    assert claimant(sitting) is None


def test_where_nobody_else_is_there_twenty_seconds_are_enough_as_ever() -> None:
    sitting = begun("london", 3)
    gone(sitting, Ada=6, Bo=0, Cy=6)
    ask(sitting, "Bo")
    settle(sitting)
    assert hosts(sitting) == {"Ada"}
    later(sitting, 21)
    settle(sitting)
    assert hosts(sitting) == {"Ada", "Bo"}


def test_phones_ask_for_an_answer_and_say_what_is_needed() -> None:
    sitting = begun("london", 3)
    gone(sitting, Ada=2, Bo=0, Cy=0)
    ask(sitting, "Bo")
    mine, theirs = (page(sitting, sitting.phones[i]) for i in (1, 2))
    assert (
        "You’ll become host if at least half of the others agree and nobody objects." in mine.words
    )
    assert "Bo wants to take over" in theirs.words
    assert set(theirs.values("data-left")) & {"59", "60"}
    assert sitting.url("host/agree") in theirs.values("action", "form")
    assert sitting.url("host/agree") not in mine.values("action", "form")
    reply = sitting.post(sitting.phones[2], "host/agree", page="phone")
    assert reply.status_code == 200
    assert hosts(sitting) == {"Ada", "Bo"}


def test_who_agreed_is_asked_no_more_and_who_failed_is_told() -> None:
    sitting = begun("germany", 5)
    gone(sitting, Ada=2, Bo=0, Cy=0, Di=0, Eli=0)
    ask(sitting, "Bo")
    reply = read(sitting.post(sitting.phones[2], "host/agree", page="phone"))
    assert "You agreed." in reply.words
    later(sitting, 61)
    reply = read(sitting.post(sitting.phones[1], "host/settle", page="phone"))
    assert "Nothing changed: a host is back, or too few of the others agreed." in reply.words


def test_a_spectator_agrees_to_nothing() -> None:
    sitting = begun("london", 3)
    gone(sitting, Ada=2, Bo=0, Cy=0)
    ask(sitting, "Bo")
    assert sitting.post(Client(), "host/agree").status_code == 403
    assert hosts(sitting) == {"Ada"}


def test_the_times_told_in_the_docs_are_the_ones_in_force() -> None:
    docs = " ".join((ROOT / "docs" / "security.md").read_text("utf-8").split())
    for sentence in (
        f"has been heard from for {GONE.seconds} seconds",
        f"heard from within {HERE.seconds // 60} minutes",
        f"must agree within {CONSENT.seconds} seconds",
        f"{OBJECTION.seconds} seconds without an objection",
    ):
        assert sentence in docs, sentence
