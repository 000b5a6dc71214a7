"""The link with which a server's first administrator is created."""

from __future__ import annotations

from django.urls import reverse
from django.utils import timezone

from accounts.security import first_admin


def new_first_admin_link(base: str) -> str | None:
    """Return a new link with this base URL, which is valid for a day and replaces the previous link. Return None if
    there is an administrator."""
    secret = first_admin.new_secret(timezone.now())
    return None if secret is None else base.rstrip("/") + reverse("accounts:first_admin", args=[secret])
