"""Errors about webhooks and devices."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.errors import GameError

WEBHOOK_SENTENCES: dict[str, Promise] = {
    "address": _("Enter an address such as https://example.org/hook, without a username or password."),
    "https": _("The address must begin with https://."),
    "inner": _("This address is on an internal network. Events are only sent to public internet addresses."),
    "too_many": _("You've reached the limit of 5 webhooks. Delete one first."),
}


class NoSuchWebhook(GameError, code="no_such_webhook", http_status=404, sentence=_("This webhook does not exist.")):
    """Raised if the player has no such webhook."""


class BadWebhook(GameError, code="bad_webhook", http_status=400):
    """Raised if events cannot be sent to this URL. `reason` is "address", "https" or "too_many"."""

    sentence = _("Events can't be sent to this address. Enter a different one.")

    def __init__(self, *, reason: str) -> None:
        super().__init__(reason=reason)
        self.fields = () if reason == "too_many" else ("url",)

    def message(self) -> str:
        """Return a sentence on what is wrong with the URL."""
        return str(WEBHOOK_SENTENCES[self.data["reason"]])


PUSH_SENTENCES: dict[str, Promise] = {
    "address": _("Your browser did not provide a usable notification address. Try another browser."),
    "https": _("The address must begin with https://."),
    "inner": _("This address is on an internal network. Events are only sent to public internet addresses."),
    "keys": _("Your browser couldn't set up notifications. Try again, or use another browser."),
    "too_many": _("You've reached the limit of 10 devices. Remove one first."),
}


class NoSuchPushDevice(GameError, code="no_such_device", http_status=404, sentence=_("This device does not exist.")):
    """Raised if the player has no such device."""


_PUSH_FIELDS: dict[str, tuple[str, ...]] = {"keys": ("p256dh", "auth"), "too_many": ()}


class BadPushSubscription(GameError, code="bad_push_address", http_status=400):
    """Raised if the push service cannot be used. `reason` is "address", "https", "inner", "keys" or "too_many"."""

    sentence = _("Notifications can't be sent to this device. Try another browser or device.")

    def __init__(self, *, reason: str) -> None:
        super().__init__(reason=reason)
        self.fields = _PUSH_FIELDS.get(reason, ("endpoint",))

    def message(self) -> str:
        """Return a sentence on what is wrong with the push service."""
        return str(PUSH_SENTENCES[self.data["reason"]])
