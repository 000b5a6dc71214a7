"""Share records with players, clubs or everyone (L8)."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.core.audit import StaffContext
from accounts.models import Player
from clubs.services import audiences
from clubs.services.audiences import Audience
from library.access import visible_record
from library.errors import NoSuchRecord
from library.models import Record

from .indexing import store_visibility_in_index


def share_record(player: Player, record_id: int, audience: Audience, now: datetime) -> Record:
    """Set who may see the player's record, replacing the earlier choice.

    Raises NoSuchRecord, NoSuchPlayer, RecipientsRefused, NotForGuests, Suspended, and Muted unless the record becomes
    private.
    """
    audiences.check_may_share(player, audience, now)
    with transaction.atomic():
        rows = Record.objects.kept().filter(owner=player, pk=record_id)
        record = rows.defer("data").select_for_update(no_key=True).first()
        if record is None:
            raise NoSuchRecord
        audiences.replace_shares(record, audience, now)
        record.save(update_fields=["is_public"])
        store_visibility_in_index(record)
    return record


def hide_record(by: StaffContext, record_id: int) -> Record:
    """Hide a shared record from everyone except its owner, who can read the reason. Raises NotAModerator,
    NoSuchRecord."""
    record = visible_record(by.staff, record_id)
    audiences.hide_row(by, record, "hide_record", NoSuchRecord)
    return record
