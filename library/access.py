"""Access to records: the only way to get a record for a viewer (L5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accounts.models import Player
from library.errors import NoSuchRecord
from library.models import Record, RecordQuerySet

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser


def of_owner(player: Player) -> RecordQuerySet:
    """Return the records that the player has kept, without their files."""
    return Record.objects.kept().filter(owner=player).defer("data")


def record_for(viewer: Player | AnonymousUser, record_id: int) -> Record:
    """Return a record of the viewer. Raises NoSuchRecord for those of others, also for staff."""
    found = Record.objects.filter(pk=record_id, owner=viewer.pk).first()
    if found is None:
        raise NoSuchRecord
    return found
