"""Private conversations between two players."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import pgettext_lazy


class Thread(models.Model):
    """The conversation between two players, of which there is only one. `low` is the player with the smaller id."""

    low = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", db_index=False)
    high = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")

    class Meta:
        verbose_name = pgettext_lazy("name", "conversation")
        verbose_name_plural = pgettext_lazy("name", "conversations")
        constraints = [
            models.UniqueConstraint(fields=["low", "high"], name="one_thread_of_two"),
            models.CheckConstraint(condition=Q(low__lt=F("high")), name="thread_in_order"),
        ]

    def __str__(self) -> str:
        return f"thread {self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("social:thread", args=[self.pk])


class ThreadSide(models.Model):
    """A conversation from the side of one player: the other player, the number of unread messages, and the time of the
    last message.

    With `muted`, messages from the other player are neither counted nor notified. With `archived`, the conversation is
    in the archive until the next message, or permanently if it is muted.
    """

    thread = models.ForeignKey(Thread, models.CASCADE, related_name="sides")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    other = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    unread = models.PositiveIntegerField(default=0)
    muted = models.BooleanField(default=False)
    archived = models.BooleanField(default=False, db_default=False)
    last_at = models.DateTimeField()

    class Meta:
        ordering = ["-last_at", "-pk"]
        verbose_name = pgettext_lazy("name", "conversation")
        verbose_name_plural = pgettext_lazy("name", "conversations")
        indexes = [
            models.Index(fields=["player", "-last_at", "-id"], name="thread_latest"),
            models.Index(fields=["player"], name="thread_unread", condition=Q(unread__gt=0)),
        ]
        constraints = [models.UniqueConstraint(fields=["player", "other"], name="one_side_of_a_thread")]

    def __str__(self) -> str:
        return f"{self.player_id} with {self.other_id}"
