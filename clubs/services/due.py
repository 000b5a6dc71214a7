"""Automatic changes of clubs: an absent owner is replaced, and a club without members is closed (E77)."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q

from accounts.core.restrictions import is_restricted
from accounts.models import Player
from accounts.models.restriction import RestrictionKind as Restricted
from accounts.security.sessions import last_seen_times
from clubs.announcing import log_act
from clubs.models import Club, ClubActKind, ClubRole, Membership, MemberStanding
from clubs.models.membership import MembershipQuerySet
from games.services.idempotency import PlayerRequest

from .joining import transfer_ownership
from .rows import close_club, store_standing

logger = logging.getLogger(__name__)

GONE, A_DAY, MOST_AT_ONCE, MOST_HEIRS = timedelta(days=90), timedelta(days=1), 200, 200


def replace_owners_and_close_empty(*, now: datetime, **_: object) -> int:
    """Replace absent owners and close empty clubs. Each club is checked once a day. Return the number of clubs that
    changed."""
    waiting = Club.objects.open().filter(Q(checked_at__isnull=True) | Q(checked_at__lte=now - A_DAY))
    numbers = list(waiting.order_by(F("checked_at").asc(nulls_first=True)).values_list("pk", flat=True)[:MOST_AT_ONCE])
    done = 0
    for number in numbers:
        try:
            done += replace_absent_owner_or_close(number, now)
        except Exception:
            logger.exception("clubs: could not look after %s", number)
    return done


def replace_absent_owner_or_close(club_id: int, now: datetime) -> bool:
    """Close the club if it has no members. Otherwise replace an owner who has been absent for 90 days by an active
    manager, or a missing owner by any member. Return whether anything changed."""
    with transaction.atomic():
        club = Club.objects.open().select_for_update(no_key=True).filter(pk=club_id).first()
        if club is None:
            return False
        club.checked_at = now
        club.save(update_fields=["checked_at"])
        if club.member_count == 0:
            close_club(club, now)
            return True
        owner = _members_longest_in_role_first(club).filter(role=ClubRole.OWNER).first()
        if owner is not None and owner.pk in {one.pk for one in _active_members([owner], now)}:
            return False
        heir = _first_active_member(_members_longest_in_role_first(club).filter(role=ClubRole.MANAGER), now)
        if heir is None and owner is None:
            heir = find_heir(club, now)
        if heir is None:
            return False
        transfer_ownership(club, now, heir)
        return True


def find_heir(club: Club, now: datetime, *, excluded_id: int = 0) -> Membership | None:
    """Return the membership of the member who should become the next owner, or None if there are no other members.
    `excluded_id` is the id of a player who cannot be chosen, such as the present owner.

    The next owner is the active manager who has had the role longest, otherwise the active captain or member who has
    had that role longest. If no one is active, it is the first member in this order.
    """
    rows = _members_longest_in_role_first(club).exclude(player_id=excluded_id)
    for role in (ClubRole.MANAGER, ClubRole.CAPTAIN, ClubRole.MEMBER):
        found = _first_active_member(rows.filter(role=role), now)
        if found is not None:
            return found
    left = sorted(rows[:MOST_HEIRS], key=lambda one: (-ClubRole(one.role).height, one.role_at, one.pk))
    return left[0] if left else None


def _members_longest_in_role_first(club: Club) -> MembershipQuerySet:
    rows = Membership.objects.filter(club=club, standing=MemberStanding.MEMBER, player__deleted_at=None)
    return rows.select_related("player").order_by("role_at", "pk")


def _first_active_member(rows: MembershipQuerySet, now: datetime) -> Membership | None:
    return next(iter(_active_members(list(rows[:MOST_HEIRS]), now)), None)


def _active_members(rows: list[Membership], now: datetime) -> list[Membership]:
    """Return the members who were seen in the last 90 days and are not suspended. Getting a role counts as being
    seen."""
    seen = last_seen_times([one.player_id for one in rows])
    return [one for one in rows if _is_active_member(one, seen.get(one.player_id), now)]


def _is_active_member(membership: Membership, seen_at: datetime | None, now: datetime) -> bool:
    known = max(at for at in (seen_at, membership.role_at, membership.player.date_joined) if at is not None)
    return known > now - GONE and not is_restricted(membership.player, Restricted.SUSPENDED, now)


def remove_deleted_account_from_clubs(player: Player, now: datetime, **_: object) -> None:
    """Remove a deleted account from all clubs, which get another owner or are closed if necessary (E93)."""
    request = PlayerRequest(player, now)
    rows = Membership.objects.members().filter(player=player, club__closed_at=None).order_by("club_id")
    for club_id in list(rows.values_list("club_id", flat=True)):
        club = Club.objects.select_for_update(no_key=True).get(pk=club_id)
        row = Membership.objects.filter(club=club, player=player).members().first()
        if row is None or not club.is_open:
            continue
        owned = row.role == ClubRole.OWNER
        store_standing(club, player, MemberStanding.LEFT, request)
        log_act(club, ClubActKind.LEFT, now, about=player)
        heir = find_heir(club, now, excluded_id=player.pk) if owned else None
        if heir is not None:
            transfer_ownership(club, now, heir)
        elif owned:
            close_club(club, now)


def delete_memberships(player: Player, **_: object) -> None:
    """Delete all membership rows of the player."""
    Membership.objects.filter(player=player).delete()
