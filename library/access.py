"""Access to records: the only way to get a record for a viewer (L5, L8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from accounts.models import Player
from accounts.privacy.blocking import blocked_either_way
from clubs.models import Membership
from library.errors import NoSuchRecord
from library.models import Record, RecordQuerySet, Share

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser


def of_owner(player: Player) -> RecordQuerySet:
    """Return the records that the player has kept, without their files."""
    return Record.objects.kept().filter(owner=player).defer("data")


def shared_with(viewer: Player | AnonymousUser) -> RecordQuerySet:
    """Return the records of others that this person may see, without their files: those for everyone, and those
    shared with the player or one of their clubs. Records of muted and suspended players, and of players with a block
    between them and the viewer, are left out."""
    now = timezone.now()
    rows = Record.objects.kept().filter(hidden_at=None, owner__deleted_at=None).defer("data")
    rows = rows.exclude(owner__muted_until__gt=now).exclude(owner__suspended_until__gt=now)
    if not isinstance(viewer, Player):
        return rows.filter(is_public=True)
    clubs = Membership.objects.members().filter(player=viewer, club__closed_at=None).values("club")
    shares = Share.objects.filter(Q(player=viewer) | Q(club__in=clubs), record=OuterRef("pk"))
    blocked, blocking = blocked_either_way(viewer)
    rows = rows.exclude(owner=viewer).exclude(owner__in=blocked).exclude(owner__in=blocking)
    return rows.filter(Q(is_public=True) | Exists(shares))


def record_for(viewer: Player | AnonymousUser, record_id: int) -> Record:
    """Return a record that this person may see: the viewer's own, or one that is shared with them. Raises
    NoSuchRecord for all others, also for staff."""
    rows = Record.objects.filter(pk=record_id).select_related("owner")
    found = rows.filter(owner=viewer.pk).first() or shared_with(viewer).filter(pk=record_id).first()
    if found is None:
        raise NoSuchRecord
    return found
