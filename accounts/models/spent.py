"""Used authorization codes and refresh tokens of third-party programs. Each works only once."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class SpentGrant(models.Model):
    """A used authorization code or refresh token, by its SHA-256.

    All tokens of one consent share a `family`. `successor` is the digest of the refresh token that replaced this one.
    `answer` is the complete HTTP response, encrypted with the used token itself, so that only its holder can read it.
    Rows are deleted once all refresh tokens of that age have expired.
    """

    digest = models.CharField(max_length=64, unique=True)
    family = models.CharField(max_length=32)
    client_id = models.CharField(max_length=100)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")
    at = models.DateTimeField(db_index=True)
    successor = models.CharField(max_length=64, blank=True)
    answer = models.TextField(blank=True)

    def __str__(self) -> str:
        return f"{self.client_id} {self.at:%Y-%m-%d %H:%M}"
