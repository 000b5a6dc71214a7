"""What clients send, strictly typed; and how reports and decisions look to those whom they concern."""

from __future__ import annotations

from typing import Any, cast

from rest_framework import serializers

import api_types as shapes
from api.fields import Number, Strict, Text
from foundation.moments import moment
from foundation.text import check_text
from moderation.models import Decision, Report
from moderation.models.case import REPORTABLE
from moderation.models.decision import Measure
from moderation.models.report import LONGEST_TEXT


class ReportSerializer(Strict):
    """Whom, or what: a player by name, a player of a game, or a message; one of them."""

    kind = serializers.ChoiceField(choices=[kind.value for kind in REPORTABLE], help_text="What it is about.")
    player = Text(max_length=30, required=False, help_text="The player's name; in a game the opponent's by default.")
    game = Number(min_value=1, required=False, help_text="The number of a game that the player plays in.")
    message = Number(min_value=1, required=False, help_text="The number of a message: its author is reported.")
    text = Text(
        max_length=LONGEST_TEXT,
        required=False,
        allow_blank=True,
        validators=[check_text],
        help_text="What those who keep order should know.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Raise ValidationError unless it says what is reported."""
        if "message" in attrs and ("game" in attrs or "player" in attrs):
            raise serializers.ValidationError({"message": ["Name a message, or a game and a player."]})
        if not {"player", "game", "message"} & set(attrs):
            raise serializers.ValidationError({"player": ["Name a player, a game or a message."]})
        return attrs


class AppealSerializer(Strict):
    """Why it should be decided otherwise."""

    text = Text(max_length=LONGEST_TEXT, validators=[check_text], help_text="Why, in your words.")


def report(row: Report) -> shapes.Report:
    """A report of one's own."""
    about = row.case.player
    return {
        "id": row.pk,
        "kind": row.kind,
        "player": None if about is None else about.username,
        "game": row.game_id,
        "text": row.text,
        "at": moment(row.at),
        "answer": cast("shapes.ReportAnswer | None", row.answer or None),
        "answered_at": moment(row.answered_at),
    }


def decision(row: Decision) -> shapes.Decision:
    """A decision to the one whom it concerns; who made it is not said."""
    found = getattr(row, "appeal", None)
    appeal: shapes.Appeal | None = None
    if found is not None:
        appeal = {
            "text": found.text if found.player_id == row.player_id else None,
            "outcome": cast("shapes.AppealOutcome | None", found.outcome or None),
            "reason": found.reason or None,
        }
    return {
        "id": row.pk,
        "measure": row.measure,
        "reason": row.words,
        "at": moment(row.at),
        "until": moment(row.until),
        "game": row.game_id,
        "ruling": row.kept.get("verb") if row.measure == Measure.GAME else None,
        "taken_back_at": moment(row.undone_at),
        "games_then": cast("shapes.GamesThen | None", row.games_then or None),
        "games_at": moment(row.games_due),
        "appeal": appeal,
    }
