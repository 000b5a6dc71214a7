"""A test socket whose server closes its database connections, as every server does."""

from __future__ import annotations

from typing import Any

from asgiref.testing import ApplicationCommunicator
from channels.testing.websocket import WebsocketCommunicator


class Socket(WebsocketCommunicator):
    """Channels' own, while it waits for the application, keeps the whole process from closing connections, for tests
    that are one transaction. Threads of a pool that ended a step in the meantime (accounts/access.py's looks) would
    then leave theirs open, and no one closes them when the pool goes."""

    async def send_input(self, message: Any) -> None:
        """Give the application a message."""
        await ApplicationCommunicator.send_input(self, message)

    async def receive_output(self, timeout: float = 1) -> Any:
        """The application's next message."""
        return await ApplicationCommunicator.receive_output(self, timeout)
