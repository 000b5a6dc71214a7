"""Whose name a name is."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from foundation.refusals import Refusal


class NoSuchPlayer(Refusal, code="no_such_player", http_status=404, sentence=_("No player has this name.")):
    """Nobody of that name can be challenged."""


def player_named(name: str) -> Player:
    """Whose name this is, whatever its capitals; raises NoSuchPlayer when nobody's, or when the account is closed."""
    found = Player.objects.named(name)
    if found is None or not found.is_active:
        raise NoSuchPlayer
    return found
