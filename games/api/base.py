"""Shared parts of the API operations about games, also used by other apps: the requester and the requested game."""

from __future__ import annotations

from rest_framework.request import Request

from accounts.models import Player
from api.base import Api
from foundation import timesource
from games import access, services
from games.models import Game
from games.services.idempotency import PlayerRequest


class PlayerServiceApi(Api):
    """Base of API operations that call a service as the signed-in player."""

    @property
    def player_request(self) -> PlayerRequest:
        """Return the signed-in player and the time of the request."""
        return PlayerRequest(self.player, self.now)

    @property
    def viewer(self) -> Player | None:
        """Return the signed-in player, or None for a visitor."""
        return self.request.user if isinstance(self.request.user, Player) else None


def fetch_current_game(request: Request, game_id: int) -> Game:
    """Return the game if the requester may see it. If its time has run out, the game is ended first (R53)."""
    game = access.game_for(request.user, game_id, people=True)
    if services.end_if_overdue(game, timesource.now()):
        game = access.game_for(request.user, game_id, people=True)
    return game
