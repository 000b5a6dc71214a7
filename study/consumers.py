"""The WebSocket of a demonstration board, which only reports that the board has changed (T10).

Messages from the server: {"type": "hello", "number"} at the beginning, and {"type": "board", "number"} after a change.
The number is the board's version.
"""

from __future__ import annotations

from typing import Any

from accounts.security.staff_permissions import StaffPermission, may
from foundation.hints import ChangeSignal
from live import watchers
from live.consumers import LiveConsumer
from live.hub import Hub
from live.shared import frame
from study.services.boards import boards_visible_with_key, signal_kind_of


def visible_board_version(key: str, user: Any) -> int | None:
    """Return the version of the board with this key, or None if this user may not see the board. The variation tree is
    not loaded."""
    return boards_visible_with_key(user).filter(key=key).values_list("version", flat=True).first()


def board_version_and_following(key: str, user: Any) -> tuple[int, bool] | None:
    """Return the version of the board, and whether this user counts as a follower. Return None if this user may not see
    the board. The variation tree is not loaded.

    The board's owner does not count as a follower, nor does a moderator who may see the board because of a report.
    """
    found = boards_visible_with_key(user).filter(key=key).values_list("version", "owner_id").first()
    if found is None:
        return None
    version, owner_id = found
    return version, user.pk != owner_id and not may(user, StaffPermission.MODERATE)


class BoardConsumer(LiveConsumer):
    """The WebSocket of one board, for everyone who may see it: /ws/boards/<key>/."""

    version: int | None = None
    _is_due = _looks = _is_follower = False

    async def connect(self) -> None:
        """Subscribe to the board's signals before its version is read, so that no change is missed in between."""
        self.key = self.scope["url_route"]["kwargs"]["board"]
        self.leave.append(Hub.current().join(self, kind=signal_kind_of(self.key)))
        await super().connect()

    async def close_code(self) -> int | None:
        """Return 4404 if this user may not see the board, else None."""
        found = await Hub.current().reader("opening")(board_version_and_following, self.key, self.user)
        if found is None:
            return 4404
        self.version, self._is_follower = found
        return None

    async def on_open(self) -> None:
        """Send the version, and add the user to the board's followers (T17)."""
        if self._is_follower:
            self.leave.append(watchers.add_spectator(signal_kind_of(self.key), self.user))
        self.queue_message(frame("hello", {"number": self.version}))

    def on_signal(self, hint: ChangeSignal) -> None:
        """Handle a change signal. If the signal is about this board, the board's version is read and sent."""
        if hint.kind == signal_kind_of(self.key):
            self.recheck_access()
        else:
            super().on_signal(hint)

    def recheck_access(self) -> None:
        """Start to read the version of the board again. If it has changed, it is sent. If the user may no longer see
        the board, the connection is closed. This is done regularly, because a signal may be lost, and because access
        may change without a signal."""
        self._is_due = True
        if not self._looks:
            self._looks = True
            self._run_as_task(self._send_new_version())

    async def _send_new_version(self) -> None:
        """Read the version and send it. Signals that arrive during a read cause only one more read."""
        while self._is_due and not self._is_closed:
            self._is_due = False
            version = await Hub.current().reader("opening")(visible_board_version, self.key, self.user)
            if version is None:
                await self._close_without_access()
            elif version != self.version:
                self.version = version
                self.queue_message_rarely(frame("board", {"number": version}))
        self._looks = False
