"""Fan-out without a framework: ASGI in one process. A message to /ws/ROOM goes to all sockets in the room."""

from __future__ import annotations

import asyncio
from typing import Any

rooms: dict[str, set[Any]] = {}


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Handle a connection."""
    if scope["type"] == "lifespan":
        for step in ("startup", "shutdown"):
            await receive()
            await send({"type": f"lifespan.{step}.complete"})
        return
    await receive()
    await send({"type": "websocket.accept"})
    room = rooms.setdefault(scope["path"], set())
    room.add(send)
    try:
        while (message := await receive())["type"] == "websocket.receive":
            frame = {"type": "websocket.send", "text": message["text"]}
            await asyncio.gather(*(pass_on(frame) for pass_on in room))
    finally:
        room.discard(send)
