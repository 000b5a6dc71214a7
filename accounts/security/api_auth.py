"""Authenticate programs by a token in the Authorization header. Tokens in URLs are not accepted."""

from __future__ import annotations

from typing import Any

from allauth.idp.oidc.contrib.rest_framework.authentication import TokenAuthentication as OAuthAuthentication
from allauth.idp.oidc.models import Token as OAuthToken
from django.conf import settings
from django.utils import timezone
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, Throttled
from rest_framework.request import Request

from accounts.models import ApiToken, Player
from accounts.models.api_token import PREFIX
from accounts.security.scopes import FOR_MODERATORS, includes_scope
from accounts.security.sessions import record_use_without_browser
from accounts.security.staff_permissions import disable_staff_permissions
from accounts.security.tokens import authenticate_token
from foundation import clients, limits

WORDS = (b"bearer", b"token")
LONGEST_TOKEN = 200


class ProgramAuthentication(BaseAuthentication):
    """Authenticates by `Authorization: Bearer ...`, with a personal token or an OAuth token.

    The older keyword Token works as well.
    """

    def authenticate(self, request: Request) -> tuple[Player, Any] | None:
        """Return the token's player and the token, or None without the header. Raises AuthenticationFailed.

        If the token does not have the scope for moderation, a moderator's program has only a player's permissions.
        """
        parts = get_authorization_header(request).split()
        if not parts or parts[0].lower() not in WORDS:
            return None
        found = self._find_player_and_token(request, parts[1].decode("latin-1")) if len(parts) == 2 else None
        if found is None:
            wait = limits.count_hit("bad-token", clients.client_network(request), settings.IGO_API_ANONYMOUS)
            raise (Throttled(wait) if wait is not None else AuthenticationFailed("This token is not valid."))
        if not has_scope(found[1], FOR_MODERATORS):
            disable_staff_permissions(found[0])
        return found

    def _find_player_and_token(self, request: Request, text: str) -> tuple[Player, Any] | None:
        if len(text) > LONGEST_TOKEN:
            return None
        if text.startswith(PREFIX):
            token = authenticate_token(text, timezone.now())
            return None if token is None else (token.player, token)
        found = OAuthAuthentication().authenticate(request)
        if found is None or not isinstance(found[0], Player) or not found[0].is_active:
            return None
        record_use_without_browser(found[0], timezone.now())
        return found[0], found[1]

    def authenticate_header(self, request: Request) -> str:
        """Return the WWW-Authenticate header of a 401 response."""
        return 'Bearer realm="api"'


def scopes_of(auth: Any) -> list[str] | None:
    """Return the scopes of the request's token. Return None if there is no token: the request is from our own pages or
    anonymous."""
    if isinstance(auth, ApiToken):
        return list(auth.scopes)
    if isinstance(auth, OAuthToken):
        return list(auth.get_scopes())
    return None


def has_scope(auth: Any, scope: str) -> bool:
    """Return whether the request has this scope. Requests from our own pages have all scopes."""
    granted = scopes_of(auth)
    return granted is None or includes_scope(granted, scope)
