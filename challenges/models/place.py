"""Seats of an offered game."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef

from accounts.models import Player
from rules import Color


class Place(models.Model):
    """A seat of an offered game with more than two seats (V32). In a simul it is the board of one opponent, with the
    game once this has started (C210).

    `index` is the seat's index in the order of play, and `player` has the seat (null if it is free). `confirmed_at` is
    when the player agreed to the terms and the seating, null if not yet.
    """

    offer = models.ForeignKey("challenges.Challenge", models.CASCADE, related_name="places", db_index=False)
    index = models.PositiveSmallIntegerField()
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")
    confirmed_at = models.DateTimeField(null=True)
    game = models.ForeignKey("games.Game", models.SET_NULL, null=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["offer", "index"], name="one_place_an_index"),
            models.UniqueConstraint(fields=["offer", "player"], name="one_place_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.offer_id}: {self.index}"

    @staticmethod
    def offers_with_place_of(*players: Player | int) -> Exists:
        """Return a query filter for offers in which one of these players has a place."""
        return Exists(Place.objects.filter(offer=OuterRef("pk"), player__in=players))

    @property
    def color(self) -> Color:
        """Return the colour that plays from this place."""
        return self.offer.agreed_variant.order.seats[self.index]
