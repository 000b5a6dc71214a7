"""Computer analyses in a player's export of personal data, and at the deletion of an account."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.privacy.data_export import Export
from machine_review.models import HiddenReviews, ReviewJob


def add_reviews_to_export(export: Export, **kwargs: object) -> None:
    """Add the player's requested analyses to the export."""
    export.add_rows(
        "machine_reviews", _("computer analyses you requested"), ("machine_review.ReviewJob.asked_by",),
        lambda player: ReviewJob.objects.filter(asked_by=player).values("game_id", "asked_at", "status", "engine"),
    )  # fmt: skip
    export.add_rows(
        "hidden_reviews", _("your choice to hide computer analysis"), ("machine_review.HiddenReviews.player",),
        lambda player: HiddenReviews.objects.filter(player=player).values("player_id"),
    )  # fmt: skip


def remove_review_requester(player: Player, **_: object) -> None:
    """Remove the player as the requester of analyses, in the transaction that deletes the account. The analyses stay,
    because they are about the games."""
    ReviewJob.objects.filter(asked_by=player).update(asked_by=None)
    HiddenReviews.objects.filter(player=player).delete()
