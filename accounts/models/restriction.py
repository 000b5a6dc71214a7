"""Temporary restrictions of players, set by moderators."""

from __future__ import annotations

from datetime import datetime
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class RestrictionKind(models.TextChoices):
    """Kinds of restrictions. Players are always notified of a restriction."""

    MUTED = "muted", pgettext_lazy("option", "can't chat")
    UNRATED = "unrated", _("can't play rated games")
    BARRED = "barred", _("can't start new games")
    SUSPENDED = "suspended", pgettext_lazy("option", "is suspended")


class RestrictionQuerySet(models.QuerySet["Restriction"]):
    """Queries for restrictions."""

    def in_force(self, at: datetime) -> Self:
        """Select restrictions that have begun, and have neither ended nor been lifted."""
        return self.filter(Q(end__isnull=True) | Q(end__gt=at), begin__lte=at, lifted_at__isnull=True)


class Restriction(models.Model):
    """A restriction of a player, with a reason that the player can read. If `end` is null, it lasts until it is
    lifted."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="restrictions",
        verbose_name=pgettext_lazy("field", "player"),
        db_index=False,
    )
    kind = models.CharField(pgettext_lazy("field", "kind"), max_length=10, choices=RestrictionKind)
    reason = models.TextField(pgettext_lazy("field", "reason"))
    begin = models.DateTimeField(pgettext_lazy("field", "start"))
    end = models.DateTimeField(pgettext_lazy("field", "end"), null=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=pgettext_lazy("field", "by")
    )
    lifted_at = models.DateTimeField(pgettext_lazy("field", "lifted"), null=True)
    lifted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=pgettext_lazy("field", "lifted by"),
    )

    objects = RestrictionQuerySet.as_manager()

    class Meta:
        verbose_name = pgettext_lazy("name", "restriction")
        verbose_name_plural = pgettext_lazy("name", "restrictions")
        ordering = ["-begin", "-pk"]
        indexes = [models.Index(fields=["player", "kind"], name="restriction_of_player")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.kind}"
