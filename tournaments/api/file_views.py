"""The operations that return files of tournaments."""

from __future__ import annotations

from django.http import HttpResponse, StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from accounts.models import Player
from api.fields import NothingSerializer
from api.renderers import PlainRenderer, ZipRenderer
from tournaments import exporting
from tournaments.api.views import TournamentApi
from tournaments.records import zip_of

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


class FileView(TournamentApi):
    """Results as a file."""

    scopes = {"GET": None}
    renderer_classes = [PlainRenderer, JSONRenderer]

    @extend_schema(
        operation_id="tournament_file",
        parameters=[FORM],
        responses=FILES,
    )
    def get(self, request: Request, tournament_id: int, form: str) -> HttpResponse:
        """Return the results as a file: `h9` for the European Go Database, `csv`, `json`, or `xml` for OpenGotha.
        Names are those of the accounts.
        """
        return exporting.as_download(self.of(request, tournament_id), form)


class RecordsView(TournamentApi):
    """The finished games of a tournament."""

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
        found, user = self.of(request, tournament_id), request.user
        pieces = zip_of(found, user if isinstance(user, Player) else None)
        return StreamingHttpResponse(pieces, content_type=ZipRenderer.media_type)


class FederationFileView(TournamentApi):
    """Results for a federation."""

    scopes = {"POST": "events:direct"}
    public = ()
    body = NothingSerializer
    renderer_classes = [PlainRenderer, JSONRenderer]

    @extend_schema(
        operation_id="tournament_federation_file",
        request=NothingSerializer,
        parameters=[FEDERATION],
        responses={(200, "text/plain"): OpenApiResponse(OpenApiTypes.STR, "The file; `ffg` in ISO 8859-15.")},
    )
    def post(self, request: Request, tournament_id: int, form: str) -> HttpResponse:
        """Make the file of results for a federation: `egd` (.h9), `aga`, or `ffg` (.tou). It has the real names and
        numbers of the players who allow it; they can no longer withdraw that. Others have their user names. For
        directors; refusal: `no_such_file` before the start.
        """
        self.read(request)
        return exporting.federation_file(self.asked, tournament_id, form)
