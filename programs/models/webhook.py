"""Where a player's own service wants to be told what happens."""

from __future__ import annotations

from typing import Self

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from foundation.sealing import cipher
from programs.models.cursor import Cursor

LONGEST_ADDRESS = 500
PURPOSE = "games.webhook"


class WebhookQuerySet(models.QuerySet["Webhook"]):
    """Questions about many webhooks."""

    def enabled(self) -> Self:
        """Not given up."""
        return self.filter(disabled_at__isnull=True)


class Webhook(Cursor):
    """An address that gets the player's events, each as one signed request.

    It is a cursor over them; after days of refusals it is given up (`disabled_at`). `secret` signs (Standard
    Webhooks): it must be known to sign, so it is kept, but sealed, as the secrets of second factors are. `scopes` are
    those of the token that made it, null when a page did: the address hears no more than its maker may.
    """

    url = models.CharField(pgettext_lazy("field", "address"), max_length=LONGEST_ADDRESS)
    sealed = models.CharField(max_length=300)
    scopes = models.JSONField(null=True)
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
