"""Create the first administrator, by a link that is printed at the server's start.

The person who starts the server owns it, and no one else sees that link. Its secret has 256 random bits and is stored
hashed. The link works once, for GOOD_FOR, and only while there is no administrator. A new link replaces the previous
one.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from hmac import compare_digest

from django.db import transaction

from accounts.core import site
from accounts.models import Player, SiteSettings

GOOD_FOR = timedelta(days=1)


class AdminLinkInvalid(Exception):
    """Raised if the link was used, has expired, was replaced by a newer link, or never existed."""


def has_admin() -> bool:
    """Return whether there is an administrator who can sign in."""
    return Player.objects.filter(is_superuser=True, is_active=True, is_staff=True).exists()


def new_secret(now: datetime) -> str | None:
    """Return the secret of a new link for creating the first administrator. The previous link stops working. Return
    None if there already is an administrator."""
    secret = secrets.token_urlsafe(32)
    with transaction.atomic():
        row = site.lock_settings_row()
        if has_admin():
            return None
        row.link_digest, row.link_until = _digest(secret), now + GOOD_FOR
        row.save(update_fields=["link_digest", "link_until"])
    return secret


def is_link_valid(secret: str, now: datetime) -> bool:
    """Return whether a link for creating the first administrator with this secret is valid now."""
    return _is_valid_secret(site.settings_row(), secret, now) and not has_admin()


def make_first_admin(secret: str, now: datetime, create_player: Callable[[], Player]) -> Player:
    """Create an account with `create_player`, and make it an administrator. Of several parallel calls, one succeeds.

    Raises AdminLinkInvalid, and the errors of `create_player`. After any error nothing is stored. If `create_player`
    failed, the link stays valid.
    """
    with transaction.atomic():
        row = site.lock_settings_row()
        if not _is_valid_secret(row, secret, now) or has_admin():
            raise AdminLinkInvalid
        player = create_player()
        player.is_staff = player.is_superuser = True
        player.save(update_fields=["is_staff", "is_superuser"])
        row.link_digest, row.link_until = "", None
        row.save(update_fields=["link_digest", "link_until"])
    return player


def _is_valid_secret(row: SiteSettings, secret: str, now: datetime) -> bool:
    return row.link_until is not None and now < row.link_until and compare_digest(row.link_digest, _digest(secret))


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
