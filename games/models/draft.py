"""The marking of dead stones that a player has not proposed yet (R11)."""

from __future__ import annotations

from django.db import models

from .seat import Seat


class Draft(models.Model):
    """The stones that a player has marked as dead but not proposed yet. Only that player ever sees them.

    `number` is the value of the game's `state_number` when the draft was made; the draft is void if that has changed.
    `dead` is a sorted list of vertices such as "C3". `past` are earlier markings for undoing a change, the latest last.
    """

    MOST_PAST = 30

    seat = models.OneToOneField(Seat, models.CASCADE, related_name="draft")
    number = models.PositiveIntegerField()
    dead = models.JSONField(default=list)
    past = models.JSONField(default=list, db_default=[])

    def __str__(self) -> str:
        return f"draft of seat {self.seat_id}"
