"""Receiver of the game signal: when a game ends, its search can look for another game (E82)."""

from __future__ import annotations

from automatch.services.places import update_searches_of_ended_game
from games.events import GameEvent
from games.models import Action


def update_searches_on_game_end(kind: str, **about: object) -> None:
    """When a game has ended, update the searches that found it, so that they can look for another game. Takes no query
    for a move, and one query for the end of a game that no search has found."""
    action = about.get("action")
    if kind == GameEvent.GAME_FINISHED and isinstance(action, Action):
        update_searches_of_ended_game(action.game)
