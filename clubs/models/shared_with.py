"""The abstract model for the recipients of something that a player shares: a player, a club, or a class."""

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
    """One recipient of a shared object: a player, all members of a club, or all pupils of a class."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", null=True)
    club = models.ForeignKey(Club, models.CASCADE, related_name="+", null=True)
    classroom = models.ForeignKey("classes.Classroom", models.CASCADE, related_name="+", null=True)

    class Meta:
        abstract = True
