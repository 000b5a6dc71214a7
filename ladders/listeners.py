"""Receivers of game signals: when a game ends, or its result is changed."""

from __future__ import annotations

from django.db import transaction

from ladders.models import LadderGame
from rules import Reason
from tournaments.listeners import result_action_of
from tournaments.services import waking


def on_game_event(kind: str, **about: object) -> None:
    """Signal receiver: when a ladder game ends, or its result is changed, wake the background task after the commit, so
    that it applies the result. If the game was cancelled, store the colour of the player who cancelled it."""
    action = result_action_of(kind, "ladder", about)
    if action is None:
        return
    played = LadderGame.objects.filter(game_id=action.game.pk, booked_at=None)
    if action.game.end_reason == Reason.CANCELLED.value and action.color is not None:
        played.update(declined=action.color)
    transaction.on_commit(waking.wake)
