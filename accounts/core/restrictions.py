"""Restrict players for a time, and check whether they are restricted.

Each restriction is a row with its reason, end and moderator. The end times are also copied to the player's row, because
every request needs them.
"""

from __future__ import annotations

from datetime import UTC, datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.core.audit import StaffContext, record_staff_action
from accounts.models import Player, Restriction
from accounts.models.restriction import RestrictionKind
from foundation.iso_times import with_z_suffix
from foundation.refusals import Refusal

FOR_GOOD = datetime(9999, 1, 1, tzinfo=UTC)
"""The stored end of a restriction that lasts until it is lifted."""


class Muted(Refusal, code="muted", http_status=403):
    """Raised if moderators have forbidden the player to write messages, until `until`."""

    sentence = _("You can't chat right now. See your notifications for the reason and the end date.")


class NewGamesBlocked(Refusal, code="barred", http_status=403):
    """Raised if moderators have forbidden the player to start games, until `until`."""

    sentence = _("You can't start new games right now. See your notifications for the reason and the end date.")


class Suspended(Refusal, code="suspended", http_status=403):
    """Raised if the account is suspended, until `until`. Its owner can only read and appeal."""

    sentence = _("Your account is suspended. The page “Decisions about me” shows the reason and how to appeal.")


def restriction_end(player: Player, kind: RestrictionKind) -> datetime | None:
    """Return when this restriction ends or ended: FOR_GOOD if it lasts until it is lifted, None if there was none."""
    found: datetime | None = getattr(player, COLUMNS[kind])
    return found


def is_restricted(player: Player, kind: RestrictionKind, now: datetime | None = None) -> bool:
    """Return whether the player has this restriction at `now` (default: the current time). No query."""
    end = restriction_end(player, kind)
    return end is not None and end > (now or timezone.now())


COLUMNS = {
    RestrictionKind.MUTED: "muted_until",
    RestrictionKind.UNRATED: "unrated_until",
    RestrictionKind.BARRED: "barred_until",
    RestrictionKind.SUSPENDED: "suspended_until",
}


_REFUSALS = {
    RestrictionKind.MUTED: Muted,
    RestrictionKind.BARRED: NewGamesBlocked,
    RestrictionKind.SUSPENDED: Suspended,
}


def check_allowed(player: Player, now: datetime, *kinds: RestrictionKind) -> None:
    """Raise Suspended if the player is suspended at `now`, and Muted or NewGamesBlocked if the player has one of the
    other restrictions in `kinds`. No query."""
    for kind in (RestrictionKind.SUSPENDED, *kinds):
        if is_restricted(player, kind, now):
            until = restriction_end(player, kind)
            raise _REFUSALS[kind](until=None if until in (None, FOR_GOOD) else with_z_suffix(until.isoformat()))


def restrict_player(player: Player, kind: RestrictionKind, until: datetime | None, by: StaffContext) -> Restriction:
    """Restrict a player until this time (None means until it is lifted) and log the restriction. Does not check
    permissions."""
    with transaction.atomic():
        locked = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        row = Restriction.objects.create(
            player=locked, kind=kind, reason=by.reason, begin=by.now, end=until, by=by.staff
        )
        _copy_latest_end(locked, kind, by.now)
        end = None if until is None else until.isoformat()
        record_staff_action(by, "restrict", locked, kind=kind.value, until=end)
    player.refresh_from_db(fields=[COLUMNS[kind]])
    return row


def lift_restriction(restriction: Restriction, by: StaffContext) -> None:
    """End a restriction early and log this. Does nothing if the restriction is over or was lifted."""
    with transaction.atomic():
        player = Player.objects.select_for_update(no_key=True).get(pk=restriction.player_id)
        if (
            not Restriction.objects.in_force(by.now)
            .filter(pk=restriction.pk)
            .update(lifted_at=by.now, lifted_by=by.staff)
        ):
            return
        kind = RestrictionKind(restriction.kind)
        _copy_latest_end(player, kind, by.now)
        record_staff_action(by, "lift", player, kind=kind.value)


def _copy_latest_end(player: Player, kind: RestrictionKind, now: datetime) -> None:
    """Copy the latest end of this kind of restriction to the player's row, which must be locked."""
    rows = Restriction.objects.in_force(now).filter(player=player, kind=kind).values_list("end", flat=True)
    end = max((end or FOR_GOOD for end in rows), default=None)
    setattr(player, COLUMNS[kind], end)
    Player.objects.filter(pk=player.pk).update(**{COLUMNS[kind]: end})
