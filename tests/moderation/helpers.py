"""Builders for players, reports and cases in tests, through the services."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from accounts.models import Player
from games.models import Game, Message
from games.services import send_message
from games.services.idempotency import PlayerRequest
from moderation import services
from moderation.models import Case, Decision
from moderation.models.case import CaseKind
from moderation.models.decision import Measure
from rules import Point, parse_vertex
from tests.factories import NOON, make_player


def report(
    about: Player, *, by: Player | None = None, kind: CaseKind = CaseKind.OTHER, text: str = "", now: Any = NOON
) -> Case:
    """Report this player; return the case that the report joined."""
    by = by or make_player()
    target = services.target_player(by, about.username)
    row = services.report_player(target=target, complaint=services.ReportContent(kind, by, text), now=now)
    return Case.objects.get(pk=row.case_id)


def insult(game: Game, by: Player, text: str = "You are a fool", now: Any = NOON) -> Message:
    """Send an insulting message in a game."""
    return send_message(PlayerRequest(by, now), game.pk, text)


def decide(
    case: Case, by: Player, measure: Measure, *, days: float | None = 7, now: Any = NOON, **more: Any
) -> Decision:
    """Decide the case; restrictions end after this many days."""
    until = None if days is None else now + timedelta(days=days)
    sanction = services.Sanction(measure=measure, **{"reason": "for a reason", "until": until, **more})
    return services.decide_case(case_id=case.pk, staff=by, sanction=sanction, now=now)


def points(game: Game, *vertices: str) -> list[Point]:
    """Return points of this game's board by their names."""
    return [parse_vertex(text, game.width, game.height) for text in vertices]
