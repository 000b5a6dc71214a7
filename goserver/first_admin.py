"""The address at which the server is set up, and the link to the page that makes its first administrator."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping

from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from accounts.security import first_admin


def address(host: str, port: int, environment: Mapping[str, str]) -> str:
    """Where a browser finds a server that listens there, by a name wherever possible: passkeys belong to names, and
    browsers make none for the address of a machine (WebAuthn, 5.1.2: the RP ID is a domain)."""
    if settings.PRODUCTION or environment.get("IGO_URL", "").strip():
        return str(settings.IGO_URL).rstrip("/")
    return f"http://{_name(host)}:{port}"


def _name(host: str) -> str:
    try:
        number = ipaddress.ip_address(host)
    except ValueError:
        return host
    if number.is_loopback or number.is_unspecified:
        return "localhost"
    return f"[{host}]" if number.version == 6 else host


def link(base: str) -> str | None:
    """A new link at this address, good for a day, which ends the one before; None when there is an administrator."""
    secret = first_admin.new_secret(timezone.now())
    return None if secret is None else base.rstrip("/") + reverse("accounts:first_admin", args=[secret])
