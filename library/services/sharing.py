"""Share records with players, clubs or everyone (L8)."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from django.db import transaction

from accounts.core.audit import StaffContext, record_staff_action
from accounts.core.guests import check_kept
from accounts.core.restrictions import check_allowed
from accounts.models import Player
from accounts.models.restriction import RestrictionKind
from accounts.security.staff_permissions import StaffPermission, may
from clubs.services.audiences import Audience, audience_in, named_in, replace_shares
from games.errors import NotAModerator
from library.access import record_for
from library.errors import NoSuchRecord
from library.models import Record, Share
from notifications.models import Notice

from .indexing import publish


def share(player: Player, record_id: int, audience: Audience, now: datetime) -> Record:
    """Set who may see the player's record; this replaces the earlier choice.

    Raises NoSuchRecord, NoSuchPlayer, CannotShare, NotForGuests, Suspended, and Muted unless the record becomes
    private.
    """
    is_open = audience != Audience()
    check_allowed(player, now, *([RestrictionKind.MUTED] if is_open else []))
    check_kept(player)
    with transaction.atomic():
        rows = Record.objects.kept().filter(owner=player, pk=record_id)
        record = rows.defer("data").select_for_update(no_key=True).first()
        if record is None:
            raise NoSuchRecord
        named = named_in(player, audience)
        record.is_public = audience.everyone
        record.save(update_fields=["is_public"])
        publish(record)
        notice = Notice(by=player, path=record.get_absolute_url(), title=record.title, created_at=now)
        replace_shares(record.shares.all(), partial(Share, record=record), named, notice)
    return record


def audience_of(record: Record) -> Audience:
    """Return who may see a record. One query."""
    return audience_in(record.shares.all(), everyone=record.is_public)


def hide(by: StaffContext, record_id: int) -> Record:
    """Hide a shared record from everyone but its owner, who can read the reason. Raises NotAModerator,
    NoSuchRecord."""
    if not may(by.staff, StaffPermission.MODERATE):
        raise NotAModerator
    record = record_for(by.staff, record_id)
    if record.owner_id == by.staff.pk:
        raise NoSuchRecord
    with transaction.atomic():
        Record.objects.filter(pk=record.pk).update(hidden_at=by.now, hidden_reason=by.reason)
        record_staff_action(by, "hide_record", record.owner)
    return record
