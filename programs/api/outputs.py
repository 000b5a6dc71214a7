"""The JSON representation of tokens, programs and webhooks, for their owner."""

from __future__ import annotations

from allauth.idp.oidc.models import Client

import api_types as shapes
from accounts.models import ApiToken
from foundation.iso_times import iso_time
from programs.models import Webhook


def token_json(row: ApiToken) -> shapes.Token:
    """Return the JSON of a personal token, without the secret."""
    return {
        "id": row.pk,
        "name": row.name,
        "hint": row.hint,
        "scopes": row.scopes,
        "created_at": iso_time(row.created_at),
        "expires_at": iso_time(row.expires_at),
        "last_used_at": iso_time(row.last_used_at),
    }


def app_json(row: Client) -> shapes.App:
    """Return the JSON of a registered program."""
    return {
        "client_id": row.pk,
        "name": row.name,
        "redirect_uris": row.get_redirect_uris(),
        "created_at": iso_time(row.created_at),
    }


def webhook_json(row: Webhook) -> shapes.Webhook:
    """Return the JSON of a webhook, without its secret."""
    return {
        "id": row.pk,
        "url": row.url,
        "created_at": iso_time(row.created_at),
        "sent": row.sent,
        "failures": row.failures,
        "failing_since": iso_time(row.failing_since),
        "last_answer": row.last_answer,
        "last_success_at": iso_time(row.last_success_at),
        "disabled_at": iso_time(row.disabled_at),
    }
