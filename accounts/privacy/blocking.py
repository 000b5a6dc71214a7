"""Block players. Two players cannot contact or play each other if either has blocked the other. Games in progress
continue."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import BigIntegerField, Q, QuerySet, Value
from django.utils.translation import gettext_lazy as _

from accounts.core.children import is_contact_forbidden
from accounts.core.guests import check_not_guest
from accounts.models import Block, Player
from accounts.signals import player_blocked
from foundation.refusals import Refusal

MOST_BLOCKS = 1000


class CannotBlock(Refusal, code="cannot_block", sentence=_("You can't block this player.")):
    """Raised if players block themselves (`reason` "self") or more than MOST_BLOCKS players ("too_many")."""


def block_player(*, player: Player, other: Player, now: datetime) -> None:
    """Block `other`. Does nothing if they are blocked already. Raises CannotBlock, NotForGuests."""
    check_not_guest(player)
    if player.pk == other.pk:
        raise CannotBlock(reason="self", sentence=_("You can't block yourself."))
    if Block.objects.filter(player=player).count() >= MOST_BLOCKS:
        raise CannotBlock(
            reason="too_many", sentence=_("You've reached the limit of 1,000 blocked players. Unblock one first.")
        )
    with transaction.atomic():
        Block.objects.get_or_create(player=player, blocked=other, defaults={"at": now})
        player_blocked.send(Player, player_id=player.pk, other_id=other.pk)


def unblock_player(*, player: Player, other: Player) -> None:
    """Remove the player's block of `other`. If `other` has also blocked the player, that block stays."""
    Block.objects.filter(player=player, blocked=other).delete()


def has_blocked(player: Player, other: Player) -> bool:
    """Return whether `player` has blocked `other`. Only `player` may see this."""
    return Block.objects.filter(player=player, blocked=other).exists()


def is_blocked_between(player_id: int, *other_ids: int) -> bool:
    """Return whether there is a block between the player `player_id` and any of the players `other_ids`, in either
    direction. Also return True if one of them is a child who may not meet another of them (T5). One query if no child
    is among them."""
    between = Q(player=player_id, blocked__in=other_ids) | Q(blocked=player_id, player__in=other_ids)
    blocks = Block.objects.filter(between).order_by().values_list(Value(0, BigIntegerField()))
    children = Player.objects.filter(pk__in=(player_id, *other_ids), is_child=True).order_by().values_list("pk")
    found = {number for (number,) in blocks.union(children)}
    return 0 in found or is_contact_forbidden(found, player_id, other_ids)


def blocked_id_queries(player: Player) -> tuple[QuerySet[Block, int], QuerySet[Block, int]]:
    """Return two subqueries of player ids: those whom this player has blocked, and those who have blocked this
    player."""
    blocked = Block.objects.filter(player=player).values_list("blocked_id", flat=True)
    blocking = Block.objects.filter(blocked=player).values_list("player_id", flat=True)
    return blocked, blocking
