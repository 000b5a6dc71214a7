"""Fan-out as in the documentation of Channels: a group of the Redis pub/sub layer, a consumer for each socket.

A message to /ws/ROOM is sent to all sockets in the room, including the sender. REDIS_URL is the address of Redis.
"""

import os

from django.conf import settings

settings.configure(
    SECRET_KEY=__name__ * 2,  # for benchmarks on this machine only
    INSTALLED_APPS=["channels"],
    CHANNEL_LAYERS={
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [os.environ["REDIS_URL"]]},
        }
    },
)

import django  # noqa: E402

django.setup()

from channels.generic.websocket import AsyncWebsocketConsumer  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.urls import path  # noqa: E402


class RoomConsumer(AsyncWebsocketConsumer):
    """A client's connection to a room. Its messages go to all sockets in the room, including its own."""

    async def connect(self):
        """Join the room."""
        self.room = "room-" + self.scope["url_route"]["kwargs"]["room"]
        await self.channel_layer.group_add(self.room, self.channel_name)
        await self.accept()

    async def disconnect(self, code):
        """Leave the room."""
        await self.channel_layer.group_discard(self.room, self.channel_name)

    async def receive(self, text_data=None, bytes_data=None):
        """Send the message to the room."""
        await self.channel_layer.group_send(self.room, {"type": "room.message", "text": text_data})

    async def room_message(self, event):
        """Send the message to the client."""
        await self.send(text_data=event["text"])


application = ProtocolTypeRouter({"websocket": URLRouter([path("ws/<slug:room>", RoomConsumer.as_asgi())])})
