"""Permission to write private messages (C80)."""

from __future__ import annotations

from datetime import datetime, timedelta

from accounts.core.guests import check_not_guest
from accounts.core.restrictions import check_allowed
from accounts.models import Player
from accounts.models.restriction import RestrictionKind
from accounts.privacy.blocking import is_blocked_between
from foundation.iso_times import iso_time
from games.models import Seat
from social.errors import CannotWriteToPlayer, NewPlayerCannotWrite
from social.models import Post
from social.services.follows import are_friends

FIRST_WEEK = timedelta(days=7)


def check_may_write(player: Player, other: Player, now: datetime) -> None:
    """Raise an error if `player` may not write to `other` now: NotForGuests, Muted, Suspended, CannotWriteToPlayer or
    NewPlayerCannotWrite."""
    check_allowed(player, now, RestrictionKind.MUTED)
    check_not_guest(player)
    if is_writing_closed(player, other):
        raise CannotWriteToPlayer
    week_ends = player.date_joined + FIRST_WEEK
    if (player.is_bot or now < week_ends) and not _may_new_player_write(player, other):
        raise NewPlayerCannotWrite(until=None if player.is_bot else iso_time(week_ends))


def is_writing_closed(player: Player, other: Player) -> bool:
    """Return whether the two players cannot write to each other, even as friends or opponents. The reason is that
    `other` is deleted, inactive, a guest or the same player, or that there is a block between them."""
    is_nobody = other.pk == player.pk or other.is_guest or other.deleted_at is not None or not other.is_active
    return is_nobody or is_blocked_between(player.pk, other.pk)


def _may_new_player_write(player: Player, other: Player) -> bool:
    """Return whether even a new player may write to `other`, who is staff, a friend or an opponent, or has written to
    the player before."""
    if other.is_staff or are_friends(player, other):
        return True
    games = Seat.objects.filter(player=player).values("game")
    if Seat.objects.filter(game__in=games, player=other).exists():
        return True
    low, high = sorted((player.pk, other.pk))
    return Post.objects.filter(thread__low=low, thread__high=high, author=other).exists()
