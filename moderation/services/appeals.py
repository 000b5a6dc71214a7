"""Appeal a decision, once, and answer appeals. The answer is by a moderator who did not make the decision."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from django.db import transaction

from accounts.core.audit import StaffContext, record_staff_action
from accounts.models import Player
from foundation.text import clean_text
from moderation import access
from moderation.errors import (
    AlreadyAppealed,
    MeasureNotApplicable,
    ReasonNeeded,
    RestrictionExtendedByAppeal,
    TooLateToAppeal,
)
from moderation.models import Appeal, Case, Decision
from moderation.models.case import CaseKind, CaseState
from moderation.models.decision import AppealOutcome, Measure
from moderation.models.report import LONGEST_TEXT

from . import suspensions
from .cases import check_permission, lock_and_assign_case
from .decisions import cleaned_reason, notify_of_decision, players_concerned, reverse_decision
from .measures import RESTRICTIONS, Sanction, apply_measure, permission_to_answer
from .reports import open_new_case


def appeal_decision(*, decision_id: int, player: Player, text: str, now: datetime) -> Appeal:
    """Appeal a decision. Suspended players may do so as well, and both sides of a game with a ruling.

    Raises NoSuchDecision, ReasonNeeded, AlreadyAppealed, TooLateToAppeal.
    """
    text = clean_text(text)
    if not 1 <= len(text) <= LONGEST_TEXT:
        raise ReasonNeeded
    with transaction.atomic():
        decision = access.decision_concerning_player(player, decision_id)
        Decision.objects.select_for_update(no_key=True).get(pk=decision.pk)
        if Appeal.objects.filter(decision=decision).exists():
            raise AlreadyAppealed
        if not decision.is_appeal_period_open(now):
            raise TooLateToAppeal
        case = Case(kind=CaseKind.APPEAL, player=player, game=decision.game, opened_at=now)
        open_new_case(case, not_notified=[player.pk, decision.by_id])
        return Appeal.objects.create(decision=decision, case=case, player=player, text=text, at=now)


@dataclass(frozen=True, slots=True)
class AppealAnswer:
    """A moderator's answer to an appeal. `until` is the new end of a changed restriction."""

    outcome: AppealOutcome
    reason: str
    until: datetime | None = None


def answer_appeal(*, case_id: int, staff: Player, verdict: AppealAnswer, now: datetime) -> Appeal:
    """Answer an appeal, as a moderator who could also have made the decision. The answer is final.

    A restriction can get an earlier end, or the decision can be reversed. For a ruling, the moderator first changes the
    game, and then answers with the outcome "changed". Raises the errors of `decide_case`, and
    RestrictionExtendedByAppeal.
    """
    reason, outcome = cleaned_reason(verdict.reason), verdict.outcome
    with transaction.atomic():
        case = lock_and_assign_case(staff, case_id, now)
        found = Appeal.objects.select_related("decision__restriction", "decision__player").filter(case=case).first()
        if found is None:
            raise MeasureNotApplicable
        decision = found.decision
        check_permission(staff, permission_to_answer(found))
        if outcome != AppealOutcome.UPHELD:
            _change_decision(found, staff, replace(verdict, reason=reason), now)
        found.outcome, found.reason, found.answered_by, found.answered_at = outcome, reason, staff, now
        found.save(update_fields=["outcome", "reason", "answered_by", "answered_at"])
        about = {"case": case.pk, "decision": decision.pk, "outcome": outcome.value}
        record_staff_action(StaffContext(staff, now, reason, about), "appeal", found.player)
        _end_appeal_case(case, now)
        for player in players_concerned(decision):
            if player.pk == found.player_id:
                notify_of_decision("appeal_answered", player, now)
            else:
                notify_of_decision("order_decided", player, now, decision.club)
    if outcome == AppealOutcome.LIFTED:
        suspensions.resume_games_after_reversal(decision, now)
    return found


def _change_decision(appeal: Appeal, staff: Player, verdict: AppealAnswer, now: datetime) -> None:
    """Reverse the decision, and if the outcome is CHANGED, apply its restriction again with the new end. A ruling is
    not reversed here. Raises MeasureNotApplicable if the outcome does not fit the measure, and
    RestrictionExtendedByAppeal."""
    decision, outcome, until = appeal.decision, verdict.outcome, verdict.until
    if decision.measure == Measure.GAME:
        if outcome == AppealOutcome.LIFTED:
            raise MeasureNotApplicable
        return
    if outcome == AppealOutcome.CHANGED and decision.measure not in RESTRICTIONS:
        raise MeasureNotApplicable
    if outcome == AppealOutcome.CHANGED and decision.until is not None and (until is None or until > decision.until):
        raise RestrictionExtendedByAppeal
    reverse_decision(decision, by=staff, reason=verdict.reason, now=now)
    if outcome == AppealOutcome.LIFTED:
        return
    changed = Decision.objects.create(
        case=appeal.case,
        player=decision.player,
        by=staff,
        measure=decision.measure,
        reason_key=decision.reason_key,
        reason=verdict.reason,
        at=now,
        ends_case=False,
    )
    apply_measure(changed, Sanction(measure=Measure(decision.measure), until=until), now)
    # The games keep waiting for the result of the first decision.
    changed.games_then, changed.games_due = decision.games_then, decision.games_due
    changed.games_stopped_at = decision.games_stopped_at
    changed.games_settled_at = decision.games_settled_at
    changed.save()
    Decision.objects.filter(pk=decision.pk, games_due__isnull=False).update(games_settled_at=now)


def _end_appeal_case(case: Case, now: datetime) -> None:
    case.state, case.over_at = CaseState.DECIDED, now
    case.taken_by = case.taken_until = None
    case.save(update_fields=["state", "over_at", "taken_by", "taken_until"])
