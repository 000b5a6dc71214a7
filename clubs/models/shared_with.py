"""The base of what a player shares with another player, or with a club."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from .club import Club

WITH_ONE = Q(player=None, club__isnull=False) | Q(player__isnull=False, club=None)
"""The condition of a share: either a player or a club."""


class SharedWith(models.Model):
    """A player, or a club with all its members, with whom something is shared."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", null=True)
    club = models.ForeignKey(Club, models.CASCADE, related_name="+", null=True)

    class Meta:
        abstract = True
