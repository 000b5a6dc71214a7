"""The table's rows about sockets: connecting, and every kind of frame that a client may send."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from asgiref.sync import async_to_sync
from channels.testing.websocket import WebsocketCommunicator

from goserver.asgi import application, sockets
from tests.access.visitors import VISITORS, Place

COMMANDS = {"ping": {"type": "ping"}, "anything else": {"type": "play", "point": "E5"}}
PATHS = {
    r"^ws/boards/(?P<board>[-a-zA-Z0-9_]{1,16})/$": ("ws/boards/<slug:board>/", ["private", "public"]),
    r"^ws/games/(?P<game_id>[0-9]{1,9})/$": ("ws/games/<int:game_id>/", ["private", "public"]),
    r"^ws/me/$": ("ws/me/", [""]),
    r"^ws/offers/$": ("ws/offers/", [""]),
    "": ("ws/<any other>", [""]),
}
"""The name of each routing pattern in the table, and the objects that it serves."""
PATIENCE = 30.0
"""Seconds. A socket sends hello or closes, and answers every frame, so silence only means a busy machine."""


def socket_routes() -> list[str]:
    """Return the sockets' routes; raise KeyError for a pattern that is missing here."""
    return [PATHS[str(pattern.pattern)][0] for pattern in sockets]


def rows_of_sockets(place: Place) -> list[list[str]]:
    """Return a row for connecting and one for each kind of frame, with a cell for each visitor."""
    rows = []
    for name, things in PATHS.values():
        for thing in things:
            cells = [_ask(place, visitor, _path(place, name, thing)) for visitor in VISITORS]
            label = f"{name} [{thing}]" if thing else name
            by_command = zip(("connect", *COMMANDS), zip(*cells, strict=True), strict=True)
            rows += [[label, what, *row] for what, row in by_command]
    return rows


def _path(place: Place, name: str, thing: str) -> str:
    if "board" in name:
        return f"/ws/boards/{place.boards[thing]}/"
    return f"/ws/games/{place.game(thing).pk}/" if thing else "/" + name.replace("<any other>", "nowhere/")


@async_to_sync
async def _ask(place: Place, visitor: str, path: str) -> list[str]:
    headers = [(b"host", b"testserver"), (b"origin", b"http://testserver")]
    if visitor in place.cookies:
        headers.append((b"cookie", f"sessionid={place.cookies[visitor]}".encode()))
    answers = []
    for command in (None, *COMMANDS.values()):
        socket = WebsocketCommunicator(application, path, headers=headers)
        connected, _ = await socket.connect(PATIENCE)
        assert connected
        if command is not None:
            await socket.send_to(json.dumps(command))
        answers.append(await _answer(socket, wants=command is not None))
        await socket.disconnect(timeout=PATIENCE)
    return answers


async def _answer(socket: Any, *, wants: bool) -> str:
    """Return the code with which the socket closes, else its answer to the frame; "open" after connecting."""
    result = "open"
    while True:
        try:
            message = await socket.receive_output(PATIENCE)
        except (TimeoutError, asyncio.CancelledError):
            return result
        if message["type"] == "websocket.close":
            return str(message["code"])
        kind = json.loads(message["text"])["type"]
        if not wants and kind == "hello":
            return result
        if kind != "hello":
            result = kind
            if kind == "pong":
                return result
