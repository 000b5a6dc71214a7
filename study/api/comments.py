"""The operations about what is said and proposed at the moves of a game."""

from __future__ import annotations

from functools import partial

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from accounts.core.lookup import player_named
from api.base import KEY, MAYBE_KEY, Api, key_of
from api.once import once, retryable
from api.pages import PARAMETERS, QUERY, page_of
from api.schemas import answers
from games.api.base import game_of
from games.services.idempotency import PlayerRequest
from study import access
from study.api import inputs, outputs
from study.services import comments, proposing, trees


class CommentsView(Api):
    """What is said at the moves of a game."""

    scopes = {"GET": "game:read", "POST": "message:write"}
    public = ("GET",)
    query = QUERY
    body = inputs.CommentSerializer

    @extend_schema(operation_id="comments", parameters=PARAMETERS, responses=answers(shapes.Comments))
    def get(self, request: Request, game_id: int) -> Response:
        """What is said at the moves of a game, the latest first. While it runs, only what you have written yourself; in
        a teaching game what both players have. When it is over, all of it, for all who may see the game."""
        game = game_of(request, game_id)
        shown = partial(outputs.comment, game=game, teachers=access.teacher_ids(game))
        return page_of(request, comments.comments_of(request.user, game), shown)

    @extend_schema(
        operation_id="comment",
        request=inputs.CommentSerializer,
        parameters=[KEY],
        responses=answers(shapes.Comment, 201, refuses=(409,)),
    )
    def post(self, request: Request, game_id: int) -> Response:
        """Say something at a move, in at most 2000 characters. While the game runs its players do, at moves of the
        game, and it is sealed: open to all who may see the game, at its end. Afterwards everybody who is signed in and
        may see the game, at any move of its review. `thread_closed`: not you, or not now; `not_shared`: there is no
        such move in what you may see."""
        data = self.read(request).validated_data
        asked = PlayerRequest(self.player, self.now, key_of(request))
        made = comments.comment(asked, game_id, data.get("node", ""), data["text"])
        game = game_of(request, game_id)
        return Response(outputs.comment(made, game, access.teacher_ids(game)), status.HTTP_201_CREATED)


class CommentView(Api):
    """One comment."""

    scopes = {"DELETE": "message:write"}

    @extend_schema(operation_id="comment_withdraw", responses=answers(None, 204))
    def delete(self, request: Request, game_id: int, comment_id: int) -> Response:
        """Delete a comment of yours, unless moderators have hidden it."""
        comments.withdraw(self.player, game_of(request, game_id).pk, comment_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class VariationsView(Api):
    """What you propose at a finished game."""

    scopes = {"POST": "message:write", "DELETE": "message:write"}
    body = inputs.VariationSerializer

    @extend_schema(
        operation_id="variation",
        request=inputs.VariationSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.Proposed, refuses=(409,)),
    )
    def post(self, request: Request, game_id: int) -> Response:
        """Propose a line of moves at a finished game, for all who may see it: at most 30 at a time, 200 altogether. The
        same line again changes nothing."""
        data = self.read(request).validated_data
        line = proposing.Line(data.get("node", ""), data["moves"])
        return once(self, lambda: self._propose(game_id, line))

    def _propose(self, game_id: int, line: proposing.Line) -> Response:
        row, last = proposing.propose(PlayerRequest(self.player, self.now), game_id, line)
        return Response(outputs.proposed(row, last, trees.record_of(game_of(self.request, game_id))))

    @extend_schema(operation_id="variations_remove", responses=answers(None, 204))
    def delete(self, request: Request, game_id: int) -> Response:
        """Take back all that you propose at this game. Your comments stay."""
        proposing.remove(self.player, game_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class TeachersView(Api):
    """Who teaches at a finished game."""

    scopes = {"POST": "message:write"}
    body = inputs.TeacherSerializer

    @retryable()
    @extend_schema(
        operation_id="teacher", request=inputs.TeacherSerializer, responses=answers(None, 204, refuses=(409,))
    )
    def post(self, request: Request, game_id: int) -> Response:
        """Invite somebody to teach at a public game of yours that is over. What they write in its review is marked and
        comes first; it gives them no right. At most three people; the same one again changes nothing."""
        other = player_named(self.read(request).validated_data["username"])
        proposing.invite(self.player, game_id, other, self.now)
        return Response(status=status.HTTP_204_NO_CONTENT)
