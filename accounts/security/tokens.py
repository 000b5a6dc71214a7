"""Create, find and revoke the tokens of programs."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache

from allauth.idp.oidc.models import Token as OAuthToken
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.core.audit import log_security_event
from accounts.core.guests import check_not_guest
from accounts.models import ApiToken, Player, SecurityKind
from accounts.models.api_token import PREFIX, token_digest
from accounts.security.oauth_tokens import delete_spent
from accounts.security.scopes import FOR_BOTS, FOR_MODERATORS, SCOPES, scopes_in_display_order
from accounts.security.staff_permissions import StaffPermission, may
from accounts.signals import access_ended
from foundation.statements import ModelTable, row_of, update

MOST_TOKENS = 50
LONGEST_DAYS = 366
USUAL_DAYS = 90
BETWEEN_NOTES_OF_USE = timedelta(minutes=5)
_tokens, _players = ModelTable(ApiToken), ModelTable(Player)


class CannotCreateToken(ValueError):
    """Raised if a token cannot be created. `reason` explains this to users."""

    def __init__(self, reason: object) -> None:
        super().__init__(str(reason))
        self.reason = reason


@dataclass(frozen=True, slots=True)
class NewToken:
    """A token to create: its name, its scopes, and after how many days it expires (None if it never expires)."""

    name: str
    scopes: Collection[str]
    days: int | None


def make_token(*, player: Player, wanted: NewToken, now: datetime) -> tuple[ApiToken, str]:
    """Create a token. Return it with its text, which is shown only once.

    Raises CannotCreateToken for unknown scopes, for scopes that this player may not have, and for too many tokens.
    Raises NotForGuests.
    """
    check_not_guest(player)
    _check_scopes(player, wanted.scopes)
    text = PREFIX + secrets.token_urlsafe(32)
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        if player.api_tokens.count() >= MOST_TOKENS:
            raise CannotCreateToken(_("You've reached the limit of 50 tokens. Revoke one first."))
        row = ApiToken.objects.create(
            player=player,
            name=wanted.name,
            digest=token_digest(text),
            hint=text[:12],
            scopes=scopes_in_display_order(wanted.scopes),
            created_at=now,
            expires_at=None if wanted.days is None else now + timedelta(days=wanted.days),
        )
        log_security_event(SecurityKind.TOKEN_MADE, player, detail=wanted.name)
    return row, text


def _check_scopes(player: Player, scopes: Collection[str]) -> None:
    if not scopes:
        raise CannotCreateToken(_("Choose at least one permission for the token."))
    if not set(scopes) <= set(SCOPES):
        raise CannotCreateToken(_("This scope does not exist. Choose another one."))
    if FOR_BOTS in scopes and not player.is_bot:
        raise CannotCreateToken(_("Only bot accounts can have the bot:play permission. Choose other permissions."))
    if FOR_MODERATORS in scopes and not may(player, StaffPermission.MODERATE):
        raise CannotCreateToken(
            _("Only moderators can have the moderation:write permission. Choose other permissions.")
        )


def authenticate_token(text: str, now: datetime) -> ApiToken | None:
    """Return the valid token with this text, with its player loaded, and record its use. Return None if no valid token
    has this text. Called with every request."""
    found = _token_by_digest(token_digest(text))
    if found is None or not (found.player.is_active and (found.expires_at is None or found.expires_at > now)):
        return None
    if found.last_used_at is None or now - found.last_used_at > BETWEEN_NOTES_OF_USE:
        found.last_used_at = now
        update(found, ("last_used_at",))
    return found


def _token_by_digest(digest: str) -> ApiToken | None:
    """Return the token with this digest and its player, even if it has expired. Return None if there is none."""
    values = row_of(_token_with_player_sql(), [digest])
    if values is None:
        return None
    width = len(_tokens.fields)
    found = _tokens.row(values[:width])
    found.player = _players.row(values[width:])
    return found


@cache
def _token_with_player_sql() -> str:
    columns = f"{_tokens.columns('t')}, {_players.columns('p')}"
    joined = f"{_tokens.name} t JOIN {_players.name} p ON p.id = t.player_id"
    return f"SELECT {columns} FROM {joined} WHERE t.digest = %s"


def revoke_token(*, player: Player, token_id: int) -> bool:
    """Revoke one of this player's tokens, and close the connections opened with it. Return False if the player has no
    such token."""
    with transaction.atomic():
        row = ApiToken.objects.filter(pk=token_id, player=player).first()
        if row is None:
            return False
        row.delete()
        log_security_event(SecurityKind.TOKEN_REVOKED, player, detail=row.name)
        access_ended.send(Player, player_id=player.pk)
    return True


def revoke_all_tokens(player_id: int, **_: object) -> None:
    """Revoke all of a player's tokens: personal tokens, and those of third-party programs."""
    ApiToken.objects.filter(player=player_id).delete()
    OAuthToken.objects.filter(user=player_id).delete()


def delete_expired_tokens(now: datetime) -> int:
    """Delete expired tokens of third-party programs, and personal tokens that expired over a month ago. Return their
    number."""
    old = ApiToken.objects.filter(expires_at__lt=now - timedelta(days=30))
    gone: int = OAuthToken.objects.expired().delete()[0]
    return gone + old.delete()[0] + delete_spent()
