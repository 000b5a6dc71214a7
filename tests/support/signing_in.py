"""Signing in with a password, by the page and by the API."""

from __future__ import annotations

from django.test import Client

PASSWORD = "correct horse"
NEW_PASSWORD = "another long phrase"


def sign_in(login="aino", password=PASSWORD, client=None, **headers):
    """Return the page's answer, and the client, signed in if the credentials are right."""
    client = client or Client()
    answer = client.post("/accounts/login/", {"login": login, "password": password}, headers=headers)
    return client, answer


def token(login="aino", password=PASSWORD, client=None, **headers):
    """Return the API's answer to a request for a token."""
    body = {"username": login, "password": password}
    return (client or Client()).post("/api/v1/token/", body, content_type="application/json", headers=headers)
