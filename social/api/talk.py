"""The operations of spectators' comments."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from accounts.core.lookup import get_player_by_name
from api import fields
from api.base import KEY, Api, idempotency_key_of
from api.pages import PARAMETERS, QUERY, page_of
from api.schemas import answers
from games.api.base import fetch_current_game
from games.services.idempotency import PlayerRequest
from social.api import inputs, outputs
from social.services import talk
from social.services.threads import TextOrQuickReply


class SpectatorCommentsView(Api):
    """Lists the spectators' messages about a game; writes one."""

    scopes = {"GET": "game:read", "POST": "message:write"}
    public = ("GET",)
    query = QUERY
    body = inputs.PostSerializer

    @extend_schema(operation_id="talk", parameters=PARAMETERS, responses=answers(shapes.Remarks))
    def get(self, request: Request, game_id: int) -> Response:
        """List the spectators' messages under a public game, the latest first. During the game only signed-in readers
        who do not play in it can read them, and others get `talk_sealed`. After the game everyone can. Messages of
        players you blocked or muted are left out.
        """
        return page_of(
            request,
            talk.visible_comments(request.user, fetch_current_game(request, game_id)),
            outputs.spectator_comment_json,
        )

    @extend_schema(
        operation_id="talk_say",
        request=inputs.PostSerializer,
        parameters=[KEY],
        responses=answers(shapes.Remark, 201),
    )
    def post(self, request: Request, game_id: int) -> Response:
        """Write a message as a spectator, in at most 1000 characters. The players can read it after the game."""
        words = TextOrQuickReply(**self.read_body(request).validated_data)
        made = talk.add_spectator_comment(
            PlayerRequest(self.player, self.now, idempotency_key_of(request)), game_id, words
        )
        return Response(outputs.spectator_comment_json(made), status.HTTP_201_CREATED)


class MutedSpectatorsView(Api):
    """Lists the players whose spectator messages are hidden from you."""

    scopes = {"GET": "account:read"}

    @extend_schema(operation_id="mutes", responses=answers(shapes.Muted))
    def get(self, request: Request) -> Response:
        """List the players you have muted: you do not see what they write as spectators. Players are not notified when
        you mute them."""
        return Response(shapes.Muted(results=[player.username for player in talk.players_muted_by(self.player)]))


class MuteSpectatorView(Api):
    """Hides a player's spectator messages from you; shows them again."""

    scopes = {"PUT": "account:write", "DELETE": "account:write"}

    @extend_schema(operation_id="mute", request=fields.NothingSerializer, responses=answers(None, 204))
    def put(self, request: Request, username: str) -> Response:
        """Mute a player: you no longer see what they write as a spectator."""
        self.read_body(request)
        talk.mute_spectator(player=self.player, other=get_player_by_name(username))
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(operation_id="unmute", responses=answers(None, 204))
    def delete(self, request: Request, username: str) -> Response:
        """Unmute a player."""
        talk.unmute_spectator(player=self.player, other=get_player_by_name(username))
        return Response(status=status.HTTP_204_NO_CONTENT)
