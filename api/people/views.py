"""The operations about your own account: settings, name, export, deletion, the players you block, notices."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import exceptions, serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from accounts.core.audit import log_security_event
from accounts.core.lookup import get_player_by_name
from accounts.core.preferences import change_preferences
from accounts.core.renaming import rename_player
from accounts.middleware import PER_PLAYER
from accounts.models import Block, Player, SecurityKind
from accounts.privacy import account_deletion, blocking
from accounts.security.login_throttle import AttemptCounter, count_attempt
from accounts.views.data import data_export_response
from api import fields
from api.base import Api
from api.once import retryable
from api.pages import PARAMETERS, QUERY, page_of
from api.people import inputs, outputs
from api.people.signing_in import authenticate_player
from api.schemas import answers
from foundation.iso_times import iso_time
from notifications.models import Notice


class MeView(Api):
    """Reads your own account; changes its settings."""

    scopes = {"GET": "account:read", "PATCH": "account:write"}
    body = inputs.MeSerializer

    @extend_schema(operation_id="me", responses=answers(shapes.Me))
    def get(self, request: Request) -> Response:
        """Return your own account."""
        return Response(outputs.me_json(self.player))

    @extend_schema(operation_id="me_change", request=inputs.MeSerializer, responses=answers(shapes.Me))
    def patch(self, request: Request) -> Response:
        """Change your account settings: language, time zone, theme, the text about you (not for guests), and others."""
        change_preferences(self.player, self.read_body(request).validated_data)
        return Response(outputs.me_json(Player.objects.get(pk=self.player.pk)))


class ChangeNameView(Api):
    """Changes your user name."""

    scopes = {"PUT": "account:write"}
    body = inputs.NameSerializer

    @extend_schema(
        operation_id="me_rename", request=inputs.NameSerializer, responses=answers(shapes.Me, refuses=(409,))
    )
    def put(self, request: Request) -> Response:
        """Change your name, at most once every 30 days. Upper and lower case can be changed at any time. The old name
        redirects to your profile for a year."""
        name = self.read_body(request).validated_data["name"]
        try:
            return Response(outputs.me_json(rename_player(player=self.player, name=name, now=self.now)))
        except ValidationError as error:
            raise serializers.ValidationError({"name": error.messages}) from error


class DataExportView(Api):
    """Streams everything that is stored about you as a zip archive."""

    scopes = {"POST": "account:read"}
    while_suspended = ("POST",)
    body = inputs.ConfirmIdentitySerializer

    @extend_schema(
        operation_id="me_export",
        request=inputs.ConfirmIdentitySerializer,
        responses={(200, "application/zip"): OpenApiResponse(OpenApiTypes.BINARY, "The archive.")},
    )
    def post(self, request: Request) -> StreamingHttpResponse:
        """Return everything that is stored about you, as a zip archive. A README in it explains each file. Your name,
        your password and, with two-factor authentication, a code are required. At most ten tries an hour, on the
        website and through the API together.
        """
        self._count_attempt()
        self._check_identity(request)
        log_security_event(SecurityKind.EXPORTED, self.player, request)
        return data_export_response(self.player)

    def _count_attempt(self) -> None:
        """Count an attempt to export. Raises Throttled after too many attempts, through the API and the page
        together."""
        wait = count_attempt(AttemptCounter("accounts:export", str(self.player.pk), PER_PLAYER["accounts:export"]))
        if wait is not None:
            raise exceptions.Throttled(wait)

    def _check_identity(self, request: Request) -> None:
        """Raise PermissionDenied if the name and password in the body are those of another player than the token's.
        Raises also the errors of `authenticate_player`."""
        data = self.read_body(request).validated_data
        if authenticate_player(request, data["username"], data["password"], data.get("code", "")) != self.player:
            raise exceptions.PermissionDenied


class DeleteAccountView(DataExportView):
    """Deletes your account, after the same checks as DataExportView."""

    scopes = {"POST": "account:write"}

    @retryable()
    @extend_schema(operation_id="me_delete", request=inputs.ConfirmIdentitySerializer, responses=answers(None, 204))
    def post(self, request: Request) -> Response:  # type: ignore[override]
        """Delete your account, immediately and permanently. Your name is removed, games in progress end by
        resignation, and finished games stay with your opponents. Your name, your password and, with two-factor
        authentication, a code are required.
        """
        self._check_identity(request)
        account_deletion.delete(player=self.player, now=self.now)
        return Response(status=status.HTTP_204_NO_CONTENT)


class BlocksView(Api):
    """Lists the players you have blocked."""

    scopes = {"GET": "account:read"}

    @extend_schema(operation_id="blocks", responses=answers(shapes.Blocks))
    def get(self, request: Request) -> Response:
        """List the players you have blocked. They are not notified."""
        rows = Block.objects.filter(player=self.player).select_related("blocked")
        found = [shapes.Blocked(username=row.blocked.username, at=iso_time(row.at)) for row in rows]
        return Response(shapes.Blocks(results=found))


class BlockView(Api):
    """Blocks a player; unblocks the player."""

    scopes = {"PUT": "account:write", "DELETE": "account:write"}

    @extend_schema(operation_id="block", request=fields.NothingSerializer, responses=answers(None, 204, refuses=(409,)))
    def put(self, request: Request, username: str) -> Response:
        """Block a player: no challenges, offers or chat between you. Games in progress continue."""
        self.read_body(request)
        blocking.block_player(player=self.player, other=get_player_by_name(username, self.player), now=self.now)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(operation_id="unblock", responses=answers(None, 204))
    def delete(self, request: Request, username: str) -> Response:
        """Unblock a player."""
        blocking.unblock_player(player=self.player, other=get_player_by_name(username, self.player))
        return Response(status=status.HTTP_204_NO_CONTENT)


class NoticesView(Api):
    """Lists your notifications; marks all of them as read."""

    scopes = {"GET": "account:read", "POST": "account:write"}
    query = QUERY
    while_suspended = ("POST",)

    @extend_schema(operation_id="notices", parameters=PARAMETERS, responses=answers(shapes.Notices))
    def get(self, request: Request) -> Response:
        """List your notifications, the newest first."""
        rows = Notice.objects.filter(player=self.player).select_related("by")
        return page_of(request, rows, outputs.notice_json)

    @retryable()
    @extend_schema(operation_id="notices_read", request=fields.NothingSerializer, responses=answers(shapes.Read))
    def post(self, request: Request) -> Response:
        """Mark all your notifications as read."""
        self.read_body(request)
        unread = Notice.objects.unread().filter(player=self.player)
        return Response(shapes.Read(read=unread.update(read_at=self.now)))
