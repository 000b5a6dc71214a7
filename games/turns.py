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
    """Return a list with the unsaved row of a turn change if an event, such as the start of a game, passed the turn to
    another player. Otherwise return []. Code that reads these rows skips bots, which get all events as webhooks or
    streams."""
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
