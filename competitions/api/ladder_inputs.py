"""What clients send about ladders, strictly typed."""

from __future__ import annotations

from rest_framework import serializers

from api.fields import Number, Strict, Text, Truth
from competitions.api.event_inputs import EventSerializer
from competitions.models.log import LONGEST_REASON
from competitions.services.ladders import MOST_PLACES, LadderPlan
from foundation.text import check_text


class LadderSerializer(EventSerializer):
    """A ladder."""

    by_rank = Truth(default=False, help_text="Whether who joins stands below the last of equal rank.")

    def plan(self) -> LadderPlan:
        """What the ladder is to be. Raises BadSgf."""
        data = self.validated_data
        return LadderPlan(
            name=data["name"], about=data["about"], by_rank=data["by_rank"], club=data["club"], terms=self.agreed()
        )


class RungSerializer(Strict):
    """Joining and leaving, pausing and coming back."""

    do = serializers.ChoiceField(
        choices=["join", "leave", "pause", "back"],
        help_text="Join; resign the running games and leave; neither challenge nor be challenged; do so again.",
    )


class CloseSerializer(Strict):
    """Closing a ladder."""

    reason = Text(max_length=LONGEST_REASON, validators=[check_text], help_text="Why; everybody can read it.")


class RungChallengeSerializer(Strict):
    """A challenge."""

    player = Text(max_length=30, help_text="The name of the player.")
    place = Number(min_value=1, max_value=MOST_PLACES, help_text="The place at which you saw them.")
