"""Check whether a notice is still true when its e-mail is sent. For example, a request may have been answered or
withdrawn since."""

from __future__ import annotations

from collections.abc import Iterable

from accounts.models import Player
from games.models import Action, Game
from notifications.kinds import CLOCK_KINDS
from notifications.models import EmailItem

_OF_RUNNING = frozenset(
    {
        "game_started", "play_stopped", "proposal_rejected", "settling_demanded", "stalling_reported", "referee_called",
        "time_granted", "grace", "plan_ended", "move_undone", "undo_declined", "no_result_declined", "pause_declined",
        "draw_declined", "result_declined", "paused", "followed_began", "paused_by_staff", "resumption_ruled",
        "clock_adjusted",
    }
)  # fmt: skip
"""Notices that are left out after the game has ended, because its end has a notice of its own."""
_ASKED = frozenset({"undo_asked", "no_result_asked", "pause_asked", "draw_asked", "result_asked"})
_OF_TIME = frozenset({*CLOCK_KINDS, "claimable"})
_GIVES_TIME = frozenset({"grant_time", "adjust_clock", "grace", "pause"})
"""Actions that give time, after which a time reminder is no longer true."""


def is_on_turn(game: Game, player: Player) -> bool:
    """Return whether this player is on turn."""
    return game.turn is not None and game.seat_on_turn().player_id == player.pk


def is_notice_still_true(item: EmailItem, game: Game, player: Player, actions: Iterable[Action]) -> bool:
    """Return whether a notice about a game is still true. `actions` are the game's last actions."""
    if item.kind in _ASKED:
        return item.kind.removesuffix("_asked") in game.requests
    if item.kind in _OF_TIME:
        is_theirs = is_on_turn(game, player) is not (item.kind == "claimable")
        return not game.is_finished and is_theirs and not _was_time_added_since(item, actions)
    return item.kind not in _OF_RUNNING or not game.is_finished


def _was_time_added_since(item: EmailItem, actions: Iterable[Action]) -> bool:
    return any(action.kind in _GIVES_TIME and action.received_at > item.at for action in actions)
