"""Decide cases and reverse decisions."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Player
from accounts.security.staff_permissions import StaffPermission, may, staff_with_permission
from clubs.models import Club
from foundation.text import clean_text
from games import events
from games.services.pauses import end_moderator_pause_without_ruling
from moderation import access
from moderation.errors import (
    DecidedSincePageLoad,
    DecisionNotReversible,
    MeasureNotApplicable,
    MissingPermission,
    ReasonNeeded,
)
from moderation.models import Case, CaseNote, Decision
from moderation.models.case import CaseKind, CaseState
from moderation.models.decision import REASONS, Measure
from moderation.models.report import ReportAnswer
from notifications.models import Notice

from . import suspensions
from .cases import check_permission, lock_and_assign_case
from .measures import NEEDS, Sanction, apply_measure, possible_measures, undo_measure
from .reports import answer_reporters

LONGEST_REASON = 1000


def decide_case(*, case_id: int, staff: Player, sanction: Sanction, now: datetime) -> Decision:
    """Apply the sanction in this case, and return the decision. The case ends, unless the sanction says otherwise.

    Notifies the player concerned and the reporters. Raises NoSuchCase, InvolvedInCase, CaseOver, CaseTaken,
    DecidedSincePageLoad, MissingPermission, ReasonNeeded, MeasureNotApplicable, InvalidRestrictionEnd.
    """
    check_permission(staff, NEEDS[sanction.measure])
    reason = cleaned_reason(sanction.reason, sanction.reason_key)
    with transaction.atomic():
        case = lock_and_assign_case(staff, case_id, now)
        if sanction.seen is not None and sanction.seen != case.decisions.count():
            raise DecidedSincePageLoad
        if sanction.measure not in possible_measures(case, staff):
            about_staff = case.player is not None and case.player.is_staff
            raise MissingPermission(power=StaffPermission.ADMINISTER.value) if about_staff else MeasureNotApplicable
        decision = Decision.objects.create(
            case=case,
            player=case.player,
            by=staff,
            measure=sanction.measure,
            reason_key=sanction.reason_key,
            reason=reason,
            at=now,
            ends_case=sanction.ends_case,
            game=case.game if case.kind == CaseKind.REFEREE else None,
        )
        apply_measure(decision, sanction, now)
        if sanction.note.strip():
            CaseNote.objects.create(case=case, author=staff, text=clean_text(sanction.note), at=now)
        for player in players_concerned(decision):
            notify_of_decision("order_decided", player, now, decision.club)
        if sanction.ends_case:
            end_case(case, now)
    suspensions.stop_clocks_and_withdraw_player(decision, now)
    if decision.measure == Measure.LIFT:
        suspensions.resume_games_after_lifting(now, decision.player)
    if decision.game_id is not None and sanction.ends_case:
        end_moderator_pause_without_ruling(game_id=decision.game_id, now=now)
    return decision


def players_concerned(decision: Decision) -> list[Player]:
    """Return the players who are notified of a decision: for a ruling the players of the game, and for a decision about
    a club its current managers (E79)."""
    if decision.game is not None:
        return [seat.player for seat in decision.game.seat_list()]
    if decision.club is not None:
        return list(Player.objects.filter(pk__in=decision.club.memberships.managing().values("player")).order_by("pk"))
    return [] if decision.measure == Measure.NONE or decision.player is None else [decision.player]


def cleaned_reason(text: str, key: str = "") -> str:
    """Return the reason without surrounding spaces. Raises ReasonNeeded if there is neither a text nor a known key."""
    text = clean_text(text)
    if len(text) > LONGEST_REASON or (key and key not in REASONS) or not (text or key):
        raise ReasonNeeded
    return text


def notify_of_decision(kind: str, player: Player, now: datetime, club: Club | None = None) -> None:
    """Notify a player of a decision, with a link to their decisions. If it is about a club, the notice says so."""
    about = {} if club is None else {"title": club.name}
    kind = kind if club is None else "club_moderated"
    Notice.objects.create(player=player, kind=kind, path="/decisions/", created_at=now, **about)
    events.signal_player_lists_changed(player.pk)


def end_case(case: Case, now: datetime) -> None:
    """End the case: as decided if a measure was applied, otherwise as closed. The caller must have locked the case's
    row."""
    is_done = case.decisions.filter(undone_at=None).exclude(measure=Measure.NONE).exists()
    case.state, case.over_at = (CaseState.DECIDED if is_done else CaseState.CLOSED), now
    case.taken_by = case.taken_until = None
    case.save(update_fields=["state", "over_at", "taken_by", "taken_until"])
    answer_reporters(case, ReportAnswer.RIGHT if is_done else ReportAnswer.NO_ACTION, now)
    staff = staff_with_permission(StaffPermission.MODERATE)
    Notice.objects.unread().filter(player__in=staff, path=case.get_absolute_url()).update(read_at=now)


def undo_decision(*, decision_id: int, staff: Player, reason: str, now: datetime) -> Decision:
    """Reverse a decision within 24 hours. Only its author or an administrator may do this. Its case is reopened, unless
    there is a newer case of the same kind.

    Raises NoSuchDecision, MissingPermission, ReasonNeeded, DecisionNotReversible.
    """
    reason = cleaned_reason(reason)
    with transaction.atomic():
        found = access.visible_case_of_decision(staff, decision_id, now)
        case = access.lock_visible_case(staff, found.pk, now)
        decision = Decision.objects.select_related("case", "restriction", "player").get(pk=decision_id)
        if decision.by_id != staff.pk and not may(staff, StaffPermission.ADMINISTER):
            raise MissingPermission(power=StaffPermission.ADMINISTER.value)
        if not decision.can_be_undone(now) or hasattr(decision, "appeal"):
            raise DecisionNotReversible
        reverse_decision(decision, by=staff, reason=reason, now=now)
        for player in players_concerned(decision):
            notify_of_decision("order_undone", player, now, decision.club)
        if not case.is_open and not _has_newer_case(case):
            case.state, case.over_at = CaseState.OPEN, None
            case.save(update_fields=["state", "over_at"])
            case.reports.update(answer="", answered_at=None)
    suspensions.resume_games_after_reversal(decision, now)
    return decision


def reverse_decision(decision: Decision, *, by: Player, reason: str, now: datetime) -> None:
    """Mark the decision as reversed and undo its measure. Needs a transaction."""
    decision.undone_at, decision.undone_by = now, by
    decision.save(update_fields=["undone_at", "undone_by"])
    undo_measure(decision, by=by, reason=reason, now=now)


def _has_newer_case(case: Case) -> bool:
    """Return whether reports about the same player and group of kinds have opened a case since this case ended."""
    return case.group != "" and Case.objects.open().filter(player=case.player, group=case.group).exists()
