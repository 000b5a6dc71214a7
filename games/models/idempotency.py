"""Answers kept so that a retry gets the first one."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class IdempotencyKey(models.Model):
    """One key of one person: the hash of what was asked, and the answer that was given.

    Kept for seven days (`KEPT_FOR` in services.idempotency).
    """

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    key = models.CharField(max_length=255)
    body_hash = models.CharField(max_length=64)
    answer = models.JSONField()
    created_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "key"], name="one_answer_a_key")]

    def __str__(self) -> str:
        return self.key
