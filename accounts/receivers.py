"""Receivers of signals of Django and django-allauth. They log security events, and close connections whose access has
ended."""

from __future__ import annotations

from typing import Any

from allauth.account import signals as account
from allauth.mfa import signals as mfa
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import yield_hotp_counters_from_time
from django.conf import settings
from django.contrib.auth import signals as django
from django.dispatch import Signal
from django.http import HttpRequest

from accounts.core.audit import log_security_event
from accounts.models import Player, SecurityKind
from accounts.signals import session_key_changed, sessions_ended

KINDS: dict[Signal, SecurityKind] = {
    account.user_signed_up: SecurityKind.SIGNED_UP,
    django.user_logged_in: SecurityKind.SIGNED_IN,
    django.user_logged_out: SecurityKind.SIGNED_OUT,
    account.password_changed: SecurityKind.PASSWORD_CHANGED,
    account.password_set: SecurityKind.PASSWORD_CHANGED,
    account.password_reset: SecurityKind.PASSWORD_RESET,
    account.email_changed: SecurityKind.ADDRESS_CHANGED,
    mfa.authenticator_added: SecurityKind.FACTOR_ADDED,
    mfa.authenticator_removed: SecurityKind.FACTOR_REMOVED,
}


def connect_receivers() -> None:
    """Connect the receivers that log security events, report ended sessions and mark codes as used. Called once, at the
    server's start."""
    for signal in KINDS:
        signal.connect(_log_signal)
    for signal in (account.password_changed, account.password_set):
        signal.connect(_send_key_change_after_password_change)
    django.user_logged_out.connect(_send_sessions_ended)
    django.user_login_failed.connect(_log_failed_sign_in)
    mfa.authenticator_added.connect(_mark_code_used)


def _log_signal(signal: Signal, user: Any = None, request: HttpRequest | None = None, **more: Any) -> None:
    if isinstance(user, Player):
        factor = more.get("authenticator")
        log_security_event(KINDS[signal], user, request, "" if factor is None else str(factor.type))


def _send_sessions_ended(user: Any = None, request: HttpRequest | None = None, **_: Any) -> None:
    if isinstance(user, Player):
        key = None if request is None else request.session.session_key
        sessions_ended.send(Player, player_id=user.pk, keys=[key] if key else [])


def _send_key_change_after_password_change(request: HttpRequest, user: Player, **_: Any) -> None:
    """Send session_key_changed when Django gives a session a new key because the player changed the password."""
    before, now = request.COOKIES.get(settings.SESSION_COOKIE_NAME, ""), request.session.session_key
    if before and now:
        session_key_changed.send(Player, player_id=user.pk, before=before, now=now)


def _log_failed_sign_in(credentials: dict[str, Any], request: HttpRequest | None = None, **_: Any) -> None:
    """Log a failed sign-in with its account, if there is one. Other input is not stored, because it may be a
    password."""
    login = str(credentials.get("username") or credentials.get("email") or "")
    found = (
        Player.objects.filter(email=login[:254].lower()).first() if "@" in login else Player.objects.find_by_name(login)
    )
    log_security_event(SecurityKind.SIGN_IN_FAILED, found, request)


def _mark_code_used(authenticator: Authenticator, **_: Any) -> None:
    """Mark the code that confirmed a new authenticator app as used (S15)."""
    if authenticator.type == Authenticator.Type.TOTP:
        authenticator.data["last_step"] = max(yield_hotp_counters_from_time()) - 1
        authenticator.save(update_fields=["data"])
