"""The routes of WebSockets."""

from typing import Any

from django.urls import re_path

from live.consumers import GameConsumer, OffersConsumer, PlayerConsumer, UnknownPathConsumer

websocket_urlpatterns: list[Any] = [
    re_path(r"^ws/games/(?P<game_id>[0-9]{1,9})/$", GameConsumer.as_asgi()),  # type: ignore[arg-type]
    re_path(r"^ws/me/$", PlayerConsumer.as_asgi()),  # type: ignore[arg-type]
    re_path(r"^ws/offers/$", OffersConsumer.as_asgi()),  # type: ignore[arg-type]
    re_path(r"", UnknownPathConsumer.as_asgi()),  # type: ignore[arg-type]
]
