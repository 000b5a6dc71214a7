"""The API operation about openings."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from api.base import Api
from api.schemas import answers
from foundation.replica import from_replica
from sharing.openings.book import Continuation, openings_at, visible_games
from sharing.openings.lines import BadOpeningLine, OpeningLine, parse_line
from wording.letters import letter

WORDS = ["true", "false", "1", "0"]


class OpeningsView(Api):
    """Lists the moves played from a position in finished public games."""

    scopes = {"GET": "game:read"}
    public = ("GET",)
    query = ("size", "stones", "moves", "bots")

    @extend_schema(
        operation_id="openings",
        parameters=[
            OpenApiParameter("size", str, description="The board: `19`, which is the default, or `19x9`."),
            OpenApiParameter("stones", str, description="Black's handicap stones: vertices separated by commas."),
            OpenApiParameter("moves", str, description="At most 24 moves: vertices or `pass`, separated by commas."),
            OpenApiParameter("bots", str, enum=WORDS, description="Whether games of bots also count."),
        ],
        responses=answers(shapes.Openings),
    )
    @from_replica
    def get(self, request: Request) -> Response:
        """List the moves that were played from a position in finished public games, and how those games ended. The
        position is the one after `moves`. Rotated and mirrored positions count as one."""
        line, bots = _requested_line(request), request.query_params.get("bots", "false")
        if bots not in WORDS:
            raise serializers.ValidationError({"bots": ["Write true or false."]})
        page = openings_at(line.state.board, line.state.to_play, with_bots=bots in ("true", "1"))
        viewer: Any = request.user
        shown: shapes.Openings = {
            "width": line.width,
            "height": line.height,
            "stones": list(line.stones),
            "moves": list(line.moves),
            "to_play": letter(line.state.to_play),
            "games": page.totals.games,
            "next": [_continuation_json(one) for one in page.continuations],
            "latest": [game.pk for game in visible_games(page, viewer)],
        }
        return Response(shown)


def _requested_line(request: Request) -> OpeningLine:
    asked = request.query_params
    stones, moves = ([text for text in asked.get(name, "").split(",") if text] for name in ("stones", "moves"))
    try:
        return parse_line(asked.get("size", ""), stones, moves)
    except BadOpeningLine as error:
        raise serializers.ValidationError({"moves": [str(error)]}) from error


def _continuation_json(continuation: Continuation) -> shapes.Continuation:
    return {
        "move": continuation.move,
        "games": continuation.games,
        "black": continuation.black,
        "white": continuation.white,
        "draws": continuation.draws,
    }
