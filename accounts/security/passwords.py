"""Password validators in addition to Django's (S13)."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts import signals

LONGEST_PASSWORD = 256


class MaximumLengthValidator:
    """Rejects passwords that are too long. They are never truncated."""

    def validate(self, password: str, user: Any = None) -> None:
        """Raise ValidationError for more than 256 characters."""
        if len(password) > LONGEST_PASSWORD:
            raise ValidationError(self.get_help_text(), code="password_too_long")

    def get_help_text(self) -> Any:
        """Return a sentence for forms that says how long a password may be."""
        return _("A password can have at most 256 characters.")

    def password_changed(self, password: str, user: Any = None) -> None:
        """Revoke all tokens issued under the old password (accounts.signals). Django itself ends the other sessions.

        Django calls this for each validator when a player is saved with a new password. A separate validator would add
        an empty line to the password rules on forms.
        """
        signals.password_changed.send(type(user), player_id=user.pk)


SERVICE_WORDS = frozenset(
    [
        "igo",
        "baduk",
        "weiqi",
        "wei",
        "go",
        "goban",
        "goishi",
        "atari",
        "tesuji",
        "joseki",
        "komi",
        "seki",
        "correspondence",
        "server",
        "admin",
        "administrator",
        "moderator",
        "referee",
        "staff",
        "root",
        "support",
        "helper",
        "player",
        "opponent",
        "black",
        "white",
        "password",
        "passphrase",
        "secret",
    ]
)
"""Words of this service and of the game, which guessers try first (docs/accounts.md)."""


class ServiceWordsValidator:
    """Rejects passwords that consist only of this service's words or the server name, with digits or punctuation around
    them."""

    def validate(self, password: str, user: Any = None) -> None:
        """Raise ValidationError if the password consists only of OWN_WORDS and words of the server name."""
        host = urlsplit(settings.IGO_URL).hostname or ""
        words = SERVICE_WORDS | set(re.findall(r"[a-z]{2,}", host.lower()))
        parts = re.findall(r"[^\W\d_]+", password.casefold())
        if parts and all(part in words for part in parts):
            raise ValidationError(self.get_help_text(), code="password_of_own_words")

    def get_help_text(self) -> Any:
        """Return a sentence for forms that says which passwords this validator rejects."""
        return _("Your password can't consist only of Go terms or this server's name.")


class BreachedValidator:
    """Rejects passwords that have leaked, according to haveibeenpwned.com. The site gets only the first five digits of
    the password's hash.

    If it does not respond within two seconds, Django's own list of 20,000 common passwords is used.
    """

    def __init__(self) -> None:
        from pwned_passwords_django.validators import PwnedPasswordsValidator  # with httpx, a tenth of a start

        from accounts.security.breached import api_client

        found = _("This password appears in a list of stolen passwords. Choose another one.")
        self._asking = PwnedPasswordsValidator(error_message=found, api_client=api_client())

    def validate(self, password: str, user: Any = None) -> None:
        """Raise ValidationError for a leaked or common password."""
        self._asking.validate(password, user)

    def get_help_text(self) -> Any:
        """Return a sentence for forms that says which passwords this validator rejects."""
        return self._asking.get_help_text()
