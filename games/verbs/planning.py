"""Store conditional moves while the opponent is to play. Storing them is not an action of the record (C10, C11,
C18)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db import transaction

from accounts.core.restrictions import check_allowed
from games import access
from games.models import Plan
from games.services import plans
from games.services.record import Actor
from rules.plan import read_plan

from .moves import Play
from .transaction import ActionRequest, check_verb_allowed_now


@dataclass(frozen=True, slots=True)
class PlanToSave:
    """Conditional moves to store: the branches as JSON, and the version that the player saw (None: any version).
    `holds` is whether the plan stops for requests and messages (None: do not change this)."""

    branches: Any
    version: int | None = None
    holds: bool | None = None


def save_plan(request: ActionRequest, planned: PlanToSave) -> Plan:
    """Replace the player's conditional moves in this game, and return the plan. Empty branches end the plan.

    All conditional moves are replaced, so that a repeated request changes only the version. Raises AnalysisNotAllowed
    if the terms forbid conditional moves, PlanChanged, and the errors of `read_plan` and `check_plan`. Raises
    StaleGameState, OutOfTime and GameOver as verbs do.
    """
    with transaction.atomic():
        game, seat = access.locked_game_for(request.player, request.game_id)
        check_allowed(request.player, request.now)
        actor = Actor(game, seat, request.player, request.now, seen=request.expected)
        check_verb_allowed_now(Play, actor)
        branches = read_plan(planned.branches, game.agreed_setup)
        return plans.arm_plan(actor, branches, version=planned.version, holds=planned.holds)
