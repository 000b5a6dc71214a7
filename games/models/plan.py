"""Conditional moves of one seat, which only the seat's player may see (C1)."""

from __future__ import annotations

from django.db import models

from .seat import Seat


class Plan(models.Model):
    """A player's conditional moves: replies to the opponent's next moves (C10).

    `branches` are the JSON form of a `rules.plan.Plan`, from the position in which the opponent is to play. The plan is
    in use only while `is_armed`; otherwise `branches` are those that remained when it stopped.

    `held` is the vertex of a reply that the player must play by hand, because of a request or a message (C15). Then
    `branches` are those after this reply. `holds` is whether the plan stops for requests and messages. `version` grows
    with every change by the player.
    """

    seat = models.OneToOneField(Seat, models.CASCADE, primary_key=True, related_name="plan")
    version = models.PositiveIntegerField(default=0)
    branches = models.JSONField(default=list)
    is_armed = models.BooleanField(default=False)
    held = models.CharField(max_length=4, blank=True, default="")
    holds = models.BooleanField(default=True)
    saved_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"plan of seat {self.seat_id}"
