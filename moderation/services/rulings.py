"""Acting in the game that a case is about: each verb is one of games.services, which checks, records and logs it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from games import services
from games.models import Game
from games.services.ruling import Ruling
from moderation import access
from moderation.errors import BadMeasure
from moderation.models import Case, Decision
from moderation.models.case import CaseKind
from moderation.models.decision import Measure
from rules import Reason

from .cases import check_power, hold
from .decisions import check_reason, end_case
from .measures import NEEDS


@dataclass(frozen=True, slots=True)
class GameVerb:
    """One thing that can be done in a game from its case: its name, the fields of its form, and how to do it.

    `can` says for which games it is. `do` gets what all verbs need (game_id, player, expected, key, now,
    reason), and the values of the fields. What needs the board is done on the page of the game itself.
    """

    name: Promise
    fields: tuple[str, ...]
    can: Callable[[Game], bool]
    do: Callable[[dict[str, Any], dict[str, Any]], object]


VERBS: dict[str, GameVerb] = {
    "decide": GameVerb(
        _("Give the result"),
        ("ruling",),
        lambda game: not game.is_finished,
        lambda common, data: services.decide(**common, ruling=Ruling(data["ruling"])),
    ),
    "let_resume": GameVerb(
        _("Let play go on"),
        (),
        lambda game: not game.is_finished,
        lambda common, data: services.let_resume(**common),
    ),
    "annul": GameVerb(
        _("Annul the game"),
        (),
        lambda game: game.is_finished and game.end_reason != Reason.ANNULLED.value,
        lambda common, data: services.annul(**common),
    ),
    "unrate": GameVerb(
        _("Make the game unrated"),
        (),
        lambda game: game.is_finished and game.rated,
        lambda common, data: services.unrate(**common),
    ),
}


def rule(
    *,
    case_id: int,
    staff: Player,
    verb: str,
    data: dict[str, Any],
    reason: str,
    expected: int,
    key: str,
    ends_case: bool,
    now: datetime,
) -> Decision:
    """Act in the case's game, for a reason that everybody who sees the game can read. It binds; either side may appeal.

    Raises what `decide` raises, BadMeasure for a case without a game, and what the verb raises.
    """
    check_power(staff, NEEDS[Measure.GAME])
    reason = check_reason(reason)
    with transaction.atomic():
        game = access.case_for(staff, case_id, now).game
        if game is None or verb not in VERBS:
            raise BadMeasure
        Game.objects.select_for_update(no_key=True).get(pk=game.pk)  # games are locked first of all
        hold(staff, case_id, now)
        common = {"game_id": game.pk, "player": staff, "expected": expected, "key": key, "now": now, "reason": reason}
        VERBS[verb].do(common, data)
        decision = Decision.objects.filter(case=case_id, by=staff, measure=Measure.GAME).latest("pk")
        case = Case.objects.select_for_update(no_key=True).get(pk=case_id)
        if ends_case and case.is_open and case.kind != CaseKind.APPEAL:
            end_case(case, now)
        return decision
