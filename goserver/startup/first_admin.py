"""The link to the page that creates a server's first administrator."""

from __future__ import annotations

from django.urls import reverse
from django.utils import timezone

from accounts.security import first_admin


def new_first_admin_link(base: str) -> str | None:
    """Return a new link with this base URL, valid for a day, which replaces the one before; None if there is an
    administrator."""
    secret = first_admin.new_secret(timezone.now())
    return None if secret is None else base.rstrip("/") + reverse("accounts:first_admin", args=[secret])
