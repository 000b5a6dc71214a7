"""The bids of two players for the komi of an offered game."""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class Bidding(models.Model):
    """The bidding for the komi of an offer. A bid is null until the player has bid. `is_joiners_turn` is used only in
    an open auction. `due_at` is the deadline of the next bid or choice, null when the bidding is over."""

    offer = models.OneToOneField("challenges.Challenge", models.CASCADE, related_name="bidding")
    creator_bid = models.DecimalField(max_digits=4, decimal_places=1, null=True)
    joiner_bid = models.DecimalField(max_digits=4, decimal_places=1, null=True)
    is_joiners_turn = models.BooleanField(default=True)
    due_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["due_at"], name="bidding_due", condition=Q(due_at__isnull=False))]

    def __str__(self) -> str:
        return f"{self.offer_id}: {self.creator_bid}, {self.joiner_bid}"
