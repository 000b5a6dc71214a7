"""Names that nobody may take: somebody was called so."""

from __future__ import annotations

from datetime import datetime
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class FormerNameQuerySet(models.QuerySet["FormerName"]):
    """Questions about many names."""

    def reserved(self, at: datetime) -> Self:
        """Not free again."""
        return self.filter(Q(until__isnull=True) | Q(until__gt=at))


class FormerName(models.Model):
    """A name that a player had. It leads to them, and is reserved until `until`.

    `digest` is the hash of what the name looks like: names that look alike have the same. Of a name that was taken away
    nothing else is kept: `name` is empty. Of a deleted player's name neither, and it is never free again: `player` and
    `until` null, too.
    """

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="former_names")
    name = models.CharField(max_length=30, blank=True)
    digest = models.CharField(max_length=64, unique=True)
    at = models.DateTimeField()
    until = models.DateTimeField(null=True)

    objects = FormerNameQuerySet.as_manager()

    class Meta:
        verbose_name = _("former name")
        verbose_name_plural = _("former names")
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return self.name
