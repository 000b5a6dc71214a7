"""The players and games that a player follows (C81)."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import pgettext_lazy

from games.models import Game

LONGEST_NOTE = 500
LONGEST_TAG = 30


class Follow(models.Model):
    """A player's follow of another player. Two players who follow each other are friends."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    followed = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    at = models.DateTimeField()

    class Meta:
        ordering = ["-pk"]
        verbose_name = pgettext_lazy("name", "followed player")
        verbose_name_plural = pgettext_lazy("name", "followed players")
        indexes = [models.Index(fields=["followed", "-id"], name="follow_of")]
        constraints = [
            models.UniqueConstraint(fields=["player", "followed"], name="follow_once"),
            models.CheckConstraint(condition=~Q(player=F("followed")), name="follow_another"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} follows {self.followed_id}"


class Star(models.Model):
    """A public game that a player follows, with a private note and tag."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    game = models.ForeignKey(Game, models.CASCADE, related_name="+")
    note = models.TextField(pgettext_lazy("field", "note"), max_length=LONGEST_NOTE, blank=True)
    tag = models.CharField(pgettext_lazy("field", "tag"), max_length=LONGEST_TAG, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["-pk"]
        verbose_name = pgettext_lazy("name", "followed game")
        verbose_name_plural = pgettext_lazy("name", "followed games")
        indexes = [models.Index(fields=["player", "-id"], name="star_latest")]
        constraints = [models.UniqueConstraint(fields=["player", "game"], name="star_once")]

    def __str__(self) -> str:
        return f"{self.player_id} follows game {self.game_id}"
