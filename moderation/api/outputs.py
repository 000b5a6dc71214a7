"""The JSON representation of reports and decisions for the players concerned."""

from __future__ import annotations

from typing import cast

import api_types as shapes
from accounts.models import Player
from foundation.iso_times import iso_time
from moderation.models import Decision, Report
from moderation.models.decision import Measure


def report_json(row: Report) -> shapes.Report:
    """Return the JSON of a report, for the player who reported."""
    about = row.case.player
    return {
        "id": row.pk,
        "kind": row.kind,
        "player": None if about is None else about.username,
        "game": row.game_id,
        "text": row.text,
        "at": iso_time(row.at),
        "answer": cast("shapes.ReportAnswer | None", row.answer or None),
        "answered_at": iso_time(row.answered_at),
    }


def decision_json(row: Decision, viewer: Player) -> shapes.Decision:
    """Return the JSON of a decision, for a player concerned, without the moderator's name."""
    found = getattr(row, "appeal", None)
    appeal: shapes.Appeal | None = None
    if found is not None:
        appeal = {
            "text": found.text if found.may_read_text(viewer) else None,
            "outcome": cast("shapes.AppealOutcome | None", found.outcome or None),
            "reason": found.reason or None,
        }
    return {
        "id": row.pk,
        "measure": row.measure,
        "reason": row.reason_text,
        "at": iso_time(row.at),
        "until": iso_time(row.until),
        "game": row.game_id,
        "club": row.club_id,
        "ruling": row.kept.get("verb") if row.measure == Measure.GAME else None,
        "taken_back_at": iso_time(row.undone_at),
        "games_then": cast("shapes.GamesThen | None", row.games_then or None),
        "games_at": iso_time(row.games_due),
        "appeal": appeal,
    }
