"""Validation of request bodies about computer analyses."""

from __future__ import annotations

from api.fields import StrictBooleanField, StrictSerializer


class HideReviewsSerializer(StrictSerializer):
    """Whether computer analyses are hidden from the player."""

    hidden = StrictBooleanField(help_text="Whether pages hide computer analyses from you.")
