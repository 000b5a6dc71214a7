"""The operations about programs: your own programs that other players can use, and programs that may act for you."""

from __future__ import annotations

from allauth.idp.oidc.models import Client
from drf_spectacular.utils import extend_schema
from rest_framework import exceptions, serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from accounts.security import oauth
from api.base import MAYBE_KEY, Api
from api.once import run_once
from api.schemas import answers
from programs.api import outputs
from programs.api.inputs import AppSerializer


class RegisteredAppsView(Api):
    """Lists the programs that you registered for OAuth; registers one."""

    scopes = {"GET": "account:read", "POST": "account:write"}
    body = AppSerializer

    @extend_schema(operation_id="apps", responses=answers(shapes.Apps))
    def get(self, request: Request) -> Response:
        """List the programs that you registered."""
        return Response(
            shapes.Apps(results=[outputs.app_json(row) for row in Client.objects.filter(owner=self.player)])
        )

    @extend_schema(
        operation_id="app_register",
        request=AppSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.App, 201),
    )
    def post(self, request: Request) -> Response:
        """Register an app that asks players for access by OAuth 2.1. It uses an authorization code with PKCE (S256), at
        the URLs in `/.well-known/oauth-authorization-server`. It is a public client, which has a `client_id` but no
        secret."""
        data = self.read_body(request).validated_data
        return run_once(self, lambda: self._register(data["name"], data["redirect_uris"]))

    def _register(self, name: str, redirect_uris: list[str]) -> Response:
        try:
            made = oauth.register_app(player=self.player, name=name, redirect_uris=redirect_uris)
        except oauth.CannotRegisterApp as error:
            raise serializers.ValidationError({"redirect_uris": [str(error)]}) from error
        return Response(outputs.app_json(made), status.HTTP_201_CREATED)


class DeleteAppView(Api):
    """Deletes one of the programs that you registered."""

    scopes = {"DELETE": "account:write"}

    @extend_schema(operation_id="app_delete", responses=answers(None, 204))
    def delete(self, request: Request, client_id: str) -> Response:
        """Delete a program that you registered, and all access that it has."""
        if not oauth.delete_app(player=self.player, client_id=client_id):
            raise exceptions.NotFound
        return Response(status=status.HTTP_204_NO_CONTENT)


class AppGrantsView(Api):
    """Lists the programs that have access to your account."""

    scopes = {"GET": "account:read"}

    @extend_schema(operation_id="grants", responses=answers(shapes.Grants))
    def get(self, request: Request) -> Response:
        """List the programs that have access to your account by OAuth, with their scopes."""
        found = oauth.programs_with_access(self.player)
        grants = [shapes.Grant(client_id=app.pk, name=app.name, scopes=scopes) for app, scopes in found]
        return Response(shapes.Grants(results=grants))


class RevokeAppAccessView(Api):
    """Revokes a program's access to your account."""

    scopes = {"DELETE": "account:write"}
    while_suspended = ("DELETE",)

    @extend_schema(operation_id="grant_end", responses=answers(None, 204))
    def delete(self, request: Request, client_id: str) -> Response:
        """Revoke a program's access to your account."""
        if not oauth.revoke_program_access(player=self.player, client_id=client_id):
            raise exceptions.NotFound
        return Response(status=status.HTTP_204_NO_CONTENT)
