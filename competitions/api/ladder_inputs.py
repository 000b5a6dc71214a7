"""What clients send about ladders, strictly typed."""

from __future__ import annotations

from rest_framework import serializers

from api.fields import Number, Strict, Text, Truth
from challenges.api.inputs import TermsSerializer
from competitions.models.tournament import LONGEST_ABOUT, LONGEST_NAME
from competitions.services.ladders import MOST_PLACES, LadderPlan
from foundation.text import check_line, check_text


class LadderSerializer(Strict):
    """A ladder."""

    name = Text(max_length=LONGEST_NAME, validators=[check_line], help_text="Its name.")
    about = Text(
        max_length=LONGEST_ABOUT, required=False, allow_blank=True, validators=[check_text], default="",
        help_text="What you say about it.",
    )  # fmt: skip
    terms = TermsSerializer(help_text="The terms of every game.")
    by_rank = Truth(default=False, help_text="Whether who joins stands below the last of equal rank.")

    def plan(self) -> LadderPlan:
        """What the ladder is to be. Raises BadSgf."""
        data = self.validated_data
        terms = TermsSerializer(data=self.initial_data["terms"])
        terms.is_valid(raise_exception=True)
        return LadderPlan(name=data["name"], about=data["about"], by_rank=data["by_rank"], terms=terms.terms())


class RungSerializer(Strict):
    """Joining and leaving, pausing and coming back."""

    do = serializers.ChoiceField(
        choices=["join", "leave", "pause", "back"],
        help_text="Join; resign the running games and leave; neither challenge nor be challenged; do so again.",
    )


class RungChallengeSerializer(Strict):
    """A challenge."""

    player = Text(max_length=30, help_text="The name of the player.")
    place = Number(min_value=1, max_value=MOST_PLACES, help_text="The place at which you saw them.")
