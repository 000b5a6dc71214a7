"""Strictly typed request bodies of reports and appeals."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from api.fields import Number, StrictSerializer, Text, conflict_error
from foundation.text import check_single_line, check_text
from moderation.models.case import REPORTABLE
from moderation.models.report import LONGEST_TEXT

NAMED = (
    "game",
    "message",
    "post",
    "club",
    "club_notice",
    "tournament",
    "ladder",
    "league",
    "team_match",
    "record",
    "collection",
    "board",
    "board_question",
)


class ReportSerializer(StrictSerializer):
    """The subject and text of a report. The subject is named by one field: a player, a game (for the opponent), a team
    match (with a player), or a message, club, event or shared object (for its author or owner)."""

    kind = serializers.ChoiceField(choices=[kind.value for kind in REPORTABLE], help_text="What it is about.")
    player = Text(max_length=30, required=False, help_text="The player's name; in a game the opponent's by default.")
    game = Number(min_value=1, required=False, help_text="The number of a game that the player plays in.")
    message = Number(min_value=1, required=False, help_text="The number of a message: its author is reported.")
    post = Number(min_value=1, required=False, help_text="The number of a private message: its author is reported.")
    club = Number(min_value=1, required=False, help_text="The number of a club: its name and texts are reported.")
    club_notice = Number(min_value=1, required=False, help_text="The number of a notice of a club.")
    tournament = Number(min_value=1, required=False, help_text="The number of a tournament: its organiser is reported.")
    ladder = Number(min_value=1, required=False, help_text="The number of a ladder: its organiser is reported.")
    league = Number(min_value=1, required=False, help_text="The number of a league: its organiser is reported.")
    team_match = Number(min_value=1, required=False, help_text="The number of a team match that the player is in.")
    record = Number(min_value=1, required=False, help_text="The number of a shared record: its owner is reported.")
    collection = Text(
        max_length=30,
        required=False,
        validators=[check_single_line],
        help_text="The key of a shared problem collection or lesson.",
    )
    board = Text(
        max_length=16, required=False, validators=[check_single_line], help_text="The key of a demonstration board."
    )
    board_question = Number(
        min_value=1, max_value=2**63 - 1, required=False, help_text="The number of a question on a demonstration board."
    )
    text = Text(
        max_length=LONGEST_TEXT,
        required=False,
        allow_blank=True,
        validators=[check_text],
        help_text="What the moderators should know.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return the attributes. Raises ValidationError unless the report names exactly one subject. A player can be
        named together with a game, and must be named together with a team match."""
        named = {"player", *NAMED} & set(attrs)
        if len(named) > 1 and named not in ({"player", "game"}, {"player", "team_match"}):
            raise conflict_error("Name a message, or a game and a player.", *sorted(named))
        if not named or named == {"team_match"}:
            raise serializers.ValidationError({"player": ["Name a player, a game or a message."]})
        return attrs


class AppealSerializer(StrictSerializer):
    """The reason for the appeal."""

    text = Text(max_length=LONGEST_TEXT, validators=[check_text], help_text="The reason, in your own words.")
