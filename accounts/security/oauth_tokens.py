"""Issue tokens to third-party programs. Every code and every refresh token works once (RFC 9700, 2.2.2 and 4.14).

The library checks the request and creates the tokens. This module marks codes and refresh tokens as used, even if a
request with a code fails. A second use revokes the family, which is all tokens of the same consent. A program that lost
the response can repeat its refresh within half a minute, and gets the same response unless the new tokens were used. A
family ends a year after the consent, no matter how often its tokens are refreshed.
"""

from __future__ import annotations

import json
import uuid
from base64 import b64decode
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import unquote_plus

from allauth.idp.oidc import app_settings, views
from allauth.idp.oidc.adapter import get_adapter
from allauth.idp.oidc.internal.oauthlib import authorization_codes
from allauth.idp.oidc.models import Token
from cryptography.fernet import InvalidToken
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from accounts.core.audit import log_security_event
from accounts.models import Player, SecurityKind, SpentGrant
from accounts.models.api_token import token_digest
from accounts.signals import access_ended
from foundation.sealing import cipher_for

GRACE = timedelta(seconds=30)
LONGEST_FAMILY = timedelta(days=366)
"""How long a program can renew its tokens after a consent; then it has to ask again."""
LONGEST = 500
"""The largest number of characters of a code, a token or a client id; ours have about a hundred."""


@csrf_exempt
@never_cache
def token_endpoint(request: HttpRequest) -> HttpResponse:
    """Exchange a code or a refresh token for new tokens, and return them. A code or refresh token that was used before
    revokes the tokens of its family."""
    kind = request.POST.get("grant_type", "")
    client_id = request.POST.get("client_id", "") or _client_id_from_header(request)
    secret = request.POST.get({"authorization_code": "code", "refresh_token": "refresh_token"}.get(kind, ""), "")
    if request.method != "POST" or not secret or len(secret) > LONGEST or len(client_id) > LONGEST:
        return _allauth_token_response(request)
    with transaction.atomic():
        return (_exchange_code if kind == "authorization_code" else _exchange_refresh_token)(request, client_id, secret)


def _client_id_from_header(request: HttpRequest) -> str:
    """Return the client id from HTTP Basic authentication (RFC 6749, 2.3.1); "" if the header is missing or not
    valid."""
    kind, _, text = request.headers.get("Authorization", "").partition(" ")
    if kind.lower() != "basic":
        return ""
    try:
        return unquote_plus(b64decode(text, validate=True).decode().partition(":")[0])
    except ValueError:
        return ""


def _allauth_token_response(request: HttpRequest) -> HttpResponse:
    response: HttpResponse = views.token(request)
    return response


def _invalid_grant() -> HttpResponse:
    return JsonResponse({"error": "invalid_grant"}, status=400)


def _exchange_code(request: HttpRequest, client_id: str, code: str) -> HttpResponse:
    """Exchange a code for tokens. The code is marked as used even if the exchange fails, so that verifiers cannot be
    guessed."""
    digest = token_digest(f"code {client_id} {code}")
    is_good = authorization_codes.lookup(client_id, code) is not None
    use = _record_first_use(digest, client_id) if is_good else None
    if use is None:
        spent = SpentGrant.objects.filter(digest=digest).first()
        return _allauth_token_response(request) if spent is None else _revoke_family(request, spent)
    response = _allauth_token_response(request)
    authorization_codes.invalidate(client_id, code)
    use.player_id = _store_family(response, use.family, use.at)
    use.save(update_fields=["player"])
    return response


def _record_first_use(digest: str, client_id: str) -> SpentGrant | None:
    """Record the use of a code and return the record. Return None if the code was used before. Waits for a concurrent
    use."""
    try:
        with transaction.atomic():
            return SpentGrant.objects.create(
                digest=digest, client_id=client_id, family=uuid.uuid4().hex, at=timezone.now()
            )
    except IntegrityError:
        return None


def _exchange_refresh_token(request: HttpRequest, client_id: str, refresh_token: str) -> HttpResponse:
    """Exchange a refresh token for new tokens, and record that it was used. If it was used before, return the response
    of `_respond_to_reuse` instead."""
    found = Token.objects.valid().by_value(refresh_token).filter(type=Token.Type.REFRESH_TOKEN)
    row = found.select_for_update().first()
    digest = token_digest(f"refresh {refresh_token}")
    if row is None:
        spent = SpentGrant.objects.select_for_update().filter(digest=digest).first()
        if spent is None:
            return _allauth_token_response(request)
        return _respond_to_reuse(request, spent, client_id, refresh_token)
    family, since = (row.data or {}).get("family") or uuid.uuid4().hex, _family_begin(row)
    if timezone.now() - since > LONGEST_FAMILY:
        return _invalid_grant()
    response = _allauth_token_response(request)
    player = _store_family(response, family, since)
    if player is not None:
        given = json.loads(response.content)
        SpentGrant.objects.create(
            digest=digest,
            client_id=client_id,
            family=family,
            player_id=player,
            at=timezone.now(),
            successor=get_adapter().hash_token(given.get("refresh_token", "")),
            answer=_cipher(refresh_token).encrypt(response.content).decode(),
        )
    return response


def _family_begin(row: Token) -> datetime:
    """Return when the consent was given to which this token and its family belong. For a token issued before this was
    recorded, return when the token was created."""
    since = (row.data or {}).get("since")
    return datetime.fromisoformat(since) if since else row.created_at


def _cipher(refresh_token: str) -> Any:
    return cipher_for(f"accounts.oauth_tokens {refresh_token} ")


def _respond_to_reuse(request: HttpRequest, spent: SpentGrant, client_id: str, refresh_token: str) -> HttpResponse:
    """Respond to a refresh token that was used before. If the same program repeats its request within GRACE and has not
    used the new token yet, return the stored response again. Otherwise revoke all tokens of the family and return the
    error response."""
    successor = Token.objects.filter(type=Token.Type.REFRESH_TOKEN, hash=spent.successor)
    is_lost_answer = client_id == spent.client_id and timezone.now() - spent.at <= GRACE and successor.valid().exists()
    if not is_lost_answer:
        return _revoke_family(request, spent)
    try:
        body = _cipher(refresh_token).decrypt(spent.answer.encode())
    except InvalidToken:
        return _invalid_grant()
    return HttpResponse(body, content_type="application/json")


def _revoke_family(request: HttpRequest, spent: SpentGrant) -> HttpResponse:
    """Revoke the token's family and return the error response, because one of the two users has stolen the token."""
    family = Token.objects.filter(user_id=spent.player_id, client_id=spent.client_id, data__family=spent.family)
    player: Player | None = spent.player
    if player is not None and family.delete()[0]:
        log_security_event(SecurityKind.TOKEN_REUSED, player, request, spent.client_id)
        access_ended.send(Player, player_id=player.pk)
    return _invalid_grant()


def _store_family(response: HttpResponse, family: str, since: datetime) -> int | None:
    """Store in the new tokens their family and when it began. Return the player's id, None if the response has no new
    tokens."""
    if response.status_code != 200:
        return None
    given, adapter = json.loads(response.content), get_adapter()
    hashes = [adapter.hash_token(given[name]) for name in ("access_token", "refresh_token") if name in given]
    player = None
    for row in Token.objects.filter(hash__in=hashes):
        row.data = {**(row.data or {}), "family": family, "since": since.isoformat()}
        row.save(update_fields=["data"])
        player = row.user_id
    return player


def delete_spent() -> int:
    """Delete records that are older than any token of their family can be. Return the number of deleted records."""
    oldest = timezone.now() - timedelta(seconds=app_settings.REFRESH_TOKEN_EXPIRES_IN)
    return SpentGrant.objects.filter(at__lt=oldest).delete()[0]
