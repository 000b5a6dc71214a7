"""Telling the rest of the server that somebody's access ended, as other apps keep sockets and streams open for people,
and that somebody has registered."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

Tell = Callable[[int], None]
End = Callable[[int], None]
Greet = Callable[[Any, str], None]

Forget = Callable[[int, Collection[str]], None]
Follow = Callable[[int, str, str], None]

_listeners: list[Tell] = []
_enders: list[End] = []
_greeters: list[Greet] = []
_forgetters: list[Forget] = []
_followers: list[Follow] = []


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


def when_somebody_registers(greet: Greet) -> None:
    """Call `greet` with a player who has just registered, or kept their account, and with their answer to when e-mails
    should leave ("" for none). Called inside the transaction where there is one."""
    _greeters.append(greet)


def has_registered(player: Any, letters: str) -> None:
    """Say that this player has registered, and what they answered."""
    for greet in _greeters:
        greet(player, letters)


def when_sessions_end(forget: Forget) -> None:
    """Call `forget` with the number of a player and the keys of sessions that somebody has ended on purpose, by signing
    out there or from elsewhere; those that expire are not told. Called inside the transaction."""
    _forgetters.append(forget)


def sessions_ended(player_id: int, keys: Collection[str]) -> None:
    """Say that these sessions of this player's were ended."""
    for forget in _forgetters:
        forget(player_id, keys)
    access_ended(player_id)


def when_session_changes_key(follow: Follow) -> None:
    """Call `follow` with the number of a player, the key that their session had, and the one that it has now."""
    _followers.append(follow)


def session_changed_key(player_id: int, before: str, now: str) -> None:
    """Notify the followers that this session of the player's has a new key."""
    for follow in _followers:
        follow(player_id, before, now)
