"""Services for owners and managers: admit, invite, remove and ban players, give roles, hand the club over, and create
links (E76, E77, E78)."""

from __future__ import annotations

import secrets
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.core.restrictions import is_restricted
from accounts.models import Player
from accounts.models.restriction import RestrictionKind as Restricted
from accounts.privacy.blocking import is_blocked_between
from clubs import errors
from clubs.announcing import log_act, send_notice
from clubs.models import Club, ClubActKind, ClubRole, Membership, MemberStanding
from clubs.models.membership import LONGEST_SENTENCE
from foundation import limits
from foundation.text import clean_text
from games.services.idempotency import PlayerRequest
from notifications.models import Notice

from .rows import check_membership_limits, find_membership_row, lock_club_for_manager, lock_player, store_standing

INVITE_AGAIN = timedelta(days=30)
"""The time after a declined invitation until the player can be invited again."""


def check_manages(request: PlayerRequest, club_id: int) -> None:
    """Raise NoSuchClub, NotManager or Suspended unless the player manages the club."""
    with transaction.atomic():
        lock_club_for_manager(request, club_id)


def invite_player(request: PlayerRequest, club_id: int, player: Player) -> Membership:
    """Invite a player. A player who has already asked to join is admitted instead. Return the player's membership row.

    Raises NoSuchClub, NotManager, AlreadyMember, CannotInvite, Suspended.
    """
    with transaction.atomic():
        lock_player(player.pk)
        club, _mine = lock_club_for_manager(request, club_id)
        row = find_membership_row(club, player)
        standing = None if row is None else row.standing
        if standing == MemberStanding.MEMBER:
            raise errors.AlreadyMember(standing=standing)
        if standing == MemberStanding.INVITED:
            raise errors.AlreadyMember(standing=standing, sentence=_("This player has already been invited."))
        if standing == MemberStanding.APPLIED:
            return _admit_player(request, club, player)
        lately = row is not None and row.by_id == player.pk and row.at > request.now - INVITE_AGAIN
        apart = player.is_bot or player.is_guest or is_blocked_between(player.pk, request.player.pk)
        if (standing == MemberStanding.DECLINED and lately) or apart or standing == MemberStanding.BANNED:
            raise errors.CannotInvite
        if limits.count_hit("club-invitations", str(request.player.pk), settings.IGO_OFFERS) is not None:
            raise errors.CannotInvite
        made = store_standing(club, player, MemberStanding.INVITED, request)
        log_act(club, ClubActKind.INVITED, request.now, by=request.player, about=player)
        send_notice(club, [player.pk], Notice(kind="club_invited", by=request.player, created_at=request.now))
        return made


def answer_request(request: PlayerRequest, club_id: int, player: Player, *, accept: bool) -> Membership:
    """Admit a player who asked to join, or decline the request. Return the player's membership row. Raises NoSuchClub,
    NotManager, NoOpenRequestOrInvitation, TooManyMemberships, ClubFull, Suspended."""
    with transaction.atomic():
        lock_player(player.pk)
        club, _mine = lock_club_for_manager(request, club_id)
        row = find_membership_row(club, player)
        if row is None or row.standing != MemberStanding.APPLIED:
            raise errors.NoOpenRequestOrInvitation
        if accept:
            return _admit_player(request, club, player)
        made = store_standing(club, player, MemberStanding.DECLINED, request)
        log_act(club, ClubActKind.DECLINED, request.now, by=request.player, about=player)
        send_notice(club, [player.pk], Notice(kind="club_declined", created_at=request.now))
        return made


def _admit_player(request: PlayerRequest, club: Club, player: Player) -> Membership:
    check_membership_limits(club, player)
    made = store_standing(club, player, MemberStanding.MEMBER, request)
    log_act(club, ClubActKind.ADMITTED, request.now, by=request.player, about=player)
    send_notice(club, [player.pk], Notice(kind="club_admitted", by=request.player, created_at=request.now))
    return made


def remove_member_or_invitation(request: PlayerRequest, club_id: int, player: Player, reason: str) -> Membership:
    """Remove a member, or withdraw an invitation. Return the player's membership row. Raises NoSuchClub, NotManager,
    NotMember, MemberRoleTooHigh and Suspended."""
    return _remove_or_ban(request, club_id, player, (MemberStanding.REMOVED, reason))


def ban_player(request: PlayerRequest, club_id: int, player: Player, reason: str) -> Membership:
    """Ban a player until the ban is lifted. The player need not be a member. Return the player's membership row. Raises
    NoSuchClub, NotManager, MemberRoleTooHigh, Suspended."""
    return _remove_or_ban(request, club_id, player, (MemberStanding.BANNED, reason))


def _remove_or_ban(request: PlayerRequest, club_id: int, player: Player, how: tuple[MemberStanding, str]) -> Membership:
    standing, reason = how[0], clean_text(how[1])[:LONGEST_SENTENCE]
    with transaction.atomic():
        club, mine = lock_club_for_manager(request, club_id)
        row = find_membership_row(club, player)
        was_member = row is not None and row.is_member
        is_invited = row is not None and row.standing == MemberStanding.INVITED
        if standing == MemberStanding.REMOVED and not was_member and not is_invited:
            raise errors.NotMember(sentence=_("This player is not a member of your club. Choose a member."))
        if row is not None and _has_at_least_role_of(row, mine):
            raise errors.MemberRoleTooHigh
        made = store_standing(club, player, standing, request)
        made.reason = reason
        made.save(update_fields=["reason"])
        act = ClubActKind.BANNED if standing == MemberStanding.BANNED else ClubActKind.REMOVED
        log_act(club, act, request.now, by=request.player, about=player, reason=reason)
        if was_member:
            send_notice(club, [player.pk], Notice(kind="club_removed", created_at=request.now))
        return made


def _has_at_least_role_of(row: Membership, manager: Membership) -> bool:
    """Return whether the row's role is the same as the acting manager's or a higher one. Players who are not members
    have the lowest role."""
    return ClubRole(row.role).height >= ClubRole(manager.role).height


def lift_ban(request: PlayerRequest, club_id: int, player: Player) -> Membership:
    """Lift a ban. Return the player's membership row. Raises NoSuchClub, NotManager, NoOpenRequestOrInvitation,
    Suspended."""
    with transaction.atomic():
        club, _mine = lock_club_for_manager(request, club_id)
        row = find_membership_row(club, player)
        if row is None or row.standing != MemberStanding.BANNED:
            raise errors.NoOpenRequestOrInvitation
        made = store_standing(club, player, MemberStanding.REMOVED, request)
        log_act(club, ClubActKind.UNBANNED, request.now, by=request.player, about=player)
        return made


def set_role(request: PlayerRequest, club_id: int, player: Player, role: ClubRole) -> Membership:
    """Make a member a manager, a captain or a plain member. The owner can change every role, and managers can change
    roles below their own. With `ClubRole.OWNER`, the owner hands the club over and becomes a manager. Return the
    member's row.

    Raises NoSuchClub, NotManager, NotMember, NotClubOwner, MemberRoleTooHigh, Suspended.
    """
    with transaction.atomic():
        club, mine = lock_club_for_manager(request, club_id)
        row = find_membership_row(club, player)
        if row is None or not row.is_member:
            raise errors.NotMember(sentence=_("This player is not a member of your club. Choose a member."))
        if role == ClubRole.OWNER:
            return _hand_over(request, club, mine, row)
        if _has_at_least_role_of(row, mine):
            raise errors.MemberRoleTooHigh
        if role.height >= ClubRole(mine.role).height:
            raise errors.NotClubOwner
        if row.role != role:
            _set_role(row, role, request)
            log_act(club, ClubActKind.ROLE, request.now, by=request.player, about=player, role=role.value)
            send_notice(club, [player.pk], Notice(kind="club_role", by=request.player, created_at=request.now))
        return row


def _set_role(row: Membership, role: ClubRole, request: PlayerRequest) -> None:
    row.role, row.role_at = role, request.now
    row.save(update_fields=["role", "role_at"])


def _hand_over(request: PlayerRequest, club: Club, owner: Membership, heir: Membership) -> Membership:
    if owner.role != ClubRole.OWNER:
        raise errors.NotClubOwner
    player = heir.player
    if player.pk == owner.player_id or player.is_bot or is_restricted(player, Restricted.SUSPENDED, request.now):
        raise errors.MemberRoleTooHigh
    _set_role(owner, ClubRole.MANAGER, request)
    _set_role(heir, ClubRole.OWNER, request)
    log_act(club, ClubActKind.HANDED_OVER, request.now, by=request.player, about=player)
    send_notice(club, [player.pk], Notice(kind="club_owner", by=request.player, created_at=request.now))
    return heir


def create_invitation_link(request: PlayerRequest, club_id: int) -> Club:
    """Create a link with which anyone can join. The previous link stops working. Return the club. Raises NoSuchClub,
    NotManager, Suspended."""
    return _set_invitation_key(request, club_id, secrets.token_urlsafe(32), ClubActKind.LINKED)


def remove_invitation_link(request: PlayerRequest, club_id: int) -> Club:
    """Remove the club's link, and return the club. Raises NoSuchClub, NotManager, Suspended."""
    return _set_invitation_key(request, club_id, "", ClubActKind.UNLINKED)


def _set_invitation_key(request: PlayerRequest, club_id: int, key: str, act: ClubActKind) -> Club:
    with transaction.atomic():
        club, _mine = lock_club_for_manager(request, club_id)
        club.invite_key = key
        club.save(update_fields=["invite_key"])
        log_act(club, act, request.now, by=request.player)
        return club
