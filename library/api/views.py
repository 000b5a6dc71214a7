"""The operations of the library."""

from __future__ import annotations

from django.http import HttpResponse, StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers, status
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from api.base import MAYBE_KEY, Api
from api.once import run_once
from api.pages import PARAMETERS, QUERY, page_of
from api.parsing import LARGEST_FILE
from api.renderers import ZipRenderer
from api.schemas import answers
from clubs.api.audiences import AudienceSerializer, audience_from_body
from foundation.text import whole_number
from games.api.renderers import SgfRenderer
from games.terms import OFFERED_SIZES
from library.access import others_records_visible_to, records_of_owner, visible_record
from library.api import inputs, outputs
from library.api.examples import AUDIENCES, RECORDS, SHELVES
from library.core.facts import MOST_NODES
from library.downloads import file_response, files_response
from library.errors import NoSuchRecord
from library.forms import RecordSearchForm
from library.models import RecordQuerySet
from library.services import changing, listing, sharing, uploading
from library.services.listing import LONGEST_SEARCH
from library.services.positions import parse_board, parse_rectangle, search_position, search_rectangle
from library.services.shelving import checked_folder_and_tags
from library.services.trees import read_tree
from library.services.uploading import UploadRequest
from rules import RULE_SETS, Board

_TEXT = {"type": "string", "maxLength": LONGEST_SEARCH}
_VERTEX = {"type": "string", "maxLength": 3}
_DATE = r"^\d{4}(-\d{2}(-\d{2})?)?$"
SEARCH = [
    OpenApiParameter("player", _TEXT, description="Words in the names of the players."),
    OpenApiParameter("event", _TEXT, description="Words in the name of the event."),
    OpenApiParameter("since", {"type": "string", "pattern": _DATE}, description="Played on this date or later."),
    OpenApiParameter("until", {"type": "string", "pattern": _DATE}, description="Played on this date or earlier."),
    OpenApiParameter("size", {"type": "integer", "enum": list(OFFERED_SIZES)}, description="The size of the board."),
    OpenApiParameter("rules", {"type": "string", "enum": sorted(RULE_SETS)}, description="The rule set."),
    OpenApiParameter("folder", _TEXT, description="The folder."),
    OpenApiParameter("tag", _TEXT, description="A tag."),
]
FIELDS = tuple(RecordSearchForm.base_fields)


def _find_records(view: Api, request: Request) -> RecordQuerySet:
    """Return the records that match the query parameters. Raises ValidationError."""
    form = RecordSearchForm({name: request.query_params.get(name, "") for name in FIELDS})
    if not form.is_valid():
        raise serializers.ValidationError({name: list(map(str, errors)) for name, errors in form.errors.items()})
    return listing.matching_records(view.player, form.search())


def _loaded_for_output(rows: RecordQuerySet) -> RecordQuerySet:
    """Return the records with everything loaded that `outputs.record_json` reads."""
    return rows.select_related("owner").prefetch_related("tags")


class RecordsView(Api):
    """Lists the records in your library; adds the games of files."""

    scopes = {"GET": "study:write", "POST": "study:write"}
    query = (*QUERY, *FIELDS)
    body = inputs.AddRecordsSerializer
    largest_body = LARGEST_FILE

    @extend_schema(operation_id="library", parameters=[*PARAMETERS, *SEARCH], responses=answers(shapes.LibraryRecords))
    def get(self, request: Request) -> Response:
        """List the records in your library, the newest first."""
        return page_of(request, _loaded_for_output(_find_records(self, request)), outputs.record_json)

    @extend_schema(
        operation_id="library_add",
        request=inputs.AddRecordsSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.LibraryAdded, 201, refuses=(409,)),
        examples=RECORDS,
    )
    def post(self, request: Request) -> Response:
        """Add the games of one or more files to your library, variations and comments included. Files that cannot be
        read are left out, with the reason; if no file can be read, the request is refused. Games that your library
        already has are not added again. A library can have 5,000 records and 50 MB; more are refused with
        `library_full`.
        """
        return run_once(self, lambda: self._add(request))

    def _add(self, request: Request) -> Response:
        body = self.read_body(request)
        data = body.validated_data
        shelf = checked_folder_and_tags(data.get("folder", ""), data.get("tags", []))
        wanted = frozenset(data["games"]) if "games" in data else None
        made = uploading.upload_and_keep(self.player, UploadRequest(body.uploaded_files(), wanted), shelf, self.now)
        rows = _loaded_for_output(records_of_owner(self.player).filter(pk__in=[row.pk for row in made.records]))
        added = shapes.LibraryAdded(
            results=[outputs.record_json(row) for row in rows.order_by("pk")],
            known=made.known,
            refused=[outputs.refused_file_json(name, refusal) for name, refusal in made.refused],
        )
        return Response(added, status.HTTP_201_CREATED)


class RecordView(Api):
    """Reads one record; changes its folder and tags, or deletes it."""

    scopes = {"GET": "study:write", "PATCH": "study:write", "DELETE": "study:write"}
    public = ("GET",)
    body = inputs.FolderAndTagsSerializer

    @extend_schema(operation_id="library_record", responses=answers(shapes.LibraryRecord))
    def get(self, request: Request, record_id: int) -> Response:
        """Return a record of your library, or one that is shared with you, without its file."""
        found = visible_record(request.user, record_id)
        return Response(outputs.record_json(found, is_own=found.owner_id == request.user.pk))

    @extend_schema(
        operation_id="library_change",
        request=inputs.FolderAndTagsSerializer,
        responses=answers(shapes.LibraryRecord),
        examples=SHELVES,
    )
    def patch(self, request: Request, record_id: int) -> Response:
        """Put a record into a folder, or change its tags."""
        data = self.read_body(request).validated_data
        shelf = checked_folder_and_tags(data.get("folder"), data.get("tags"))
        (changed,) = changing.set_folder_and_tags(self.player, [record_id], shelf, self.now)
        return Response(outputs.record_json(changed))

    @extend_schema(operation_id="library_delete", responses=answers(None, 204))
    def delete(self, request: Request, record_id: int) -> Response:
        """Delete a record."""
        changing.delete_records(self.player, [record_id])
        return Response(status=status.HTTP_204_NO_CONTENT)


class RecordFileView(Api):
    """Reads the file of a record as it was uploaded."""

    scopes = {"GET": "study:write"}
    public = ("GET",)
    renderer_classes = [SgfRenderer, JSONRenderer]

    @extend_schema(
        operation_id="library_file",
        responses={(200, SgfRenderer.media_type): OpenApiResponse(OpenApiTypes.STR, "The file, as it was uploaded.")},
    )
    def get(self, request: Request, record_id: int) -> HttpResponse:
        """Return the file of a record, byte for byte as it was uploaded."""
        return file_response(visible_record(request.user, record_id))


class DownloadMatchingRecordsView(Api):
    """Downloads the matching records as a zip archive or as one SGF collection."""

    scopes = {"GET": "study:write"}
    query = (*FIELDS, "as")
    makes_exports = True
    renderer_classes = [ZipRenderer, SgfRenderer, JSONRenderer]

    @extend_schema(
        operation_id="library_download",
        parameters=[
            *SEARCH,
            OpenApiParameter(
                "as", {"type": "string", "enum": ["zip", "sgf"]}, description="An archive, or one collection."
            ),
        ],
        responses={(200, ZipRenderer.media_type): OpenApiResponse(OpenApiTypes.BINARY, "The archive.")},
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        """Return all records that match the query: as a zip archive of the files as they were uploaded, or as one SGF
        collection in UTF-8."""
        kind = request.query_params.get("as", "zip")
        if kind not in ("zip", "sgf"):
            raise serializers.ValidationError({"as": ["zip or sgf."]})
        return files_response(_find_records(self, request), as_collection=kind == "sgf")


class SharedRecordsView(Api):
    """Lists the records that other players share with you."""

    scopes = {"GET": "study:write"}
    public = ("GET",)
    query = QUERY

    @extend_schema(operation_id="library_shared", parameters=PARAMETERS, responses=answers(shapes.LibraryRecords))
    def get(self, request: Request) -> Response:
        """List other players' records that you may see, the newest first: shared with you, with one of your clubs, or
        with everyone. Their folders and tags are left out."""
        return page_of(
            request, others_records_visible_to(request.user).select_related("owner"), outputs.shared_record_json
        )


class RecordAudienceView(Api):
    """Reads and changes who may see one of your records."""

    scopes = {"GET": "study:write", "PUT": "study:write"}
    body = AudienceSerializer

    @extend_schema(operation_id="library_audience", responses=answers(shapes.LibraryAudience))
    def get(self, request: Request, record_id: int) -> Response:
        """Return who may see your record."""
        found = records_of_owner(self.player).filter(pk=record_id).first()
        if found is None:
            raise NoSuchRecord
        return Response(outputs.audience_json(found))

    @extend_schema(
        operation_id="library_share",
        request=AudienceSerializer,
        responses=answers(shapes.LibraryAudience, refuses=(409,)),
        examples=AUDIENCES,
    )
    def put(self, request: Request, record_id: int) -> Response:
        """Set who may see your record; this replaces the earlier choice. An empty body makes it private."""
        audience = audience_from_body(self.read_body(request).validated_data)
        return Response(outputs.audience_json(sharing.share_record(self.player, record_id, audience, self.now)))


_PART = [
    OpenApiParameter("from", _VERTEX, description="A corner of a rectangle, such as A1; needs `to`."),
    OpenApiParameter("to", _VERTEX, description="The opposite corner of the rectangle, such as K10."),
    OpenApiParameter(
        "swapped",
        {"type": "boolean", "default": False},
        description="Whether the rectangle with the colors swapped counts too.",
    ),
]


class PositionSearchView(Api):
    """Searches your library and other records for a position."""

    scopes = {"GET": "study:write"}
    public = ("GET",)
    query = ("at", "from", "to", "swapped")

    @extend_schema(
        operation_id="library_positions",
        parameters=[
            OpenApiParameter(
                "at",
                {"type": "integer", "minimum": 0, "maximum": MOST_NODES, "default": 0},
                description="The number of the node, from 0 in the order of the file.",
            ),
            *_PART,
        ],
        responses=answers(shapes.LibraryPositions),
    )
    def get(self, request: Request, record_id: int) -> Response:
        """Search the whole board of a position in your library, in records shared with you, and in the first 24 moves
        of public games on this server. Rotated and mirrored positions count.

        With `from` and `to`, search a rectangle of 4x4 to 10x10 points at a corner or side, within the first 60 moves.
        """
        at = whole_number(request.query_params.get("at", "0"), 5)
        tree = read_tree(visible_record(request.user, record_id))
        if at is None or at >= len(tree.nodes):
            raise serializers.ValidationError({"at": ["The number of a node of this record."]})
        board, asked = tree.position_at(at).board, request.query_params
        if "from" not in asked and "to" not in asked:
            return Response(outputs.position_search_json(search_position(request.user, board, tree.to_play(at))))
        return Response(_search_rectangle_json(request, board))


class RectangleSearchView(Api):
    """Searches a part of any board."""

    scopes = {"GET": "study:write"}
    public = ("GET",)
    query = ("board", "from", "to", "swapped")

    @extend_schema(
        operation_id="library_search",
        parameters=[
            OpenApiParameter(
                "board",
                {"type": "string", "maxLength": 400},
                description="The rows of the board, the top row first, with `/` between them: `.` for an empty point, "
                "`X` for Black, `O` for White. An empty board has nothing to search.",
            ),
            *_PART,
        ],
        responses=answers(shapes.LibraryPositions),
    )
    def get(self, request: Request) -> Response:
        """Search a rectangle of a board in your library, in records shared with you, and in public games on this
        server, as `library_positions` does: 4x4 to 10x10 points at a corner or side, within the first 60 moves.
        """
        return Response(_search_rectangle_json(request, parse_board(request.query_params.get("board", ""))))


def _search_rectangle_json(request: Request, board: Board) -> shapes.LibraryPositions:
    asked = request.query_params
    area = parse_rectangle(board, asked.get("from", ""), asked.get("to", ""))
    return outputs.rectangle_search_json(
        search_rectangle(request.user, board, area, swapped=asked.get("swapped") == "true")
    )
