"""Accounts that programs play with."""

from __future__ import annotations

from collections.abc import Callable

from django.db import transaction

from accounts.core.guests import check_kept
from accounts.models import Player
from games.errors import CannotBecomeABot
from games.models import Seat

_looks_for_games: list[Callable[[Player], bool]] = []


def looks_for_games_if(so: Callable[[Player], bool]) -> None:
    """Add a question, when the server starts: whether somebody looks for games, as no bot does."""
    _looks_for_games.append(so)


def can_become_bot(player: Player) -> bool:
    """Whether the account is nobody's who has played, offers a game or moderates."""
    plays = Seat.objects.filter(player=player).exists() or any(looks(player) for looks in _looks_for_games)
    return not (player.is_staff or plays)


def become_bot(*, player: Player) -> Player:
    """Mark this account as a bot for everyone to see; never undone. Raises CannotBecomeABot, NotForGuests."""
    check_kept(player)
    with transaction.atomic():
        found = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        if not can_become_bot(found):
            raise CannotBecomeABot
        found.is_bot = True
        found.save(update_fields=["is_bot"])
        return found
