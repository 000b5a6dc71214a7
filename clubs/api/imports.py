"""The operations about games that clubs imported from other servers."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from accounts.core.lookup import get_player_by_name
from api.base import MAYBE_KEY
from api.fields import LONGEST_BASE64, StrictSerializer, Text, decode_base64
from api.once import run_once
from api.pages import PARAMETERS, QUERY, page_of
from api.parsing import LARGEST_FILE
from api.schemas import answers
from clubs import access
from clubs.api import outputs
from clubs.api.examples import IMPORTING, MAPPING
from clubs.errors import NotClubOwner
from clubs.models import Club, ClubRole, GameImport, ImportedGame, ImportedName
from clubs.models.imported import LONGEST_FILE_NAME
from clubs.services import imported_names, imports
from foundation.text import check_single_line

from .views import ClubApi

LONGEST_PLAYER = 30


class ImportSerializer(StrictSerializer):
    """The body of a request to import games: a file and its name."""

    file_name = Text(max_length=LONGEST_FILE_NAME, validators=[check_single_line], help_text="The name of the file.")
    content = Text(max_length=LONGEST_BASE64, help_text="The bytes of the file in base64, at most 870 kB.")

    def file(self) -> tuple[str, bytes]:
        """Return the uploaded file's name, and its content decoded from base64. Raises ValidationError if the content
        is not valid base64."""
        return self.validated_data["file_name"], decode_base64(self.validated_data["content"])


class ImportedNameSerializer(StrictSerializer):
    """The body of a request to map a name in imported games to a member, or to answer such a proposal."""

    act = serializers.ChoiceField(
        choices=["propose", "confirm", "decline"],
        help_text="For the owner: propose a member, or none. For that member: confirm or decline.",
    )
    player = Text(
        max_length=LONGEST_PLAYER, required=False, allow_blank=True,
        help_text="With `propose`: the name of the member; empty for a plain name.",
    )  # fmt: skip


class ClubOwnerApi(ClubApi):
    """Base of the API views that only a club's owner may use."""

    public = ()

    def owned_club(self, club_id: int) -> Club:
        """Return the club if the requester owns it. Raises NoSuchClub, NotClubOwner."""
        club = self.find_club(club_id)
        if access.role_in_club(self.request.user, club) != ClubRole.OWNER:
            raise NotClubOwner
        return club


class ImportedGamesView(ClubApi):
    """Lists the games that a club imported from other servers."""

    scopes = {"GET": None}
    query = (*QUERY, "player")

    @extend_schema(
        operation_id="club_games",
        parameters=[
            *PARAMETERS,
            OpenApiParameter(
                "player", {"type": "string", "maxLength": LONGEST_PLAYER}, description="The name of a member."
            ),
        ],
        responses=answers(shapes.ImportedGames),
    )
    def get(self, request: Request, club_id: int) -> Response:
        """List the games that a club imported from other servers, the latest first. They are finished and unrated. If
        only members may see the club's list of members, others get `not_member`.
        """
        name = request.query_params.get("player", "")
        if len(name) > LONGEST_PLAYER:
            raise serializers.ValidationError({"player": [f"At most {LONGEST_PLAYER} characters."]})
        rows = access.visible_imported_games(request.user, self.find_club(club_id), name).defer("sgf", "rows")
        return page_of(request, rows.select_related("black__player", "white__player"), outputs.imported_game_json)


class ImportedGameView(ClubApi):
    """Reads one imported game with its record."""

    scopes = {"GET": None}

    @extend_schema(operation_id="club_game", responses=answers(shapes.ImportedRecord))
    def get(self, request: Request, club_id: int, imported_id: int) -> Response:
        """Return an imported game with its record in SGF."""
        game: ImportedGame = access.visible_imported_game(request.user, club_id, imported_id)
        return Response(outputs.imported_record_json(game))


class GameImportsView(ClubOwnerApi):
    """Lists the uploads of a club; imports games from a file."""

    scopes = {"GET": "clubs:manage", "POST": "clubs:manage"}
    query = QUERY
    body = ImportSerializer
    largest_body = LARGEST_FILE

    @extend_schema(operation_id="club_imports", parameters=PARAMETERS, responses=answers(shapes.ClubImports))
    def get(self, request: Request, club_id: int) -> Response:
        """List the uploads of a club, the latest first, with the errors in their files. For its owner only."""
        rows = GameImport.objects.filter(club=self.owned_club(club_id)).select_related("by").defer("data")
        return page_of(request, rows, outputs.game_import_json)

    @extend_schema(
        operation_id="club_import",
        request=ImportSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.ClubImport, 201, refuses=(409,)),
        examples=IMPORTING,
    )
    def post(self, request: Request, club_id: int) -> Response:
        """Import games: an SGF file, a zip or tar.gz archive of SGF files, or the JSON of OGS. Games that the club has
        already are left out. A large file is read in the background: its `state` is then `waiting`. At most 20 uploads
        a day, 1,000 games an upload, 5,000 games a club. Refusals: `no_file`, `upload_too_large`, `too_many_imports`,
        `too_many_imported_games`, `not_club_owner`.
        """
        file = self.read_body(request).file()
        return run_once(self, lambda: self._store_upload(club_id, file))

    def _store_upload(self, club_id: int, file: tuple[str, bytes]) -> Response:
        row = imports.store_upload(self.player_request, club_id, [file])
        return Response(outputs.game_import_json(row), status.HTTP_201_CREATED)


class DeleteGameImportView(ClubOwnerApi):
    """Deletes an upload with its games."""

    scopes = {"DELETE": "clubs:manage"}

    @extend_schema(operation_id="club_import_delete", responses=answers(None, 204))
    def delete(self, request: Request, club_id: int, import_id: int) -> Response:
        """Delete an upload with its games. For the owner of the club and for moderators."""
        imports.delete_upload(self.player_request, club_id, import_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class ImportedNamesView(ClubApi):
    """Lists the names of players in imported games."""

    scopes = {"GET": "clubs:manage"}
    public = ()
    query = QUERY

    @extend_schema(operation_id="club_names", parameters=PARAMETERS, responses=answers(shapes.ImportedNames))
    def get(self, request: Request, club_id: int) -> Response:
        """List the names in imported games, the latest first. The owner gets all of them, others only their own."""
        club = self.find_club(club_id)
        rows = ImportedName.objects.filter(club=club).select_related("player")
        if access.role_in_club(request.user, club) != ClubRole.OWNER:
            rows = rows.filter(player=self.player)
        return page_of(request, rows, outputs.imported_name_json)


class ImportedNameView(ClubApi):
    """Maps a name in imported games to a member of the club."""

    scopes = {"POST": "clubs:manage"}
    public = ()
    body = ImportedNameSerializer
    what_field = "act"

    @extend_schema(
        operation_id="club_name_map",
        request=ImportedNameSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.ImportedName, refuses=(409,)),
        examples=MAPPING,
    )
    def post(self, request: Request, club_id: int, name_id: int) -> Response:
        """Map a name to a member. The owner of the club proposes a `player`; the member confirms or declines. Refusals:
        `not_a_member`, `not_club_owner`, `no_such_imported_name`.
        """
        data = self.read_body(request).validated_data
        return run_once(self, lambda: self._map_name(club_id, name_id, data))

    def _map_name(self, club_id: int, name_id: int, data: dict[str, Any]) -> Response:
        if data["act"] == "propose":
            member = data.get("player", "").strip()
            row = imported_names.propose_member(
                self.player_request, club_id, name_id, get_player_by_name(member) if member else None
            )
        else:
            row = imported_names.answer_proposal(
                self.player_request, club_id, name_id, is_mine=data["act"] == "confirm"
            )
        return Response(outputs.imported_name_json(row))
