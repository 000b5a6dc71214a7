"""Map names in imported games to members: the owner proposes a member, who confirms (E151)."""

from __future__ import annotations

from django.db import transaction
from django.db.models import QuerySet

from accounts.core.restrictions import check_allowed
from accounts.models import Player
from clubs import access, errors
from clubs.announcing import send_notice
from clubs.models import Club, ImportedName
from games.services.idempotency import PlayerRequest
from notifications.models import Notice

from .rights import is_member
from .rows import lock_club_for_owner


def propose_member(request: PlayerRequest, club_id: int, name_id: int, player: Player | None) -> ImportedName:
    """Propose that a name in imported games belongs to this member, and notify the member. With None, remove the
    mapping. The owner's own names need no confirmation. Return the name's row.

    Raises NoSuchClub, NoSuchImportedName, NotManager, NotClubOwner, ImportedNameNotOfMember, Suspended.
    """
    with transaction.atomic():
        club = lock_club_for_owner(request, club_id)
        row = _name_or_raise(club, name_id)
        if player is not None and not is_member(player, club.pk):
            raise errors.ImportedNameNotOfMember
        if player is not None and row.player_id == player.pk:
            return row
        row.player, row.confirmed_at = player, request.now if player == request.player else None
        row.save(update_fields=["player", "confirmed_at"])
        if player is not None and not row.is_confirmed:
            _notify_member_of_proposal(club, player, request)
        return row


def _notify_member_of_proposal(club: Club, player: Player, request: PlayerRequest) -> None:
    """Notify the member that a name in imported games is proposed to them, unless they have an unread notice of this
    kind."""
    unread = Notice.objects.unread().filter(player=player, kind="club_name", path=club.get_absolute_url())
    if not unread.exists():
        send_notice(club, [player.pk], Notice(kind="club_name", by=request.player, created_at=request.now))


def answer_proposal(request: PlayerRequest, club_id: int, name_id: int, *, is_mine: bool) -> ImportedName:
    """Confirm or decline that a proposed name is the player's own. Declining also undoes a confirmation. Return the
    name's row. Raises NoSuchClub, NoSuchImportedName if the name is not proposed to this player, Suspended."""
    check_allowed(request.player, request.now)
    with transaction.atomic():
        row = _name_or_raise(access.lock_open_club(club_id), name_id)
        if row.player_id != request.player.pk:
            raise errors.NoSuchImportedName
        if not is_mine:
            row.player, row.confirmed_at = None, None
        elif not row.is_confirmed:
            row.confirmed_at = request.now
        row.save(update_fields=["player", "confirmed_at"])
        return row


def _name_or_raise(club: Club, name_id: int) -> ImportedName:
    row = ImportedName.objects.filter(club=club, pk=name_id).first()
    if row is None:
        raise errors.NoSuchImportedName
    return row


def unlink_names_of_member(club_id: int, player_id: int, **_: object) -> None:
    """Remove the mappings of names in the club's imported games to a player who is no longer a member. Receiver of the
    signal clubs.signals.membership_ended."""
    _unlink_names(ImportedName.objects.filter(club=club_id, player=player_id))


def unlink_names_of_account(player: Player, **_: object) -> None:
    """Remove the mappings of names in imported games to a deleted account."""
    _unlink_names(ImportedName.objects.filter(player=player))


def _unlink_names(rows: QuerySet[ImportedName]) -> None:
    rows.update(player=None, confirmed_at=None)
