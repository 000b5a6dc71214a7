"""Alert an account's owner, by a security event and an e-mail, that a new webhook or device gets the account's
events."""

from __future__ import annotations

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.core import alerts
from accounts.core.audit import log_security_event
from accounts.models import SecurityKind
from programs.models import Device, Webhook

from .origins import origin_name, origin_sentence


def alert_webhook_added(row: Webhook) -> None:
    """Log the new webhook, and e-mail its owner. Only the URL's host is named, because the URL may contain a secret."""
    log_security_event(SecurityKind.WEBHOOK_ADDED, row.player, detail=_detail_with_origin(row.host, origin_name(row)))
    with translation.override(alerts.email_language_of(row.player)):
        text = [
            _("A webhook was added to your account. It sends your account's events to %(host)s.") % {"host": row.host},
            origin_sentence(row),
            _("If this wasn't you, delete the webhook in the settings under Programs and choose a new password."),
        ]
        alerts.send_account_email(row.player, pgettext("text", "New webhook"), text)


def alert_device_added(row: Device) -> None:
    """Log the new device, and e-mail its owner."""
    log_security_event(SecurityKind.DEVICE_ADDED, row.player, detail=_detail_with_origin(row.name, origin_name(row)))
    with translation.override(alerts.email_language_of(row.player)):
        text = [
            _("A device was added to your account and will receive your notifications: %(name)s.") % {"name": row.name},
            origin_sentence(row),
            _("If this wasn't you, remove the device in the settings under Devices and choose a new password."),
        ]
        alerts.send_account_email(row.player, _("New device for notifications"), text)


def _detail_with_origin(what: str, by: str) -> str:
    return f"{what} ({by})" if by else what
