"""Share records with players, clubs or everyone (L8)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from accounts.core.audit import StaffContext, record_staff_action
from accounts.core.guests import check_kept
from accounts.core.lookup import player_named
from accounts.core.restrictions import check_allowed
from accounts.models import Player
from accounts.models.restriction import RestrictionKind
from accounts.privacy.blocking import blocked_between
from accounts.security.staff_permissions import StaffPermission, may
from clubs.models import Club, Membership
from games.errors import NotAModerator
from library.access import record_for
from library.errors import CannotShare, NoSuchRecord
from library.models import Record, Share

from .indexing import publish

MOST_SHARES = 20


@dataclass(frozen=True, slots=True)
class Audience:
    """The people who may see a record: everyone, or players by name and clubs by number."""

    everyone: bool = False
    players: tuple[str, ...] = ()
    clubs: tuple[int, ...] = ()


def share(player: Player, record_id: int, audience: Audience, now: datetime) -> Record:
    """Set who may see the player's record; this replaces the earlier choice.

    Raises NoSuchRecord, NoSuchPlayer, CannotShare, NotForGuests, Suspended, and Muted unless the record becomes
    private.
    """
    is_open = audience != Audience()
    check_allowed(player, now, *([RestrictionKind.MUTED] if is_open else []))
    check_kept(player)
    with transaction.atomic():
        rows = Record.objects.kept().filter(owner=player, pk=record_id)
        record = rows.defer("data").select_for_update(no_key=True).first()
        if record is None:
            raise NoSuchRecord
        people, clubs = _people(player, audience.players), _clubs(player, audience.clubs)
        if len(people) + len(clubs) > MOST_SHARES:
            raise CannotShare
        record.is_public = audience.everyone
        record.save(update_fields=["is_public"])
        publish(record)
        record.shares.all().delete()
        Share.objects.bulk_create(Share(record=record, player=person) for person in people)
        Share.objects.bulk_create(Share(record=record, club=club) for club in clubs)
    return record


def clubs_of(player: Player) -> QuerySet[Club]:
    """Return the open clubs of which this player is a member, with which records can be shared."""
    mine = Membership.objects.members().filter(player=player)
    return Club.objects.open().filter(pk__in=mine.values("club")).order_by("name")


def _clubs(player: Player, numbers: Iterable[int]) -> list[Club]:
    wanted = set(numbers)
    found = list(clubs_of(player).filter(pk__in=wanted)) if wanted else []
    if len(found) != len(wanted):
        raise CannotShare
    return found


def _people(player: Player, names: Iterable[str]) -> list[Player]:
    found = {person.pk: person for person in map(player_named, list(names)[: MOST_SHARES + 1])}
    if player.pk in found or (found and blocked_between(player.pk, *found)):
        raise CannotShare
    return list(found.values())


def audience_of(record: Record) -> Audience:
    """Return who may see a record. One query."""
    rows = list(record.shares.select_related("player").order_by("pk"))
    return Audience(
        record.is_public,
        tuple(row.player.username for row in rows if row.player is not None),
        tuple(row.club_id for row in rows if row.club_id is not None),
    )


def hide(by: StaffContext, record_id: int) -> Record:
    """Hide a shared record from everyone but its owner, who can read the reason. Raises NotAModerator,
    NoSuchRecord."""
    if not may(by.staff, StaffPermission.MODERATE):
        raise NotAModerator
    record = record_for(by.staff, record_id)
    if record.owner_id == by.staff.pk:
        raise NoSuchRecord
    with transaction.atomic():
        Record.objects.filter(pk=record.pk).update(hidden_at=by.now, hidden_reason=by.reason)
        record_staff_action(by, "hide_record", record.owner)
    return record
