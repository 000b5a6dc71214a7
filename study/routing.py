"""The WebSocket routes of demonstration boards."""

from typing import Any

from django.urls import re_path

from study.consumers import BoardConsumer

websocket_urlpatterns: list[Any] = [
    re_path(r"^ws/boards/(?P<board>[-a-zA-Z0-9_]{1,16})/$", BoardConsumer.as_asgi()),  # type: ignore[arg-type]
]
