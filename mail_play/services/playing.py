"""Playing by a secret from an e-mail: the same verbs as everywhere, for its seat and number, once."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from games import verbs
from games.errors import StaleNumber
from games.verbs import ActionRequest, Receipt, Verb
from mail_play.errors import TokenVoid, Why
from mail_play.models import MailToken
from mail_play.services import tokens


def perform(token: MailToken, verb: type[Verb], said: Mapping[str, Any], now: datetime) -> Receipt:
    """Do it, as the player of the seat; the secret is used up with it. Raises what verbs raise, and TokenVoid when the
    game has moved on; then nothing is stored, and a secret that is still good can be tried again."""
    request = ActionRequest(token.seat.game_id, token.seat.player, token.number, None, now)
    try:
        with transaction.atomic():
            receipt = verbs.perform_said(request, verb, said)
            tokens.use(token, now)
    except StaleNumber as error:
        token.refresh_from_db(fields=["used_at"])
        raise TokenVoid(Why.STALE if token.used_at is None else Why.USED) from error
    return receipt
