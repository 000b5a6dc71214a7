"""Play a turn with a secret from an e-mail. The secret is valid once, for one seat and one number of the game, and the
same verbs are used as on pages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from django.db import transaction

from accounts.security.sessions import record_use_without_browser
from games.errors import StaleGameState
from games.verbs import ActionRequest
from mail_play.errors import DeadLinkReason, TokenVoid
from mail_play.models import MailToken
from mail_play.services import tokens


@contextmanager
def using_token(token: MailToken, now: datetime) -> Iterator[ActionRequest]:
    """Context manager: give the request of an action by the seat's player, and mark the secret as used after the
    action. This counts as a visit of the player.

    Raises the errors of verbs, and TokenVoid if the game has continued. After an error nothing is stored, so a valid
    secret can be tried again.
    """
    try:
        with transaction.atomic():
            yield ActionRequest(token.seat.game_id, token.seat.player, token.number, None, now)
            tokens.use_token(token, now)
        record_use_without_browser(token.seat.player, now)
    except StaleGameState as error:
        token.refresh_from_db(fields=["used_at"])
        raise TokenVoid(DeadLinkReason.STALE if token.used_at is None else DeadLinkReason.USED) from error
