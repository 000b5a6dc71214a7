"""What a player notes down about a game, for nobody else."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from .game import Seat

LONGEST_NOTE = 4000


class Note(models.Model):
    """The private note of one seat. Only the seat's player ever sees it."""

    seat = models.OneToOneField(Seat, models.CASCADE, related_name="note")
    text = models.TextField(_("private notes"), max_length=LONGEST_NOTE)
    changed_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"note of seat {self.seat_id}"
