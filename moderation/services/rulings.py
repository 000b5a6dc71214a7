"""Act in the game of a case. Each action is one of games.verbs, which checks, records and logs it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Player
from games import verbs
from games.models import Game
from moderation import access
from moderation.errors import MeasureNotApplicable
from moderation.models import Decision
from moderation.models.case import CaseKind
from moderation.models.decision import Measure

from .cases import check_permission, lock_and_assign_case
from .decisions import cleaned_reason, end_case
from .measures import NEEDS


@dataclass(frozen=True, slots=True)
class ModeratorGameAction:
    """An action that moderators can take in a case's game: its name, the fields of its form, and its texts.

    Actions that need the board are on the game's page.
    """

    name: Promise
    fields: tuple[str, ...]
    verb: Callable[..., verbs.Verb]


VERBS: dict[str, ModeratorGameAction] = {
    "decide": ModeratorGameAction(
        _("Set the result"), ("ruling",), lambda reason, ruling: verbs.Decide(verbs.Ruling(ruling), reason)
    ),
    "let_resume": ModeratorGameAction(
        pgettext_lazy("text", "Resume play"), (), lambda reason: verbs.ResumeByModerator(reason)
    ),
    "annul": ModeratorGameAction(_("Annul the game"), (), lambda reason: verbs.Annul(reason)),
    "unrate": ModeratorGameAction(_("Make the game unrated"), (), lambda reason: verbs.Unrate(reason)),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseRuling:
    """A moderator's action in a case's game: a verb of VERBS with its fields, and a public reason.

    `expected` is the number of the last action that the moderator saw, and `key` the idempotency key.
    """

    verb: str
    fields: dict[str, Any] = field(default_factory=dict)
    reason: str
    expected: int
    key: str
    ends_case: bool = True


def rule_in_case(*, case_id: int, staff: Player, ruling: CaseRuling, now: datetime) -> Decision:
    """Act in the case's game, with a public reason, and return the decision. The ruling is binding, and both sides may
    appeal.

    Raises the errors of `decide_case` and of the verb, and MeasureNotApplicable for a case without a game.
    """
    check_permission(staff, NEEDS[Measure.GAME])
    reason = cleaned_reason(ruling.reason)
    with transaction.atomic():
        game = access.visible_case_or_raise(staff, case_id, now).game
        if game is None or ruling.verb not in VERBS:
            raise MeasureNotApplicable
        Game.objects.select_for_update(no_key=True).get(pk=game.pk)  # games are locked first of all
        case = lock_and_assign_case(staff, case_id, now)
        chosen = VERBS[ruling.verb]
        verb = chosen.verb(reason, **{name: ruling.fields[name] for name in chosen.fields})
        verbs.perform(verbs.ActionRequest(game.pk, staff, ruling.expected, ruling.key, now), verb)
        decision = Decision.objects.filter(case=case_id, by=staff, measure=Measure.GAME).latest("pk")
        if ruling.ends_case and case.kind != CaseKind.APPEAL:
            end_case(case, now)
        return decision
