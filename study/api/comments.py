"""The operations about comments and variations at the moves of a game."""

from __future__ import annotations

from functools import partial

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from accounts.core.lookup import get_player_by_name
from api.base import KEY, MAYBE_KEY, Api, idempotency_key_of
from api.once import retryable, run_once
from api.pages import PARAMETERS, QUERY, page_of
from api.schemas import answers
from games.api.base import fetch_current_game
from games.services.idempotency import PlayerRequest
from study import access
from study.api import inputs, outputs
from study.services import comments, proposing, trees


class CommentsView(Api):
    """Lists the comments on a game's moves; adds one."""

    scopes = {"GET": "game:read", "POST": "message:write"}
    public = ("GET",)
    query = QUERY
    body = inputs.CommentSerializer

    @extend_schema(operation_id="comments", parameters=PARAMETERS, responses=answers(shapes.Comments))
    def get(self, request: Request, game_id: int) -> Response:
        """List the comments on a game's moves, the latest first. During the game you only get your own comments, or in
        a teaching game those of both players. After the game, everyone who can see the game gets all of them."""
        game = fetch_current_game(request, game_id)
        shown = partial(outputs.comment_json, game=game, teachers=access.teacher_ids(game))
        return page_of(request, comments.visible_comments(request.user, game), shown)

    @extend_schema(
        operation_id="comment",
        request=inputs.CommentSerializer,
        parameters=[KEY],
        responses=answers(shapes.Comment, 201, refuses=(409,)),
    )
    def post(self, request: Request, game_id: int) -> Response:
        """Comment on a move, in at most 2000 characters. During the game, only its players can comment, and only on
        moves of the game. Their comments are sealed until the game ends. After the game, everyone who is signed in and
        can see the game can comment on any move of its review. Refusals: `thread_closed`, if you cannot write there
        now; `not_shared`, if you cannot see such a move.
        """
        data = self.read_body(request).validated_data
        asked = PlayerRequest(self.player, self.now, idempotency_key_of(request))
        made = comments.add_comment(asked, game_id, data.get("node", ""), data["text"])
        game = fetch_current_game(request, game_id)
        return Response(outputs.comment_json(made, game, access.teacher_ids(game)), status.HTTP_201_CREATED)


class DeleteCommentView(Api):
    """Deletes one of your own comments."""

    scopes = {"DELETE": "message:write"}

    @extend_schema(operation_id="comment_withdraw", responses=answers(None, 204))
    def delete(self, request: Request, game_id: int, comment_id: int) -> Response:
        """Delete your own comment, unless moderators have hidden it."""
        comments.withdraw_comment(self.player, fetch_current_game(request, game_id).pk, comment_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class VariationsView(Api):
    """Adds variations to a finished game; deletes your own."""

    scopes = {"POST": "message:write", "DELETE": "message:write"}
    body = inputs.VariationSerializer

    @extend_schema(
        operation_id="variation",
        request=inputs.VariationSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.Proposed, refuses=(409,)),
    )
    def post(self, request: Request, game_id: int) -> Response:
        """Add a variation to a finished game, for everyone who can see the game. You can add at most 30 moves at a
        time, and 200 to a game. Adding the same line again changes nothing."""
        data = self.read_body(request).validated_data
        line = proposing.VariationLine(data.get("node", ""), data["moves"])
        return run_once(self, lambda: self._propose(game_id, line))

    def _propose(self, game_id: int, line: proposing.VariationLine) -> Response:
        row, last = proposing.add_line_to_review(PlayerRequest(self.player, self.now), game_id, line)
        return Response(
            outputs.proposed_variations_json(row, last, trees.trunk_of_game(fetch_current_game(self.request, game_id)))
        )

    @extend_schema(operation_id="variations_remove", responses=answers(None, 204))
    def delete(self, request: Request, game_id: int) -> Response:
        """Delete all variations that you added to this game. Your comments stay."""
        proposing.delete_variations(self.player, game_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class InviteTeacherView(Api):
    """Invites a teacher to the review of a finished game."""

    scopes = {"POST": "message:write"}
    body = inputs.InviteTeacherSerializer

    @retryable()
    @extend_schema(
        operation_id="teacher", request=inputs.InviteTeacherSerializer, responses=answers(None, 204, refuses=(409,))
    )
    def post(self, request: Request, game_id: int) -> Response:
        """Invite a teacher to the review of a finished public game of yours. A teacher's comments are marked as such
        and come first; a teacher has no other rights. A game can have three teachers. Inviting the same player again
        changes nothing."""
        other = get_player_by_name(self.read_body(request).validated_data["username"])
        proposing.invite_teacher(self.player, game_id, other, self.now)
        return Response(status=status.HTTP_204_NO_CONTENT)
