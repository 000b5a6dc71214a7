"""Rows: how far somebody who has an account has come. Lessons themselves are no rows (`learn.lessons`)."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Progress(models.Model):
    """What a player has done of one item, which is a lesson by its key. `done` has a bit for each page, the first
    page's is 1: pages are only ever added at the end."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="progress", db_index=False)
    item = models.CharField(max_length=40)
    done = models.PositiveBigIntegerField(default=0)
    changed_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "item"], name="progress_in_an_item_once")]

    def __str__(self) -> str:
        return self.item
