"""The offers in a player's export of personal data (accounts.privacy.data_export)."""

from __future__ import annotations

from django.db.models import Case, Q, When
from django.utils.translation import gettext_lazy as _

from accounts.privacy.data_export import Export
from challenges.models import Challenge, Place


def add_offers_to_export(export: Export, **kwargs: object) -> None:
    """Add the player's offers to the export."""
    left = {"token", "creator_id", "opponent_id", "id"}
    terms = [field.attname for field in Challenge._meta.concrete_fields if field.attname not in left]
    export.add_rows(
        "challenges",
        _("challenges you sent or received and open games you created"),
        ("challenges.Challenge.creator", "challenges.Challenge.opponent", "challenges.Place.player"),
        lambda player: (
            Challenge.objects.filter(Q(creator=player) | Q(opponent=player) | Q(Place.offers_with_place_of(player)))
            .order_by("pk")
            .annotate(own_bid=Case(When(creator=player, then="bidding__creator_bid"), default="bidding__joiner_bid"))
            .values("id", "creator__username", "opponent__username", "own_bid", *terms)
        ),
    )
