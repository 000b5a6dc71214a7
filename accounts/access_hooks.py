"""Telling the rest of the server that somebody's access ended: other apps keep sockets and streams open for people."""

from __future__ import annotations

from collections.abc import Callable

Tell = Callable[[int], None]
End = Callable[[int], None]

_listeners: list[Tell] = []
_enders: list[End] = []


def when_access_ends(tell: Tell) -> None:
    """Call `tell` with the number of a player whenever something that they were signed in with has ended.

    What they have open has to be looked at again; not all of it ended. Called inside the transaction.
    """
    _listeners.append(tell)


def access_ended(player_id: int) -> None:
    """Say that a session or a token of this player's has ended."""
    for tell in _listeners:
        tell(player_id)


def when_password_changes(end: End) -> None:
    """Call `end` with the number of a player who has another password from now on: it ends what the old one opened.
    Called inside the transaction."""
    _enders.append(end)


def password_changed(player_id: int) -> None:
    """Say that this player has another password."""
    for end in _enders:
        end(player_id)
    access_ended(player_id)
