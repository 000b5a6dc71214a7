"""The marking of dead stones that a player has not proposed yet (R11)."""

from __future__ import annotations

from django.db import models

from .seat import Seat


class Draft(models.Model):
    """Stones marked dead and not yet proposed. Only the seat's player ever sees them.

    `number` is the `state_number` of the game for which the draft was made; for any other number the draft is void.
    `dead` is a sorted list of vertices such as "C3"; `past` are earlier markings for Undo, the latest last.
    """

    MOST_PAST = 30

    seat = models.OneToOneField(Seat, models.CASCADE, related_name="draft")
    number = models.PositiveIntegerField()
    dead = models.JSONField(default=list)
    past = models.JSONField(default=list, db_default=[])

    def __str__(self) -> str:
        return f"draft of seat {self.seat_id}"
