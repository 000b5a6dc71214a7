"""Find a player by name."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from foundation.refusals import Refusal


class NoSuchPlayer(Refusal, code="no_such_player", http_status=404, sentence=_("No player has this name.")):
    """Raised when no open account has this name."""


def player_named(name: str) -> Player:
    """Return the player with this name, ignoring case. Raises NoSuchPlayer if none has it, or the account is closed."""
    found = Player.objects.named(name)
    if found is None or not found.is_active:
        raise NoSuchPlayer
    return found
