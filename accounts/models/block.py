"""Blocks between players, who then cannot contact or play each other."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import pgettext_lazy


class Block(models.Model):
    """A player's block of another player, `blocked`. Neither of the two can then contact or play the other, but only
    `player` can see the block."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="blocks", db_index=False)
    blocked = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="blocked_by")
    at = models.DateTimeField()

    class Meta:
        verbose_name = pgettext_lazy("name", "block")
        verbose_name_plural = pgettext_lazy("name", "blocks")
        ordering = ["-at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["player", "blocked"], name="blocked_once"),
            models.CheckConstraint(condition=~Q(player=F("blocked")), name="nobody_blocks_themselves"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.blocked_id}"
