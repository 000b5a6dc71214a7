"""Receiver of the games' signal: the end of a game frees its place in a search (E82)."""

from __future__ import annotations

from automatch.services.places import free_places
from games.events import GameEvent
from games.models import Action


def on_game_event(kind: str, **about: object) -> None:
    """Free the place of a game that has ended. No query for a move, one query for the end of a game that no search
    found."""
    action = about.get("action")
    if kind == GameEvent.GAME_FINISHED and isinstance(action, Action):
        free_places(action.game)
