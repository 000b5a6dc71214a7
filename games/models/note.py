"""Private notes of players about games."""

from __future__ import annotations

from django.db import models
from django.utils.translation import pgettext_lazy

from .seat import Seat

LONGEST_NOTE = 4000


class Priority(models.IntegerChoices):
    """The priority that a player gives a game among those in which they have to act."""

    LOW = -1, pgettext_lazy("option", "Low")
    NORMAL = 0, pgettext_lazy("option", "Normal")
    HIGH = 1, pgettext_lazy("option", "High")


class Note(models.Model):
    """The private note of one seat, and the game's priority for its player. Only that player ever sees the note; an
    empty note is not stored."""

    seat = models.OneToOneField(Seat, models.CASCADE, related_name="note")
    text = models.TextField(pgettext_lazy("field", "private notes"), max_length=LONGEST_NOTE)
    priority = models.SmallIntegerField(
        pgettext_lazy("field", "priority"), choices=Priority, default=Priority.NORMAL, db_default=Priority.NORMAL
    )
    changed_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"note of seat {self.seat_id}"
