"""Functions shared by all actions in a club: locks, the acting member, and changes of membership.

Players' rows are locked before the club. Memberships change only while the club is locked. The number of a player's
clubs changes only while the player is locked.
"""

from __future__ import annotations

from datetime import datetime

from accounts.core.restrictions import check_allowed
from accounts.models import Player
from accounts.models.restriction import RestrictionKind as Restricted
from clubs import access, errors
from clubs.announcing import log_act
from clubs.models import Club, ClubActKind, ClubRole, Membership, MemberStanding
from clubs.models.membership import MOST_MEMBERSHIPS
from clubs.signals import membership_ended
from games.services.idempotency import PlayerRequest

MOST_MEMBERS = 2000


def lock_player(player_id: int) -> Player:
    """Return the player, locked."""
    return Player.objects.select_for_update(no_key=True).get(pk=player_id)


def lock_club_for_manager(request: PlayerRequest, club_id: int, *more: Restricted) -> tuple[Club, Membership]:
    """Return the club, locked, and the acting manager's membership. Raises NoSuchClub, NotManager, Suspended, and the
    errors for the restrictions in `more`."""
    check_allowed(request.player, request.now, *more)
    club = access.lock_open_club(club_id)
    mine = access.find_membership(request.player, club)
    if mine is None or not mine.is_member or not ClubRole(mine.role).manages:
        raise errors.NotManager
    return club, mine


def lock_club_for_owner(request: PlayerRequest, club_id: int, *more: Restricted) -> Club:
    """Return the acting owner's club, locked. Raises NotClubOwner and the errors of `lock_club_for_manager`."""
    club, mine = lock_club_for_manager(request, club_id, *more)
    if mine.role != ClubRole.OWNER:
        raise errors.NotClubOwner
    return club


def find_membership_row(club: Club, player: Player) -> Membership | None:
    """Return the player's membership row in the club, None if the player never had one. The row may be of a former
    member."""
    return Membership.objects.filter(club=club, player=player).first()


def check_membership_limits(club: Club, player: Player) -> None:
    """Raise TooManyMemberships or ClubFull if the player or the club has reached its limit. The caller must have locked
    both rows."""
    standing = (MemberStanding.MEMBER, MemberStanding.APPLIED)
    rows = Membership.objects.filter(player=player, standing__in=standing, club__closed_at=None)
    if rows.exclude(club=club).count() >= MOST_MEMBERSHIPS:
        raise errors.TooManyMemberships(most=MOST_MEMBERSHIPS)
    if club.member_count >= MOST_MEMBERS:
        raise errors.ClubFull(most=MOST_MEMBERS)


def store_standing(club: Club, player: Player, standing: MemberStanding, request: PlayerRequest) -> Membership:
    """Store and return the player's new relation to the club. A new member is a plain member. The caller must have
    locked the club's row."""
    row = find_membership_row(club, player) or Membership(club=club, player=player)
    was_member = row.standing == MemberStanding.MEMBER
    row.standing, row.at, row.by = standing, request.now, request.player
    row.role = ClubRole.MEMBER
    if standing == MemberStanding.MEMBER:
        row.joined_at, row.role_at, row.gets_notices = request.now, request.now, True
    if standing != MemberStanding.APPLIED:
        row.sentence = ""
    if standing not in (MemberStanding.REMOVED, MemberStanding.BANNED, MemberStanding.DECLINED):
        row.reason = ""
    row.save()
    if was_member != row.is_member:
        update_member_count(club)
        if was_member:
            membership_ended.send(Club, club_id=club.pk, player_id=player.pk, now=request.now)
    return row


def update_member_count(club: Club) -> None:
    """Update the stored number of members. Does not close an empty club."""
    club.member_count = Membership.objects.filter(club=club).members().count()
    club.save(update_fields=["member_count"])


def close_club(club: Club, now: datetime, *, by: Player | None = None, reason: str = "") -> None:
    """Close a club: it disappears from lists, and another club can take its name. The caller must have locked the
    club's row."""
    club.closed_at, club.invite_key = now, ""
    club.save(update_fields=["closed_at", "closed_by_staff", "invite_key"])
    log_act(club, ClubActKind.CLOSED, now, by=by, reason=reason)
