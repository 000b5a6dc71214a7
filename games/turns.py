"""Stored turn changes: whose turn it became and when, stored with the action that caused this. Whether to send e-mails
about a turn is decided later, while no game is locked (notifications.services.scheduling)."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from games.models import Action, Game, Seat
from notifications.kinds import YOUR_ANSWER, YOUR_TURN
from notifications.models import TurnChange
from rules import KINDS, Phase


def record_turn_change(kind: str, **about: Any) -> list[TurnChange]:
    """Receiver of `game_event`. If the event passed the turn to another player, return a list with an unsaved
    TurnChange, which is stored with the action; otherwise return []. Bots also get a TurnChange, but its readers skip
    them, because programs get all events as webhooks or streams."""
    game, action = about.get("game"), about.get("action")
    if not isinstance(game, Game) or game.turn is None:
        return []
    if kind == "game.started":
        return [_turn_change(game, game.seat_on_turn(), game.last_action_at)]
    if kind != "game.action" or not isinstance(action, Action) or action.kind not in KINDS:
        return []
    seat = game.seat_on_turn()
    if action.seat_id == seat.pk:
        return []
    return [_turn_change(game, seat, action.received_at)]


def _turn_change(game: Game, seat: Seat, at: datetime) -> TurnChange:
    kind = YOUR_TURN if game.phase == Phase.PLAY.value else YOUR_ANSWER
    return TurnChange(player_id=seat.player_id, game=game, kind=kind, at=at)
