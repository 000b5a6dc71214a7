"""Strictly typed input about ladders."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from api.fields import Number, StrictSerializer, Text
from api.options import fields_of
from foundation.text import check_text
from ladders.models import SENT, LadderOptions
from ladders.services.ladders import MOST_PLACES, LadderPlan
from tournaments.api.event_inputs import EventSerializer
from tournaments.models.log import LONGEST_REASON


class LadderSerializer(EventSerializer):
    """The body of a request to create a ladder."""

    def get_fields(self) -> dict[str, Any]:
        """Return the fields, including those for the options of a ladder."""
        return fields_of("Ladder", LadderOptions, sent=SENT, declared=super().get_fields())

    def plan(self) -> LadderPlan:
        """Return the requested terms and options. Raises BadSgf for an uploaded SGF file that is not valid."""
        return LadderPlan(**{**self.validated_data, "terms": self.game_terms()})


class LadderPlaceSerializer(StrictSerializer):
    """The body of a request to join or leave a ladder, or to pause or resume the player's place."""

    do = serializers.ChoiceField(
        choices=["join", "leave", "pause", "back"],
        help_text="Join, resign the games in progress and leave, pause, or come back from a pause.",
    )


class CloseSerializer(StrictSerializer):
    """The body of a request to close a ladder."""

    reason = Text(max_length=LONGEST_REASON, validators=[check_text], help_text="The reason; everyone can read it.")


class PlaceChallengeSerializer(StrictSerializer):
    """The body of a request to challenge a player on a ladder."""

    player = Text(max_length=30, help_text="The name of the player.")
    place = Number(min_value=1, max_value=MOST_PLACES, help_text="The place at which you saw the player.")
