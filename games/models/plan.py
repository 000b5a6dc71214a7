"""Conditional moves of one seat: sealed, the player's alone (C1)."""

from __future__ import annotations

from django.db import models

from .game import Seat


class Plan(models.Model):
    """What a player answers to the opponent's next moves (C10).

    `branches` are the JSON form of a `rules.plan.Plan`, from the position in which the opponent has to play. While
    `is_armed` it is asked; otherwise they are what was left when it stopped. `held`: the answer that waits to be played
    by hand, because something was asked or said first (C15), as a word; then `branches` are what follows it.
    `version` grows with every change by the player. `holds`: whether the plan waits for what was asked or said.
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
