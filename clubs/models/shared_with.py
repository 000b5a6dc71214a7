"""The base of what a player shares with another player, with a club, or with a class."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from .club import Club

WITH_ONE = (
    Q(player__isnull=False, club=None, classroom=None)
    | Q(player=None, club__isnull=False, classroom=None)
    | Q(player=None, club=None, classroom__isnull=False)
)
"""The condition of a share: a player, a club or a class."""


class SharedWith(models.Model):
    """A player, a club with all its members, or a class with all its pupils, with whom something is shared."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", null=True)
    club = models.ForeignKey(Club, models.CASCADE, related_name="+", null=True)
    classroom = models.ForeignKey("classes.Classroom", models.CASCADE, related_name="+", null=True)

    class Meta:
        abstract = True
