"""What clients send about leagues, strictly typed."""

from __future__ import annotations

from rest_framework import serializers

from api.fields import Number, Strict, Text, Truth
from competitions.api.event_inputs import EventSerializer
from competitions.models.log import LONGEST_REASON
from competitions.services.league_acts import LeagueAct, LeagueTold
from competitions.services.leagues import FACTORS, MONTHS, SIZES, LeaguePlan
from foundation.text import check_text


class LeagueSerializer(EventSerializer):
    """A league."""

    size = Number(min_value=min(SIZES), max_value=max(SIZES), default=6, help_text="Players of a group.")
    up = Number(min_value=1, max_value=5, default=2, help_text="How many of each group rise.")
    factor = Number(
        min_value=min(FACTORS), max_value=max(FACTORS), default=1, help_text="How many groups follow below each group."
    )
    months = serializers.ChoiceField(choices=MONTHS, default=3, help_text="How long a season lasts.")
    at_once = Number(
        min_value=0, max_value=max(SIZES) - 1, default=0, help_text="Games that one plays at a time; 0: all of them."
    )
    free = Truth(default=False, help_text="Whether players of a group challenge each other instead.")
    starts_at = serializers.DateTimeField(
        required=False, allow_null=True, default=None,
        help_text="When the first season begins; null: when a director starts it.",
    )  # fmt: skip

    def plan(self) -> LeaguePlan:
        """What the league is to be. Raises BadSgf."""
        data = self.validated_data
        own = ("name", "about", "size", "up", "factor", "months", "at_once", "free", "starts_at", "club")
        return LeaguePlan(**{name: data[name] for name in own}, terms=self.agreed())


class LeaguePlaceSerializer(Strict):
    """Joining and leaving, and the answer about the next season."""

    do = serializers.ChoiceField(
        choices=["join", "leave", "resign", "stay", "go"],
        help_text="Join; leave after the running games; resign them and leave; play the next season; do not play it.",
    )


class LeagueChallengeSerializer(Strict):
    """A challenge with free pairing."""

    player = Text(max_length=30, help_text="The name of a player of your group.")


class LeagueActSerializer(Strict):
    """What a director of a league does. Which fields an act takes is said at the operation."""

    act = serializers.ChoiceField(choices=[act.value for act in LeagueAct], help_text="What is to be done.")
    player = Text(max_length=30, required=False, help_text="The name of a player.")
    text = Text(
        max_length=LONGEST_REASON, required=False, validators=[check_text], help_text="What you say to all players."
    )
    reason = Text(
        max_length=LONGEST_REASON, required=False, validators=[check_text], help_text="Why; everybody can read it."
    )

    def act_named(self) -> LeagueAct:
        """Which act it is."""
        return LeagueAct(self.validated_data["act"])

    def told(self) -> LeagueTold:
        """What it is told."""
        return LeagueTold(**{name: value for name, value in self.validated_data.items() if name != "act"})
