"""Personal tokens, with which players' own programs authenticate."""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import pgettext_lazy

PREFIX = "igo_"
"""The start of every token's text, by which programs that search for leaked secrets recognize ours."""


class ApiTokenQuerySet(models.QuerySet["ApiToken"]):
    """Queries for tokens."""

    def valid_at(self, now: datetime) -> Self:
        """Select tokens that have not expired, and whose owner may sign in."""
        return self.filter(Q(expires_at__isnull=True) | Q(expires_at__gt=now), player__is_active=True)

    def with_text(self, text: str) -> Self:
        """Select the token with this text."""
        return self.filter(digest=token_digest(text))


class ApiToken(models.Model):
    """A personal token. Its text (256 random bits) is shown only once, and only the text's SHA-256 is stored.

    `hint` is the beginning of the text, by which the owner recognizes the token. If `expires_at` is null, the token
    never expires. `last_used_at` is exact to a few minutes.
    """

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="api_tokens")
    name = models.CharField(pgettext_lazy("field", "name"), max_length=60)
    digest = models.CharField(max_length=64, unique=True)
    hint = models.CharField(max_length=12)
    scopes = models.JSONField()
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True)
    last_used_at = models.DateTimeField(null=True)

    objects = ApiTokenQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-pk"]
        verbose_name = pgettext_lazy("name", "API token")
        verbose_name_plural = pgettext_lazy("name", "API tokens")

    def __str__(self) -> str:
        return self.name


def token_digest(text: str) -> str:
    """Return the stored hash of a token's text. A single SHA-256 is enough for 256 random bits."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
