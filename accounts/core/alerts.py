"""Send e-mails about the security of an account to its owner."""

from __future__ import annotations

import logging
from collections.abc import Iterable

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMessage

from accounts.core import site
from accounts.core.mail import queue_email
from accounts.models import Player
from foundation.limits import count_hit

logger = logging.getLogger(__name__)

TO_ONE_ADDRESS = "6/hour"


def email_language_of(player: Player) -> str:
    """Return the language code of e-mails to this player."""
    return player.language or settings.LANGUAGE_CODE


def send_account_email(player: Player, subject: str, paragraphs: Iterable[str]) -> None:
    """Send an e-mail to the account's address after the commit. Do nothing if the account has no address or has
    exceeded the rate limit."""
    address = EmailAddress.objects.get_primary_email(player)
    if not address:
        return
    if count_hit("emails", address.casefold(), TO_ONE_ADDRESS) is not None:
        logger.warning("too many e-mails to one address: one was dropped")
        return
    queue_email(EmailMessage(site.subject_with_site_name(subject), "\n\n".join(paragraphs), to=[address]))
