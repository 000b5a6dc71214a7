"""Access to records: the only functions that return records for a viewer (L5, L8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clubs.services.audiences import others_rows_listed_for
from library.errors import NoSuchRecord
from library.models import Record, RecordQuerySet

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import Player


def records_of_owner(player: Player) -> RecordQuerySet:
    """Return the player's records, without uploads that wait for the player's choice. Their files are not loaded."""
    return Record.objects.kept().filter(owner=player).defer("data")


def others_records_visible_to(viewer: Player | AnonymousUser) -> RecordQuerySet:
    """Return other players' records that the viewer may see: public records, and those shared with the viewer, one of
    their clubs or a class. Their files are not loaded.

    Records of muted and suspended players, and of players with a block between them and the viewer, are left out.
    """
    return others_rows_listed_for(Record.objects.kept().defer("data"), viewer)


def visible_record(viewer: Player | AnonymousUser, record_id: int) -> Record:
    """Return a record that the viewer may see: their own, or one shared with them. Raises NoSuchRecord otherwise, also
    for staff."""
    rows = Record.objects.filter(pk=record_id).select_related("owner")
    shared = others_records_visible_to(viewer).filter(pk=record_id).select_related("owner").defer(None)
    found = rows.filter(owner=viewer.pk).first() or shared.first()
    if found is None:
        raise NoSuchRecord
    return found
