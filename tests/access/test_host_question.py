"""The request to become host is also pushed to open pages."""

import json
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client
from django.utils import timezone

from companion.asgi import application
from games.models import Seat, Table
from games.table.hosts import agree_to_host, ask_to_host
from tests.support.sittings import Sitting, begun

pytestmark = pytest.mark.django_db(transaction=True)


def listen(sitting: Sitting, client: Client) -> WebsocketCommunicator:
    cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
    return WebsocketCommunicator(
        application,
        f"/ws/t/{sitting.table.code}/?page=phone",
        headers=[(b"origin", b"http://localhost"), (b"cookie", cookies.encode())],
    )


async def test_an_open_phone_is_asked_whether_it_agrees_and_told_who_took_over() -> None:
    def seated() -> Sitting:
        sitting = begun("london", 3)
        Table.objects.filter(pk=sitting.table.pk).update(screen_seen_at=None)
        Seat.objects.filter(table=sitting.table, host=True).update(
            seen_at=timezone.now() - timedelta(minutes=3)
        )
        return sitting

    sitting = await sync_to_async(seated)()
    phone = listen(sitting, sitting.phones[2])
    assert (await phone.connect())[0]
    await phone.receive_from()
    bo, cy = await sync_to_async(
        lambda: [sitting.table.seats.get(name=name) for name in ("Bo", "Cy")]
    )()
    await sync_to_async(ask_to_host)(table=sitting.table, seat=bo)
    asked = json.loads(await phone.receive_from())["html"]
    assert "Bo wants to take over" in asked
    assert "host/agree" in asked
    await sync_to_async(agree_to_host)(table=sitting.table, seat=cy)
    html = json.loads(await phone.receive_from())["html"]
    assert "Bo took over as host." in html
    assert "host/agree" not in html
    await phone.disconnect()
