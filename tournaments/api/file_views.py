"""The operations that return files of tournaments."""

from __future__ import annotations

from django.http import HttpResponse, StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from accounts.models import Player
from api.fields import NothingSerializer
from api.once import retryable
from api.parsing import LARGEST_LIST
from api.renderers import PlainTextRenderer, ZipRenderer
from api.schemas import answers
from tournaments import exporting
from tournaments.api import inputs, outputs
from tournaments.api.views import TournamentApi
from tournaments.records import zip_of_finished_games
from tournaments.services.inviting import find_listed_players

FILES = {
    (200, one.media_type): OpenApiResponse(
        OpenApiTypes.OBJECT if one.media_type == JSONRenderer.media_type else OpenApiTypes.STR, "The file, in UTF-8."
    )
    for one in exporting.FORMS.values()
}
FORM = OpenApiParameter("form", str, OpenApiParameter.PATH, enum=list(exporting.FORMS), description="The kind of file.")
FEDERATION = OpenApiParameter(
    "form", str, OpenApiParameter.PATH, enum=list(exporting.FEDERATION_FORMS), description="The federation."
)


class ResultsFileView(TournamentApi):
    """Reads the results of a tournament as a file."""

    scopes = {"GET": None}
    renderer_classes = [PlainTextRenderer, JSONRenderer]

    @extend_schema(
        operation_id="tournament_file",
        parameters=[FORM],
        responses=FILES,
    )
    def get(self, request: Request, tournament_id: int, form: str) -> HttpResponse:
        """Return the results as a file: `h9` for the European Go Database (not of variants), `csv`, `json`, or `xml`
        for OpenGotha. Names are those of the accounts. If a player hides their rank, only directors get the file, and
        others get `ranks_hidden`.
        """
        return exporting.results_download(self.find_tournament(request, tournament_id), form, request.user)


class FinishedGamesZipView(TournamentApi):
    """Streams the SGF records of a tournament's finished games as a zip archive."""

    scopes = {"GET": None}
    renderer_classes = [ZipRenderer, JSONRenderer]

    @extend_schema(
        operation_id="tournament_games",
        responses={(200, ZipRenderer.media_type): OpenApiResponse(OpenApiTypes.BINARY, "The archive.")},
    )
    def get(self, request: Request, tournament_id: int) -> StreamingHttpResponse:
        """Return the finished games as SGF in a zip archive. Files are named by round, board and number
        (`r02-b003-1234.sgf`).
        """
        found, user = self.find_tournament(request, tournament_id), request.user
        pieces = zip_of_finished_games(found, user if isinstance(user, Player) else None)
        return StreamingHttpResponse(pieces, content_type=ZipRenderer.media_type)


class MakeFederationFileView(TournamentApi):
    """Returns the result file of a tournament in a federation's format."""

    scopes = {"POST": "events:direct"}
    public = ()
    body = NothingSerializer
    renderer_classes = [PlainTextRenderer, JSONRenderer]

    @extend_schema(
        operation_id="tournament_federation_file",
        request=NothingSerializer,
        parameters=[FEDERATION],
        responses={(200, "text/plain"): OpenApiResponse(OpenApiTypes.STR, "The file; `ffg` in ISO 8859-15.")},
    )
    def post(self, request: Request, tournament_id: int, form: str) -> HttpResponse:
        """Make the file of results for a federation: `egd` (.h9), `aga`, or `ffg` (.tou). Players who have allowed this
        are in the file with their real names and numbers, and can no longer withdraw their consent. Other players have
        their user names. Only directors get the file. Refusal: `no_such_file` before the start
        and for variants, which federations do not rate."""
        self.read_body(request)
        return exporting.make_federation_file(self.player_request, tournament_id, form)


class FindListedPlayersView(TournamentApi):
    """Finds the accounts of the players in an uploaded list."""

    scopes = {"POST": "events:direct"}
    public = ()
    body = inputs.PlayerListSerializer
    largest_body = LARGEST_LIST

    @retryable()
    @extend_schema(
        operation_id="tournament_match_players",
        request=inputs.PlayerListSerializer,
        responses=answers(shapes.ListedPlayers),
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        """Find the players of a list, for directors: a spreadsheet (name, rank, club, country, EGD PIN, username; the
        first line can name the columns), or a list of the European Go Database. No one is invited: use the action
        `invite` of `tournament_act` with the `player` and the `rank`. Only the first 20,000 lines without a player are
        returned. Refusal: `bad_player_list`.
        """
        text = self.read_body(request).validated_data["players"]
        matched = find_listed_players(self.player, self.find_tournament(request, tournament_id), text.encode())
        return Response(outputs.listed_players_json(matched))
