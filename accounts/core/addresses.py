"""Let administrators change the e-mail address of players who have lost access to theirs."""

from __future__ import annotations

from datetime import datetime

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.core import site
from accounts.core.audit import StaffContext, log_security_event, record_staff_action
from accounts.core.mail import queue_email
from accounts.models import Player, SecurityKind


def make_email_only_address(*, player: Player, old_address: str, by: Player, now: datetime) -> None:
    """Make `player.email` the account's only address, not yet confirmed. The caller has already saved it in the
    player's row.

    Writes to the audit log and to the account's security log, and sends an e-mail to the old address, unless that is
    empty. Does not check the permission of `by`.
    """
    with transaction.atomic():
        EmailAddress.objects.filter(user=player).delete()
        if player.email:
            EmailAddress.objects.create(user=player, email=player.email, primary=True, verified=False)
        log_security_event(SecurityKind.ADDRESS_CHANGED, player)
        record_staff_action(StaffContext(by, now), "address", player)
        if old_address:
            _notify_old_address(old_address, player.language)


def _notify_old_address(address: str, language: str) -> None:
    with translation.override(language or settings.LANGUAGE_CODE):
        subject = _("Your e-mail address has been changed")
        text = _(
            "The administrators of this server have changed the e-mail address of your account. If you did "
            "not ask for this, contact them."
        )
        queue_email(EmailMessage(site.subject_with_site_name(subject), text, to=[address]))
