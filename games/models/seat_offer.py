"""Invitations to take a seat that a player has left (V39)."""

from __future__ import annotations

from enum import StrEnum

from django.conf import settings
from django.db import models

from .game import Game


class SeatOfferState(StrEnum):
    """The state of an invitation to a seat."""

    OPEN = "open"
    DECLINED = "declined"
    TAKEN = "taken"
    CLOSED = "closed"


class SeatOffer(models.Model):
    """A team's invitation of `player` to the seat at `index`, which `former` has left. It can be answered until
    `until`. After the player has agreed (`agreed_at`), one of the opponents accepts or refuses the player. `number` is
    the number of the action by which the seat was taken."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="seat_offers")
    index = models.PositiveSmallIntegerField()
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    former = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    made_at = models.DateTimeField()
    until = models.DateTimeField()
    agreed_at = models.DateTimeField(null=True)
    state = models.CharField(max_length=8, default=SeatOfferState.OPEN)
    number = models.PositiveIntegerField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["game", "index"], condition=models.Q(state=SeatOfferState.OPEN), name="one_open_offer_a_seat"
            )
        ]

    def __str__(self) -> str:
        return f"seat {self.index} of game {self.game_id}"
