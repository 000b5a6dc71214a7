"""Let a club's other sites sign people in with their account here (OpenID Connect), if IGO_OIDC is on.

The library checks requests and signs tokens. Operators register sites (`manage.py register_site`). Each site has a
secret, and gets only the person's identity: its tokens give no access to the API.
"""

from __future__ import annotations

import secrets
from functools import wraps
from typing import Any

from allauth.idp.oidc import views
from allauth.idp.oidc.models import Client
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponseBase, JsonResponse
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from accounts.security.oauth import CannotRegisterApp, is_allowed_redirect_uri, issuer
from accounts.security.scopes import SIGN_ON


def register_site(name: str, addresses: list[str]) -> tuple[Client, str]:
    """Register a site that people can sign in to. Return the client and its secret, which is stored hashed. Raises
    CannotRegisterApp for a redirect URI that is not allowed."""
    for address in addresses:
        if not is_allowed_redirect_uri(address):
            raise CannotRegisterApp(address)
    made = Client(
        name=name,
        type=Client.Type.CONFIDENTIAL,
        scopes="\n".join(SIGN_ON),
        default_scopes="openid",
        grant_types=Client.GrantType.AUTHORIZATION_CODE,
        response_types=Client.ResponseType.CODE,
        redirect_uris="\n".join(addresses),
        skip_consent=False,
    )
    secret = secrets.token_urlsafe(32)  # its own default is hashed already
    made.set_secret(secret)
    made.save()
    return made, secret


def _only_if_oidc_is_enabled(view: Any) -> Any:
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not settings.IGO_OIDC:
            raise Http404
        answer: HttpResponseBase = view(request, *args, **kwargs)
        return answer

    return guarded


@_only_if_oidc_is_enabled
@require_safe
def discovery_document(request: HttpRequest) -> JsonResponse:
    """Return the document in which sites find the endpoints and keys for signing in (OpenID Connect Discovery 1.0,
    section 3)."""
    base = issuer(request)
    return JsonResponse(
        {
            "issuer": base,
            "authorization_endpoint": base + reverse("idp:oidc:authorization"),
            "token_endpoint": base + reverse("idp:oidc:token"),
            "revocation_endpoint": base + reverse("idp:oidc:revoke"),
            "userinfo_endpoint": base + reverse("accounts:userinfo"),
            "jwks_uri": base + reverse("accounts:jwks"),
            "authorization_response_iss_parameter_supported": True,
            "scopes_supported": list(SIGN_ON),
            "response_types_supported": ["code"],
            "grant_types_supported": ["authorization_code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"],
            "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post"],
            "code_challenge_methods_supported": ["S256"],
            "claims_supported": ["sub", "name", "preferred_username", "profile", "locale", "email", "email_verified"],
        }
    )


jwks = _only_if_oidc_is_enabled(require_safe(views.jwks))
"""View of the public signing key as a JSON Web Key Set."""
userinfo = _only_if_oidc_is_enabled(csrf_exempt(views.user_info))
"""Return the identity of an access token's owner; GET and POST (OpenID Connect Core 1.0, 5.3)."""
