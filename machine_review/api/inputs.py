"""Strictly typed input about computer analyses."""

from __future__ import annotations

from api.fields import Strict, Truth


class ChoiceSerializer(Strict):
    """The player's choice whether computer analyses are hidden from them."""

    hidden = Truth(help_text="Whether pages hide computer analyses from you.")
