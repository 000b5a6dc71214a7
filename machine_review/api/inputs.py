"""Validation of request bodies about computer analyses."""

from __future__ import annotations

from api.fields import Strict, Truth


class HideReviewsSerializer(Strict):
    """Whether computer analyses are hidden from the player."""

    hidden = Truth(help_text="Whether pages hide computer analyses from you.")
