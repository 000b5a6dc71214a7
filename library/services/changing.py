"""Put records into folders, tag them, and delete them."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db import transaction

from accounts.core.restrictions import check_allowed
from accounts.models import Player
from library.access import records_of_owner
from library.errors import NoSuchRecord
from library.models import Record

from .shelving import FolderAndTags, store_folder_and_tags


def set_folder_and_tags(player: Player, numbers: Collection[int], shelf: FolderAndTags, now: datetime) -> list[Record]:
    """Set the folder, the tags, or both, of the player's records with these ids, and return the records. Raises
    NoSuchRecord, Suspended."""
    check_allowed(player, now)
    with transaction.atomic():
        records = _lock_own_records(player, numbers)
        store_folder_and_tags(records, shelf)
    return list(records_of_owner(player).filter(pk__in=numbers))


def delete_records(player: Player, numbers: Collection[int]) -> int:
    """Delete the player's records with these ids. Return their number. Raises NoSuchRecord."""
    with transaction.atomic():
        records = _lock_own_records(player, numbers)
        Record.objects.filter(pk__in=[record.pk for record in records]).delete()
    return len(records)


def _lock_own_records(player: Player, numbers: Collection[int]) -> list[Record]:
    """Return the player's records with these ids, locked and without their files. Raises NoSuchRecord if the player
    does not own all of them, or if there are no ids."""
    rows = Record.objects.filter(owner=player, pk__in=numbers).defer("data")
    found = list(rows.select_for_update(no_key=True))
    if not found or len(found) != len(set(numbers)):
        raise NoSuchRecord
    return found
