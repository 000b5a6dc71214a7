"""What the page of a game shows to newcomers: guests, and players of their first game."""

from __future__ import annotations

from accounts.models import Player

from .panel import Panel


class FirstGamePanel(Panel):
    """What a newcomer is told."""

    @property
    def asks_guest_back(self) -> bool:
        """Return whether to ask a guest for a way back: after their first move in a game with a person."""
        if self.me is None or not isinstance(self.viewer, Player) or not self.viewer.is_guest:
            return False
        return self.game.is_with_guest and not self.game.is_finished and self.present.move_number > self.me.index
