"""Accounts of bots: programs that play."""

from __future__ import annotations

from django.db import transaction

from accounts.core.guests import check_not_guest
from accounts.models import Player
from foundation.hook import collect_answers
from games.errors import CannotBecomeABot
from games.models import Seat
from games.signals import looking_for_games


def can_become_bot(player: Player) -> bool:
    """Return whether the account may become a bot: it has not played, has no open offer and is not staff."""
    if player.is_staff or Seat.objects.filter(player=player).exists():
        return False
    return not any(collect_answers(looking_for_games, player=player))


def become_bot(*, player: Player) -> Player:
    """Make this account a bot permanently, which everyone can see. Raises CannotBecomeABot, NotForGuests."""
    check_not_guest(player)
    with transaction.atomic():
        found = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        if not can_become_bot(found):
            raise CannotBecomeABot
        found.is_bot = True
        found.save(update_fields=["is_bot"])
        return found
