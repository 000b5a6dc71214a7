"""OAuth 2.1 for third-party programs, with django-allauth's identity provider: authorization code with PKCE only."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from allauth.account.models import EmailAddress
from allauth.idp.oidc import views
from allauth.idp.oidc.adapter import DefaultOIDCAdapter
from allauth.idp.oidc.models import Client, PrivateKey, Token
from csp.constants import SELF
from csp.decorators import csp_update
from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponseBase, JsonResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.core.audit import log_security_event
from accounts.core.guests import check_not_guest
from accounts.core.signing_key import signing_key
from accounts.models import Player, SecurityKind
from accounts.security.scopes import SCOPES, SIGN_ON, USUAL, scopes_in_display_order
from accounts.signals import access_ended

MOST_APPS = 10
MOST_ADDRESSES = 10
LARGEST_PORT = 65_535
LOOPBACK = ("127.0.0.1", "[::1]", "localhost")


class CannotRegisterApp(ValueError):
    """Raised if a program cannot be registered. The text explains the reason to users."""


class OAuthAdapter(DefaultOIDCAdapter):  # type: ignore[misc]
    """Describes scopes on the consent page, and builds claims for sites that people sign in to."""

    scope_display = {**SCOPES, **SIGN_ON}

    def list_private_keys(self, **which: Any) -> list[PrivateKey]:
        """Return a list with this server's only signing key."""
        return [PrivateKey(pem=signing_key())]

    def get_claims(
        self, purpose: Any, user: Player, client: Client, scopes: Iterable[str], **more: Any
    ) -> dict[str, Any]:
        """Return the claims for a site. `sub` does not change when a player changes their name. An address is included
        if it is confirmed."""
        claims: dict[str, Any] = {"sub": self.get_user_sub(client, user)}
        if "profile" in scopes:
            claims["name"] = claims["preferred_username"] = user.username
            claims["profile"] = self.request.build_absolute_uri(user.get_absolute_url())
            if user.language:
                claims["locale"] = user.language
        if "email" in scopes:
            address = EmailAddress.objects.get_primary(user)
            if address is not None and address.verified:
                claims |= {"email": address.email, "email_verified": True}
        return claims


def register_app(*, player: Player, name: str, redirect_uris: list[str]) -> Client:
    """Register a program that can ask players for access, as a public client: without a secret, PKCE required.

    Raises CannotRegisterApp for a redirect URI that is not allowed, or for too many programs, and NotForGuests.
    """
    check_not_guest(player)
    if not 1 <= len(redirect_uris) <= MOST_ADDRESSES:
        raise CannotRegisterApp(_("Enter one to ten redirect URIs, one per line."))
    for uri in redirect_uris:
        if not is_allowed_redirect_uri(uri):
            raise CannotRegisterApp(
                _("This redirect URI is not allowed. Correct or remove it: %(address)s") % {"address": uri[:100]}
            )
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        if Client.objects.filter(owner=player).count() >= MOST_APPS:
            raise CannotRegisterApp(_("You've reached the limit of 10 apps. Delete one first."))
        return Client.objects.create(
            name=name,
            owner=player,
            type=Client.Type.PUBLIC,
            scopes="\n".join(USUAL),
            default_scopes="",
            grant_types="\n".join([Client.GrantType.AUTHORIZATION_CODE, Client.GrantType.REFRESH_TOKEN]),
            response_types=Client.ResponseType.CODE,
            redirect_uris="\n".join(redirect_uris),
        )


def is_allowed_redirect_uri(uri: str) -> bool:
    """Return whether a redirect URI is allowed: HTTPS, HTTP on the device itself, or an app's own scheme such as
    org.example.app:/done (RFC 8252).
    """
    if not (uri.isascii() and uri.isprintable() and " " not in uri and "*" not in uri and len(uri) <= 300):
        return False
    try:
        parts = urlsplit(uri)
        host = parts.netloc.rpartition(":")[0] if parts.port else parts.netloc
    except ValueError:
        return False
    if parts.fragment or "@" in parts.netloc:
        return False
    if parts.scheme in ("http", "https"):
        return bool(host) and (parts.scheme == "https" or host in LOOPBACK)
    return re.fullmatch(r"[a-z][a-z0-9-]*(\.[a-z0-9-]+)+", parts.scheme) is not None


def matches_registered_uri(uri: str, registered: Iterable[str]) -> bool:
    """Return whether this redirect URI is exactly one of the registered URIs.

    For URIs on the device itself the port may differ, because programs choose it when they start (RFC 8252, 7.3; RFC
    9700, 4.1.3).
    """
    return any(
        uri == known or ((wanted := _without_port(uri)) is not None and wanted == _without_port(known))
        for known in registered
    )


def _without_port(uri: str) -> tuple[str, str] | None:
    """Return a loopback URI without its port, as the part before the port and the part after it. Return None for other
    URIs."""
    found = re.fullmatch(r"(http://(?:127\.0\.0\.1|\[::1\]))(?::([1-9][0-9]{0,4}))?(/.*)?", uri, re.ASCII)
    if found is None or int(found[2] or 80) > LARGEST_PORT:
        return None
    return found[1], found[3] or ""


def delete_app(*, player: Player, client_id: str) -> bool:
    """Delete a program of this player, with all its tokens. Return False if there is none."""
    return bool(Client.objects.filter(pk=client_id, owner=player).delete()[0])


def programs_with_access(player: Player) -> list[tuple[Client, list[str]]]:
    """Return the programs that have access to this account, each with the scopes that it was granted."""
    found: dict[str, tuple[Client, list[str]]] = {}
    kinds = (Token.Type.ACCESS_TOKEN, Token.Type.REFRESH_TOKEN)
    rows = Token.objects.valid().filter(user=player, type__in=kinds, client__isnull=False)
    for row in rows.select_related("client").order_by("client__name", "client_id"):
        _, scopes = found.setdefault(row.client_id, (row.client, []))
        scopes += [scope for scope in row.get_scopes() if scope not in scopes]
    return [(client, scopes_in_display_order(scopes)) for client, scopes in found.values()]


def revoke_program_access(*, player: Player, client_id: str) -> int:
    """Revoke a program's access to this account. Return how many tokens were revoked."""
    ended: int = Token.objects.filter(user=player, client_id=client_id).delete()[0]
    access_ended.send(Player, player_id=player.pk)
    return ended


def consent_page(request: HttpRequest) -> HttpResponseBase:
    """Return the consent page. Requests must have explicit scopes and PKCE with S256."""
    query = request.GET
    if request.method in ("GET", "HEAD") and not _is_valid_request(query):
        return render(request, "idp/oidc/error.html", status=400)
    allowed = csp_update({"form-action": [SELF, *_redirect_origin(request)]})
    response: HttpResponseBase = allowed(views.authorization)(request)
    target = urlsplit(response.headers.get("Location", ""))
    if target.scheme:  # to the program, with a code or an error; ways within the server are relative
        response["Location"] = target._replace(query=f"{target.query}&{urlencode({'iss': issuer(request)})}").geturl()
    if request.method == "POST" and "code" in parse_qs(target.query) and isinstance(request.user, Player):
        log_security_event(SecurityKind.PROGRAM_ALLOWED, request.user, request, target.netloc or target.scheme)
    return response


def issuer(request: HttpRequest) -> str:
    """Return this server's OAuth issuer identifier, which is the same in the metadata and in responses (RFC 9207)."""
    return request.build_absolute_uri("/").rstrip("/")


def _is_valid_request(query: QueryDict) -> bool:
    """Return whether the request uses PKCE, names its scopes, and has a registered redirect URI. A site authenticates
    with its secret, so it may omit PKCE, as some forums do (RFC 9700, 2.1.1)."""
    client = Client.objects.filter(pk=query.get("client_id", "")[:100]).first()
    if client is None or not query.get("scope"):
        return False
    is_site = client.type == Client.Type.CONFIDENTIAL
    if is_site and not settings.IGO_OIDC:
        return False
    if query.get("code_challenge_method") != "S256" and (not is_site or "code_challenge" in query):
        return False
    return matches_registered_uri(query.get("redirect_uri", ""), client.get_redirect_uris())


def _redirect_origin(request: HttpRequest) -> list[str]:
    """Return the redirect URI's origin or scheme for the CSP form-action directive, which browsers also apply to
    redirects. Return [] if the URI is not valid."""
    try:
        parts = urlsplit(request.GET.get("redirect_uri", ""))
    except ValueError:
        return []
    if parts.scheme in ("http", "https"):
        return [f"{parts.scheme}://{parts.netloc}"] if re.fullmatch(r"[A-Za-z0-9.:\[\]-]+", parts.netloc) else []
    return [f"{parts.scheme}:"] if re.fullmatch(r"[a-z][a-z0-9.-]*", parts.scheme) else []


@require_safe
def server_metadata(request: HttpRequest) -> JsonResponse:
    """Return the server metadata for programs (RFC 8414)."""
    base = issuer(request)
    facts: dict[str, Any] = {
        "issuer": base,
        "authorization_endpoint": base + reverse("idp:oidc:authorization"),
        "token_endpoint": base + reverse("idp:oidc:token"),
        "revocation_endpoint": base + reverse("idp:oidc:revoke"),
        "response_types_supported": ["code"],
        "grant_types_supported": ["authorization_code", "refresh_token"],
        "code_challenge_methods_supported": ["S256"],
        "token_endpoint_auth_methods_supported": ["none"],
        "scopes_supported": USUAL,
        "authorization_response_iss_parameter_supported": True,
        "service_documentation": base + "/api/docs/",
    }
    return JsonResponse(facts)
