"""Signing in with a password, by the page and by the API."""

from __future__ import annotations

from django.test import Client

PASSWORD = "correct horse"
NEW_PASSWORD = "another long phrase"


def sign_in(login="aino", password=PASSWORD, client=None, **headers):
    """What the page answers, and the client that is signed in where all is right."""
    client = client or Client()
    answer = client.post("/accounts/login/", {"login": login, "password": password}, headers=headers)
    return client, answer


def token(login="aino", password=PASSWORD, client=None, **headers):
    """What the API answers to someone who asks for a token."""
    body = {"username": login, "password": password}
    return (client or Client()).post("/api/v1/token/", body, content_type="application/json", headers=headers)
