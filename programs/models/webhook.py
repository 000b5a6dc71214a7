"""Where a player's own service wants to be told what happens."""

from __future__ import annotations

from typing import Self

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from foundation.sealing import cipher

LONGEST_ADDRESS = 500
PURPOSE = "games.webhook"


class WebhookQuerySet(models.QuerySet["Webhook"]):
    """Questions about many webhooks."""

    def enabled(self) -> Self:
        """Not given up."""
        return self.filter(disabled_at__isnull=True)


class Webhook(models.Model):
    """An address that gets the player's events, each as one signed request.

    It is a cursor over the events: `sent` is the number of the last one that the address took. `failing_since` is
    when it began to refuse; after days of that it is given up (`disabled_at`). `secret` signs (Standard Webhooks): it
    must be known to sign, so it is kept, but sealed, as the secrets of second factors are. `scopes` are those of the
    token that made it, null when a page did: the address hears no more than its maker may.
    """

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="webhooks")
    url = models.CharField(_("address"), max_length=LONGEST_ADDRESS)
    sealed = models.CharField(max_length=300)
    scopes = models.JSONField(null=True)
    sent = models.PositiveBigIntegerField(default=0)
    created_at = models.DateTimeField()
    next_try_at = models.DateTimeField(db_index=True)
    failures = models.PositiveIntegerField(default=0)
    failing_since = models.DateTimeField(null=True)
    last_answer = models.CharField(max_length=60, blank=True)
    last_success_at = models.DateTimeField(null=True)
    disabled_at = models.DateTimeField(null=True)

    objects = WebhookQuerySet.as_manager()

    class Meta:
        db_table = "games_webhook"
        ordering = ["created_at", "pk"]
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")

    def __str__(self) -> str:
        return self.url

    @property
    def secret(self) -> str:
        """What signs. Raises cryptography.fernet.InvalidToken when the key that it was sealed with is gone."""
        return cipher(PURPOSE).decrypt(self.sealed.encode()).decode()


def sealed_secret(secret: str) -> str:
    """What is stored of a secret: a copy of the database alone cannot sign."""
    return cipher(PURPOSE).encrypt(secret.encode()).decode()
