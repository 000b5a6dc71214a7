"""Mutes of players whose spectators' comments a player does not want to read."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import pgettext_lazy

from accounts.models import Player
from accounts.privacy.blocking import blocked_id_queries


class Mute(models.Model):
    """A player's mute of another player, whose spectators' comments are then hidden. The other player is not
    notified."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    muted = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")

    class Meta:
        verbose_name = pgettext_lazy("name", "muted player")
        verbose_name_plural = pgettext_lazy("name", "muted players")
        constraints = [models.UniqueConstraint(fields=["player", "muted"], name="mute_once")]

    def __str__(self) -> str:
        return f"{self.player_id} has muted {self.muted_id}"


def not_muted_or_blocked_filter(player: Player, author: str = "author") -> Q:
    """Return a query filter for rows whose author (the field `author`) the player has not muted, and with whom there
    is no block."""
    blocked, blocking = blocked_id_queries(player)
    muted = Mute.objects.filter(player=player).values("muted")
    return Q(*(~Q(**{f"{author}__in": people}) for people in (blocked, blocking, muted)))
