"""Former and reserved names."""

from __future__ import annotations

from datetime import datetime
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import pgettext_lazy


class FormerNameQuerySet(models.QuerySet["FormerName"]):
    """Queries for former names."""

    def reserved(self, at: datetime) -> Self:
        """Select former names that no one else may take at this time."""
        return self.filter(Q(until__isnull=True) | Q(until__gt=at))


class FormerName(models.Model):
    """A former name of a player. The name redirects to the player, and is reserved until `until`.

    `digest` is the hash of the name's look-alike form, so that similar names are also reserved. If moderators removed
    the name, `name` is empty and only the digest is stored. If the player was deleted, `player` and `until` are null as
    well, and the name is reserved permanently.
    """

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="former_names")
    name = models.CharField(max_length=30, blank=True)
    digest = models.CharField(max_length=64, unique=True)
    at = models.DateTimeField()
    until = models.DateTimeField(null=True)

    objects = FormerNameQuerySet.as_manager()

    class Meta:
        verbose_name = pgettext_lazy("name", "former name")
        verbose_name_plural = pgettext_lazy("name", "former names")
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return self.name
