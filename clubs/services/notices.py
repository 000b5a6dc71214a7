"""Managers' notices to a club's members, with a notification for each member who wants one (E78)."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models.restriction import RestrictionKind as Restricted
from clubs import errors
from clubs.announcing import log_act, send_notice
from clubs.models import ClubActKind, ClubNotice, Membership
from clubs.models.notice import LONGEST_NOTICE
from foundation import limits
from foundation.text import clean_text
from games.services.idempotency import PlayerRequest
from notifications.models import Notice

from .rows import lock_club_for_manager

RATE = "5/day"


def write_notice(request: PlayerRequest, club_id: int, text: str) -> ClubNotice:
    """Write a notice for all members, and return it. Raises NoSuchClub, NotManager, InvalidClubField, TooManyNotices,
    Muted, Suspended."""
    cleaned = clean_text(text)
    if not 1 <= len(cleaned) <= LONGEST_NOTICE:
        raise errors.InvalidClubField(field="text", why=_("Enter a message of 1 to 2,000 characters."))
    with transaction.atomic():
        club, mine = lock_club_for_manager(request, club_id, Restricted.MUTED)
        wait = limits.count_hit("club-notices", str(club.pk), RATE)
        if wait is not None:
            raise errors.TooManyNotices(seconds=int(wait) + 1)
        made = ClubNotice.objects.create(club=club, author=request.player, text=cleaned, at=request.now)
        log_act(club, ClubActKind.NOTICE, request.now, by=request.player)
        rows = Membership.objects.filter(club=club, gets_notices=True).members().exclude(pk=mine.pk)
        readers = rows.values_list("player_id", flat=True)
        send_notice(club, readers, Notice(kind="club_notice", by=request.player, created_at=request.now))
        return made


def delete_notice(request: PlayerRequest, club_id: int, notice_id: int) -> ClubNotice:
    """Mark a notice as deleted, and return it. Raises NoSuchClub, NotManager, NoSuchClubNotice, Suspended."""
    with transaction.atomic():
        club, _mine = lock_club_for_manager(request, club_id)
        found = ClubNotice.objects.filter(club=club, pk=notice_id, deleted_at=None).first()
        if found is None:
            raise errors.NoSuchClubNotice
        found.deleted_at = request.now
        found.save(update_fields=["deleted_at"])
        log_act(club, ClubActKind.NOTICE_DELETED, request.now, by=request.player)
        return found


def hide_notice(notice_id: int, reason: str, now: datetime) -> None:
    """Hide a notice from everyone except moderators. Does not check permissions."""
    ClubNotice.objects.filter(pk=notice_id).update(hidden_at=now, hidden_reason=reason)


def unhide_notice(notice_id: int) -> None:
    """Show a hidden notice again."""
    ClubNotice.objects.filter(pk=notice_id).update(hidden_at=None, hidden_reason="")
