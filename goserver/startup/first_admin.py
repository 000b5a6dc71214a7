"""The link to the page that makes a server's first administrator."""

from __future__ import annotations

from django.urls import reverse
from django.utils import timezone

from accounts.security import first_admin


def link(base: str) -> str | None:
    """A new link at this address, good for a day, which ends the one before; None when there is an administrator."""
    secret = first_admin.new_secret(timezone.now())
    return None if secret is None else base.rstrip("/") + reverse("accounts:first_admin", args=[secret])
