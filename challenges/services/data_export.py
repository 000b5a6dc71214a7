"""What offers say about a player, for the export of all of it (accounts.privacy.data_export)."""

from __future__ import annotations

from django.db.models import Case, Q, When
from django.utils.translation import gettext_lazy as _

from accounts.privacy.data_export import add_rows
from challenges.models import Challenge, Place


def register() -> None:
    """Say what there is, when the server starts."""
    left = {"token", "creator_id", "opponent_id", "id"}
    terms = [field.attname for field in Challenge._meta.concrete_fields if field.attname not in left]
    add_rows(
        "challenges",
        _("offers you made or received"),
        ("challenges.Challenge.creator", "challenges.Challenge.opponent", "challenges.Place.player"),
        lambda player: (
            Challenge.objects.filter(Q(creator=player) | Q(opponent=player) | Q(Place.has(player)))
            .order_by("pk")
            .annotate(own_bid=Case(When(creator=player, then="bidding__creator_bid"), default="bidding__joiner_bid"))
            .values("id", "creator__username", "opponent__username", "own_bid", *terms)
        ),
    )
