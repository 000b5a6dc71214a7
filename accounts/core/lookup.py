"""Find a player by name."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts.core.children import may_be_known_to
from accounts.models import Player
from foundation.refusals import Refusal


class NoSuchPlayer(
    Refusal, code="no_such_player", http_status=404, sentence=_("No player has this name. Check the spelling.")
):
    """Raised if no open account has this name."""


def get_player_by_name(name: str, viewer: object = None) -> Player:
    """Return the player with this name, ignoring case. Raises NoSuchPlayer if there is none, if the account is closed,
    or if the player is a child whom the viewer may not know (T5)."""
    found = find_visible_player(name, viewer)
    if found is None or not found.is_active:
        raise NoSuchPlayer
    return found


def find_visible_player(name: str, viewer: object) -> Player | None:
    """Return the player with this name, also if the account is closed. Return None if there is none or the viewer may
    not know the player."""
    found = Player.objects.find_by_name(name)
    return found if found is not None and may_be_known_to(found, viewer) else None
