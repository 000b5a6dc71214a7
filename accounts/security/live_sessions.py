"""Check whether the session or token that opened a live connection (WebSocket or stream) is still valid (S06).

One check, of a few queries, covers all open connections of a process. A signal that an access has ended causes an early
check. If the signal is lost, the next regular check detects the ended access.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from weakref import WeakKeyDictionary

from allauth.idp.oidc.models import Token as OAuthToken
from channels.db import DatabaseSyncToAsync
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.models import ApiToken, Player

logger = logging.getLogger(__name__)

SECONDS_BETWEEN_LOOKS = 3.0
"""Seconds between checks, so that access that ended without a signal is closed well within the promised five
seconds."""

MOST_REMEMBERED = 10_000
"""The number of decoded sessions that are cached; a session's data never changes. About 10 MB."""

End = Callable[[], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class LiveAccess:
    """The access with which a live connection (a WebSocket or a stream) was opened: a session key, a personal token's
    id, or an OAuth token's id."""

    player_id: int
    session: str = ""
    token: int | None = None
    grant: int | None = None


def valid_accesses(accesses: Collection[LiveAccess], now: datetime) -> set[LiveAccess]:
    """Return the accesses that are still valid, with at most four queries. Decoded session data is cached."""
    found = Player.objects.filter(pk__in={access.player_id for access in accesses}, is_active=True)
    found = found.exclude(suspended_until__gt=now)
    passwords: dict[int, str] = dict(found.values_list("pk", "password"))
    tokens = {access.token for access in accesses if access.token is not None}
    grants = {access.grant for access in accesses if access.grant is not None}
    sessions = {access.session for access in accesses if access.session}
    good_tokens = set(ApiToken.objects.valid_at(now).filter(pk__in=tokens).values_list("pk", flat=True))
    good_grants = (
        set(OAuthToken.objects.valid().filter(pk__in=grants).values_list("pk", flat=True)) if grants else set()
    )
    rows = Session.objects.filter(session_key__in=sessions, expire_date__gt=now)
    kept: dict[str, str] = dict(rows.values_list("session_key", "session_data")) if sessions else {}

    def is_valid(access: LiveAccess) -> bool:
        password = passwords.get(access.player_id)
        if password is None:
            return False
        if access.session:
            return access.session in kept and _session_belongs_to(kept[access.session], access.player_id, password)
        return access.token in good_tokens or access.grant in good_grants

    return {access for access in accesses if is_valid(access)}


@lru_cache(MOST_REMEMBERED)
def _session_belongs_to(session_data: str, player_id: int, password: str) -> bool:
    """Return whether the session belongs to the player, and was opened with the current password. `password` is its
    stored hash."""
    session, player = Session(session_data=session_data).get_decoded(), Player(pk=player_id, password=password)
    if session.get(SESSION_KEY) != str(player_id):
        return False
    kept = session.get(HASH_SESSION_KEY, "")
    hashes = [player.get_session_auth_hash(), *player.get_session_auth_fallback_hash()]
    return any(constant_time_compare(kept, good) for good in hashes)


def watch_access(access: LiveAccess, on_end: End) -> Callable[[], None]:
    """Call `on_end` when the access ends. The returned function cancels this.

    Must be called in the process's event loop.
    """
    return _watches.setdefault(asyncio.get_running_loop(), _AccessWatch()).add(access, on_end)


class _AccessWatch:
    """Checks the access of all live connections of one event loop regularly, and ends a connection when its access has
    ended."""

    def __init__(self) -> None:
        self._open: dict[object, tuple[LiveAccess, End]] = {}
        self._task: asyncio.Task[None] | None = None

    def add(self, access: LiveAccess, on_end: End) -> Callable[[], None]:
        mark = object()
        self._open[mark] = (access, on_end)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._close_ended_regularly())
        return lambda: self._forget(mark)

    def _forget(self, mark: object) -> None:
        self._open.pop(mark, None)
        if not self._open and self._task is not None:
            self._task.cancel()

    async def _close_ended_regularly(self) -> None:
        while True:
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
            try:
                await self._close_ended()
            except Exception:
                logger.exception("the access of open connections could not be checked")

    async def _close_ended(self) -> None:
        accesses = {access for access, _ in self._open.values()}
        good = await _valid_accesses_async(accesses, timezone.now())
        ended = [mark for mark, (access, _) in self._open.items() if access in accesses - good]
        for mark in ended:
            _, end = self._open.pop(mark)
            await end()


_watches: WeakKeyDictionary[asyncio.AbstractEventLoop, _AccessWatch] = WeakKeyDictionary()
_valid_accesses_async = DatabaseSyncToAsync(valid_accesses, thread_sensitive=False)
