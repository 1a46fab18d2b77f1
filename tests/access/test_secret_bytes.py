"""Records every byte sent to others while games are played: no private ticket is in it."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client

from companion.asgi import application
from games.models import Table
from games.pages import cards
from games.rules.board import Board
from games.rules.state import Phase
from games.table.event_stream import make_token
from tests.support.boards import board
from tests.support.games import game_of
from tests.support.sittings import Sitting, begun, play_on, sit_down

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def canaries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every ticket a name that stands nowhere else: wherever one is shown, it sings."""
    honest = cards.ticket_card

    def singing(board: Board, id: str, standing: str = "") -> cards.TicketCard:
        card = honest(board, id, standing)
        number = list(board.ticket).index(id)
        return replace(card, a=f"canary{number}a", b=f"canary{number}b")

    monkeypatch.setattr(cards, "ticket_card", singing)


def traces(sitting: Sitting, number: int) -> set[str]:
    """What must not be seen by others of a seat's tickets, held or offered."""
    hand = sitting.state.hands[number]
    board = sitting.board
    order = list(board.ticket)
    canaries = {f"canary{order.index(id)}" for id in (*hand.tickets, *hand.offer)}
    # An id that is also a route's stands on everybody's map; the canaries cover those tickets.
    routes = " ".join(board.route)
    return canaries | {id for id in (*hand.tickets, *hand.offer) if id not in routes}


def sings(bytes_sent: str, traces: set[str]) -> set[str]:
    return {trace for trace in traces if re.search(rf"{re.escape(trace)}(?![0-9])", bytes_sent)}


def pages(sitting: Sitting, client: Client, page: str) -> Iterator[str]:
    """Everything a browser of this kind can ask for."""
    for path in ("screen", "play", "live", "routes", "my-qr", "log", ""):
        data = {"page": page, "revision": "-1"} if path == "live" else {}
        yield client.get(sitting.url(path), data).content.decode()
    for path in (f"/result/{sitting.table.key}/", f"/result/{sitting.table.key}/record.json"):
        yield client.get(path).content.decode()


def listen(sitting: Sitting, client: Client, page: str) -> WebsocketCommunicator:
    cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
    return WebsocketCommunicator(
        application,
        f"/ws/t/{sitting.table.code}/?page={page}",
        headers=[(b"origin", b"http://localhost"), (b"cookie", cookies.encode())],
    )


async def received(communicator: WebsocketCommunicator) -> str:
    """Everything a socket has received up to now."""
    received = ""
    while not await communicator.receive_nothing(timeout=0.05, interval=0.01):
        received += await communicator.receive_from()
    return received


@pytest.mark.parametrize("slug", ["germany", "london", "paris"])
async def test_nobody_hears_of_anybody_elses_tickets_before_the_reveal(slug: str) -> None:
    sitting = await sync_to_async(sit_down)(slug, 3)
    await sync_to_async(sitting.post)(sitting.screen, "start")
    everybody = {
        "screen": (sitting.screen, "screen", None),
        "spectator": (Client(), "screen", None),
        **{f"phone {n}": (await sync_to_async(sitting.phone)(n), "phone", n) for n in range(3)},
    }
    sockets = {name: listen(sitting, who[0], who[1]) for name, who in everybody.items()}
    token = await sync_to_async(make_token)(table=sitting.table, request="")
    everybody["stream"] = (Client(), "screen", None)
    sockets["stream"] = WebsocketCommunicator(application, f"/ws/events/{token}/")
    for communicator in sockets.values():
        assert (await communicator.connect())[0]
    sung: set[str] = set()  # the owners' own pages must sing, or this test hears nothing at all
    turn = 0
    while True:
        secrets = [await sync_to_async(traces)(sitting, n) for n in range(3)]
        for name, (client, page, own) in everybody.items():
            sent = await received(sockets[name])
            sent += "".join(
                await sync_to_async(lambda c=client, p=page: list(pages(sitting, c, p)))()
            )
            for owner, traced in enumerate(secrets):
                if owner == own:
                    sung |= sings(sent, traced)
                else:
                    assert not sings(sent, traced), f"{name} heard of seat {owner}"
        phase = await sync_to_async(lambda: sitting.state.phase)()
        if phase in (Phase.REVEAL, Phase.OVER):
            break
        await sync_to_async(play_on)(sitting, turns=turn)
        turn += 12
    for communicator in sockets.values():
        await communicator.disconnect()
    assert any(trace.startswith("canary") for trace in sung)
    if len(sitting.board.decks) == 1:  # offers lay open on their owners' phones at the start
        assert any("--" in trace for trace in sung)


async def test_nobody_hears_which_tickets_were_seen_in_a_draw_that_was_undone() -> None:
    sitting = await sync_to_async(begun)("germany", 3)
    everybody = {
        "screen": (sitting.screen, "screen"),
        "spectator": (Client(), "screen"),
        **{f"phone {n}": (await sync_to_async(sitting.phone)(n), "phone") for n in range(3)},
    }
    sockets = {name: listen(sitting, who, page) for name, (who, page) in everybody.items()}
    for communicator in sockets.values():
        assert (await communicator.connect())[0]

    def look_and_undo() -> set[str]:
        form = {"deck-short": 2, "deck-long": 2}
        reply = sitting.post(sitting.phone(0), "tickets/ask", seen=sitting.number, **form)
        assert reply.status_code == 200
        before = traces(sitting, 0)
        assert sings(reply.content.decode(), before), "its owner sees what is drawn"
        assert sitting.post(sitting.screen, "undo", seen=sitting.number).status_code == 200
        return before - traces(sitting, 0)

    seen = await sync_to_async(look_and_undo)()
    assert len([trace for trace in seen if trace.startswith("canary")]) == 4
    for name, (client, page) in everybody.items():
        sent = await received(sockets[name]) if name != "phone 0" else ""
        sent += "".join(await sync_to_async(lambda c=client, p=page: list(pages(sitting, c, p)))())
        assert not sings(sent, seen), f"{name} heard of tickets that were seen"
        assert "has seen them, so they stay set aside" in sent or name == "phone 0"
    for communicator in sockets.values():
        await communicator.disconnect()


def test_refusals_name_no_ticket_of_anybody_else() -> None:
    sitting = sit_down("london", 2, tickets="paper")
    sitting.post(sitting.screen, "start")
    sitting.post(sitting.phone(0), "tickets/keep", kept=["big-ben--charterhouse"])
    reply = sitting.post(sitting.phone(1), "tickets/keep", kept=["big-ben--charterhouse"])
    assert reply.status_code == 200
    assert "already" not in reply.content.decode()
    assert game_of(sitting.table).state.phase is Phase.TURNS


# A ticket of the first seat that its second claim completes, and one that stays open.
COMPLETED, OPEN = "big-ben--tower-of-london", "buckingham-palace--brick-lane"
WAY = ("big-ben--elephant-and-castle", "elephant-and-castle--tower-of-london")
SAID = "completed a ticket"


def claims_with(ticket: str) -> Sitting:
    """A table at which the first seat holds this paper ticket; its way is not claimed yet."""
    sitting = sit_down("london", 3, tickets="paper")
    first = sitting.table.seats.get(position=1)
    assert sitting.post(sitting.screen, f"seats/{first.pk}/first").status_code == 200
    sitting.post(sitting.screen, "start")
    for seat, ticket_id in enumerate((ticket, "big-ben--charterhouse", "big-ben--charterhouse")):
        assert sitting.post(sitting.phone(seat), "tickets/keep", kept=ticket_id).status_code == 200
    return sitting


async def heard_up_to(communicator: WebsocketCommunicator, revision: int) -> str:
    """Everything a socket receives until it knows this revision."""
    received = await communicator.receive_from(timeout=20)
    message = received
    while json.loads(message)["revision"] < revision:
        message = await communicator.receive_from(timeout=20)
        received += message
    return received


def revision_of(sitting: Sitting) -> int:
    return Table.objects.get(pk=sitting.table.pk).revision


def claim_the_way(sitting: Sitting) -> Iterator[None]:
    """One entry after the other, so that each is pushed by itself."""
    for route in WAY:
        while sitting.state.to_move != 0:
            sitting.post(sitting.screen, "cards", seen=sitting.number)
            yield
        reply = sitting.post(
            sitting.phone(0), "claim", route=route, seen=sitting.number, page="phone", whose=0
        )
        assert reply.status_code == 200, reply.content
        yield


def told_alike(sitting: Sitting, sent: str) -> str:
    """What was sent, without what tells one table from another: its code, its keys, its hours."""
    sent = sent.replace(sitting.table.code, "CODE").replace(sitting.table.key, "KEY")
    sent = re.sub(r"\b(seats|handed)/\d+", "", sent)
    sent = re.sub(r'CSRFToken": "\w+"|name="csrfmiddlewaretoken" value="\w+"', "", sent)
    return re.sub(r'data-(now|revision|begun)=\\?"[^"]*"|datetime="[^"]*"|\d\d:\d\d', "", sent)


async def test_a_completed_ticket_is_told_on_its_owners_phone_and_changes_no_other_byte() -> None:
    heard_by: dict[str, dict[str, str]] = {}
    for ticket in (COMPLETED, OPEN):
        sitting = await sync_to_async(claims_with)(ticket)
        everybody = {
            "screen": (sitting.screen, "screen"),
            "spectator": (Client(), "screen"),
            **{f"phone {n}": (await sync_to_async(sitting.phone)(n), "phone") for n in range(3)},
        }
        sockets = {name: listen(sitting, who, page) for name, (who, page) in everybody.items()}
        for communicator in sockets.values():
            assert (await communicator.connect())[0]
        revision = await sync_to_async(revision_of)(sitting)
        sent = {name: await heard_up_to(sockets[name], revision) for name in everybody}
        steps = claim_the_way(sitting)
        while await sync_to_async(lambda s=steps: next(s, "over"))() != "over":
            revision = await sync_to_async(revision_of)(sitting)
            for name, (client, page) in everybody.items():
                sent[name] += await heard_up_to(sockets[name], revision)
                for path in ("live?revision=-1&page=" + page, "log"):
                    reply = await sync_to_async(client.get)(sitting.url(path))
                    sent[name] += reply.content.decode()
        for communicator in sockets.values():
            await communicator.disconnect()
        heard_by[ticket] = {
            name: await sync_to_async(told_alike)(sitting, text) for name, text in sent.items()
        }
    done, still_open = heard_by[COMPLETED], heard_by[OPEN]
    assert SAID in done["phone 0"]
    assert SAID not in still_open["phone 0"]
    for name in ("screen", "spectator", "phone 1", "phone 2"):
        assert SAID not in done[name], name
        assert done[name] == still_open[name], f"{name} was sent something else"


# -- A paper ticket that isn't in the list --------------------------------------------------------

ON_A_CARD = {"new-a": ["Louvre"], "new-b": ["Montsouris"], "new-points": ["9"]}


def started_on_paper() -> Sitting:
    sitting = sit_down("paris", tickets="paper")
    first = sitting.table.seats.get(position=1)
    sitting.post(sitting.screen, f"seats/{first.pk}/first")
    sitting.post(sitting.screen, "start")
    return sitting


def opened_one_by_one(sitting: Sitting, tickets: dict[str, object]) -> Iterator[None]:
    """The first seat keeps these tickets, the other two of the list; then a turn is played."""
    listed = [ticket.id for ticket in sitting.board.tickets]
    for seat, kept in enumerate((tickets, {"kept": listed[2:4]})):
        reply = sitting.post(sitting.phone(seat), "tickets/keep", **kept)
        assert reply.status_code == 200, reply.content
        yield
    sitting.post(sitting.screen, "cards", seen=sitting.number)
    yield


async def test_a_ticket_with_a_new_place_sends_nobody_else_another_byte() -> None:
    """docs/security.md: neither on their sockets nor where they ask instead."""
    heard_by: dict[str, dict[str, str]] = {}
    for what in ("listed", "new"):
        sitting = await sync_to_async(started_on_paper)()
        first, second = (ticket.id for ticket in board("paris").tickets[:2])
        tickets = {"kept": [first], **ON_A_CARD} if what == "new" else {"kept": [first, second]}
        everybody = {
            "screen": (sitting.screen, "screen"),
            "spectator": (Client(), "screen"),
            **{f"phone {n}": (await sync_to_async(sitting.phone)(n), "phone") for n in range(2)},
        }
        sockets = {name: listen(sitting, who, page) for name, (who, page) in everybody.items()}
        for communicator in sockets.values():
            assert (await communicator.connect())[0]
        revision = await sync_to_async(revision_of)(sitting)
        sent = {name: await heard_up_to(sockets[name], revision) for name in everybody}
        steps = opened_one_by_one(sitting, tickets)
        while await sync_to_async(lambda s=steps: next(s, "over"))() != "over":
            revision = await sync_to_async(revision_of)(sitting)
            for name in everybody:
                sent[name] += await heard_up_to(sockets[name], revision)
        for name, (client, page) in everybody.items():
            for path in ("live?revision=-1&page=" + page, "log"):
                reply = await sync_to_async(client.get)(sitting.url(path))
                sent[name] += reply.content.decode()
        for communicator in sockets.values():
            await communicator.disconnect()
        heard_by[what] = {
            name: await sync_to_async(told_alike)(sitting, text) for name, text in sent.items()
        }
    added = f"canary{len(board('paris').tickets)}a"
    assert added in heard_by["new"].pop("phone 0")
    assert added not in heard_by["listed"].pop("phone 0")
    for name, text in heard_by["new"].items():
        assert len(text) > 10_000, f"{name} was sent next to nothing"
        assert text == heard_by["listed"][name], f"{name} was sent something else"
