"""Access to records: the only way to get a record for a viewer (L5, L8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clubs.services.audiences import rows_listed_for
from library.errors import NoSuchRecord
from library.models import Record, RecordQuerySet

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import Player


def records_of_owner(player: Player) -> RecordQuerySet:
    """Return the records that the player has kept, without their files."""
    return Record.objects.kept().filter(owner=player).defer("data")


def records_shared_with(viewer: Player | AnonymousUser) -> RecordQuerySet:
    """Return the records of others that this person may see, without their files: those for everyone, and those
    shared with the player or one of their clubs. Records of muted and suspended players, and of players with a block
    between them and the viewer, are left out."""
    return rows_listed_for(Record.objects.kept().defer("data"), viewer)


def visible_record(viewer: Player | AnonymousUser, record_id: int) -> Record:
    """Return a record that this person may see: the viewer's own, or one that is shared with them. Raises
    NoSuchRecord for all others, also for staff."""
    rows = Record.objects.filter(pk=record_id).select_related("owner")
    shared = records_shared_with(viewer).filter(pk=record_id).select_related("owner").defer(None)
    found = rows.filter(owner=viewer.pk).first() or shared.first()
    if found is None:
        raise NoSuchRecord
    return found
