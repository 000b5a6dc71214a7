"""Join and leave clubs (E76, E77)."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.core.guests import check_not_guest
from accounts.core.restrictions import check_allowed
from accounts.models.restriction import RestrictionKind as Restricted
from clubs import access, errors
from clubs.announcing import log_act, notify_managers_of_request, send_notice
from clubs.models import Club, ClubActKind, ClubRole, JoiningPolicy, Membership, MemberStanding
from foundation.refusals import Refusal
from foundation.text import clean_text
from games.services.idempotency import PlayerRequest
from notifications.models import Notice

from .rows import check_membership_limits, close_club, find_membership_row, lock_player, store_standing

ASK_AGAIN = timedelta(days=7)
"""The time after a declined request until the player can ask again."""
_ALREADY: dict[str, Promise] = {
    MemberStanding.MEMBER: _("You are already a member of this club."),
    MemberStanding.APPLIED: _("You have already asked to join this club."),
}


def join_club(request: PlayerRequest, club_id: int, *, sentence: str = "", key: str = "") -> Membership:
    """Join a club that is open to all, to which the player is invited, or whose link has this `key`. Otherwise ask the
    managers, with the text `sentence`. Return the player's membership row.

    Raises NoSuchClub, AlreadyMember, BannedFromClub, NeedsInvitation, RequestedRecently, InvitationLinkInvalid,
    TooManyMemberships, ClubFull, BotsCannotJoinClubs, NotForGuests, Suspended, and Muted if there is a text.
    """
    message = clean_text(sentence)
    with transaction.atomic():
        lock_player(request.player.pk)
        club = access.lock_open_club(club_id)
        row = find_membership_row(club, request.player)
        refusal = joining_refusal(request, club, row, key)
        if refusal is not None:
            raise refusal
        check_membership_limits(club, request.player)
        if joins_immediately(club, row, key):
            made = store_standing(club, request.player, MemberStanding.MEMBER, request)
            log_act(club, ClubActKind.JOINED, request.now, about=request.player)
            return made
        if message:
            check_allowed(request.player, request.now, Restricted.MUTED)
        made = store_standing(club, request.player, MemberStanding.APPLIED, request)
        made.sentence = message
        made.save(update_fields=["sentence"])
        notify_managers_of_request(club, request.player, request.now)
        return made


def joins_immediately(club: Club, row: Membership | None, key: str) -> bool:
    """Return whether this player becomes a member at once, without asking the managers. `row` is the player's
    membership row, `key` the secret of an invitation link."""
    is_invited = row is not None and row.standing == MemberStanding.INVITED
    return club.joining == JoiningPolicy.OPEN or is_invited or access.is_invite_key_valid(club.invite_key, key)


def joining_refusal(request: PlayerRequest, club: Club, row: Membership | None, key: str = "") -> Refusal | None:
    """Return the error that `join_club` would raise, None if the player may join or ask to join. Limits on numbers are
    not checked."""
    player, now = request.player, request.now
    try:
        check_allowed(player, now)
        check_not_guest(player)
    except Refusal as refusal:
        return refusal
    if player.is_bot:
        return errors.BotsCannotJoinClubs()
    standing = None if row is None else row.standing
    if standing == MemberStanding.BANNED:
        return errors.BannedFromClub()
    if key and not access.is_invite_key_valid(club.invite_key, key):
        return errors.InvitationLinkInvalid()
    lets_in = joins_immediately(club, row, key)
    if standing == MemberStanding.MEMBER or (standing == MemberStanding.APPLIED and not lets_in):
        return errors.AlreadyMember(standing=standing, sentence=_ALREADY[standing])
    if lets_in:
        return None
    if club.joining == JoiningPolicy.INVITATION:
        return errors.NeedsInvitation()
    if row is not None and standing == MemberStanding.DECLINED and row.by_id != player.pk and row.at > now - ASK_AGAIN:
        return errors.RequestedRecently()
    return None


def leave_or_withdraw_request(request: PlayerRequest, club_id: int) -> Membership:
    """Leave the club, withdraw a request, or decline an invitation. If the last member leaves, the club is closed.
    Return the player's membership row.

    Raises NoSuchClub, NotMember, and OwnerCannotLeave if there are other members.
    """
    player = request.player
    with transaction.atomic():
        club = access.lock_open_club(club_id)
        row = find_membership_row(club, player)
        if row is not None and row.standing == MemberStanding.INVITED:
            return store_standing(club, player, MemberStanding.DECLINED, request)
        if row is not None and row.standing == MemberStanding.APPLIED:
            return store_standing(club, player, MemberStanding.LEFT, request)
        if row is None or not row.is_member:
            raise errors.NotMember
        if row.role == ClubRole.OWNER and club.member_count > 1:
            raise errors.OwnerCannotLeave
        made = store_standing(club, player, MemberStanding.LEFT, request)
        log_act(club, ClubActKind.LEFT, request.now, about=player)
        if club.member_count == 0:
            close_club(club, request.now, by=player)
        return made


def set_notice_preference(request: PlayerRequest, club_id: int, *, wanted: bool) -> Membership:
    """Set whether the member is notified of club notices. Return the member's row. Raises NoSuchClub, NotMember."""
    with transaction.atomic():
        row = find_membership_row(access.lock_open_club(club_id), request.player)
        if row is None or not row.is_member:
            raise errors.NotMember
        row.gets_notices = wanted
        row.save(update_fields=["gets_notices"])
        return row


def transfer_ownership(club: Club, now: datetime, heir: Membership) -> None:
    """Make this member the owner; the previous owner becomes a manager. The caller must have locked the club's row."""
    Membership.objects.filter(club=club, standing=MemberStanding.MEMBER, role=ClubRole.OWNER).update(
        role=ClubRole.MANAGER, role_at=now
    )
    heir.role, heir.role_at = ClubRole.OWNER, now
    heir.save(update_fields=["role", "role_at"])
    log_act(club, ClubActKind.TOOK_OVER, now, about=heir.player)
    send_notice(club, [heir.player_id], Notice(kind="club_owner", created_at=now))
