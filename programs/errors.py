"""Refusals about webhooks."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.errors import GameError

WEBHOOK_SENTENCES: dict[str, Promise] = {
    "address": _("Write an address such as https://example.org/hook, without a name and a password in it."),
    "https": _("The address must begin with https://."),
    "inner": _("This address is not on the internet: nothing is sent into inner networks."),
    "too_many": _("You have as many webhooks as possible: delete one first."),
}


class NoSuchWebhook(GameError):
    """There is no such webhook of this person's."""

    code = "no_such_webhook"
    http_status = 404
    sentence = _("There is no such webhook.")


class BadWebhook(GameError):
    """An address that events cannot be sent to; `reason` says why: "address", "https", "too_many"."""

    code = "bad_webhook"
    http_status = 400
    sentence = _("Events cannot be sent to this address.")

    def said(self) -> str:
        """What is wrong with the address."""
        return str(WEBHOOK_SENTENCES[self.data["reason"]])
