"""Webhooks: URLs of a player's own services to which the player's events are sent."""

from __future__ import annotations

from typing import Self

from django.db import models
from django.utils.translation import pgettext_lazy

from foundation.sealing import cipher_for
from programs.models.cursor import Cursor

LONGEST_ADDRESS = 500
PURPOSE = "games.webhook"


class WebhookQuerySet(models.QuerySet["Webhook"]):
    """Queries for webhooks."""

    def enabled(self) -> Self:
        """Select webhooks that are not disabled."""
        return self.filter(disabled_at__isnull=True)


class Webhook(Cursor):
    """A URL to which the player's events are sent, each as one signed request. Its row also has the position in the
    events (Cursor).

    After days of failures the webhook is disabled (`disabled_at`). `secret` signs requests (Standard Webhooks), so it
    is stored encrypted rather than hashed. `scopes` are the scopes of the token that created the webhook, which gets
    only events that the token may read. They are null if it was created on a page.
    """

    url = models.CharField(pgettext_lazy("field", "address"), max_length=LONGEST_ADDRESS)
    sealed = models.CharField(max_length=300)
    scopes = models.JSONField(null=True)
    disabled_at = models.DateTimeField(null=True)

    objects = WebhookQuerySet.as_manager()

    class Meta:
        db_table = "games_webhook"
        ordering = ["created_at", "pk"]
        verbose_name = pgettext_lazy("name", "webhook")
        verbose_name_plural = pgettext_lazy("name", "webhooks")

    def __str__(self) -> str:
        return self.url

    @property
    def secret(self) -> str:
        """Return the decrypted signing secret. Raises cryptography.fernet.InvalidToken if the key has changed."""
        return cipher_for(PURPOSE).decrypt(self.sealed.encode()).decode()


def sealed_secret(secret: str) -> str:
    """Return the secret as encrypted text, so that a copy of the database alone is not enough to sign requests."""
    return cipher_for(PURPOSE).encrypt(secret.encode()).decode()
