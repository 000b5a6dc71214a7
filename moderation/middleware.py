"""Restrict suspended accounts on pages. The API has its own check (api.base)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from accounts.core.restrictions import FOR_GOOD, is_restricted, restriction_end
from accounts.models import Player
from accounts.models.restriction import RestrictionKind

READING = ("GET", "HEAD", "OPTIONS")
OPEN = frozenset(
    {
        "account_login",
        "account_logout",
        "account_reauthenticate",
        "mfa_authenticate",
        "mfa_reauthenticate",
        "mfa_login_webauthn",
        "mfa_reauthenticate_webauthn",
        "accounts:language",
        "accounts:theme",
        "accounts:end_session",
        "accounts:data",
        "accounts:export",
        "accounts:delete",
        "notifications:notices",
        "notifications:stop",
        "moderation:appeal",
    }
)
"""URL names that suspended players may still use: signing in and out, appealing, exporting data and deleting the
account."""


class SuspensionMiddleware:
    """Middleware that answers requests of suspended players to change something with a page that explains the
    suspension. Runs after the authentication middleware."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        """Return the page that explains the suspension, with status 403, or None if the request may continue."""
        user, match = request.user, request.resolver_match
        if request.method in READING or match is None or not isinstance(user, Player):
            return None
        if (
            match.view_name in OPEN
            or request.path.startswith("/api/")
            or not is_restricted(user, RestrictionKind.SUSPENDED)
        ):
            return None
        end = restriction_end(user, RestrictionKind.SUSPENDED)
        context = {"until": None if end == FOR_GOOD else end, "now": timezone.now()}
        return render(request, "suspended.html", context, status=403)
