"""The operations of computer analyses and estimates."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from api import fields
from api.base import COUNT, Api, number_from_query
from api.once import retryable
from api.schemas import answers
from games.api.base import fetch_current_game
from machine_review.api import outputs
from machine_review.api.inputs import HideReviewsSerializer
from machine_review.services import reviews
from machine_review.services.estimates import estimate_of
from machine_review.services.replaying import replay_positions


class ReviewView(Api):
    """Reads the computer analysis of a game, or requests an analysis."""

    scopes = {"GET": "game:read", "POST": "game:play"}
    public = ("GET",)

    @extend_schema(operation_id="machine_review", responses=answers(shapes.MachineReview, refuses=(409,)))
    def get(self, request: Request, game_id: int) -> Response:
        """Return the computer analysis of a finished game as far as it is ready. Refusals: `no_review` (404), if no one
        has requested one; `not_finished`; `position_in_play`, if a game in progress has had the same position. A
        `review` line in the game's stream means that more of the analysis is ready."""
        return Response(outputs.review_json(reviews.review_or_raise(fetch_current_game(request, game_id))))

    @retryable()
    @extend_schema(
        operation_id="machine_review_ask",
        request=fields.NothingSerializer,
        responses={**answers(shapes.MachineReview), **answers(shapes.MachineReview, 201, refuses=(409,))},
    )
    def post(self, request: Request, game_id: int) -> Response:
        """Request the computer analysis of a finished game (201). If it exists already, you get it (200), so retries
        are safe. A failed analysis is tried again. Refusals: `no_engine`, `not_finished`, `position_in_play`,
        `review_limit`, `reviews_waiting`.
        """
        self.read_body(request)
        job, is_new = reviews.request_review(fetch_current_game(request, game_id), self.player, now=self.now)
        return Response(outputs.review_json(job), status.HTTP_201_CREATED if is_new else status.HTTP_200_OK)


class HiddenReviewsView(Api):
    """Reads whether computer analysis is hidden from you; hides or shows it."""

    scopes = {"GET": "account:read", "PUT": "account:write"}
    body = HideReviewsSerializer

    @extend_schema(operation_id="machine_reviews_choice", responses=answers(shapes.ReviewChoice))
    def get(self, request: Request) -> Response:
        """Return whether computer analysis is hidden from you on all pages."""
        return Response(shapes.ReviewChoice(hidden=reviews.are_reviews_hidden_for(self.player)))

    @extend_schema(
        operation_id="machine_reviews_choose", request=HideReviewsSerializer, responses=answers(shapes.ReviewChoice)
    )
    def put(self, request: Request) -> Response:
        """Hide computer analysis from yourself on all pages, or show it again."""
        hidden = self.read_body(request).validated_data["hidden"]
        reviews.set_reviews_hidden(self.player, hidden=hidden)
        return Response(shapes.ReviewChoice(hidden=hidden))


class EstimateView(Api):
    """Estimates the territory of a position."""

    scopes = {"GET": "game:read"}
    public = ("GET",)
    query = ("move",)

    @extend_schema(
        operation_id="estimate",
        parameters=[
            OpenApiParameter("move", COUNT, description="The number of moves played; the current position by default.")
        ],
        responses=answers(shapes.Estimate, refuses=(409,)),
    )
    def get(self, request: Request, game_id: int) -> Response:
        """Estimate the territory of a position, and who is ahead. During the game this is only possible if its terms
        allow analysis; otherwise the answer is `analysis_off`. An engine is only used after the game.
        """
        game = fetch_current_game(request, game_id)
        course = replay_positions(game)
        asked = number_from_query(request, "move", None)
        if asked is not None and asked >= len(course.boards):
            raise serializers.ValidationError({"move": ["The game has no such move."]})
        move = len(course.moves) if asked is None else asked
        return Response(outputs.estimate_json(estimate_of(game, course, move), move, game.height))
