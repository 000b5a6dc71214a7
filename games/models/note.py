"""Private notes of players about games."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from .game import Seat

LONGEST_NOTE = 4000


class Priority(models.IntegerChoices):
    """A player's priority of a game among those that wait."""

    LOW = -1, _("Low")
    NORMAL = 0, _("Normal")
    HIGH = 1, _("High")


class Note(models.Model):
    """The private note of one seat, and how soon its player wants to play. Only the seat's player ever sees it; there
    is none while it would say nothing."""

    seat = models.OneToOneField(Seat, models.CASCADE, related_name="note")
    text = models.TextField(_("private notes"), max_length=LONGEST_NOTE)
    priority = models.SmallIntegerField(
        _("priority"), choices=Priority, default=Priority.NORMAL, db_default=Priority.NORMAL
    )
    changed_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"note of seat {self.seat_id}"
