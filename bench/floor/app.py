"""All of it: one model, a page with a button, a page with a line, and a socket between them."""

from asgiref.sync import async_to_sync
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.layers import get_channel_layer
from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application
from django.db import models
from django.http import HttpResponse
from django.urls import path

PHONE = """<!doctype html><meta name="viewport" content="width=device-width"><button>Draw</button>
<script>document.querySelector("button").onclick = () => {
  const request = new XMLHttpRequest(); request.open("POST", "/tap"); request.send(); };</script>"""
TV = """<!doctype html><p id="line">0</p><script>
new WebSocket(`ws://${location.host}/ws`).onmessage = (message) => {
  document.getElementById("line").textContent = message.data; };</script>"""


class Line(models.Model):
    text = models.CharField(max_length=20)

    class Meta:
        app_label = "floor"

    def __str__(self) -> str:
        return self.text


def tap(request):
    line = Line.objects.create(text="drew cards")
    message = {"type": "line", "text": f"{line.pk} {line.text}"}
    async_to_sync(get_channel_layer().group_send)("tv", message)
    return HttpResponse("ok")


urlpatterns = [
    path("phone", lambda request: HttpResponse(PHONE)),
    path("tv", lambda request: HttpResponse(TV)),
    path("tap", tap),
]


class Tv(AsyncWebsocketConsumer):
    async def connect(self):
        await self.channel_layer.group_add("tv", self.channel_name)
        await self.accept()

    async def line(self, message):
        await self.send(message["text"])


application = ProtocolTypeRouter(
    {"http": get_asgi_application(), "websocket": URLRouter([path("ws", Tv.as_asgi())])}
)
