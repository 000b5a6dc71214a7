"""Strictly typed input about team matches."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from api.fields import Number, StrictSerializer, Text
from api.options import fields_of
from foundation.text import check_text
from team_matches.models import BOARDS, ROUNDS, SENT, MatchOptions
from team_matches.services.acts import MatchAct, MatchActInput
from team_matches.services.team_matches import TeamMatchPlan
from tournaments.api.event_inputs import EventTermsSerializer
from tournaments.models.log import LONGEST_REASON
from tournaments.models.play import RESULTS


class TeamMatchSerializer(EventTermsSerializer):
    """The body of a request to challenge another club."""

    club = Number(min_value=1, help_text="The number of your club. You must be allowed to create its events.")
    guest = Number(min_value=1, help_text="The number of the club that you challenge.")

    def get_fields(self) -> dict[str, Any]:
        """Return the fields, including those for the options of a match."""
        return fields_of("TeamMatch", MatchOptions, sent=SENT, declared=super().get_fields())

    def plan(self) -> TeamMatchPlan:
        """Return the requested terms and options. Raises BadSgf for an uploaded SGF file that is not valid."""
        return TeamMatchPlan(**{**self.validated_data, "terms": self.game_terms()})


class TeamMatchPlaceSerializer(StrictSerializer):
    """The body of a request to say whether the player will play for their club."""

    do = serializers.ChoiceField(choices=["play", "refuse"], help_text="Whether you will play.")


class TeamMatchActSerializer(StrictSerializer):
    """An action of a captain, manager or moderator, named by `act`. The operation's description lists the other fields
    that it takes."""

    act = serializers.ChoiceField(choices=[act.value for act in MatchAct], help_text="The action.")
    player = Text(max_length=30, required=False, help_text="The name of a member of the club.")
    players = serializers.ListField(
        child=Text(max_length=30, allow_blank=True), required=False, max_length=max(BOARDS),
        help_text="The names of the team, from the top board down; an empty one leaves its board empty.",
    )  # fmt: skip
    side = serializers.ChoiceField(
        choices=["home", "away"],
        required=False,
        help_text=("The team, if you lead both; `home` is the challenging club."),
    )
    round = Number(min_value=1, max_value=max(ROUNDS), required=False, help_text="The round.")
    board = Number(min_value=1, max_value=max(BOARDS), required=False, help_text="The board; 1 is the top one.")
    result = serializers.ChoiceField(
        choices=[one.value for one in RESULTS], required=False, help_text="The result of that board."
    )
    reason = Text(
        max_length=LONGEST_REASON,
        required=False,
        validators=[check_text],
        help_text=("The reason; everyone can read it."),
    )

    def act_named(self) -> MatchAct:
        """Return the action that `act` names."""
        return MatchAct(self.validated_data["act"])

    def act_input(self) -> MatchActInput:
        """Return all fields of the request except `act`, as the input of the action."""
        data = {name: value for name, value in self.validated_data.items() if name != "act"}
        return MatchActInput(**{**data, "players": tuple(data.get("players", ()))})
