"""Every byte sent to others is recorded while games are played: no ticket of anybody is in it."""

import re
from collections.abc import Iterator

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client

from companion.asgi import application
from games.pages import cards
from games.rules.board import Board
from games.rules.state import Phase
from games.table.snapshot import game_of
from tests.support.sittings import Sitting, begun, play_on, sit_down

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def canaries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every ticket a name that stands nowhere else: wherever one is shown, it sings."""
    honest = cards.ticket_card

    def singing(board: Board, id: str, standing: str = "") -> cards.TicketCard:
        card = honest(board, id, standing)
        number = list(board.ticket).index(id)
        return cards.TicketCard(
            card.id, f"canary{number}a", f"canary{number}b", card.points, card.deck, card.standing
        )

    monkeypatch.setattr(cards, "ticket_card", singing)


def traces(sitting: Sitting, number: int) -> set[str]:
    """What must not be seen by others of a seat's tickets, held or offered."""
    hand = sitting.state.hands[number]
    board = sitting.board
    order = list(board.ticket)
    found = {f"canary{order.index(id)}" for id in (*hand.tickets, *hand.offer)}
    # An id that is also a route's stands on everybody's map; the canaries cover those tickets.
    routes = " ".join(board.route)
    return found | {id for id in (*hand.tickets, *hand.offer) if id not in routes}


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


async def heard(communicator: WebsocketCommunicator) -> str:
    """Everything a socket has received up to now."""
    found = ""
    while not await communicator.receive_nothing(timeout=0.05, interval=0.01):
        found += await communicator.receive_from()
    return found


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
    for communicator in sockets.values():
        assert (await communicator.connect())[0]
    sung: set[str] = set()  # the owners' own pages must sing, or this test hears nothing at all
    turn = 0
    while True:
        secrets = [await sync_to_async(traces)(sitting, n) for n in range(3)]
        for name, (client, page, own) in everybody.items():
            sent = await heard(sockets[name])
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
        sent = await heard(sockets[name]) if name != "phone 0" else ""
        sent += "".join(await sync_to_async(lambda c=client, p=page: list(pages(sitting, c, p)))())
        assert not sings(sent, seen), f"{name} heard of tickets that were seen"
        assert "has seen 4 tickets" in sent or name == "phone 0"
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
