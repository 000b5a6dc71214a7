"""Strictly typed input about leagues."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from api.fields import StrictSerializer, Text
from api.options import fields_of
from foundation.text import check_text
from leagues.models import SENT, LeagueOptions
from leagues.services.acts import LeagueDirectorAct, LeagueDirectorActInput
from leagues.services.leagues import LeaguePlan
from tournaments.api.event_inputs import EventSerializer
from tournaments.models.log import LONGEST_REASON


class LeagueSerializer(EventSerializer):
    """The body of a request to create a league."""

    starts_at = serializers.DateTimeField(
        required=False, allow_null=True, default=None,
        help_text="When the first season begins; null if a director starts it.",
    )  # fmt: skip

    def get_fields(self) -> dict[str, Any]:
        """Return the fields, including those for the options of a league. A start without a time zone is in UTC."""
        return fields_of("League", LeagueOptions, sent=SENT, declared=super().get_fields())

    def plan(self) -> LeaguePlan:
        """Return the requested terms and options. Raises BadSgf for an uploaded SGF file that is not valid."""
        return LeaguePlan(**{**self.validated_data, "terms": self.game_terms()})


class LeaguePlaceSerializer(StrictSerializer):
    """The body of a request to join or leave a league, or to say whether the player plays the next season."""

    do = serializers.ChoiceField(
        choices=["join", "leave", "resign", "stay", "go"],
        help_text=("Join, leave after the games in progress, resign them and leave, play the next season, or skip it."),
    )


class LeagueChallengeSerializer(StrictSerializer):
    """The body of a request to challenge a player of the same group, in a league with free pairing."""

    player = Text(max_length=30, help_text="The name of a player of your group.")


class LeagueActSerializer(StrictSerializer):
    """An action of a league director, named by `act`. The operation's description lists the other fields that it
    takes."""

    act = serializers.ChoiceField(choices=[act.value for act in LeagueDirectorAct], help_text="The action.")
    player = Text(max_length=30, required=False, help_text="The name of a player.")
    text = Text(
        max_length=LONGEST_REASON, required=False, validators=[check_text], help_text="The notice to all players."
    )
    reason = Text(
        max_length=LONGEST_REASON,
        required=False,
        validators=[check_text],
        help_text=("The reason; everyone can read it."),
    )

    def act_named(self) -> LeagueDirectorAct:
        """Return the action that `act` names."""
        return LeagueDirectorAct(self.validated_data["act"])

    def act_input(self) -> LeagueDirectorActInput:
        """Return all fields of the request except `act`, as the input of the action."""
        return LeagueDirectorActInput(**{name: value for name, value in self.validated_data.items() if name != "act"})
