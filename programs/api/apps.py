"""The operations about programs: those that I write for others, and those that may act for me."""

from __future__ import annotations

from allauth.idp.oidc.models import Client
from drf_spectacular.utils import extend_schema
from rest_framework import exceptions, serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from accounts.security import oauth
from api.base import MAYBE_KEY, Api
from api.fields import Strict, Text
from api.schemas import answers
from foundation.moments import moment
from foundation.text import check_line
from games.api.base import once


class AppSerializer(Strict):
    """A program of mine that asks others for access."""

    name = Text(max_length=60, validators=[check_line], help_text="What players read when it asks them.")
    redirect_uris = serializers.ListField(
        child=Text(max_length=300),
        min_length=1,
        max_length=10,
        help_text="Where codes may be sent: https, http on the device itself, or a scheme of the app's own.",
    )


def app(row: Client) -> shapes.App:
    """A registered program."""
    return {
        "client_id": row.pk,
        "name": row.name,
        "redirect_uris": row.get_redirect_uris(),
        "created_at": moment(row.created_at),
    }


class AppsView(Api):
    """The programs that I write for others."""

    scopes = {"GET": "account:read", "POST": "account:write"}
    body = AppSerializer

    @extend_schema(operation_id="apps", responses=answers(shapes.Apps))
    def get(self, request: Request) -> Response:
        """My registered programs."""
        return Response(shapes.Apps(results=[app(row) for row in Client.objects.filter(owner=self.player)]))

    @extend_schema(
        operation_id="app_register",
        request=AppSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.App, 201),
    )
    def post(self, request: Request) -> Response:
        """Register a program that asks players for access by OAuth 2.1: authorization code with PKCE (S256), at the
        addresses in `/.well-known/oauth-authorization-server`. It is public: `client_id` is all it needs."""
        data = self.read(request).validated_data
        return once(request, self.player, self.now, lambda: self._register(data["name"], data["redirect_uris"]))

    def _register(self, name: str, redirect_uris: list[str]) -> Response:
        try:
            made = oauth.register_app(player=self.player, name=name, redirect_uris=redirect_uris)
        except oauth.BadApp as error:
            raise serializers.ValidationError({"redirect_uris": [str(error)]}) from error
        return Response(app(made), status.HTTP_201_CREATED)


class AppView(Api):
    """One program of mine."""

    scopes = {"DELETE": "account:write"}

    @extend_schema(operation_id="app_delete", responses=answers(None, 204))
    def delete(self, request: Request, client_id: str) -> Response:
        """Delete it, with all access that it has."""
        if not oauth.delete_app(player=self.player, client_id=client_id):
            raise exceptions.NotFound
        return Response(status=status.HTTP_204_NO_CONTENT)


class GrantsView(Api):
    """The programs that may act for me."""

    scopes = {"GET": "account:read"}

    @extend_schema(operation_id="grants", responses=answers(shapes.Grants))
    def get(self, request: Request) -> Response:
        """Who has access to my account by OAuth, and for what."""
        found = oauth.grants_of(self.player)
        grants = [shapes.Grant(client_id=app.pk, name=app.name, scopes=scopes) for app, scopes in found]
        return Response(shapes.Grants(results=grants))


class GrantView(Api):
    """One program that may act for me."""

    scopes = {"DELETE": "account:write"}
    while_suspended = ("DELETE",)

    @extend_schema(operation_id="grant_end", responses=answers(None, 204))
    def delete(self, request: Request, client_id: str) -> Response:
        """End its access."""
        if not oauth.end_access(player=self.player, client_id=client_id):
            raise exceptions.NotFound
        return Response(status=status.HTTP_204_NO_CONTENT)
