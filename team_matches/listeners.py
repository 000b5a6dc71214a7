"""Receivers of game signals: when a game ends, or its result is changed."""

from __future__ import annotations

from django.db import transaction

from rules import Color, Reason
from team_matches.models import TeamBoard
from tournaments.listeners import result_action_of
from tournaments.services import waking
from tournaments.systems.types import EventResult


def wake_at_match_game_end(kind: str, **about: object) -> None:
    """Signal receiver: when a game of a team match ends, or its result is changed, wake the background task after the
    commit. If a player cancelled the game before it had begun, store that they lost by forfeit."""
    action = result_action_of(kind, "team_match", about)
    if action is None:
        return
    if action.game.end_reason == Reason.CANCELLED.value and action.color is not None:
        lost = Color(action.color)
        result = EventResult.WHITE_BY_DEFAULT if lost is Color.BLACK else EventResult.BLACK_BY_DEFAULT
        TeamBoard.objects.filter(game_id=action.game.pk, result="").update(result=result)
    transaction.on_commit(waking.wake)
