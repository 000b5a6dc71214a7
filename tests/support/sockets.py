"""A test socket whose server closes its database connections, as every server does."""

from __future__ import annotations

from typing import Any

from asgiref.testing import ApplicationCommunicator
from channels.testing.websocket import WebsocketCommunicator


class Socket(WebsocketCommunicator):
    """A communicator that does not block. Channels' own keeps the whole process from closing connections while it waits
    for the application, for tests that are one transaction. Pool threads that finish a step in the meantime (the checks
    in accounts/access.py) would then leave their connections open, and no one closes them when the pool ends."""

    async def send_input(self, message: Any) -> None:
        """Send a message to the application."""
        await ApplicationCommunicator.send_input(self, message)

    async def receive_output(self, timeout: float = 1) -> Any:
        """Return the application's next message."""
        return await ApplicationCommunicator.receive_output(self, timeout)
