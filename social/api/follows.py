"""The operations of following."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from accounts.core.lookup import get_player_by_name
from api import fields
from api.base import Api
from api.pages import PARAMETERS, QUERY, page_of
from api.schemas import answers
from social.api import inputs, outputs
from social.services import follows


class FollowedPlayersView(Api):
    """Lists the players you follow."""

    scopes = {"GET": "account:read"}
    query = QUERY

    @extend_schema(operation_id="follows", parameters=PARAMETERS, responses=answers(shapes.Follows))
    def get(self, request: Request) -> Response:
        """List the players you follow, the latest first. A friend is a player who also follows you."""
        return page_of(request, follows.followed_player_rows(self.player), outputs.followed_player_json)


class FollowersView(Api):
    """Lists the players who follow you."""

    scopes = {"GET": "account:read"}
    query = QUERY

    @extend_schema(operation_id="followers", parameters=PARAMETERS, responses=answers(shapes.Follows))
    def get(self, request: Request) -> Response:
        """List the players who follow you, the latest first."""
        return page_of(request, follows.follower_rows(self.player), outputs.follower_json)


class FollowPlayerView(Api):
    """Follows a player; stops following."""

    scopes = {"PUT": "account:write", "DELETE": "account:write"}

    @extend_schema(
        operation_id="follow", request=fields.NothingSerializer, responses=answers(None, 204, refuses=(409,))
    )
    def put(self, request: Request, username: str) -> Response:
        """Follow a player, who is notified once. You get a notification when they start public games."""
        self.read_body(request)
        follows.follow_player(player=self.player, other=get_player_by_name(username), now=self.now)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(operation_id="unfollow", responses=answers(None, 204))
    def delete(self, request: Request, username: str) -> Response:
        """Stop following a player."""
        follows.unfollow_player(player=self.player, other=get_player_by_name(username))
        return Response(status=status.HTTP_204_NO_CONTENT)


class FollowedGamesView(Api):
    """Lists the games you follow."""

    scopes = {"GET": "note:read"}
    query = QUERY

    @extend_schema(operation_id="stars", parameters=PARAMETERS, responses=answers(shapes.Stars))
    def get(self, request: Request) -> Response:
        """List the games you follow, the latest first, with your notes and tags."""
        return page_of(request, follows.followed_game_rows(self.player), outputs.followed_game_json)


class FollowGameView(Api):
    """Follows a game; stops following."""

    scopes = {"PUT": "note:write", "DELETE": "note:write"}
    body = inputs.StarSerializer

    @extend_schema(operation_id="star", request=inputs.StarSerializer, responses=answers(shapes.Star, refuses=(409,)))
    def put(self, request: Request, game_id: int) -> Response:
        """Follow a public game, or replace your note and tag. You get a notification when it ends."""
        label = follows.FollowedGameLabel(**self.read_body(request).validated_data)
        return Response(
            outputs.followed_game_json(
                follows.follow_game(player=self.player, game_id=game_id, label=label, now=self.now)
            )
        )

    @extend_schema(operation_id="unstar", responses=answers(None, 204))
    def delete(self, request: Request, game_id: int) -> Response:
        """Stop following a game."""
        follows.unfollow_game(player=self.player, game_id=game_id)
        return Response(status=status.HTTP_204_NO_CONTENT)
