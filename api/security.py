"""Authentication in the schema: tokens and their scopes."""

from __future__ import annotations

from typing import Any, cast

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema

from accounts.security.scopes import SCOPES, USUAL
from api.base import Api

TOKEN, OAUTH = "token", "oauth"
SCHEMES: dict[str, dict[str, Any]] = {
    TOKEN: {"type": "http", "scheme": "bearer", "description": "A personal token, from the settings of the account."},
    OAUTH: {
        "type": "oauth2",
        "description": "Authorization code with PKCE (S256).",
        "flows": {
            "authorizationCode": {
                "authorizationUrl": "/oauth/authorize",
                "tokenUrl": "/oauth/token",
                "refreshUrl": "/oauth/token",
                "scopes": {name: str(SCOPES[name]) for name in USUAL},
            }
        },
    },
}


class ProgramAuthenticationSchema(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Describes `accounts.security.api_auth.ProgramAuthentication` in the schema."""

    target_class = "accounts.security.api_auth.ProgramAuthentication"
    name = [TOKEN, OAUTH]

    def get_security_definition(self, auto_schema: AutoSchema) -> list[dict[str, Any]]:
        """Return the schema's descriptions of the two kinds of tokens."""
        return list(SCHEMES.values())

    def get_security_requirement(self, auto_schema: AutoSchema) -> list[dict[str, list[str]]]:
        """Return the token scope that the view needs for the method, as security requirements of the schema."""
        scope = cast(Api, auto_schema.view).scopes.get(auto_schema.method)
        return [{TOKEN: [scope] if scope else []}, {OAUTH: [scope] if scope in USUAL else []}]


class SecuredSchema(AutoSchema):
    """Generates the description of an operation with its security requirements. A `public` operation also lists the
    option of no authentication."""

    def get_auth(self) -> list[dict[str, Any]]:
        """Return the ways in which a request to this operation can authenticate."""
        found: list[dict[str, Any]] = super().get_auth()
        return [*found, {}] if self.method in getattr(self.view, "public", ()) and found else found
