"""What operations of games and of the rooms above share: the game that is asked for, what is done once."""

from __future__ import annotations

from collections.abc import Callable

from django.db import transaction
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Player
from api.base import Api, key_of
from foundation import timesource
from games import access, services
from games.models import Game
from games.services import idempotency
from games.services.idempotency import PlayerRequest


class Asking(Api):
    """What operations of a room above share that ask a service as a player."""

    @property
    def asked(self) -> PlayerRequest:
        """Who asks, and when."""
        return PlayerRequest(self.player, self.now)

    @property
    def viewer(self) -> Player | None:
        """Who looks; None for nobody who is signed in."""
        return self.request.user if isinstance(self.request.user, Player) else None


def once(view: Api, do: Callable[[], Response], *, but: tuple[str, ...] = ()) -> Response:
    """Do it for the player who asks, and give a retry with the same Idempotency-Key the first answer; without a key
    just do it.

    `but` names the fields of the answer that are told once: they are not kept, and a retry does not get them.
    Raises KeyReused for another request with the same key, and ValidationError for a key that is none.
    """
    request = view.request
    if "Idempotency-Key" not in request.headers:
        return do()
    asked = PlayerRequest(view.player, view.now, key_of(request))
    wanted = idempotency.body_hash(method=request.method, path=request.path, body=request.data)
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(pk=asked.player.pk)
        first = idempotency.recall(asked, wanted)
        if first is not None:
            return Response(first["body"], first["status"])
        answer = do()
        kept = answer.data if not but else {name: value for name, value in answer.data.items() if name not in but}
        idempotency.remember(asked, wanted, {"body": kept, "status": answer.status_code})
        return answer


def game_of(request: Request, game_id: int) -> Game:
    """The game as this viewer may see it, ended first if its time has run out (R53)."""
    game = access.game_for(request.user, game_id, people=True)
    if services.look_at(game, timesource.now()):
        game = access.game_for(request.user, game_id, people=True)
    return game
