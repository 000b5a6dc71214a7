"""List the devices on which a player is signed in, and end one session, or all but the current one (S06)."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Collection, Iterable
from datetime import datetime, timedelta

from allauth.usersessions.models import UserSession
from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import DatabaseError, transaction
from django.db.models import Max, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare

from accounts.models import ApiToken, Player
from accounts.signals import sessions_ended
from foundation.statements import update

logger = logging.getLogger(__name__)

SECONDS_BETWEEN_NOTES = 300.0
BETWEEN_USES = timedelta(minutes=5)
"""The precision of `Player.used_at`. Digests rely on it (notifications.services.emails.NOTED_EVERY)."""
MOST_NOTED = 20_000
BROWSERS = (("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"),
            ("Chrome/", "Chrome"), ("Safari/", "Safari"))  # fmt: skip
SYSTEMS = (("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"), ("Mac OS", "macOS"),
           ("CrOS", "ChromeOS"), ("Linux", "Linux"))  # fmt: skip


class SessionUseMiddleware:
    """Records when and from where a session is used, at most every five minutes. Runs after the authentication
    middleware."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self._lock = threading.Lock()
        self._noted: dict[str, float] = {}

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        key = request.session.session_key if isinstance(request.user, Player) else None
        if key is not None and self._claim_recording(key):
            _record_use(request)
        return response

    def _claim_recording(self, key: str) -> bool:
        now = time.monotonic()
        with self._lock:
            if now - self._noted.get(key, -SECONDS_BETWEEN_NOTES) < SECONDS_BETWEEN_NOTES:
                return False
            self._noted.pop(key, None)
            self._noted[key] = now
            if len(self._noted) > MOST_NOTED:
                del self._noted[next(iter(self._noted))]
        return True


def _record_use(request: HttpRequest) -> None:
    try:
        UserSession.objects.create_from_request(request)
    except DatabaseError:
        logger.warning("the use of a session could not be recorded", exc_info=True)


def sessions_of(player: Player, now: datetime) -> list[UserSession]:
    """Return the player's valid sessions, the latest used first."""
    rows = list(UserSession.objects.filter(user_id=player.pk).order_by("-last_seen_at", "-pk"))
    kept = Session.objects.filter(session_key__in=[row.session_key for row in rows], expire_date__gt=now)
    good = player.get_session_auth_hash()
    alive = {s.session_key for s in kept if constant_time_compare(s.get_decoded().get(HASH_SESSION_KEY, ""), good)}
    return [row for row in rows if row.session_key in alive]


def record_use_without_browser(player: Player, now: datetime) -> None:
    """Record that the player used the server by an authorized program or by e-mail, at most every five minutes."""
    if player.used_at is None or now - player.used_at > BETWEEN_USES:
        player.used_at = now
        update(player, ("used_at",))


def last_seen_times(players: Collection[int]) -> dict[int, datetime]:
    """Return when each of these players last used a browser, a program or e-mail, by player id and exact to five
    minutes.

    The last sign-in also counts, because ended sessions are deleted. Players who have never signed in are left out.
    Three queries.
    """
    rows = UserSession.objects.filter(user__in=players).order_by().values("user").annotate(at=Max("last_seen_at"))
    found = {row["user"]: row["at"] for row in rows}
    tokens = ApiToken.objects.filter(player__in=players, last_used_at__isnull=False)
    for row in tokens.order_by().values("player").annotate(at=Max("last_used_at")):
        found[row["player"]] = max(row["at"], found.get(row["player"], row["at"]))
    for number, *times in Player.objects.filter(pk__in=players).values_list("pk", "last_login", "used_at"):
        for at in filter(None, times):
            found[number] = max(at, found.get(number, at))
    return found


def player_ids_seen_since(at: datetime) -> QuerySet[Player, int]:
    """Return a subquery with the ids of players who have used a browser session, a program or e-mail since this
    time."""
    sessions = UserSession.objects.filter(last_seen_at__gte=at).values("user")
    tokens = ApiToken.objects.filter(last_used_at__gte=at).values("player")
    seen = Q(pk__in=sessions) | Q(pk__in=tokens) | Q(used_at__gte=at)
    return Player.objects.filter(seen).values_list("pk", flat=True)


def end_session(*, player: Player, session_id: int) -> bool:
    """End this session. Return False if the player has no such session."""
    return bool(_end_session_rows(player, UserSession.objects.filter(user_id=player.pk, pk=session_id)))


def end_sessions(*, player: Player, but: str | None = None) -> int:
    """End all of the player's sessions except the session with the key `but`. Return the number of ended sessions."""
    return _end_session_rows(player, UserSession.objects.filter(user_id=player.pk).exclude(session_key=but))


def _end_session_rows(player: Player, rows: Iterable[UserSession]) -> int:
    with transaction.atomic():
        keys = {row.pk: row.session_key for row in rows}
        Session.objects.filter(session_key__in=keys.values()).delete()
        UserSession.objects.filter(pk__in=keys).delete()
        if keys:
            sessions_ended.send(Player, player_id=player.pk, keys=list(keys.values()))
    return len(keys)


def device_name(user_agent: str) -> str:
    """Return browser and system of a user agent, such as "Firefox, Linux". Return "?" for an unknown user agent."""
    found = [next((name for mark, name in known if mark in user_agent), "") for known in (BROWSERS, SYSTEMS)]
    return ", ".join(filter(None, found)) or "?"
