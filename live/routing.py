"""The routes of WebSockets."""

from typing import Any

from django.urls import re_path

from live.consumers import GameConsumer, NowhereConsumer, OffersConsumer, PlayerConsumer

websocket_urlpatterns: list[Any] = [
    re_path(r"^ws/games/(?P<game_id>[0-9]{1,9})/$", GameConsumer.as_asgi()),  # type: ignore[arg-type]
    re_path(r"^ws/me/$", PlayerConsumer.as_asgi()),  # type: ignore[arg-type]
    re_path(r"^ws/offers/$", OffersConsumer.as_asgi()),  # type: ignore[arg-type]
    re_path(r"", NowhereConsumer.as_asgi()),  # type: ignore[arg-type]
]
