"""Accounts that programs play with."""

from __future__ import annotations

from django.db import transaction

from accounts.models import Player
from games.errors import CannotBecomeABot
from games.models import Challenge, Seat


def can_become_bot(player: Player) -> bool:
    """Whether the account is nobody's who has played, offers a game or keeps order."""
    played = Seat.objects.filter(player=player).exists() or Challenge.objects.open().filter(creator=player).exists()
    return not (player.is_staff or played)


def become_bot(*, player: Player) -> Player:
    """Let everybody see that a program plays; never taken back. Raises CannotBecomeABot."""
    with transaction.atomic():
        found = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        if not can_become_bot(found):
            raise CannotBecomeABot
        found.is_bot = True
        found.save(update_fields=["is_bot"])
        return found
