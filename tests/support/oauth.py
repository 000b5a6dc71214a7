"""Third-party programs in tests: a player's consent by OAuth, and requests with the token."""

from __future__ import annotations

import base64
import hashlib
import re
import secrets
from urllib.parse import parse_qs, urlsplit

from django.test import Client

BACK = "https://app.example.org/back"
"""The address at which the tests' program gets its codes."""


def as_program(token, path="me/", method="get", **query):
    """Return the API's answer to a program with this token."""
    return getattr(Client(), method)(f"/api/v1/{path}", query, headers={"Authorization": f"Bearer {token}"})


def pkce():
    """Return a verifier and its challenge."""
    verifier = secrets.token_urlsafe(48)
    digest = hashlib.sha256(verifier.encode()).digest()
    return verifier, base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def asked(app, challenge, **other):
    """Return the parameters with which a program sends a player to the consent page."""
    return {
        "client_id": app.pk, "response_type": "code", "redirect_uri": BACK, "scope": "account:read game:read",
        "state": "s", "code_challenge": challenge, "code_challenge_method": "S256", **other,
    }  # fmt: skip


def consent(client, query, action="grant", scopes=None):
    """Open the consent page as the player and answer it, by default with consent to everything."""
    page = client.get("/oauth/authorize", query)
    sealed = re.search(r'name="request" value="([^"]+)"', page.content.decode())
    if sealed is None:
        return page
    scopes = query["scope"].split() if scopes is None else scopes
    return client.post("/oauth/authorize", {"request": sealed[1], "scopes": scopes, "action": action})


def exchange(app, code, verifier, **other):
    """Exchange this code for tokens as the program."""
    body = {
        "grant_type": "authorization_code", "client_id": app.pk, "code": code, "redirect_uri": BACK,
        "code_verifier": verifier, **other,
    }  # fmt: skip
    return Client().post("/oauth/token", body)


def grant(player, app, scopes=None):
    """Grant a program the player's consent, and return its token response."""
    client = Client()
    client.force_login(player)
    verifier, challenge = pkce()
    answer = consent(client, asked(app, challenge), scopes=scopes)
    code = parse_qs(urlsplit(answer["Location"]).query)["code"][0]
    return exchange(app, code, verifier).json()
