"""The common start of every act in a club: locks, the acting member, and changes of membership.

Locks: players' rows first, then the club. Memberships change only under the lock of the club; the number of a player's
clubs only under the lock of the player.
"""

from __future__ import annotations

from datetime import datetime

from accounts.core.restrictions import check_allowed
from accounts.models import Player
from accounts.models.restriction import RestrictionKind as Restricted
from clubs import access, errors
from clubs.announcing import log_act
from clubs.models import Act, Club, Membership, Role, Standing
from clubs.models.membership import MOST_MEMBERSHIPS
from clubs.signals import membership_ended
from games.services.idempotency import PlayerRequest

MOST_MEMBERS = 2000


def lock_player(player_id: int) -> Player:
    """Return the player, with the row locked."""
    return Player.objects.select_for_update(no_key=True).get(pk=player_id)


def lock_for_manager(request: PlayerRequest, club_id: int, *more: Restricted) -> tuple[Club, Membership]:
    """Return the locked club, and the membership of the acting manager. Raises NoSuchClub, NotManager, Suspended, and
    what the restrictions in `more` raise."""
    check_allowed(request.player, request.now, *more)
    club = access.locked_club(club_id)
    mine = access.find_membership(request.player, club)
    if mine is None or not mine.is_member or not Role(mine.role).manages:
        raise errors.NotManager
    return club, mine


def lock_for_owner(request: PlayerRequest, club_id: int, *more: Restricted) -> Club:
    """Return the locked club of the acting owner. Raises NotClubOwner, and what lock_for_manager raises."""
    club, mine = lock_for_manager(request, club_id, *more)
    if mine.role != Role.OWNER:
        raise errors.NotClubOwner
    return club


def find_row(club: Club, player: Player) -> Membership | None:
    """Return this player's membership row; None if there has never been one."""
    return Membership.objects.filter(club=club, player=player).first()


def check_room(club: Club, player: Player) -> None:
    """Raise TooManyMemberships or ClubFull if the player cannot become a member. Both must be locked."""
    standing = (Standing.MEMBER, Standing.APPLIED)
    rows = Membership.objects.filter(player=player, standing__in=standing, club__closed_at=None)
    if rows.exclude(club=club).count() >= MOST_MEMBERSHIPS:
        raise errors.TooManyMemberships(most=MOST_MEMBERSHIPS)
    if club.member_count >= MOST_MEMBERS:
        raise errors.ClubFull(most=MOST_MEMBERS)


def store_standing(club: Club, player: Player, standing: Standing, request: PlayerRequest) -> Membership:
    """Store and return the player's new relation to the club; a new member gets no special role. The club must be
    locked."""
    row = find_row(club, player) or Membership(club=club, player=player)
    was_member = row.standing == Standing.MEMBER
    row.standing, row.at, row.by = standing, request.now, request.player
    if standing == Standing.MEMBER and not was_member:
        row.role, row.joined_at, row.role_at, row.told = Role.MEMBER, request.now, request.now, True
    if standing != Standing.MEMBER:
        row.role = Role.MEMBER
    if standing != Standing.APPLIED:
        row.sentence = ""
    if standing not in (Standing.REMOVED, Standing.BANNED, Standing.DECLINED):
        row.reason = ""
    row.save()
    if was_member != row.is_member:
        update_member_count(club)
        if was_member:
            membership_ended.send(Club, club_id=club.pk, player_id=player.pk, now=request.now)
    return row


def update_member_count(club: Club) -> None:
    """Update the stored number of members; close a club without members (E77)."""
    club.member_count = Membership.objects.filter(club=club).members().count()
    club.save(update_fields=["member_count"])


def close_club(club: Club, now: datetime, *, by: Player | None = None, reason: str = "") -> None:
    """Close a club: no list shows it, and its name is free. The club must be locked."""
    club.closed_at, club.invite_key = now, ""
    club.save(update_fields=["closed_at", "closed_by_staff", "invite_key"])
    log_act(club, Act.CLOSED, now, by=by, reason=reason)
