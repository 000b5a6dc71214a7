"""The base model of receivers that get a player's events in order. One process at a time claims a receiver."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Cursor(models.Model):
    """Base of webhooks and devices: a position in the player's events. `sent` is the number of the last processed
    event.

    `next_try_at` is when the row is due; a process claims the row by changing it (services.cursors). `failing_since` is
    when deliveries began to fail. `host` is the URL's host in lower case.

    `token`, or `client` and `family`, record what created the row: a personal token, or a program with the player's
    consent. The row is deleted when the token or the consent ends (services.origins). If they are null, the player
    created the row in a browser.
    """

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="%(class)ss")
    sent = models.PositiveBigIntegerField(default=0)
    created_at = models.DateTimeField()
    next_try_at = models.DateTimeField(db_index=True)
    failures = models.PositiveIntegerField(default=0)
    failing_since = models.DateTimeField(null=True)
    last_answer = models.CharField(max_length=60, blank=True)
    last_success_at = models.DateTimeField(null=True)
    host = models.CharField(max_length=255, blank=True, default="", db_default="")
    token = models.ForeignKey("accounts.ApiToken", models.CASCADE, null=True, related_name="+")
    client = models.ForeignKey("allauth_idp_oidc.Client", models.CASCADE, null=True, related_name="+")
    family = models.CharField(max_length=32, blank=True, default="", db_default="")

    class Meta:
        abstract = True
