"""The secrets in e-mails. A secret is created with the e-mail, found by its hash, and valid once, for one game and
number, until the deadline of the turn (C67)."""

from __future__ import annotations

import re
import secrets
from collections.abc import Collection
from datetime import datetime, timedelta
from hashlib import sha256

from django.conf import settings
from django.urls import reverse

from accounts.models import Player
from games.emails.ways import EmailTurn, WaysToPlay
from games.game_view import GameView
from mail_play.errors import DeadLinkReason, TokenVoid
from mail_play.models import MailToken
from notifications import preferences
from notifications.preferences import settings_or_defaults
from rules import Stage

BYTES = 16
WITHOUT_DEADLINE = timedelta(days=30)
"""How long a link is valid in a game without a clock."""
KEPT_FOR = timedelta(days=90)
"""How long an expired link's page still explains what happened to the turn."""


def hash_of_secret(secret: str) -> str:
    """Return the hash of a secret, ignoring case, because mail servers may change it."""
    return sha256(secret.lower().encode()).hexdigest()


def create_ways_to_play(turns: Collection[EmailTurn], now: datetime) -> dict[int, WaysToPlay]:
    """Create and store a secret for each of these turns, in one query. Return how each turn can be played from its
    e-mail, by the id of its seat. Turns that cannot be played from e-mails are left out."""
    ways: dict[int, WaysToPlay] = {}
    rows = []
    for turn in turns:
        secret = secrets.token_hex(BYTES)
        way = _ways_to_play(turn, secret)
        if way.link or way.reply_to:
            ways[turn.seat.pk] = way
            rows.append(_unsaved_token(turn, secret, now))
    MailToken.objects.bulk_create(rows)
    return ways


def _ways_to_play(turn: EmailTurn, secret: str) -> WaysToPlay:
    chosen, state = turn.settings, GameView(turn.game, turn.seat.player).state_without_history
    stage = state.stage
    link = settings.IGO_URL.rstrip("/") + reverse("mail_play:link", args=[secret])
    may_reply = chosen.play_by_reply and stage in (Stage.PLAY, Stage.DECIDING) and preferences.replies_are_received()
    return WaysToPlay(
        link=link if chosen.play_by_link and stage is Stage.PLAY else "",
        reply_to=reply_address(secret) if may_reply else "",
        accepts=0 if state.proposal is None else state.proposal.number,
    )


def reply_address(secret: str) -> str:
    """Return the e-mail address for replies with this secret."""
    local, _at, domain = settings.IGO_REPLY_ADDRESS.partition("@")
    return f"{local}+{secret}@{domain}"


def _unsaved_token(turn: EmailTurn, secret: str, now: datetime) -> MailToken:
    until = turn.game.deadline or now + WITHOUT_DEADLINE
    return MailToken(hash=hash_of_secret(secret), seat=turn.seat, number=turn.game.number, until=until)


def find_token(secret: str) -> MailToken | None:
    """Return the stored secret with its seat, game and player, or None if it is unknown or the account is closed."""
    if not re.fullmatch(f"[0-9a-fA-F]{{{2 * BYTES}}}", secret):
        return None
    rows = MailToken.objects.filter(hash=hash_of_secret(secret), seat__player__is_active=True)
    return rows.select_related("seat__game", "seat__player").first()


def check_token(token: MailToken, now: datetime, *, setting: str) -> None:
    """Raise TokenVoid if the secret can no longer be used. `setting` is the field of NoticeSettings that the player
    must have switched on: play_by_link or play_by_reply."""
    game = token.seat.game
    if token.used_at is not None:
        raise TokenVoid(DeadLinkReason.USED)
    if game.is_finished:
        raise TokenVoid(DeadLinkReason.OVER)
    if game.state_number > token.number:
        raise TokenVoid(DeadLinkReason.STALE)
    if token.until <= now:
        raise TokenVoid(DeadLinkReason.LATE)
    if not getattr(settings_or_defaults(token.seat.player), setting):
        raise TokenVoid(DeadLinkReason.OFF)


def use_token(token: MailToken, now: datetime) -> None:
    """Mark the secret as used, after the move, in its transaction. Raises TokenVoid if another request used it
    first."""
    if not MailToken.objects.filter(pk=token.pk, used_at__isnull=True).update(used_at=now):
        raise TokenVoid(DeadLinkReason.USED)


def delete_old_tokens(*, now: datetime, **_: object) -> int:
    """Delete secrets that expired longer ago than KEPT_FOR; return how many were deleted."""
    return MailToken.objects.filter(until__lt=now - KEPT_FOR).delete()[0]


def delete_tokens_of(player: Player, **_: object) -> None:
    """Delete the secrets of the player's seats, in the transaction that deletes the account."""
    MailToken.objects.filter(seat__player=player).delete()
