"""What clients send about machine reviews, strictly typed."""

from __future__ import annotations

from api.fields import Strict, Truth


class ChoiceSerializer(Strict):
    """Whether machine reviews are hidden."""

    hidden = Truth(help_text="Whether pages hide machine reviews from you.")
