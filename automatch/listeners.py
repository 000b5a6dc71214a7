"""Receiver of the games' signal: a game has ended, so its place is free again (E82)."""

from __future__ import annotations

from automatch.services.places import give_back
from games.events import GameEvent
from games.models import Action


def on_game_event(kind: str, **about: object) -> None:
    """Free the place of a game that has ended; a move costs nothing here, the end of a game that no search found one
    query."""
    action = about.get("action")
    if kind == GameEvent.GAME_FINISHED and isinstance(action, Action):
        give_back(action.game)
