"""Clients that have signed in."""

from __future__ import annotations

from django.test import Client

from accounts.models import Player


def browser(player: Player | None = None) -> Client:
    """Return a client that reads English, in which this player is signed in; None for a visitor."""
    client = Client(headers={"Accept-Language": "en"})
    if player is not None:
        client.force_login(player)
    return client
