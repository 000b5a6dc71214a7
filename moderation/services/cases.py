"""Take and release cases, write notes, and make the checks that every action in a case needs."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Player
from accounts.security.staff_permissions import StaffPermission, may
from foundation.text import clean_text
from moderation import access
from moderation.errors import CaseOver, CaseTaken, MissingPermission, ReasonNeeded
from moderation.models import Case, CaseNote
from moderation.models.case import LOCK

LONGEST_NOTE = 4000


def lock_and_assign_case(staff: Player, case_id: int, now: datetime) -> Case:
    """Lock an open case, assign it to this moderator for twenty minutes, and return it. Needs a transaction. Raises
    NoSuchCase, InvolvedInCase, CaseOver, CaseTaken."""
    case = access.lock_visible_case(staff, case_id, now)
    if not case.is_open:
        raise CaseOver
    if case.is_held_by_another(staff.pk, now):
        assert case.taken_by is not None
        assert case.taken_until is not None
        raise CaseTaken(by=case.taken_by.username, until=case.taken_until.isoformat())
    case.taken_by, case.taken_until = staff, now + LOCK
    case.save(update_fields=["taken_by", "taken_until"])
    return case


def check_permission(staff: Player, permission: StaffPermission) -> None:
    """Raise MissingPermission if the moderator does not have the permission."""
    if not may(staff, permission):
        raise MissingPermission(power=permission.value)


def assign_case(*, case_id: int, staff: Player, now: datetime) -> Case:
    """Assign the case to this moderator for twenty minutes. Raises the errors of `lock_and_assign_case`."""
    with transaction.atomic():
        return lock_and_assign_case(staff, case_id, now)


def release_case(*, case_id: int, staff: Player, now: datetime) -> Case:
    """Release the case before its time is over. Raises the errors of `lock_and_assign_case`."""
    with transaction.atomic():
        case = lock_and_assign_case(staff, case_id, now)
        case.taken_by = case.taken_until = None
        case.save(update_fields=["taken_by", "taken_until"])
        return case


def add_case_note(*, case_id: int, staff: Player, text: str, now: datetime) -> CaseNote:
    """Add a note for other moderators, also to a closed case. Raises ReasonNeeded, NoSuchCase, InvolvedInCase."""
    text = clean_text(text)
    if not 1 <= len(text) <= LONGEST_NOTE:
        raise ReasonNeeded
    with transaction.atomic():
        case = access.lock_visible_case(staff, case_id, now)
        if case.taken_by_id == staff.pk:
            case.taken_until = now + LOCK
            case.save(update_fields=["taken_until"])
        return CaseNote.objects.create(case=case, author=staff, text=text, at=now)
