"""The data that ratings store about a player, for the export of personal data (accounts.privacy.data_export)."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.privacy.data_export import Export
from ratings.models import Rating, RatingEvent, StartRating


def add_ratings_to_export(export: Export, **kwargs: object) -> None:
    """Add the player's ratings, stated rank and rating events to the export."""
    shown = [field.attname for field in Rating._meta.concrete_fields if field.name not in ("id", "player")]
    export.add_rows(
        "ratings", pgettext_lazy("data export", "your ratings"), ("ratings.Rating.player",),
        lambda player: Rating.objects.filter(player=player).values(*shown),
    )  # fmt: skip
    export.add_rows(
        "rating_start", _("your rank on another server, used to set your starting rating"),
        ("ratings.StartRating.player",),
        lambda player: StartRating.objects.filter(player=player).values("system", "rank", "rating", "at"),
    )  # fmt: skip
    left = ("id", "player", "opponent")
    rated = [field.attname for field in RatingEvent._meta.concrete_fields if field.name not in left]
    export.add_rows(
        "rating_history", _("every rated game, and how it changed your rating"), ("ratings.RatingEvent.player",),
        lambda player: RatingEvent.objects.filter(player=player).order_by("number").values(*rated),
    )  # fmt: skip
    export.exclude_fields({"ratings.RatingEvent.opponent": "the opponent's event is the opponent's"})
