"""E-mails about the safety of an account, to its owner."""

from __future__ import annotations

import logging
from collections.abc import Iterable

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMessage

from accounts.core import site
from accounts.core.mail import send_soon
from accounts.models import Player
from foundation.limits import hit

logger = logging.getLogger(__name__)

TO_ONE_ADDRESS = "6/hour"


def language_of(player: Player) -> str:
    """The language that the e-mails of an account are written in."""
    return player.language or settings.LANGUAGE_CODE


def send(player: Player, subject: str, paragraphs: Iterable[str]) -> None:
    """Write to the address of the account, if it has one; it leaves when the transaction is committed. What is too much
    for one address is dropped."""
    address = EmailAddress.objects.get_primary_email(player)
    if not address:
        return
    if hit("letters", address.casefold(), TO_ONE_ADDRESS) is not None:
        logger.warning("too many e-mails to one address: one was dropped")
        return
    send_soon(EmailMessage(f"{site.name()}: {subject}", "\n\n".join(paragraphs), to=[address]))
