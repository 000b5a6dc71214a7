"""The operations about personal tokens."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import exceptions, serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from accounts.models import ApiToken, Player
from accounts.security import tokens
from accounts.security.api_auth import ProgramAuthentication
from accounts.security.scopes import FOR_BOTS, USUAL
from accounts.signals import access_ended
from api.base import MAYBE_KEY, Api
from api.once import run_once
from api.people.signing_in import authenticate_player
from api.schemas import answers
from foundation.iso_times import iso_time
from programs.api import outputs
from programs.api.inputs import TokenSerializer


class TokenView(Api):
    """Creates a token for a name and password; revokes the token of the request."""

    authentication_classes = [ProgramAuthentication]
    scopes = {"POST": None, "DELETE": None}
    while_suspended = ("POST", "DELETE")
    public = ("POST",)
    body = TokenSerializer

    @extend_schema(
        operation_id="token_create",
        request=TokenSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.NewToken),
        auth=[{}],  # type: ignore[list-item]
    )
    def post(self, request: Request) -> Response:
        """Exchange your name and password for a token, to send as `Authorization: Bearer ...`. The token is only shown
        in this response, and expires. You can also create tokens on the settings page."""
        data = self.read_body(request).validated_data
        player = authenticate_player(request, data["username"], data["password"], data.get("code", ""))
        request.user = player  # the requester for the rest of this request
        return run_once(self, lambda: self._create_token(player, data), sealed=True)

    def _create_token(self, player: Player, data: dict[str, Any]) -> Response:
        scopes = data.get("scopes") or [*([FOR_BOTS] if player.is_bot else []), *USUAL]
        name = data.get("name") or "API"
        try:
            row, text = tokens.make_token(
                player=player, wanted=tokens.NewToken(name, scopes, data["days"]), now=self.now
            )
        except tokens.CannotCreateToken as error:
            raise serializers.ValidationError({"scopes": [str(error.reason)]}) from error
        expires = iso_time(row.expires_at)
        return Response(shapes.NewToken(token=text, expires_at=expires, scopes=row.scopes, name=row.name))

    @extend_schema(operation_id="token_delete", responses=answers(None, 204))
    def delete(self, request: Request) -> Response:
        """Revoke the token of this request."""
        if request.auth is None:
            raise exceptions.NotAuthenticated
        if isinstance(request.auth, ApiToken):
            tokens.revoke_token(player=self.player, token_id=request.auth.pk)
        else:
            request.auth.delete()
            access_ended.send(Player, player_id=self.player.pk)
        return Response(status=status.HTTP_204_NO_CONTENT)


class TokensView(Api):
    """Lists your personal tokens."""

    scopes = {"GET": "account:read"}

    @extend_schema(operation_id="tokens", responses=answers(shapes.Tokens))
    def get(self, request: Request) -> Response:
        """List your personal tokens, without their secrets."""
        return Response(shapes.Tokens(results=[outputs.token_json(row) for row in self.player.api_tokens.all()]))


class RevokeTokenView(Api):
    """Revokes one of your personal tokens."""

    scopes = {"DELETE": "account:write"}
    while_suspended = ("DELETE",)

    @extend_schema(operation_id="token_revoke", responses=answers(None, 204))
    def delete(self, request: Request, token_id: int) -> Response:
        """Revoke one of your tokens."""
        if not tokens.revoke_token(player=self.player, token_id=token_id):
            raise exceptions.NotFound
        return Response(status=status.HTTP_204_NO_CONTENT)
