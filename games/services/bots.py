"""Accounts that programs play with."""

from __future__ import annotations

from django.db import transaction

from accounts.models import Player
from games.errors import CannotBecomeABot
from games.models import Challenge, Seat


def become_bot(*, player: Player) -> Player:
    """Let everybody see that a program plays; never taken back. Raises CannotBecomeABot."""
    with transaction.atomic():
        found = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        played = Seat.objects.filter(player=found).exists() or Challenge.objects.open().filter(creator=found).exists()
        if found.is_staff or played:
            raise CannotBecomeABot
        found.is_bot = True
        found.save(update_fields=["is_bot"])
        return found
