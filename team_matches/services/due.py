"""Tasks that are due in all team matches (tournaments.signals.steps_requested)."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from team_matches.models import MatchState, TeamMatch
from tournaments.services.due import Step, make_step

from . import team_games, team_matches


def _unanswered_offers(now: Any) -> QuerySet[TeamMatch]:
    return TeamMatch.objects.filter(state=MatchState.OFFERED, due_at__lte=now)


STEPS = (
    # Challenges of teams that lapse, their rounds that start and end.
    make_step("let a challenge lapse", _unanswered_offers, team_matches.lapse),
    make_step("start a team match", team_games.to_start, team_games.start_round),
    make_step("end a round of teams", lambda now: team_games.rounds_over(), team_games.finish_round),
)


def steps(**_: object) -> tuple[Step, ...]:
    """Return the steps of team matches for the sweeper."""
    return STEPS
