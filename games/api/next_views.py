"""The API operation that returns the next game in which the player has to act."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from api.base import COUNT, Api, number_from_query
from api.schemas import answers
from games import services

LARGEST = 2**31 - 1


class NextGameView(Api):
    """Reads the next game that waits for your action."""

    scopes = {"GET": "game:read"}
    query = ("after",)

    @extend_schema(
        operation_id="next_game",
        parameters=[OpenApiParameter("after", COUNT, description="The game to skip: the one after it is returned.")],
        responses=answers(shapes.NextGame),
    )
    def get(self, request: Request) -> Response:
        """Return the id of the next game where it is your turn, in the order you chose (`next_order` of `me`). It is
        null if there is none."""
        after = number_from_query(request, "after")
        found = services.next_game_number(self.player, None if after is None else min(after, LARGEST))
        return Response(shapes.NextGame(game=found))
