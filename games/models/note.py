"""Private notes of players about games."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from .seat import Seat

LONGEST_NOTE = 4000


class Priority(models.IntegerChoices):
    """The priority that a player gives a game among those in which they have to act."""

    LOW = -1, _("Low")
    NORMAL = 0, _("Normal")
    HIGH = 1, _("High")


class Note(models.Model):
    """The private note of one seat, and the game's priority for its player. Only that player ever sees the note; an
    empty note is not stored."""

    seat = models.OneToOneField(Seat, models.CASCADE, related_name="note")
    text = models.TextField(_("private notes"), max_length=LONGEST_NOTE)
    priority = models.SmallIntegerField(
        _("priority"), choices=Priority, default=Priority.NORMAL, db_default=Priority.NORMAL
    )
    changed_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"note of seat {self.seat_id}"
