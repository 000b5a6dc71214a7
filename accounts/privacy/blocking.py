"""Blocking: two players who have nothing to do with each other, either way. Running games go on."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.core.guests import check_kept
from accounts.models import Block, Player
from accounts.signals import player_blocked
from foundation.refusals import Refusal

MOST_BLOCKS = 1000


class CannotBlock(Refusal, code="cannot_block", sentence=_("You can't block yourself, or more than 1000 players.")):
    """Players cannot block themselves, nor more than MOST_BLOCKS players; `reason` is "self" or "too_many"."""


def block(*, player: Player, other: Player, now: datetime) -> None:
    """Block `other`; repeating it changes nothing. Raises CannotBlock, NotForGuests."""
    check_kept(player)
    if player.pk == other.pk:
        raise CannotBlock(reason="self")
    if Block.objects.filter(player=player).count() >= MOST_BLOCKS:
        raise CannotBlock(reason="too_many")
    with transaction.atomic():
        Block.objects.get_or_create(player=player, blocked=other, defaults={"at": now})
        player_blocked.send(Player, player_id=player.pk, other_id=other.pk)


def unblock(*, player: Player, other: Player) -> None:
    """Take it back; the other's own block stays."""
    Block.objects.filter(player=player, blocked=other).delete()


def has_blocked(player: Player, other: Player) -> bool:
    """Return whether `player` has blocked the other; to be shown to that player only."""
    return Block.objects.filter(player=player, blocked=other).exists()


def blocked_between(one: int, *others: int) -> bool:
    """Return whether `one` and one of the others have blocked each other, either way; all by number."""
    between = Q(player=one, blocked__in=others) | Q(blocked=one, player__in=others)
    return Block.objects.filter(between).exists()


def blocked_either_way(player: Player) -> tuple[QuerySet[Block, int], QuerySet[Block, int]]:
    """Return the numbers of players whom this player blocked, and who blocked them, as subqueries."""
    blocked = Block.objects.filter(player=player).values_list("blocked_id", flat=True)
    blocking = Block.objects.filter(blocked=player).values_list("player_id", flat=True)
    return blocked, blocking
