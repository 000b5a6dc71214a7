"""The API operations about game records."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

from django.http import HttpResponse, StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from api.base import COUNT, Api, number_from_query, require_scope
from api.renderers import NdjsonRenderer, ZipRenderer
from api.schemas import answers, refusing, schema_of
from foundation.replica import from_replica
from games import seen
from games.api import outputs
from games.api.base import fetch_current_game
from games.api.game_views import search_from_query
from games.api.inputs import FILTERS, GameFilterSerializer
from games.api.renderers import SgfRenderer
from games.game_view import GameView
from games.models import Game
from games.services.listing import games_by_number_or_start
from games.sgf_export import iterate_records, page_of_latest_games, zip_of_records

MOST_EXPORTED = 300
MOST_PAGES = 9999


_NAMES = re.compile("([a-z]{1,20}(,[a-z]{1,20})*)?")
WITH = OpenApiParameter(
    "with",
    {"type": "string", "pattern": f"^{_NAMES.pattern}$", "maxLength": 100},
    description="What to include, separated by commas: `tree` for the variations that you may see (your own "
    "with the scope `study:write`), `machine` for the computer analysis. Missing parts are left out.",
)


def _requested_sgf(request: Request, game_id: int) -> str:
    """Return the SGF record of a game with the additions named in the request. Raises NoSuchGame, and ScopeMissing if
    an analysis tree is requested without the scope for it."""
    game, more = fetch_current_game(request, game_id), request.query_params.get("with", "")
    if len(more) > 100 or not _NAMES.fullmatch(more):
        raise serializers.ValidationError({"with": ["Write names in small letters, with commas between them."]})
    if "tree" in more.split(","):
        require_scope(request, "study:write")
    return GameView(game, request.user).sgf(more=more)


class SgfInJsonView(Api):
    """Reads the SGF record of a game, in a field of a JSON object."""

    scopes = {"GET": "game:read"}
    public = ("GET",)
    query = ("with",)

    @extend_schema(operation_id="sgf", parameters=[WITH], responses=answers(shapes.Sgf, refuses=(409,)))
    def get(self, request: Request, game_id: int) -> Response:
        """Return the game as SGF (FF[4]), in the field `sgf`."""
        return Response(shapes.Sgf(sgf=_requested_sgf(request, game_id)))


class SgfFileView(Api):
    """Reads the SGF record of a game, as a file."""

    scopes = {"GET": "game:read"}
    public = ("GET",)
    query = ("with",)
    renderer_classes = [SgfRenderer, JSONRenderer]

    @extend_schema(
        operation_id="sgf_file",
        parameters=[WITH],
        responses={
            (200, SgfRenderer.media_type): OpenApiResponse(OpenApiTypes.STR, "The file, in UTF-8."),
            **refusing(409),
        },
    )
    def get(self, request: Request, game_id: int) -> HttpResponse:
        """Return the game as an SGF file (FF[4]), for programs that open SGF from a URL."""
        text = _requested_sgf(request, game_id)
        answer = HttpResponse(text, content_type=f"{SgfRenderer.media_type}; charset=utf-8")
        answer["Content-Disposition"] = f'attachment; filename="{game_id}.sgf"'
        return answer


BEFORE = OpenApiParameter("before", COUNT, description="Only games with smaller numbers, for the next page.")


class GamesExportView(Api):
    """Streams the games that you may see, each with its record."""

    scopes = {"GET": "game:read"}
    public = ("GET",)
    query = (*FILTERS, "before")
    makes_exports = True
    renderer_classes = [NdjsonRenderer, JSONRenderer]

    @extend_schema(
        operation_id="games_export",
        parameters=[GameFilterSerializer, BEFORE],
        responses={
            (200, NdjsonRenderer.media_type): OpenApiResponse(
                schema_of(shapes.GameRecord), "Each line is one of these."
            ),
        },
    )
    @from_replica
    def get(self, request: Request) -> StreamingHttpResponse:
        """Return the games that `games` would list, each with its record, as one JSON object a line. The newest come
        first, at most 300 at a time. Continue with `before`, the number of the last game that you got. Only the
        records of your own games have the reasons of rejections.
        """
        viewer: Any = request.user
        before = number_from_query(request, "before", None)
        rows = games_by_number_or_start(viewer, replace(search_from_query(request), by_number=True))
        edge = None if before is None else (before, before)
        numbers = [number for _, number in rows.keys(MOST_EXPORTED, after=edge)]
        if viewer.is_authenticated:
            seen.mark_all_seen(viewer.pk, numbers)
        found = iterate_records(numbers, Game.objects.visible_to(viewer))
        lines = (_export_line(game, GameView(game, viewer).sgf(record)) for game, record in found)
        headers = {"Cache-Control": "no-store"}
        return StreamingHttpResponse(lines, content_type=f"{NdjsonRenderer.media_type}; charset=utf-8", headers=headers)


def _export_line(game: Game, sgf: str) -> bytes:
    record: shapes.GameRecord = {**outputs.game_row_json(game), "sgf": sgf}
    return json.dumps(record, separators=(",", ":")).encode() + b"\n"


class OwnRecordsZipView(Api):
    """Streams the SGF records of your own games as a zip archive."""

    scopes = {"GET": "game:read"}
    query = ("page", "before")
    renderer_classes = [ZipRenderer, JSONRenderer]

    @extend_schema(
        operation_id="records",
        parameters=[
            OpenApiParameter(
                "page",
                {"type": "integer", "minimum": 1, "maximum": MOST_PAGES},
                description="The page, of a thousand games each. A new game shifts the others by one.",
            ),
            BEFORE,
        ],
        responses={(200, ZipRenderer.media_type): OpenApiResponse(OpenApiTypes.BINARY, "The archive.")},
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        """Return your latest 1000 games as SGF in a zip archive. For older ones, send as `before` the smallest number
        in the file names (`2026-03-02-17.sgf` is game 17), or use `page=2`.
        """
        page, before = number_from_query(request, "page", 1), number_from_query(request, "before", None)
        if page is None or not 1 <= page <= MOST_PAGES:
            raise serializers.ValidationError({"page": [f"From 1 to {MOST_PAGES}."]})
        games = page_of_latest_games(self.player, str(page), before)
        return StreamingHttpResponse(zip_of_records(games), content_type=ZipRenderer.media_type)
